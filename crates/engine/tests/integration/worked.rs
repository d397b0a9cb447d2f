//! The worked examples of the papers, over integers and over bit-vectors: the verdicts, the trace,
//! the invariants, the number of frames and the divergence that the papers state.
//!
//! Werner 2018 is "Property Directed Reachability in Ultimate", chapter 4; Lange 2015 is "IC3
//! Software Model Checking on Control Flow Automata", section IV. Proofs are checked by the
//! certifier, which walks over the program by itself; traces are executed.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use invar_certify::{certify_proof, replay};
use invar_cfa::{LocId, Program, VarId};
use invar_engine::{Engine, Event, Ic3Cfa, Ic3Smt, Learnt, Observer, Options, Part, Predabs};
use invar_interp::Limits;
use invar_solver::{Answer, Budget, SolverFactory, Z3Factory};
use invar_term::{IBig, Sort, TermId, Value};
use invar_verdict::{Invariant, Proof, Reason, Support, Verdict};

use crate::support::OverSort;
use std::sync::Mutex;
use std::time::Duration;

/// The sorts over which every example is stated.
const SORTS: [Sort; 2] = [Sort::Int, Sort::BitVec(32)];

/// The parts that make a blocked cube smaller than what was found to be bad.
const GENERALISATION: [Part; 7] = [
    Part::Candidates,
    Part::Core,
    Part::Drop,
    Part::Ctg,
    Part::Widen,
    Part::Interpolate,
    Part::Cluster,
];

/// An example with the loop head that its text is about.
struct Example {
    program: Program,
    head: LocId,
    /// What the paper says about that place.
    stated: TermId,
}

/// Where time ends, and with it a test.
fn budget() -> Budget {
    Budget::lasting(Duration::from_secs(60))
}

/// Both engines with the same options.
fn engines(options: &Options) -> [Box<dyn Engine>; 2] {
    [
        Box::new(Ic3Cfa::new(options.clone())),
        Box::new(Ic3Smt::new(options.clone())),
    ]
}

/// The verdict, and how many frames there were in the end.
fn run(
    engine: &dyn Engine,
    program: &Program,
    observer: &dyn Observer,
    budget: Budget,
) -> (Verdict, u64) {
    let setup = Setup::of(program);
    let task = setup.task(&[]);
    let context = setup.context(budget).observed(observer);
    let verdict = engine.run(&task, &context).unwrap();
    let counters = context.counters.all();
    let frames = counters.iter().find(|(name, _)| *name == "frames");
    (verdict, frames.map_or(0, |(_, count)| *count))
}

/// Whether `assumption` implies `conclusion`.
fn implies(program: &Program, assumption: TermId, conclusion: TermId) -> bool {
    let mut solver = Z3Factory::default().make(&program.terms).unwrap();
    let negation = program.terms.not(conclusion);
    matches!(
        solver.check(&[assumption, negation], &budget()),
        Answer::Unsat(_)
    )
}

/// The invariant of a proof that the certifier accepts.
fn certified(program: &Program, verdict: &Verdict) -> Invariant {
    let Verdict::Safe(proof) = verdict else {
        panic!("{verdict:?}\n{}", program.listing())
    };
    let factory = Z3Factory::default();
    certify_proof(program, proof, &Support::default(), &factory, &budget()).unwrap();
    match proof {
        Proof::Inductive { invariant, .. } => invariant.clone(),
        other => panic!("no inductive invariant: {other:?}"),
    }
}

/// The locations that a trace passes after the entry.
fn executed(program: &Program, verdict: &Verdict) -> Vec<LocId> {
    let Verdict::Unsafe(trace) = verdict else {
        panic!("{verdict:?}\n{}", program.listing())
    };
    let replay = replay(program, trace, &Limits::default(), 1000).unwrap();
    let steps = replay.steps.iter();
    steps
        .map(|step| program.entry_cfa().edge(step.edge).to)
        .collect()
}

struct Silent;

