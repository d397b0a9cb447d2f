//! Blasted terms and systems against the evaluation of terms.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::support;
use crate::support::{Builder, random_program};
use invar_circuit::{Circuit, Lit, Node, Reset};
use invar_encode::{Arithmetic, Blasted, Blaster, BlockGraph, NotBits, TransitionSystem};
use invar_term::{BvValue, Evaluator, Op, Sort, SymbolId, TermId, TermStore, Value};
use invar_testkit::{Random, terms};
use rustc_hash::FxHashMap;

type Assignment = FxHashMap<SymbolId, Value>;

/// The values of all nodes, for given inputs and latches.
fn simulate(circuit: &Circuit, inputs: &[bool], latches: &[bool]) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::new();
    for node in circuit.nodes() {
        let of = |lit: &Lit| values[lit.var().index()] ^ lit.is_negated();
        values.push(match node {
            Node::False => false,
            Node::Input(number) => inputs[*number as usize],
            Node::Latch(number) => latches[*number as usize],
            Node::And(a, b) => of(a) && of(b),
        });
    }
    values
}

fn number(values: &[bool], word: &[Lit]) -> u128 {
    let bit = |lit: &Lit| u128::from(values[lit.var().index()] ^ lit.is_negated());
    word.iter()
        .enumerate()
        .map(|(position, lit)| bit(lit) << position)
        .sum()
}

fn is_bits(sort: &Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::BitVec(_))
}

fn width(sort: &Sort) -> u32 {
    sort.width().unwrap_or(1)
}

fn as_number(value: &Value) -> u128 {
    match value {
        Value::Bool(value) => u128::from(*value),
        Value::Bv(value) => value.unsigned(),
        other => panic!("{other} is no bits"),
    }
}

/// Symbols with inputs of a circuit.
struct Inputs {
    blaster: Blaster,
    symbols: Vec<(SymbolId, Sort)>,
}

impl Inputs {
    fn of(store: &TermStore, leaves: &[TermId]) -> Inputs {
        let mut blaster = Blaster::default();
        let mut symbols = Vec::new();
        for leaf in leaves {
            let (sort, symbol) = (store.sort(*leaf), store.as_symbol(*leaf));
            if let Some(symbol) = symbol.filter(|_| is_bits(sort)) {
                let word = (0..width(sort)).map(|_| blaster.circuit.add_input(""));
                let word = word.collect();
                blaster.define(*leaf, word);
                symbols.push((symbol, sort.clone()));
            }
        }
        Inputs { blaster, symbols }
    }

    fn random(&self, random: &mut Random) -> (Assignment, Vec<bool>) {
        let mut assignment = Assignment::default();
        let mut bits = Vec::new();
        for (symbol, sort) in &self.symbols {
            let value = terms::value(sort, random);
            let number = as_number(&value);
            bits.extend((0..width(sort)).map(|bit| number >> bit & 1 == 1));
            assignment.insert(*symbol, value);
        }
        (assignment, bits)
    }
}

#[test]
fn random_terms_have_the_bits_of_their_values() {
    let store = TermStore::new();
    let mut random = Random::new(11);
    let mut pool = terms::leaves(&store, 3, &mut random);
    pool.retain(|term| is_bits(store.sort(*term)));
    let mut inputs = Inputs::of(&store, &pool);
    let mut made = FxHashMap::default();
    while pool.len() < 1500 {
        let (op, sorts) = terms::signature(3, &mut random);
        if !sorts.iter().all(is_bits) || matches!(op, Op::Fp(_) | Op::BvToInt | Op::ConstArray(_)) {
            continue;
        }
        let argument = |sort: &Sort, random: &mut Random| {
            let fitting: Vec<TermId> = pool
                .iter()
                .copied()
                .filter(|term| store.sort(*term) == sort)
                .collect();
            *random.pick(&fitting)
        };
        let arguments: Vec<TermId> = sorts.iter().map(|s| argument(s, &mut random)).collect();
        pool.push(store.raw(op.clone(), &arguments));
        *made.entry(std::mem::discriminant(&op)).or_insert(0) += 1;
    }
    assert!(made.len() >= 28, "{} operators", made.len());
    let words: Vec<Vec<Lit>> = pool
        .iter()
        .map(|term| inputs.blaster.word(&store, *term).unwrap().clone())
        .collect();
    for _ in 0..40 {
        let (assignment, bits) = inputs.random(&mut random);
        let values = simulate(&inputs.blaster.circuit, &bits, &[]);
        let mut evaluator = Evaluator::new(&store, &assignment);
        for (term, word) in pool.iter().zip(&words) {
            let expected = as_number(&evaluator.eval(*term).unwrap());
            assert_eq!(number(&values, word), expected, "{:?}", store.node(*term));
        }
    }
}

#[test]
fn wide_operators_have_the_bits_of_their_values() {
    let operators = [
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUlt,
        Op::BvSle,
    ];
    let mut random = Random::new(12);
    for wide in [17, 32, 64, 128] {
        let store = TermStore::new();
        let leaves = ["a", "b"].map(|name| store.symbol(name, &Sort::BitVec(wide)));
        let mut inputs = Inputs::of(&store, &leaves);
        let made = operators.clone().map(|op| store.raw(op, &leaves));
        let words: Vec<Vec<Lit>> = made
            .iter()
            .map(|term| inputs.blaster.word(&store, *term).unwrap().clone())
            .collect();
        for _ in 0..30 {
            let (assignment, bits) = inputs.random(&mut random);
            let values = simulate(&inputs.blaster.circuit, &bits, &[]);
            let mut evaluator = Evaluator::new(&store, &assignment);
            for (term, word) in made.iter().zip(&words) {
                let expected = as_number(&evaluator.eval(*term).unwrap());
                assert_eq!(number(&values, word), expected, "{:?}", store.node(*term));
            }
        }
    }
}

