//! What `ic3-cegar` can do differently: abstract obligations, refinement by pre-images, predicates
//! of another engine. Small programs over integers and bit-vectors; proofs are checked by the
//! certifier, traces are executed. Random programs are in `oracle.rs`.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use crate::support::OverSort;
use invar_certify::{certify_proof, replay};
use invar_cfa::{LocId, Program};
use invar_engine::{
    AbstractionKind, CegarOptions, Engine, FramesOf, Ic3Cegar, Options, Part, Preset, Refinement,
    Sharing,
};
use invar_interp::Limits;
use invar_solver::{Budget, Z3Factory};
use invar_term::{Sort, TermId};
use invar_verdict::{Reason, Support, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The sorts over which every program is stated.
const SORTS: [Sort; 2] = [Sort::Int, Sort::BitVec(32)];
/// What frames belong to.
const FRAMES: [FramesOf; 2] = [FramesOf::Locations, FramesOf::Counter];

fn budget() -> Budget {
    Budget::lasting(Duration::from_secs(60))
}

/// A configuration that begins without predicates, so that it has to find them.
fn plain(frames: FramesOf) -> CegarOptions {
    CegarOptions {
        frames,
        initial: BTreeSet::new(),
        ..Preset::C.options()
    }
}

fn implicit(frames: FramesOf) -> CegarOptions {
    CegarOptions {
        abstraction: AbstractionKind::Implicit,
        ..plain(frames)
    }
}

fn preimages(frames: FramesOf) -> CegarOptions {
    CegarOptions {
        refinement: Refinement::Preimage,
        ..plain(frames)
    }
}

fn sharing(frames: FramesOf) -> CegarOptions {
    CegarOptions {
        sharing: Sharing::Predabs,
        ..plain(frames)
    }
}

/// What happened how often.
type Counted = BTreeMap<&'static str, u64>;

fn run(cegar: CegarOptions, program: &Program) -> (Verdict, Counted) {
    let engine = Ic3Cegar::new(Options::without([Part::Candidates]), cegar);
    let setup = Setup::of(program);
    let task = setup.task(&[]);
    let context = setup.context(budget());
    let verdict = engine.run(&task, &context).unwrap();
    (verdict, context.counters.all().into_iter().collect())
}

fn count(counted: &Counted, name: &str) -> u64 {
    counted.get(name).copied().unwrap_or(0)
}

/// The certifier accepts the proof.
fn assert_proved(program: &Program, verdict: &Verdict) {
    let Verdict::Safe(proof) = verdict else {
        panic!("{verdict:?}\n{}", program.listing())
    };
    let factory = Z3Factory::default();
    certify_proof(program, proof, &Support::default(), &factory, &budget()).unwrap();
}

/// The trace leads to the error; how often it passes a location.
fn visits(program: &Program, verdict: &Verdict, head: LocId) -> usize {
    let Verdict::Unsafe(trace) = verdict else {
        panic!("{verdict:?}\n{}", program.listing())
    };
    let replay = replay(program, trace, &Limits::default(), 1000).unwrap();
    let cfa = program.entry_cfa();
    let steps = replay.steps.iter().map(|step| cfa.edge(step.edge).to);
    steps.filter(|location| *location == head).count()
}

/// How a program ends that reaches no error.
#[derive(Clone, Copy)]
enum Ending {
    Exit,
    /// In something that is not modelled.
    Unmodelled,
}

/// `y := x; while (*) { x += 1; y += 1 } while (*) { x -= 1; y -= 1 } if (x != y) error`, from any
/// x: an invariant at two places, and none of it in the program's text.
fn in_step_twice(sort: &Sort, ending: Ending) -> Program {
    let mut a = OverSort::new(sort);
    let [x, y, choice] = ["x", "y", "choice"].map(|name| a.variable(name));
    let goes_on = a.terms.eq(a.symbol(choice), a.number(0));
    let as_stated = a.terms.eq(a.symbol(x), a.symbol(y));
    let (x_symbol, bounds) = (
        a.symbol(x),
        [1, -1].map(|n| (a.plus(a.symbol(x), n), a.plus(a.symbol(y), n))),
    );
    let b = &mut a.builder;
    let (entry, error) = (b.cfa.entry, b.error());
    let exit = match ending {
        Ending::Exit => b.cfa.exit,
        Ending::Unmodelled => b.unsupported(),
    };
    let (begun, mut head) = (b.plain(), b.plain());
    b.havoc(entry, begun, x);
    b.assign(begun, head, y, x_symbol);
    for (next_x, next_y) in bounds {
        let [chosen, body, between, left] = [(); 4].map(|()| b.plain());
        b.havoc(head, chosen, choice);
        b.branch(chosen, goes_on, body, left);
        b.assign(body, between, x, next_x);
        b.assign(between, head, y, next_y);
        head = left;
    }
    b.branch(head, as_stated, exit, error);
    a.builder.build()
}

/// `x := 0; while (*) x += step; if (x = bad) error`, asked at the head.
fn counting(sort: &Sort, step: i32, bad: i32) -> (Program, LocId) {
    let is_bad = |a: &OverSort, x| a.terms.eq(x, a.number(bad));
    asked_at_the_head(sort, step, is_bad)
}

/// `x := 0; while (*) x += step; if (is_bad) error`, asked at the head.
fn asked_at_the_head(
    sort: &Sort,
    step: i32,
    is_bad: impl Fn(&OverSort, TermId) -> TermId,
) -> (Program, LocId) {
    let mut a = OverSort::new(sort);
    let [x, choice] = ["x", "choice"].map(|name| a.variable(name));
    let (first, next) = (a.number(0), a.plus(a.symbol(x), step));
    let is_bad = is_bad(&a, a.symbol(x));
    let goes_on = a.terms.eq(a.symbol(choice), a.number(0));
    let b = &mut a.builder;
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    let [head, asked, chosen, body] = [(); 4].map(|()| b.plain());
    b.assign(entry, head, x, first);
    b.branch(head, is_bad, error, asked);
    b.havoc(asked, chosen, choice);
    b.branch(chosen, goes_on, body, exit);
    b.assign(body, head, x, next);
    (a.builder.build(), head)
}

/// `x := 0; if (x = 1) error; while (x < 10) x += 1; if (x != 10) error`: bounded, so every
/// refinement ends.
fn bounded(sort: &Sort) -> Program {
    let mut a = OverSort::new(sort);
    let x = a.variable("x");
    let (zero, next, symbol, ten) = (
        a.number(0),
        a.plus(a.symbol(x), 1),
        a.symbol(x),
        a.number(10),
    );
    let goes_on = a.less(symbol, ten);
    let is_ten = a.terms.eq(symbol, ten);
    let b = &mut a.builder;
    let (entry, exit, error) = (b.cfa.entry, b.cfa.exit, b.error());
    let [head, body, left] = [(); 3].map(|()| b.plain());
    b.assign(entry, head, x, zero);
    b.branch(head, goes_on, body, left);
    b.assign(body, head, x, next);
    b.branch(left, is_ten, exit, error);
    a.builder.build()
}

/// Runs a configuration on every program; `needed` counts refinements of its kind.
fn check(options: impl Fn(FramesOf) -> CegarOptions, needed: &str) {
    for sort in SORTS {
        for frames in FRAMES {
            let program = in_step_twice(&sort, Ending::Exit);
            let (verdict, counted) = run(options(frames), &program);
            assert_proved(&program, &verdict);
            assert!(
                count(&counted, needed) > 0,
                "{frames:?} {sort:?} {counted:?}"
            );

            let program = bounded(&sort);
            let (verdict, counted) = run(options(frames), &program);
            assert_proved(&program, &verdict);
            assert!(
                count(&counted, needed) > 0,
                "{frames:?} {sort:?} {counted:?}"
            );

            let steps = 4;
            let (program, head) = counting(&sort, 2, 2 * steps);
            let (verdict, _) = run(options(frames), &program);
            assert_eq!(visits(&program, &verdict, head), 1 + steps as usize);
        }
    }
}

#[test]
fn abstract_obligations_refine_paths() {
    check(implicit, "abstract paths");
}

#[test]
fn preimages_refine_spurious_steps() {
    check(preimages, "preimages");
}

/// What is bad is chosen by the solver among many numbers, what is reached is another of them: a
/// step into the abstraction is spurious, and still begins a trace to the error.
#[test]
fn traces_are_uncovered_where_a_spurious_step_leads_to_the_error() {
    for (step, length) in [(100, 2), (30, 4)] {
        let mut uncovered = 0;
        for sort in SORTS {
            for frames in FRAMES {
                let is_bad = |a: &OverSort, x| a.less(a.number(60), x);
                let (program, head) = asked_at_the_head(&sort, step, is_bad);
                let (verdict, counted) = run(preimages(frames), &program);
                assert_eq!(visits(&program, &verdict, head), length, "{counted:?}");
                uncovered += count(&counted, "traces uncovered");
            }
        }
        assert!(uncovered > 0, "by {step}");
    }
}

/// The other engine is enough for these.
#[test]
fn a_verdict_of_the_other_engine_is_taken_over() {
    check(sharing, "decided while sharing");
}

/// The other engine finds every predicate, but no verdict: something that is not modelled is
/// reached. With its predicates nothing is left to refine.
#[test]
fn predicates_of_the_other_engine_are_taken_over() {
    for sort in SORTS {
        for frames in FRAMES {
            let program = in_step_twice(&sort, Ending::Unmodelled);
            let (verdict, shared) = run(sharing(frames), &program);
            let is_unsupported = matches!(verdict, Verdict::Unknown(Reason::Unsupported { .. }));
            assert!(is_unsupported, "{frames:?} {sort:?} {verdict:?} {shared:?}");
            assert!(count(&shared, "predicates shared") > 0, "{shared:?}");
            assert_eq!(count(&shared, "refinements"), 0, "{shared:?}");
            assert!(count(&shared, "lemmas") > 0, "{shared:?}");
        }
    }
}
