//! Small programs by hand: what each engine must be able to do, with its evidence.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use crate::support::Builder;
use invar_cfa::{LocId, Program, VarId};
use invar_engine::{Ability, Bmc, Context, Engine, EngineId, EngineOptions, Event, Kind, Observer};
use invar_solver::{
    Answer, Budget, Cause, Solver, SolverError, SolverFactory, SolverSet, Z3Factory, Z3Spacer,
};
use invar_term::{TermId, TermStore};
use invar_verdict::{Proof, Reason, Verdict};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn run(engine: &dyn Engine, program: &Program, seconds: u64) -> Verdict {
    run_with(engine, program, &[], &Z3Factory::default(), seconds)
}

fn run_with(
    engine: &dyn Engine,
    program: &Program,
    facts: &[(LocId, TermId)],
    solver: &dyn SolverFactory,
    seconds: u64,
) -> Verdict {
    let setup = Setup::of(program);
    let task = setup.task(facts);
    let horn = Z3Spacer::default();
    let context =
        Context::new(solver, Budget::lasting(Duration::from_secs(seconds))).with_horn(&horn);
    engine.run(&task, &context).unwrap()
}

struct Counter {
    program: Program,
    head: LocId,
    x: VarId,
}

/// `x = start; while (x != stop) x = x + by; if (x == bad) error;` over 32 bits, where the loop
/// runs for ever if `stop` is `None`.
fn counter(start: u128, stop: Option<u128>, by: u128, bad: u128) -> Counter {
    let mut b = Builder::new();
    let x = b.variable("x", 32);
    let (entry, exit, head, body, after) =
        (b.cfa.entry, b.cfa.exit, b.plain(), b.plain(), b.plain());
    let (error, test) = (b.error(), b.plain());
    let constant = |b: &Builder, k| b.terms().bv(32, k);
    let first = constant(&b, start);
    b.assign(entry, head, x, first);
    let is_bad = b.terms().eq(b.symbol(x), constant(&b, bad));
    match stop {
        Some(stop) => {
            let done = b.terms().eq(b.symbol(x), constant(&b, stop));
            b.branch(head, done, after, body);
            b.skip(after, test);
            b.branch(test, is_bad, error, exit);
        }
        None => b.branch(head, is_bad, error, body),
    }
    let more = b.terms().bv_add(b.symbol(x), constant(&b, by));
    b.assign(body, head, x, more);
    Counter {
        program: b.build(),
        head,
        x,
    }
}

