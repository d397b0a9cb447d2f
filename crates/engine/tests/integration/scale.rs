//! Unrolling a reactive program with many states: the cost of a step must not grow with depth.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use crate::support::{Builder, Random};
use invar_cfa::{Program, VarId};
use invar_engine::{Bmc, Engine};
use invar_solver::Budget;
use invar_verdict::{Limit, Reason, Verdict};
use std::time::{Duration, Instant};

/// `while (1) { input = nondet(); if (a == k && input == i) { a = ..; b = ..; } else if ... }`
/// with `rules` rules over 12 variables, and an assertion that the last variable is not 200.
fn reactive(rules: u32) -> Program {
    let mut b = Builder::new();
    let mut random = Random(5);
    let input = b.variable("input", 32);
    let vars: Vec<VarId> = (0..12).map(|i| b.variable(&format!("a{i}"), 32)).collect();
    let (entry, head, error) = (b.cfa.entry, b.plain(), b.error());
    b.skip(entry, head);
    let bad = b.terms().eq(b.symbol(vars[11]), b.terms().bv(32, 200));
    let mut here = b.plain();
    let first = b.plain();
    b.branch(head, bad, error, first);
    b.havoc(first, here, input);
    for _ in 0..rules {
        let mut pick = |n: u32| random.below(n);
        let (guard, changed, other) = (
            vars[pick(12) as usize],
            vars[pick(12) as usize],
            vars[pick(12) as usize],
        );
        let (level, code, more) = (pick(5), pick(6), pick(9));
        let (inner, act, act_more, next) = (b.plain(), b.plain(), b.plain(), b.plain());
        let constant = |b: &Builder, k: u32| b.terms().bv(32, k.into());
        let one = b.terms().bv_ule(b.symbol(guard), constant(&b, level));
        let two = b.terms().eq(b.symbol(input), constant(&b, code));
        b.branch(here, one, inner, next);
        b.branch(inner, two, act, next);
        let sum = b.terms().bv_add(b.symbol(changed), constant(&b, more));
        b.assign(act, act_more, changed, sum);
        let zero = b.terms().bv_and(b.symbol(other), constant(&b, 7));
        b.assign(act_more, head, other, zero);
        here = next;
    }
    b.skip(here, head);
    b.build()
}

#[test]
fn a_reactive_program_unrolls_at_a_steady_pace() {
    let program = reactive(150);
    let setup = Setup::of(&program);
    let task = setup.task(&[]);
    let terms_at = |bound: u32| {
        let before = program.terms.len();
        let context = setup.context(Budget::lasting(Duration::from_secs(60)));
        let start = Instant::now();
        let verdict = Bmc { bound: Some(bound) }.run(&task, &context).unwrap();
        eprintln!("{bound} steps: {:?}", start.elapsed());
        let expected = Reason::Bound(Limit::Unrolling(bound));
        assert!(
            matches!(&verdict, Verdict::Unknown(r) if *r == expected),
            "{verdict:?}"
        );
        program.terms.len() - before
    };
    // The first steps start from constants and fold.
    terms_at(3);
    let early = terms_at(5);
    let late = terms_at(7);
    assert!(
        late <= early + early / 10,
        "steps 4-5 made {early} terms, steps 6-7 made {late}"
    );
}
