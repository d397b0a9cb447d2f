//! BTOR2 models against the circuits of the same systems.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::support;
use crate::support::{Builder, random_program};
use invar_cfa::{IntegerType, Program, Scope};
use invar_circuit::btor2::{self, Kind, StateBits};
use invar_circuit::{Circuit, Simulator};
use invar_encode::{Arithmetic, Blasted, BlockGraph, NotBtor2, TransitionSystem, btor2_model};
use invar_term::Sort;
use invar_testkit::Random;

fn system(program: &Program) -> TransitionSystem {
    let graph = BlockGraph::of(program, Arithmetic::Bv).unwrap();
    TransitionSystem::of(&graph, &[])
}

/// In which of 64 runs with random inputs the bad signal holds, step by step.
fn bad_steps(circuit: &Circuit, inputs: &[u32], seed: u64) -> Vec<u64> {
    let mut random = Random::new(seed);
    let mut simulator = Simulator::new(circuit);
    let mut latches: Vec<u64> = circuit
        .latches()
        .iter()
        .map(|latch| if latch.reset.value().unwrap() { !0 } else { 0 })
        .collect();
    let mut bad = Vec::new();
    for _ in 0..10 {
        let mut values = vec![0; circuit.inputs().len()];
        inputs.iter().for_each(|number| {
            values[*number as usize] = random.bits();
        });
        simulator.step(&latches, &values);
        bad.push(simulator.value(circuit.bad[0]));
        simulator.next(&mut latches);
    }
    bad
}

#[test]
fn models_do_what_circuits_do() {
    let mut shapes = support::Random(31);
    let mut reached = 0;
    for seed in 0..300 {
        let system = system(&random_program(&mut shapes, 3, 5));
        let blasted = Blasted::of(&system).unwrap();
        let text = btor2_model(&system).unwrap().write();
        let model = btor2::read(text.as_bytes()).unwrap();
        let read = model.blast().unwrap();
        assert!(
            read.states
                .iter()
                .all(|s| matches!(s, StateBits::Latches(_)))
        );
        let numbers: Vec<u32> = read.inputs.concat();
        let own: Vec<u32> = (0..blasted.inputs.len() as u32).collect();
        assert_eq!(numbers.len(), own.len());
        let bad = bad_steps(&blasted.circuit, &own, seed);
        assert_eq!(bad_steps(&read.circuit, &numbers, seed), bad, "{text}");
        reached += u32::from(bad.last().is_some_and(|runs| *runs != 0));
    }
    assert!(reached > 50, "{reached} systems with an error");
}

/// An array is filled while it is read: whether its first element is ever three.
fn filled() -> Program {
    let mut b = Builder::new();
    let integer = IntegerType {
        width: 8,
        signed: false,
    };
    let sort = Sort::array(Sort::BitVec(4), Sort::BitVec(8));
    let scope = Scope::Global;
    let a = b
        .program
        .add_variable("a", Some("a"), &sort, integer, "char[]", scope, None);
    let i = b.variable("i", 4);
    let (entry, body, next, error) = (b.cfa.entry, b.plain(), b.plain(), b.error());
    let terms = b.terms();
    let first = terms.select(b.symbol(a), terms.bv(4, 0));
    let is_bad = terms.eq(first, terms.bv(8, 3));
    let stored = terms.store(b.symbol(a), b.symbol(i), terms.zero_extend(4, b.symbol(i)));
    let more = terms.bv_add(b.symbol(i), terms.bv(4, 1));
    b.branch(entry, is_bad, error, body);
    b.assign(body, next, a, stored);
    b.assign(next, entry, i, more);
    b.build()
}

#[test]
fn arrays_stay_arrays() {
    let system = system(&filled());
    let text = btor2_model(&system).unwrap().write();
    assert!(text.contains(" array "), "{text}");
    let model = btor2::read(text.as_bytes()).unwrap();
    let is_write = |node: &btor2::Node| matches!(node.kind, Kind::Write(..));
    assert!(model.nodes().iter().any(is_write), "{text}");
    let circuit = model.blast().unwrap().circuit;
    assert!(bad_steps(&circuit, &[], 1).iter().all(|runs| *runs == 0));
    assert!(Blasted::of(&system).is_err());
}

#[test]
fn numbers_are_refused() {
    let mut b = Builder::new();
    let integer = IntegerType {
        width: 32,
        signed: true,
    };
    let scope = Scope::Global;
    let f = b
        .program
        .add_variable("f", Some("f"), &Sort::SINGLE, integer, "float", scope, None);
    let (entry, error, body) = (b.cfa.entry, b.error(), b.plain());
    let nan = b
        .terms()
        .raw(invar_term::Op::Fp(invar_term::FpOp::IsNan), &[b.symbol(f)]);
    b.branch(entry, nan, error, body);
    b.havoc(body, entry, f);
    let error = btor2_model(&system(&b.build())).unwrap_err();
    assert_eq!(error, NotBtor2::Sort(Sort::SINGLE));
}
