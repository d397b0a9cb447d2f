//! Horn clauses: their text, and what Z3's command line makes of it.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::support::{Builder, Random, random_program};
use invar_cfa::Program;
use invar_encode::{Arithmetic, BlockGraph, HornOrigin, HornSystem, chc_text};
use invar_term::{FpOp, Op, Sort};
use std::io::Write;
use std::process::{Command, Stdio};

fn system(program: &Program) -> HornSystem {
    HornSystem::of(&BlockGraph::of(program, Arithmetic::Bv).unwrap(), &[])
}

/// The answer of the `z3` that was installed beside the library we link.
fn z3(text: &str) -> String {
    let local = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/wheels/bin/z3");
    let program = if std::path::Path::new(local).exists() {
        local
    } else {
        "z3"
    };
    let mut child = Command::new(program)
        .args(["-in", "-T:20"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// `unused = 9; x = 0; while (x < 10) x = x + step; if (x == bad) error;`
fn counter(step: u128, bad: u128) -> Program {
    let mut b = Builder::new();
    let (x, unused) = (b.variable("x", 8), b.variable("unused", 8));
    let (entry, exit) = (b.cfa.entry, b.cfa.exit);
    let (head, body, after, error) = (b.plain(), b.plain(), b.plain(), b.error());
    let nine = b.terms().bv(8, 9);
    b.assign(entry, head, unused, nine);
    let small = b.terms().bv_ult(b.symbol(x), b.terms().bv(8, 10));
    b.branch(head, small, body, after);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(8, step));
    b.assign(body, head, x, more);
    let is_bad = b.terms().eq(b.symbol(x), b.terms().bv(8, bad));
    b.branch(after, is_bad, error, exit);
    b.build()
}

#[test]
fn a_counter_as_clauses() {
    let system = system(&counter(3, 11));
    assert_eq!(system.predicates.len(), 1);
    assert_eq!(
        system.predicates[0].parameters.len(),
        1,
        "one live variable"
    );
    let expected = "\
(set-logic HORN)
(declare-fun L2 ((_ BitVec 8)) Bool)
(assert (forall ((|x!next| (_ BitVec 8)))
  (=> (= |x!next| (_ bv0 8))
    (L2 |x!next|))))
(assert (forall ((|x%| (_ BitVec 8)) (|x!next| (_ BitVec 8)))
  (=> (and
    (L2 |x%|)
    (bvult |x%| (_ bv10 8))
    (= (bvadd |x%| (_ bv3 8)) |x!next|))
    (L2 |x!next|))))
(assert (forall ((|x%| (_ BitVec 8)))
  (=> (and
    (L2 |x%|)
    (and (bvule (_ bv10 8) |x%|) (= |x%| (_ bv11 8))))
    false)))
(check-sat)
(exit)
";
    assert_eq!(chc_text(&system), expected);
}

#[test]
fn z3_agrees_on_a_counter() {
    assert_eq!(z3(&chc_text(&system(&counter(3, 11)))), "sat");
    assert_eq!(z3(&chc_text(&system(&counter(3, 12)))), "unsat");
}

#[test]
fn an_entry_that_is_a_loop_head_starts_from_zeros() {
    let mut b = Builder::new();
    let x = b.variable("x", 8);
    let (entry, error, body) = (b.cfa.entry, b.error(), b.plain());
    let bad = b.terms().eq(b.symbol(x), b.terms().bv(8, 7));
    b.branch(entry, bad, error, body);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(8, 2));
    b.assign(body, entry, x, more);
    let system = system(&b.build());
    assert_eq!(system.clauses[0].origin, HornOrigin::Start);
    assert!(system.clauses[0].premises.is_empty());
    assert_eq!(z3(&chc_text(&system)), "sat");
}

#[test]
fn facts_stand_in_the_premises() {
    let program = counter(1, 10);
    let graph = BlockGraph::of(&program, Arithmetic::Bv).unwrap();
    let head = graph.heads().next().unwrap();
    // A fact that is wrong shows that it is used.
    let never = (
        head,
        program
            .terms
            .eq(graph.symbol(invar_cfa::VarId(0)), program.terms.bv(8, 3)),
    );
    assert_eq!(z3(&chc_text(&HornSystem::of(&graph, &[]))), "unsat");
    assert_eq!(z3(&chc_text(&HornSystem::of(&graph, &[never]))), "sat");
}

#[test]
fn terms_with_much_sharing_stay_short() {
    let mut b = Builder::new();
    let (x, y) = (b.variable("x", 8), b.variable("y", 8));
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    let (one, two, three) = (b.plain(), b.plain(), b.plain());
    b.havoc(entry, one, x);
    let mut deep = b.symbol(x);
    for _ in 0..3_000 {
        let sum = b.terms().raw(Op::BvAdd, &[deep, deep]);
        deep = b.terms().raw(Op::BvXor, &[sum, deep]);
    }
    b.assign(one, two, y, deep);
    b.skip(two, three);
    // x ^ 2x ends in the bit in which x ends.
    let low = |t| b.terms().extract(0, 0, t);
    let bad = b.terms().ne(low(b.symbol(y)), low(b.symbol(x)));
    b.branch(three, bad, error, exit);
    let text = chc_text(&system(&b.build()));
    assert!(text.len() < 300_000, "{}", text.len());
    assert_eq!(z3(&text), "sat");
}

#[test]
fn bits_of_numbers_are_quantified_variables() {
    let mut b = Builder::new();
    let x = b.variable("x", 32);
    let (entry, exit, error, one) = (b.cfa.entry, b.cfa.exit, b.error(), b.plain());
    b.havoc(entry, one, x);
    let number = b.terms().fp_from_bits(&Sort::SINGLE, b.symbol(x));
    let double = b.terms().raw(Op::Fp(FpOp::Add), &[number, number]);
    let bits = b.terms().raw(Op::Fp(FpOp::ToBits), &[double]);
    let same = b.terms().raw(Op::Eq, &[bits, b.symbol(x)]);
    b.branch(one, same, error, exit);
    let text = chc_text(&system(&b.build()));
    assert!(text.contains("($b") && text.contains("fp.isNaN"), "{text}");
    assert!(!text.contains("define-fun") && !text.contains("declare-const"));
}

#[test]
fn random_programs_are_read() {
    let mut random = Random(3);
    let mut all = std::collections::BTreeMap::new();
    for _ in 0..60 {
        let program = random_program(&mut random, 3, 4);
        let answer = z3(&chc_text(&system(&program)));
        assert!(
            answer == "sat" || answer == "unsat",
            "{answer}\n{}",
            program.listing()
        );
        *all.entry(answer).or_insert(0) += 1;
    }
    assert!(all.len() == 2, "{all:?}");
}
