//! The engine `houdini`: a proof where candidate facts suffice, a reason where they do not, and what it
//! reports is inductive whenever it is stopped.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::evidence::{assert_inductive, assert_proof};
use crate::setup::Setup;
use crate::support::Builder;
use invar_cfa::{LocId, Program};
use invar_engine::{Engine, Event, Houdini, Learnt, Observer, Queries};
use invar_solver::Budget;
use invar_term::TermId;
use invar_verdict::{Invariant, Limit, Reason, Verdict};
use std::sync::Mutex;
use std::time::Duration;

/// Keeps what holds in all executions.
#[derive(Default)]
struct Ear(Mutex<Invariant>);

impl Observer for Ear {
    fn event(&self, _: &Event<'_>) {}

    fn learnt(&self, lemma: &Learnt) {
        assert_eq!(lemma.level, None);
        self.0.lock().unwrap().add(lemma.location, lemma.fact);
    }
}

/// The verdict, and what was told.
fn run(
    engine: &Houdini,
    program: &Program,
    known: &[(LocId, TermId)],
    budget: Budget,
) -> (Verdict, Invariant) {
    let setup = Setup::of(program);
    let task = setup.task(known);
    let ear = Ear::default();
    let context = setup.context(budget).observed(&ear);
    let verdict = engine.run(&task, &context).unwrap();
    let told = ear.0.lock().unwrap().clone();
    let mut all = told.clone();
    known.iter().for_each(|(at, fact)| all.add(*at, *fact));
    let mut queries = Queries::new(&program.terms, &context).unwrap();
    assert_inductive(&setup.blocks, &all, &mut queries);
    if let Verdict::Safe(_) = verdict {
        assert_proof(&task, &verdict);
    }
    (verdict, told)
}

/// `while (x < 100) { x += 1; y += 2; }`, after which `y` is `wanted`.
fn counting(wanted: u32) -> Program {
    let mut b = Builder::new();
    let (x, y) = (b.variable("x", 32), b.variable("y", 32));
    let (entry, head, body, next) = (b.cfa.entry, b.plain(), b.plain(), b.plain());
    let (after, error, exit) = (b.plain(), b.error(), b.cfa.exit);
    b.skip(entry, head);
    let k = |b: &Builder, value| b.terms().bv(32, value);
    let goes_on = b.terms().bv_ult(b.symbol(x), k(&b, 100));
    b.branch(head, goes_on, body, after);
    let more = b.terms().bv_add(b.symbol(x), k(&b, 1));
    b.assign(body, next, x, more);
    let more = b.terms().bv_add(b.symbol(y), k(&b, 2));
    b.assign(next, head, y, more);
    let right = b.terms().eq(b.symbol(y), k(&b, wanted.into()));
    b.branch(after, right, exit, error);
    b.build()
}

#[test]
fn a_counting_loop_needs_nothing_but_facts() {
    let (verdict, told) = run(
        &Houdini::default(),
        &counting(200),
        &[],
        Budget::unlimited(),
    );
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    assert!(!told.at.is_empty());
}

#[test]
fn an_error_is_left_to_others() {
    let (verdict, told) = run(
        &Houdini::default(),
        &counting(202),
        &[],
        Budget::unlimited(),
    );
    let Verdict::Unknown(reason) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(reason, Reason::Bound(Limit::Facts));
    assert!(reason.to_string().contains("do not exclude every error"));
    assert!(!told.at.is_empty(), "what was found is told all the same");
}

/// `while (*) { x = x * x; }` from 3, and an error if `x` is 0: that `x` stays odd is not a
/// candidate.
#[test]
fn facts_of_the_task_count() {
    let mut b = Builder::new();
    let (x, z) = (b.variable("x", 8), b.variable("z", 8));
    let (entry, head, read) = (b.cfa.entry, b.plain(), b.plain());
    let (body, after, error, exit) = (b.plain(), b.plain(), b.error(), b.cfa.exit);
    let k = |b: &Builder, value| b.terms().bv(8, value);
    let three = k(&b, 3);
    b.assign(entry, head, x, three);
    b.havoc(head, read, z);
    let goes_on = b.terms().bv_ult(b.symbol(z), k(&b, 9));
    b.branch(read, goes_on, body, after);
    let square = b.terms().bv_mul(b.symbol(x), b.symbol(x));
    b.assign(body, head, x, square);
    let zero = b.terms().eq(b.symbol(x), k(&b, 0));
    b.branch(after, zero, error, exit);
    let odd = b
        .terms()
        .eq(b.terms().extract(0, 0, b.symbol(x)), b.terms().bv(1, 1));
    let program = b.build();
    let impatient = Houdini::within(Duration::ZERO);
    let (verdict, told) = run(&impatient, &program, &[], Budget::unlimited());
    assert_eq!(told, Invariant::default());
    let open = Reason::Bound(Limit::Facts);
    assert!(matches!(verdict, Verdict::Unknown(reason) if reason == open));
    let (verdict, _) = run(&impatient, &program, &[(head, odd)], Budget::unlimited());
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
}

#[test]
fn time_that_ends_is_said() {
    for milliseconds in [0, 1, 3, 10] {
        let budget = Budget::lasting(Duration::from_millis(milliseconds));
        let (verdict, _) = run(&Houdini::default(), &counting(202), &[], budget);
        assert!(
            matches!(
                verdict,
                Verdict::Unknown(Reason::Timeout { .. } | Reason::Bound(Limit::Facts))
            ),
            "{verdict:?}"
        );
    }
}