#[test]
fn a_loop_with_constant_bounds_needs_no_solver() {
    /// A solver that must not be asked.
    struct Mute;
    impl SolverFactory for Mute {
        fn name(&self) -> &str {
            "mute"
        }
        fn answered(&self) -> SolverSet {
            SolverSet::EMPTY
        }
        fn make(&self, _: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError> {
            Ok(Box::new(Mute))
        }
    }
    impl Solver for Mute {
        fn name(&self) -> &str {
            "mute"
        }
        fn push(&mut self) -> Result<(), SolverError> {
            Ok(())
        }
        fn pop(&mut self) -> Result<(), SolverError> {
            Ok(())
        }
        fn assert(&mut self, _: TermId) -> Result<(), SolverError> {
            Ok(())
        }
        fn check(&mut self, _: &[TermId], _: &Budget) -> Answer {
            Answer::Unknown(Cause::GaveUp("not to be asked".into()))
        }
    }
    let safe = counter(0, Some(20_000), 1, 3);
    match run_with(&Bmc::default(), &safe.program, &[], &Mute, 60) {
        Verdict::Safe(Proof::Exhausted { steps, heads, .. }) => {
            assert_eq!((steps, heads), (20_001, vec![safe.head]));
        }
        other => panic!("{other:?}"),
    }
    let wrong = counter(0, Some(5000), 1, 5000);
    let verdict = run_with(&Bmc::default(), &wrong.program, &[], &Mute, 60);
    assert!(matches!(verdict, Verdict::Unsafe(_)), "{verdict:?}");
    // A solver that gives up is neither sat nor unsat.
    let open = input_program(9);
    let verdict = run_with(&Bmc::default(), &open, &[], &Mute, 60);
    assert!(
        matches!(verdict, Verdict::Unknown(Reason::SolverGaveUp { .. })),
        "{verdict:?}"
    );
}

/// `x = nondet(); y = nondet(); if (x * y == 391 && x > 1 && y > 1 && x < y && y < limit) error`.
fn input_program(limit: u128) -> Program {
    let mut b = Builder::new();
    let (x, y) = (b.variable("x", 8), b.variable("y", 8));
    let (entry, exit) = (b.cfa.entry, b.cfa.exit);
    let (one, two, error) = (b.plain(), b.plain(), b.error());
    b.havoc(entry, one, x);
    b.havoc(one, two, y);
    let s = Arc::clone(&b.program.terms);
    let wide = |t| s.zero_extend(8, t);
    let (x, y) = (b.symbol(x), b.symbol(y));
    let bad = s.and(&[
        s.eq(s.bv_mul(wide(x), wide(y)), s.bv(16, 391)),
        s.bv_ult(s.bv(8, 1), x),
        s.bv_ult(x, y),
        s.bv_ult(y, s.bv(8, limit)),
    ]);
    b.branch(two, bad, error, exit);
    b.build()
}

#[test]
fn a_trace_has_the_values_that_matter() {
    match run(&Bmc::default(), &input_program(200), 60) {
        Verdict::Unsafe(trace) => {
            let values: Vec<u128> = trace
                .choices
                .iter()
                .map(|c| c.value.as_bv().unwrap().unsigned())
                .collect();
            assert_eq!(values, [17, 23]);
        }
        other => panic!("{other:?}"),
    }
    let verdict = run(&Bmc::default(), &input_program(20), 60);
    assert!(
        matches!(verdict, Verdict::Safe(Proof::Exhausted { steps: 0, .. })),
        "{verdict:?}"
    );
}

#[test]
fn parity_is_guessed_and_proves_an_endless_loop() {
    // x runs through the even numbers for ever and is never 7.
    let counter = counter(0, None, 2, 7);
    match run(&Kind::interleaved(), &counter.program, 60) {
        Verdict::Safe(Proof::KInductive { k, heads, facts }) => {
            assert_eq!((k, &heads), (1, &vec![counter.head]));
            let s = &counter.program.terms;
            let even = s.eq(
                s.extract(0, 0, counter.program.symbol(counter.x)),
                s.bv(1, 0),
            );
            assert!(facts.facts(counter.head).contains(&even));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_given_fact_makes_the_step_case_pass() {
    let counter = counter(0, None, 2, 7);
    let s = &counter.program.terms;
    let even = s.eq(
        s.extract(0, 0, counter.program.symbol(counter.x)),
        s.bv(1, 0),
    );
    let facts = [(counter.head, even)];
    let factory = Z3Factory::default();
    match run_with(&Kind::plain(), &counter.program, &facts, &factory, 60) {
        Verdict::Safe(Proof::KInductive { k: 1, facts, .. }) => {
            assert_eq!(facts.facts(counter.head), [even]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_budget_ends_every_engine_with_what_it_did() {
    // Without facts the step case never holds: 7 has predecessors of any length.
    let counter = counter(0, None, 2, 7);
    for engine in [&Bmc::default() as &dyn Engine, &Kind::plain()] {
        let start = Instant::now();
        match run(engine, &counter.program, 1) {
            Verdict::Unknown(Reason::Timeout { limit, activity }) => {
                assert!((limit.as_secs_f64() - 1.0).abs() < 0.5, "{limit:?}");
                assert!(
                    activity.contains("depth") || activity.contains("k ="),
                    "{activity}"
                );
            }
            other => panic!("{other:?}"),
        }
        assert!(
            start.elapsed() < Duration::from_secs(4),
            "{:?}",
            start.elapsed()
        );
    }
}

#[test]
fn cancelling_stops_and_progress_is_told() {
    struct Canceller(Mutex<Vec<u32>>, Budget);
    impl Observer for Canceller {
        fn event(&self, event: &Event<'_>) {
            self.0.lock().unwrap().push(event.depth);
            if event.depth == 5 {
                self.1.cancel.cancel();
            }
        }
    }
    let counter = counter(0, None, 2, 7);
    let setup = Setup::of(&counter.program);
    let task = setup.task(&[]);
    let budget = Budget::unlimited();
    let observer = Canceller(Mutex::default(), budget.clone());
    let context = setup.context(budget).observed(&observer);
    let verdict = Bmc::default().run(&task, &context).unwrap();
    assert!(
        matches!(verdict, Verdict::Unknown(Reason::Cancelled)),
        "{verdict:?}"
    );
    assert_eq!(*observer.0.lock().unwrap(), [1, 2, 3, 4, 5]);
}

/// An unsupported construct at the first step; an error three steps later, if there is one.
fn unsupported_first(bad: u128) -> Program {
    let mut b = Builder::new();
    let (x, flag) = (b.variable("x", 8), b.variable("flag", 8));
    let (entry, head, body, last) = (b.cfa.entry, b.plain(), b.plain(), b.plain());
    let (error, strange, choice) = (b.error(), b.unsupported(), b.plain());
    b.havoc(entry, choice, flag);
    let set = b.terms().eq(b.symbol(flag), b.terms().bv(8, 1));
    b.branch(choice, set, strange, head);
    let small = b.terms().bv_ult(b.symbol(x), b.terms().bv(8, 3));
    b.branch(head, small, body, last);
    let more = b.terms().bv_add(b.symbol(x), b.terms().bv(8, 1));
    b.assign(body, head, x, more);
    let is_bad = b.terms().eq(b.symbol(x), b.terms().bv(8, bad));
    let exit = b.cfa.exit;
    b.branch(last, is_bad, error, exit);
    b.build()
}

#[test]
fn an_unsupported_construct_excludes_safe_but_not_unsafe() {
    let engines = EngineId::ALL
        .iter()
        .filter(|id| id.ability() != Ability::Chooses);
    let engines = engines.map(|id| id.engine(&EngineOptions::default()));
    for engine in engines.chain([Box::new(Kind::interleaved()) as Box<dyn Engine>]) {
        let name = engine.name();
        let verdict = run(&*engine, &unsupported_first(3), 30);
        if matches!(name, "houdini" | "heap") {
            // They prove or say nothing.
            assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
            let verdict = run(&*engine, &unsupported_first(9), 30);
            assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
            continue;
        }
        assert!(matches!(verdict, Verdict::Unsafe(_)), "{name}: {verdict:?}");
        match run(&*engine, &unsupported_first(9), 30) {
            Verdict::Unknown(Reason::Unsupported {
                construct, place, ..
            }) => {
                assert_eq!((construct.as_str(), place), ("inline assembler", None));
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn loops_after_the_last_check_do_not_count() {
    let mut b = Builder::new();
    let x = b.variable("x", 8);
    let (entry, check, last, body) = (b.cfa.entry, b.plain(), b.plain(), b.plain());
    let error = b.error();
    let three = b.terms().bv(8, 3);
    b.assign(entry, check, x, three);
    let bad = b.terms().eq(b.symbol(x), b.terms().bv(8, 4));
    b.branch(check, bad, error, last);
    b.skip(last, body);
    b.havoc(body, last, x);
    match run(&Bmc::default(), &b.build(), 30) {
        Verdict::Safe(Proof::Exhausted {
            steps: 0, heads, ..
        }) => assert!(heads.is_empty()),
        other => panic!("{other:?}"),
    }
}
