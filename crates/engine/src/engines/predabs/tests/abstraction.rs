//! Abstractions of random steps, compared with what enumeration of all states finds.

use crate::Context;
use crate::engines::predabs::abstraction::Abstraction;
use crate::shared::ic3::{PlaceKind, Step, StepId, System};
use invar_solver::{Budget, Z3Factory};
use invar_term::{BvValue, Evaluator, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::Random;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const WIDTH: u32 = 2;

/// Two variables and an input of two bits, and a step from a place to itself.
struct Fixture {
    system: System,
    symbols: Vec<TermId>,
}

type State = FxHashMap<SymbolId, Value>;

impl Fixture {
    fn states(&self, symbols: &[TermId]) -> Vec<State> {
        let terms = &self.system.terms;
        let mut states = vec![State::default()];
        for symbol in symbols {
            let symbol = terms.as_symbol(*symbol).expect("a symbol");
            let with = |state: &State, bits| {
                let mut state = state.clone();
                state.insert(symbol, Value::Bv(BvValue::new(WIDTH, bits)));
                state
            };
            states = states
                .iter()
                .flat_map(|state| (0..1 << WIDTH).map(move |bits| with(state, bits)))
                .collect();
        }
        states
    }
}

fn number(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let mut term = *random.pick(symbols);
    for _ in 0..random.below(3) {
        let other = if random.one_in(2) {
            *random.pick(symbols)
        } else {
            terms.bv(WIDTH, random.below(4) as u128)
        };
        term = match random.below(4) {
            0 => terms.bv_add(term, other),
            1 => terms.bv_sub(term, other),
            2 => terms.bv_and(term, other),
            _ => terms.ite(terms.bv_ult(term, other), other, term),
        };
    }
    term
}

fn atom(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let a = number(terms, symbols, random);
    let b = if random.one_in(2) {
        number(terms, symbols, random)
    } else {
        terms.bv(WIDTH, random.below(4) as u128)
    };
    match random.below(3) {
        0 => terms.bv_ult(a, b),
        1 => terms.bv_slt(a, b),
        _ => terms.eq(a, b),
    }
}

/// A formula that holds often.
fn weak(terms: &TermStore, symbols: &[TermId], random: &mut Random) -> TermId {
    let atoms: Vec<TermId> = (0..3).map(|_| atom(terms, symbols, random)).collect();
    terms.or(&atoms)
}

fn fixture(random: &mut Random) -> Fixture {
    let terms = Arc::new(TermStore::new());
    let symbols: Vec<TermId> = ["x", "y", "in"]
        .map(|name| terms.symbol(name, &Sort::BitVec(WIDTH)))
        .to_vec();
    let live: BTreeSet<SymbolId> = terms.symbols_of(&symbols[..2]).into_iter().collect();
    let inputs = terms.symbols_of(&symbols[2..]).into_iter().collect();
    let mut system = System::new(&terms);
    let place = system.add_place(PlaceKind::Inner, None, live);
    let guard = if random.one_in(3) {
        atom(&terms, &symbols, random)
    } else {
        terms.tru()
    };
    let updates = symbols[..2]
        .iter()
        .map(|x| (*x, number(&terms, &symbols, random)))
        .collect();
    system
        .steps
        .push(Step::new(&terms, place, place, guard, updates, inputs));
    Fixture { system, symbols }
}

fn holds(terms: &TermStore, state: &State, formula: TermId) -> bool {
    Evaluator::new(terms, state).eval_bool(formula) == Ok(true)
}

#[test]
fn labels_are_the_strongest_combinations() {
    let mut random = Random::new(5);
    let factory = Z3Factory::default();
    let (mut empty, mut disjunctive, mut trivial) = (0, 0, 0);
    for _ in 0..300 {
        let Fixture { system, symbols } = &fixture(&mut random);
        let fixture = Fixture {
            system: System::new(&system.terms),
            symbols: symbols.clone(),
        };
        let terms = &system.terms;
        let step = system.step(StepId(0));
        let context = Context::new(&factory, Budget::unlimited());
        let facts = BTreeMap::from([(step.from, vec![weak(terms, &symbols[..2], &mut random)])]);
        let mut abstraction = Abstraction::new(system, &context, &facts);
        let mut predicates: Vec<TermId> = Vec::new();
        // The same step with more and more predicates, as in a search.
        for _ in 0..3 {
            let label = vec![weak(terms, &symbols[..2], &mut random)];
            for _ in 0..2 {
                predicates.push(atom(terms, &symbols[..2], &mut random));
            }
            let found = abstraction.after(&label, StepId(0), &predicates);
            let found = found.expect("Z3 decides small bit-vectors");
            let (found, witnesses) = (found.label, found.witnesses);
            let valuation = |state: &State, images: &[TermId]| -> Vec<bool> {
                images.iter().map(|p| holds(terms, state, *p)).collect()
            };
            let images: Vec<TermId> = predicates.iter().map(|p| step.image(terms, *p)).collect();
            let possible: BTreeSet<Vec<bool>> = fixture
                .states(symbols)
                .iter()
                .filter(|before| {
                    let known = label.iter().chain(&facts[&step.from]);
                    known.chain([&step.guard]).all(|f| holds(terms, before, *f))
                })
                .map(|before| valuation(before, &images))
                .collect();
            for after in fixture.states(&symbols[..2]) {
                let expected = possible.contains(&valuation(&after, &predicates));
                let said = found.iter().all(|f| holds(terms, &after, *f));
                assert_eq!(said, expected, "{after:?} {found:?} {predicates:?}");
            }
            let again = abstraction.after(&label, StepId(0), &predicates);
            assert_eq!(again.expect("it is known").label, found);
            for state in witnesses.iter() {
                assert!(possible.contains(&valuation(state, &predicates)));
            }
            assert_eq!(witnesses.is_empty(), possible.is_empty());
            empty += u32::from(possible.is_empty());
            disjunctive += u32::from(possible.len() > 2);
            trivial += u32::from(found.is_empty());
        }
        assert!(
            context
                .counters
                .all()
                .iter()
                .all(|(name, _)| *name != "abstractions that are cartesian")
        );
    }
    assert!(
        empty > 50 && disjunctive > 300 && trivial < 200,
        "{empty} {disjunctive} {trivial}"
    );
}

#[test]
fn too_many_valuations_leave_what_follows_outright() {
    let terms = Arc::new(TermStore::new());
    let names: Vec<TermId> = (0..9)
        .map(|i| terms.symbol(&format!("b{i}"), &Sort::Bool))
        .collect();
    let inputs: Vec<TermId> = (0..9)
        .map(|i| terms.symbol(&format!("in{i}"), &Sort::Bool))
        .collect();
    let mut system = System::new(&terms);
    let live = terms.symbols_of(&names).into_iter().collect();
    let place = system.add_place(PlaceKind::Inner, None, live);
    let updates = names.iter().copied().zip(inputs.iter().copied());
    system.steps.push(Step::new(
        &terms,
        place,
        place,
        terms.and(&[terms.not(inputs[3]), terms.or(&inputs)]),
        updates.collect(),
        terms.symbols_of(&inputs).into_iter().collect(),
    ));
    let factory = Z3Factory::default();
    let context = Context::new(&factory, Budget::unlimited());
    let facts = BTreeMap::new();
    let mut abstraction = Abstraction::new(&system, &context, &facts);
    let found = abstraction.after(&[], StepId(0), &names);
    let found = found.expect("Z3 decides Booleans").label;
    assert_eq!(found, vec![terms.not(names[3])]);
    let cartesian = ("abstractions that are cartesian", 1);
    assert!(context.counters.all().contains(&cartesian));
}