impl Observer for Silent {
    fn event(&self, _: &Event<'_>) {}
}

/// Werner, figure 4.1: `x := 0; x := x + 1; if (x = 1) error`.
fn automaton_a(sort: &Sort) -> (Program, [LocId; 3]) {
    let mut a = OverSort::new(sort);
    let x = a.variable("x");
    let (zero, one, next) = (a.number(0), a.number(1), a.plus(a.symbol(x), 1));
    let is_one = a.terms.eq(a.symbol(x), one);
    let b = &mut a.builder;
    let (l0, l1, l2, l3, error) = (b.cfa.entry, b.plain(), b.plain(), b.plain(), b.error());
    b.assign(l0, l1, x, zero);
    b.assign(l1, l2, x, next);
    b.branch(l2, is_one, error, l3);
    (a.builder.build(), [l1, l2, error])
}

/// Section 4.3.1: the error is reached by l0, l1, l2, lE.
#[test]
fn the_error_of_automaton_a_is_three_edges_away() {
    for sort in SORTS {
        for engine in engines(&Options::default()) {
            let (program, path) = automaton_a(&sort);
            let (verdict, _) = run(&*engine, &program, &Silent, budget());
            assert_eq!(executed(&program, &verdict), path, "{}", engine.name());
        }
    }
}

/// What two counters hold before they count in step.
#[derive(Clone, Copy)]
enum Before {
    /// Werner, figure 4.2: `x := 0; y := x`.
    Zero,
    /// Lange, figure 2: `y := x` for any x.
    Any,
}

/// `while (*) { x := x + 1; y := y + 1 } if (x != y) error`.
fn in_step(sort: &Sort, before: Before) -> Example {
    let mut a = OverSort::new(sort);
    let (x, y, choice) = (a.variable("x"), a.variable("y"), a.variable("choice"));
    let (zero, next_x, next_y) = (a.number(0), a.plus(a.symbol(x), 1), a.plus(a.symbol(y), 1));
    let x_symbol = a.symbol(x);
    let stated = a.terms.eq(x_symbol, a.symbol(y));
    let goes_on = a.terms.eq(a.symbol(choice), zero);
    let b = &mut a.builder;
    let (l0, begun, l1, chosen) = (b.cfa.entry, b.plain(), b.plain(), b.plain());
    let (body, between, leaving) = (b.plain(), b.plain(), b.plain());
    let (l2, error) = (b.cfa.exit, b.error());
    match before {
        Before::Zero => b.assign(l0, begun, x, zero),
        Before::Any => b.havoc(l0, begun, x),
    };
    b.assign(begun, l1, y, x_symbol);
    b.havoc(l1, chosen, choice);
    b.branch(chosen, goes_on, body, leaving);
    b.assign(body, between, x, next_x);
    b.assign(between, l1, y, next_y);
    b.branch(leaving, stated, l2, error);
    Example {
        program: a.builder.build(),
        head: l1,
        stated,
    }
}

/// Section 4.3.2 and Lange's example: the frames of levels 1 and 2 agree, and say `x = y`.
#[test]
fn counters_in_step_need_two_frames_and_one_equation() {
    for sort in SORTS {
        for before in [Before::Zero, Before::Any] {
            for engine in engines(&Options::without([Part::Candidates])) {
                let example = in_step(&sort, before);
                let (verdict, frames) = run(&*engine, &example.program, &Silent, budget());
                let invariant = certified(&example.program, &verdict);
                let found = example.program.terms.and(invariant.facts(example.head));
                let name = engine.name();
                assert!(implies(&example.program, found, example.stated), "{name}");
                assert!(implies(&example.program, example.stated, found), "{name}");
                assert!(frames <= 2, "{name}: {frames} frames");
            }
        }
    }
}

/// With candidates the search has nothing left to do; they must pass the same test.
#[test]
fn counters_in_step_are_proved_with_candidates() {
    for sort in SORTS {
        for engine in engines(&Options::default()) {
            let example = in_step(&sort, Before::Any);
            let (verdict, frames) = run(&*engine, &example.program, &Silent, budget());
            let invariant = certified(&example.program, &verdict);
            let found = example.program.terms.and(invariant.facts(example.head));
            assert!(implies(&example.program, found, example.stated));
            assert!(frames <= 2, "{}: {frames} frames", engine.name());
        }
    }
}

/// When a counter stops.
#[derive(Clone, Copy)]
enum Stops {
    /// Never.
    Never,
    /// Before it would wrap.
    AtMost(i32),
}

/// Lange, figure 1: `x := 10; while (*) x := x + 1; if (x = 9) error`.
fn upwards(sort: &Sort, stops: Stops) -> Example {
    let mut a = OverSort::new(sort);
    let x = a.variable("x");
    let (ten, nine, next, x_symbol) = (
        a.number(10),
        a.number(9),
        a.plus(a.symbol(x), 1),
        a.symbol(x),
    );
    let is_nine = a.terms.eq(x_symbol, nine);
    let stated = a.terms.not(a.less(x_symbol, ten));
    let room = match stops {
        Stops::Never => a.terms.tru(),
        Stops::AtMost(limit) => a.less(x_symbol, a.number(limit)),
    };
    let b = &mut a.builder;
    let (l0, l1, body, last, error) = (b.cfa.entry, b.plain(), b.plain(), b.plain(), b.error());
    b.assign(l0, l1, x, ten);
    b.branch(l1, is_nine, error, body);
    b.assume(body, last, room);
    b.assign(last, l1, x, next);
    Example {
        program: a.builder.build(),
        head: l1,
        stated,
    }
}

/// The paper's algorithm never ends here for want of generalisation; with it, it must.
#[test]
fn generalisation_ends_the_descending_chain() {
    for sort in SORTS {
        let stops = match sort {
            Sort::BitVec(_) => Stops::AtMost(i32::MAX),
            _ => Stops::Never,
        };
        for options in [Options::default(), Options::without([Part::Candidates])] {
            for engine in engines(&options) {
                let example = upwards(&sort, stops);
                let (verdict, _) = run(&*engine, &example.program, &Silent, budget());
                let invariant = certified(&example.program, &verdict);
                let found = example.program.terms.and(invariant.facts(example.head));
                // There is only one: what is below 10 leads to 9, what is not below is reached.
                assert!(implies(&example.program, found, example.stated));
                assert!(implies(&example.program, example.stated, found));
            }
        }
    }
}

/// Over four bits the chain is finite: counting from 10 wraps and meets 9 after 15 steps.
#[test]
fn over_few_bits_the_counter_wraps_into_the_error() {
    let steps = 15;
    for engine in engines(&Options::default()) {
        let example = upwards(&Sort::BitVec(4), Stops::Never);
        let (verdict, frames) = run(&*engine, &example.program, &Silent, budget());
        let path = executed(&example.program, &verdict);
        let visits = path.iter().filter(|l| **l == example.head).count();
        assert_eq!(visits, 1 + steps, "{}", engine.name());
        assert!(frames <= 1 + steps as u64, "{}", engine.name());
    }
}

/// Lemmas after which a search counts as divergent.
const MAX_LEMMAS: usize = 40;

/// Stops a search that learns too much, and remembers what it learnt.
struct Impatient {
    budget: Budget,
    learnt: Mutex<Vec<TermId>>,
}

impl Observer for Impatient {
    fn event(&self, _: &Event<'_>) {}

    fn learnt(&self, learnt: &Learnt) {
        let mut facts = self.learnt.lock().unwrap();
        facts.push(learnt.fact);
        if facts.len() == MAX_LEMMAS {
            self.budget.cancel.cancel();
        }
    }
}

/// The paper: "for every maximal frame index k our algorithm will block a region (1, 9 - (k-1)) of
/// which there can be infinitely many". Here the chain descends within one frame, because what is
/// blocked is tried again one level higher.
#[test]
fn without_generalisation_every_lemma_excludes_one_more_number() {
    for engine in engines(&Options::without(GENERALISATION)) {
        let example = upwards(&Sort::Int, Stops::Never);
        let budget = budget();
        let observer = Impatient {
            budget: budget.clone(),
            learnt: Mutex::default(),
        };
        let (verdict, _) = run(&*engine, &example.program, &observer, budget);
        let name = engine.name();
        assert!(
            matches!(verdict, Verdict::Unknown(Reason::Cancelled)),
            "{name}: {verdict:?}"
        );
        let terms = &example.program.terms;
        let learnt = terms.and(&observer.learnt.lock().unwrap());
        let x = example.program.symbol(VarId(0));
        let is = |value: i32| terms.eq(x, terms.constant(&Value::Int(IBig::from(value))));
        let excluded = |value: i32| implies(&example.program, learnt, terms.not(is(value)));
        let lowest = 9 - MAX_LEMMAS as i32;
        assert!(!excluded(lowest), "{name}");
        if name == "ic3-cfa" {
            // The lemmas of the other engine mention the program counter.
            assert!((0..10).all(excluded));
        }
    }
}

/// Predicate abstraction, as it comes and with nothing but interpolants to learn from.
fn predicate_abstractions() -> [Predabs; 2] {
    [Options::default(), Options::without([Part::Candidates])].map(Predabs::new)
}

/// Bounds or an equation, whatever the interpolants say: together they are `x = y`.
#[test]
fn predicates_prove_that_counters_are_in_step() {
    for sort in SORTS {
        for before in [Before::Zero, Before::Any] {
            for engine in predicate_abstractions() {
                let example = in_step(&sort, before);
                let (verdict, _) = run(&engine, &example.program, &Silent, budget());
                let invariant = certified(&example.program, &verdict);
                let found = example.program.terms.and(invariant.facts(example.head));
                assert!(implies(&example.program, found, example.stated));
            }
        }
    }
}

/// One predicate, `x <= 9`, is enough over integers.
#[test]
fn one_predicate_proves_that_a_counter_goes_up() {
    for engine in predicate_abstractions() {
        let example = upwards(&Sort::Int, Stops::Never);
        let (verdict, _) = run(&engine, &example.program, &Silent, budget());
        let invariant = certified(&example.program, &verdict);
        let found = example.program.terms.and(invariant.facts(example.head));
        assert!(implies(&example.program, found, example.stated));
        assert!(implies(&example.program, example.stated, found));
    }
}

#[test]
fn predicate_abstraction_finds_errors_at_their_depth() {
    for engine in predicate_abstractions() {
        for sort in SORTS {
            let (program, path) = automaton_a(&sort);
            let (verdict, _) = run(&engine, &program, &Silent, budget());
            assert_eq!(executed(&program, &verdict), path);
        }
        let example = upwards(&Sort::BitVec(4), Stops::Never);
        let (verdict, _) = run(&engine, &example.program, &Silent, budget());
        let path = executed(&example.program, &verdict);
        let visits = path.iter().filter(|l| **l == example.head).count();
        assert_eq!(visits, 16);
    }
}