#[test]
fn deep_terms_need_no_recursion() {
    let store = TermStore::new();
    let x = store.symbol("x", &Sort::BitVec(4));
    let mut inputs = Inputs::of(&store, &[x]);
    let mut deep = x;
    for _ in 0..200_000 {
        deep = store.raw(Op::BvXor, &[x, store.raw(Op::BvNot, &[deep])]);
    }
    let word = inputs.blaster.word(&store, deep).unwrap().clone();
    // Not after exclusive or, twice: nothing.
    assert_eq!(&word, inputs.blaster.word(&store, x).unwrap());
}

#[test]
fn what_is_not_bits_is_refused() {
    let store = TermStore::new();
    let array = store.symbol("a", &Sort::array(Sort::BitVec(32), Sort::BitVec(8)));
    let index = store.bv(32, 3);
    let read = store.select(array, index);
    let error = Blaster::default().word(&store, read).unwrap_err();
    assert_eq!(error, NotBits::Term(store.sort(array).clone()));
    assert!(error.to_string().contains("Array"), "{error}");
    let number = store.symbol("f", &Sort::SINGLE);
    let nan = store.raw(Op::Fp(invar_term::FpOp::IsNan), &[number]);
    assert_eq!(
        Blaster::default().word(&store, nan),
        Err(NotBits::Term(Sort::SINGLE))
    );
    let unknown = store.symbol("x", &Sort::BitVec(8));
    let error = Blaster::default().word(&store, unknown).unwrap_err();
    assert!(matches!(error, NotBits::Symbol { .. }), "{error}");
}

/// The step of the circuit is the step of the system, from any state.
#[test]
fn systems_and_their_circuits_agree() {
    let mut shapes = support::Random(9);
    let mut random = Random::new(13);
    for _ in 0..200 {
        let program = random_program(&mut shapes, 3, 4);
        let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
        let system = TransitionSystem::of(&graph, &[]);
        let blasted = Blasted::of(&system).unwrap();
        let (circuit, terms) = (&blasted.circuit, &system.terms);
        assert!(circuit.latches().iter().all(|l| l.reset == Reset::Zero));
        for _ in 0..20 {
            let flips = |count: usize, random: &mut Random| -> Vec<bool> {
                (0..count).map(|_| random.one_in(2)).collect()
            };
            let latches = flips(circuit.latches().len(), &mut random);
            let inputs = flips(circuit.inputs().len(), &mut random);
            let mut assignment = blasted.input_values(terms, &inputs);
            for state in &system.states {
                let symbol = terms.as_symbol(state.symbol).unwrap();
                let bits = blasted.latches.iter().zip(&latches);
                let own = bits.filter(|(of, _)| of.symbol == symbol);
                let number = own.map(|(of, value)| u128::from(*value) << of.bit).sum();
                let value = BvValue::new(terms.width(state.symbol), number);
                assignment.insert(symbol, Value::Bv(value));
            }
            let values = simulate(circuit, &inputs, &latches);
            let mut evaluator = Evaluator::new(terms, &assignment);
            for state in &system.states {
                let symbol = terms.as_symbol(state.symbol).unwrap();
                let latches = blasted.latches.iter().zip(circuit.latches());
                let next: Vec<Lit> = latches
                    .filter(|(of, _)| of.symbol == symbol)
                    .map(|(_, latch)| latch.next)
                    .collect();
                let expected = as_number(&evaluator.eval(state.next).unwrap());
                assert_eq!(number(&values, &next), expected);
            }
            let bad = evaluator.eval_bool(system.bad).unwrap();
            assert_eq!(number(&values, &circuit.bad), u128::from(bad));
            let error = evaluator.eval_bool(system.error).unwrap();
            assert_eq!(number(&values, &[blasted.error]), u128::from(error));
        }
    }
}

#[test]
fn facts_become_constraints() {
    let mut b = Builder::new();
    let x = b.variable("x", 8);
    let (entry, error, body) = (b.cfa.entry, b.error(), b.plain());
    let bad = b.terms().eq(b.symbol(x), b.terms().bv(8, 7));
    b.branch(entry, bad, error, body);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(8, 2));
    b.assign(body, entry, x, more);
    let program = b.build();
    let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
    let low = graph.terms.extract(0, 0, program.variables[0].symbol);
    let even = graph.terms.eq(low, graph.terms.bv(1, 0));
    let system = TransitionSystem::of(&graph, &[(graph.entry, even)]);
    let blasted = Blasted::of(&system).unwrap();
    assert_eq!(blasted.circuit.constraints.len(), 1);
    assert_eq!(blasted.latches.len(), 10, "two bits of the counter");
    let bits = |x: u32, place: u32| -> Vec<bool> {
        let counter = (0..2).map(|bit| place >> bit & 1 == 1);
        counter.chain((0..8).map(|bit| x >> bit & 1 == 1)).collect()
    };
    for (x, place, holds) in [(4, 0, 1), (5, 0, 0), (5, 1, 1)] {
        let values = simulate(&blasted.circuit, &[], &bits(x, place));
        assert_eq!(number(&values, &blasted.circuit.constraints), holds);
    }
}
