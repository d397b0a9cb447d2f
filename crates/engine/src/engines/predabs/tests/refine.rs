//! Refinement with given interpolants: the fallback when atoms do not suffice.

use crate::Context;
use crate::engines::predabs::search::Search;
use crate::shared::ic3::{Cube, Options, PlaceKind, PlacedFacts, START, Step, Stop, System};
use crate::shared::tree::{Found, Path, Refutation, Refute};
use invar_cfa::CheckId;
use invar_encode::NodeKind;
use invar_solver::{Budget, Z3Factory};
use invar_term::{Evaluator, Sort, SymbolId, TermId, TermStore, Value};
use invar_verdict::Reason;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Says the same after every step but the last.
struct Always(TermId, TermId);

impl Refute for Always {
    fn know(&mut self, _: &PlacedFacts) -> Result<(), Stop> {
        Ok(())
    }

    fn refute(&mut self, path: &Path, _: &[Cube]) -> Result<Refutation, Stop> {
        let mut found = vec![vec![self.0]; path.steps.len() - 1];
        found.push(vec![self.1]);
        Ok(Refutation::Refuted(found))
    }
}

/// `b := any values, one of them true; while (*) rotate b; if (none of b) error`.
fn rotating(terms: &Arc<TermStore>, count: usize) -> (System, Vec<TermId>) {
    let named = |name: &str| -> Vec<TermId> {
        (0..count)
            .map(|i| terms.symbol(&format!("{name}{i}"), &Sort::Bool))
            .collect()
    };
    let (state, inputs) = (named("b"), named("in"));
    let mut system = System::new(terms);
    let live: BTreeSet<_> = terms.symbols_of(&state).into_iter().collect();
    let head = system.add_place(PlaceKind::Inner, None, live);
    let error = PlaceKind::Target(NodeKind::Error(CheckId(0)));
    let error = system.add_place(error, None, BTreeSet::new());
    let start = state.iter().copied().zip(inputs.iter().copied());
    let read = terms.symbols_of(&inputs).into_iter().collect();
    let some = terms.or(&inputs);
    system.add_step(Step::new(terms, START, head, some, start.collect(), read));
    let next = state.iter().cycle().skip(1).copied();
    let next = state.iter().copied().zip(next).collect();
    let (yes, none) = (terms.tru(), terms.not(terms.or(&state)));
    system.add_step(Step::new(terms, head, head, yes, next, BTreeSet::new()));
    system.add_step(Step::new(
        terms,
        head,
        error,
        none,
        Vec::new(),
        BTreeSet::new(),
    ));
    (system, state)
}

fn count(context: &Context<'_>, name: &str) -> u64 {
    let counters = context.counters.all();
    let counter = counters.iter().find(|(n, _)| *n == name);
    counter.map_or(0, |(_, count)| *count)
}

/// Checks that `some of b` is the invariant at the head if the interpolants say so; how often they
/// gave their atoms, and how often themselves.
fn searched(size: usize) -> (u64, u64) {
    let terms = Arc::new(TermStore::new());
    let (system, state) = rotating(&terms, size);
    let factory = Z3Factory::default();
    let context = Context::new(&factory, Budget::unlimited());
    let (options, facts) = (Options::default(), BTreeMap::new());
    let paths = Box::new(Always(terms.or(&state), terms.fls()));
    let mut search = Search::new(&system, &context, &options, &facts, paths);
    let found = search.run().unwrap_or_else(|stop| panic!("{stop:?}"));
    let Found::Invariant(invariant) = found else {
        panic!("an error is reached");
    };
    let head = system.inner().next().expect("there is one");
    for bits in 0..1u32 << size {
        let value = |i: usize| Value::Bool(bits >> i & 1 == 1);
        let symbols = terms.symbols_of(&state).into_iter().enumerate();
        let point: FxHashMap<SymbolId, Value> = symbols.map(|(i, s)| (s, value(i))).collect();
        let mut evaluator = Evaluator::new(&terms, &point);
        let formula = terms.and(&invariant[&head]);
        assert_eq!(evaluator.eval_bool(formula), Ok(bits != 0), "{bits:b}");
    }
    (
        count(&context, "refinements by atoms"),
        count(&context, "refinements by interpolants as a whole"),
    )
}

#[test]
fn atoms_are_enough_where_they_can_be_enumerated() {
    assert_eq!(searched(3), (1, 0));
}

#[test]
fn an_interpolant_of_too_many_atoms_becomes_one_predicate() {
    assert_eq!(searched(9), (1, 1));
}

#[test]
fn interpolants_that_say_nothing_end_the_search() {
    let terms = Arc::new(TermStore::new());
    let (system, _) = rotating(&terms, 2);
    let factory = Z3Factory::default();
    let context = Context::new(&factory, Budget::unlimited());
    let (options, facts) = (Options::default(), BTreeMap::new());
    let paths = Box::new(Always(terms.tru(), terms.tru()));
    let mut search = Search::new(&system, &context, &options, &facts, paths);
    match search.run() {
        Err(Stop::Reason(Reason::SolverGaveUp { message })) => {
            assert!(message.contains("do not exclude it"), "{message}");
        }
        _ => panic!("the path is neither excluded nor taken"),
    }
}
