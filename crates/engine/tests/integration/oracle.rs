//! Engines against explicit-state search on random small automata, with every claim checked:
//! traces are executed, bounds compared with the exact distance of the error, exhaustion,
//! k-induction and inductive invariants confirmed by enumeration of all states.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use crate::setup::Setup;
use crate::support::{Memory, Random, eval, random_program, step};
use invar_cfa::{CutPoints, LocId, LocationKind, Operation, Program};
use invar_engine::{
    AbstractionKind, Bmc, CegarOptions, Engine, Equations, Exchange, FramesOf, Houdini, Ic3Bool,
    Ic3Cegar, Ic3Cfa, Ic3Smt, Impact, Initial, Kind, Mining, Options, Part, Predabs, Preset,
    Queries, Refinement, Sharing, States, TreeIc3, TreeIc3Itp, Unwind, candidates, houdini,
};
use invar_solver::Budget;
use invar_term::{TermId, Value};
use invar_verdict::{Invariant, Limit, Proof, Reason, Trace, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};

type Point = (LocId, Memory);

/// The explicit state space of a program with one width for all variables.
struct Oracle<'p> {
    program: &'p Program,
    cuts: CutPoints,
    width: u32,
    known: BTreeMap<Point, Vec<Point>>,
}

impl<'p> Oracle<'p> {
    fn new(program: &'p Program, width: u32) -> Self {
        let cuts = CutPoints::of(program.entry_cfa());
        Oracle {
            program,
            cuts,
            width,
            known: BTreeMap::new(),
        }
    }

    /// Cut points with states that one block leads to, for every input.
    fn successors(&mut self, from: &Point) -> Vec<Point> {
        if let Some(known) = self.known.get(from) {
            return known.clone();
        }
        let cfa = self.program.entry_cfa();
        let mut found = BTreeSet::new();
        let mut work = vec![from.clone()];
        while let Some((location, memory)) = work.pop() {
            for (id, edge) in cfa.outgoing(location) {
                let inputs = match edge.operation {
                    Operation::Havoc { .. } => 0..1 << self.width,
                    _ => 0..1,
                };
                for input in inputs {
                    let Some(after) = step(self.program, id, &memory, input) else {
                        continue;
                    };
                    if self.cuts.contains(edge.to) {
                        found.insert((edge.to, after));
                    } else {
                        work.push((edge.to, after));
                    }
                }
            }
        }
        let found: Vec<Point> = found.into_iter().collect();
        self.known.insert(from.clone(), found.clone());
        found
    }

    fn start(&self) -> Point {
        (
            self.program.entry_cfa().entry,
            vec![0; self.program.variables.len()],
        )
    }

    fn kind(&self, location: LocId) -> LocationKind {
        self.program.entry_cfa().location(location).kind
    }

    fn is_target(&self, location: LocId) -> bool {
        Program::is_target(self.program.entry_cfa(), location)
    }

    /// Least number of blocks from the start to a location that is wanted.
    fn distance(&mut self, wanted: impl Fn(LocationKind) -> bool) -> Option<u32> {
        let mut seen = BTreeSet::from([self.start()]);
        let mut layer = vec![self.start()];
        for depth in 0.. {
            if layer
                .iter()
                .any(|(location, _)| wanted(self.kind(*location)))
            {
                return Some(depth);
            }
            let next: Vec<Point> = layer.iter().flat_map(|p| self.successors(p)).collect();
            layer = next
                .into_iter()
                .filter(|p| seen.insert(p.clone()))
                .collect();
            if layer.is_empty() {
                return None;
            }
        }
        None
    }

    /// Every state at every location of a list.
    fn all_states(&self, locations: &[LocId]) -> Vec<Point> {
        let count = self.program.variables.len() as u32;
        let mut points = Vec::new();
        for location in locations {
            for code in 0..1u32 << (self.width * count) {
                let mask = (1 << self.width) - 1;
                let memory = (0..count)
                    .map(|i| code >> (self.width * i) & mask)
                    .collect();
                points.push((*location, memory));
            }
        }
        points
    }

    fn holds(&self, facts: &Invariant, (location, memory): &Point) -> bool {
        let is_true = |fact| eval(self.program, memory, fact) == Value::Bool(true);
        facts.facts(*location).iter().all(|fact| is_true(*fact))
    }

    /// Executes the choices edge by edge; the location where execution ends.
    fn replay(&self, trace: &Trace) -> LocId {
        let cfa = self.program.entry_cfa();
        let (mut location, mut memory) = self.start();
        let mut choices = trace.choices.iter();
        loop {
            if self.is_target(location) {
                assert_eq!(choices.next(), None, "choices are left over");
                return location;
            }
            let next = cfa.outgoing(location).find_map(|(id, edge)| {
                let mut input = 0;
                if matches!(edge.operation, Operation::Havoc { .. }) {
                    let choice = choices.next().expect("a choice for every executed havoc");
                    assert_eq!(choice.edge, id);
                    input = choice.value.as_bv().unwrap().unsigned() as u32;
                }
                Some((edge.to, step(self.program, id, &memory, input)?))
            });
            let Some(next) = next else { return location };
            (location, memory) = next;
        }
    }

    fn check_exhausted(&mut self, steps: u32, heads: &[LocId]) {
        let mut layer = BTreeSet::from([self.start()]);
        for _ in 0..=steps {
            let next: Vec<Point> = layer.iter().flat_map(|p| self.successors(p)).collect();
            layer = next
                .into_iter()
                .filter(|(l, _)| self.is_target(*l) || heads.contains(l))
                .collect();
            assert!(!layer.iter().any(|(l, _)| self.is_target(*l)));
        }
        assert!(layer.is_empty(), "an execution has more than {steps} steps");
    }

    fn check_inductive(&mut self, facts: &Invariant, heads: &[LocId]) {
        let mut from: Vec<Point> = self
            .all_states(heads)
            .into_iter()
            .filter(|p| self.holds(facts, p))
            .collect();
        from.push(self.start());
        for point in from {
            for next in self.successors(&point) {
                assert!(self.holds(facts, &next), "{point:?} leads to {next:?}");
            }
        }
    }

    /// No state that the invariant allows is one block before a target.
    fn check_excludes_targets(&mut self, invariant: &Invariant, heads: &[LocId]) {
        let mut from = self.all_states(heads);
        from.retain(|p| self.holds(invariant, p));
        from.push(self.start());
        for point in from {
            for (location, memory) in self.successors(&point) {
                assert!(!self.is_target(location), "{point:?} leads to {memory:?}");
            }
        }
    }

    fn check_k_inductive(&mut self, k: u32, facts: &Invariant, heads: &[LocId]) {
        let base = self.distance(|kind| !matches!(kind, LocationKind::Plain | LocationKind::Halt));
        assert!(base.is_none_or(|depth| depth > k));
        self.check_inductive(facts, heads);
        let mut layer: BTreeSet<Point> = self
            .all_states(heads)
            .into_iter()
            .filter(|p| self.holds(facts, p))
            .collect();
        for index in 1..=k {
            let next: Vec<Point> = layer.iter().flat_map(|p| self.successors(p)).collect();
            if index == k {
                assert!(
                    !next.iter().any(|(l, _)| self.is_target(*l)),
                    "k = {k} is not inductive"
                );
            }
            layer = next.into_iter().filter(|p| self.holds(facts, p)).collect();
        }
    }
}

#[derive(Default, Debug)]
struct Tally {
    traces: u32,
    exhausted: u32,
    inductive: u32,
    deep: u32,
    invariants: u32,
    with_facts: u32,
    unknown: u32,
    unsupported: u32,
    taken: u32,
}

const BOUND: u32 = 7;

/// What an engine promises to find.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Finds {
    /// Errors at most `BOUND` blocks away.
    Near,
    /// A verdict always: state spaces are finite.
    All,
    /// Proofs only, and few.
    Facts,
    /// What is inside the first loops; no error must be found.
    Unwound,
}

impl Finds {
    fn covers(self, depth: u32) -> bool {
        match self {
            Finds::Near => depth <= BOUND,
            Finds::All | Finds::Unwound => true,
            Finds::Facts => false,
        }
    }
}

fn check(engine: &dyn Engine, finds: Finds, program: &Program, width: u32, tally: &mut Tally) {
    check_with(engine, finds, program, width, tally, None);
}

/// Checks an engine that takes lemmas of others.
fn check_with(
    engine: &dyn Engine,
    finds: Finds,
    program: &Program,
    width: u32,
    tally: &mut Tally,
    exchange: Option<&dyn Exchange>,
) {
    let setup = Setup::of(program);
    let mut context = setup.context(Budget::unlimited());
    context.exchange = exchange;
    let task = setup.task(&[]);
    let verdict = engine.run(&task, &context).unwrap();
    tally.taken += u32::from(
        context
            .counters
            .all()
            .iter()
            .any(|c| c.0 == "facts from others"),
    );
    let mut oracle = Oracle::new(program, width);
    let error = oracle.distance(|kind| matches!(kind, LocationKind::Error(_)));
    let unsupported = oracle.distance(|kind| matches!(kind, LocationKind::Unsupported(_)));
    match &verdict {
        Verdict::Unsafe(trace) => {
            tally.traces += 1;
            let end = oracle.replay(trace);
            assert!(matches!(oracle.kind(end), LocationKind::Error(_)));
            assert!(error.is_some_and(|depth| finds.covers(depth)));
        }
        Verdict::Safe(proof) => {
            assert_eq!((error, unsupported), (None, None), "claimed {proof:?}");
            match proof {
                Proof::Exhausted { steps, heads, .. } => {
                    tally.exhausted += 1;
                    oracle.check_exhausted(*steps, heads);
                }
                Proof::KInductive { k, heads, facts } => {
                    tally.inductive += 1;
                    tally.deep += u32::from(*k > 1);
                    tally.with_facts += u32::from(!facts.at.is_empty());
                    oracle.check_k_inductive(*k, facts, heads);
                }
                Proof::Inductive { heads, invariant } => {
                    tally.invariants += 1;
                    tally.with_facts += u32::from(!invariant.at.is_empty());
                    oracle.check_inductive(invariant, heads);
                    oracle.check_excludes_targets(invariant, heads);
                }
                Proof::Quantified { .. } => panic!("random programs have no objects"),
            }
        }
        Verdict::Unknown(reason) => {
            assert!(
                finds == Finds::Unwound || error.is_none_or(|depth| !finds.covers(depth)),
                "missed an error at {error:?}: {reason:?}"
            );
            match (finds, reason) {
                (Finds::Near, Reason::Bound(Limit::Unrolling(BOUND)))
                | (Finds::Unwound, Reason::Bound(Limit::Unrolling(_))) => tally.unknown += 1,
                (Finds::Facts, Reason::Bound(Limit::Facts)) => tally.unknown += 1,
                (_, Reason::Unsupported { construct, .. }) => {
                    tally.unsupported += 1;
                    assert_eq!(construct, "inline assembler");
                    assert!(unsupported.is_some_and(|depth| finds.covers(depth)));
                }
                (_, other) => panic!("unexpected {other:?}"),
            }
        }
    }
}

fn sweep(engine: &dyn Engine, finds: Finds, seed: u64, programs: u32, width: u32) -> Tally {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    for number in 0..programs {
        let program = random_program(&mut random, 3, width);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check(engine, finds, &program, width, &mut tally);
        }));
        if let Err(panic) = result {
            eprintln!("program {number} of seed {seed}:\n{}", program.listing());
            std::panic::resume_unwind(panic);
        }
    }
    eprintln!("{}: {tally:?}", engine.name());
    tally
}

#[test]
fn bmc_agrees_with_explicit_search() {
    let tally = sweep(&Bmc { bound: Some(BOUND) }, Finds::Near, 1, 2500, 3);
    assert!(
        tally.traces > 100 && tally.exhausted > 100 && tally.unknown > 20,
        "{tally:?}"
    );
    assert!(tally.unsupported > 10, "{tally:?}");
}

#[test]
fn unwound_loops_agree_with_explicit_search() {
    let engine = Unwind { bound: Some(60) };
    let tally = sweep(&engine, Finds::Unwound, 5, 2500, 3);
    assert!(
        tally.traces > 100 && tally.exhausted > 100 && tally.unknown > 20,
        "{tally:?}"
    );
    assert!(tally.unsupported > 10, "{tally:?}");
}

#[test]
fn k_induction_agrees_with_explicit_search() {
    let kind = Kind {
        bound: Some(BOUND),
        ..Kind::plain()
    };
    let tally = sweep(&kind, Finds::Near, 2, 2000, 2);
    assert!(
        tally.traces > 50 && tally.inductive > 50 && tally.deep > 10,
        "{tally:?}"
    );
}

#[test]
fn guessed_facts_are_inductive_and_prove_more() {
    let kind = Kind {
        bound: Some(BOUND),
        ..Kind::interleaved()
    };
    let tally = sweep(&kind, Finds::Near, 3, 600, 3);
    assert!(tally.with_facts > 10, "{tally:?}");
}

#[test]
fn facts_agree_with_explicit_search() {
    let tally = sweep(&Houdini::default(), Finds::Facts, 4, 600, 2);
    assert!(
        tally.invariants > 100 && tally.with_facts > 50 && tally.unknown > 100,
        "{tally:?}"
    );
}

/// Hands over inductive facts when it is asked the n-th time.
struct Late {
    asked: AtomicU32,
    when: u32,
    facts: Vec<(LocId, TermId)>,
}

impl Exchange for Late {
    fn shared_lemmas(&self) -> Vec<(LocId, TermId)> {
        if self.asked.fetch_add(1, Ordering::Relaxed) == self.when {
            self.facts.clone()
        } else {
            Vec::new()
        }
    }
}

/// The inductive ones among candidates.
fn inductive(program: &Program) -> Vec<(LocId, TermId)> {
    let setup = Setup::of(program);
    let task = setup.task(&[]);
    let context = setup.context(Budget::unlimited());
    let mut queries = Queries::new(&program.terms, &context).unwrap();
    let unlimited = Budget::unlimited();
    let facts = houdini(
        &task,
        candidates(&task, &unlimited),
        &mut queries,
        &unlimited,
    );
    let at = facts.at.into_iter();
    at.flat_map(|(location, here)| here.into_iter().map(move |fact| (location, fact)))
        .collect()
}

/// Facts that are true and inductive change no verdict, whenever they come.
#[test]
fn facts_from_others_change_no_verdict() {
    let without = || Options::without([Part::Candidates]);
    let cegar = |frames| {
        let options = CegarOptions {
            frames,
            initial: BTreeSet::new(),
            ..Preset::Cr.options()
        };
        Ic3Cegar::new(without(), options)
    };
    let kind = Kind {
        bound: Some(BOUND),
        ..Kind::plain()
    };
    let engines: [(&dyn Engine, Finds); 9] = [
        (&Ic3Cfa::new(without()), Finds::All),
        (&Ic3Smt::new(without()), Finds::All),
        (&cegar(FramesOf::Locations), Finds::All),
        (&cegar(FramesOf::Counter), Finds::All),
        (&TreeIc3::new(without()), Finds::All),
        (&TreeIc3Itp::new(without()), Finds::All),
        (&Impact::new(without()), Finds::All),
        (&Predabs::new(without()), Finds::All),
        (&kind, Finds::Near),
    ];
    for (engine, finds) in engines {
        let mut random = Random(900);
        let mut tally = Tally::default();
        for _ in 0..150 {
            let program = random_program(&mut random, 3, 2);
            let late = Late {
                asked: AtomicU32::new(0),
                when: random.below(3),
                facts: inductive(&program),
            };
            check_with(engine, finds, &program, 2, &mut tally, Some(&late));
        }
        eprintln!("{}: {tally:?}", engine.name());
        assert!(tally.taken > 7, "{}: {tally:?}", engine.name());
    }
}

/// Every ablation: all parts, each part alone switched off, and nothing but the bare algorithm.
fn ablations() -> Vec<Options> {
    let mut all = vec![Options::default(), Options::without(Part::ALL)];
    all.extend(Part::ALL.map(|part| Options::without([part])));
    all
}

/// Runs each ablation on different programs.
fn sweep_ablations(engine: impl Fn(Options) -> Box<dyn Engine>, seed: u64, programs: u32) {
    let (mut traces, mut with_facts) = (0, 0);
    for (number, options) in ablations().into_iter().enumerate() {
        eprintln!("{options:?}");
        let engine = engine(options);
        let tally = sweep(&*engine, Finds::All, seed + number as u64, programs, 2);
        traces += tally.traces;
        with_facts += tally.with_facts;
    }
    assert!(
        traces > programs && with_facts > programs / 2,
        "{traces} traces, {with_facts} invariants that say something"
    );
}

#[test]
fn ic3_cfa_agrees_with_explicit_search() {
    sweep_ablations(|options| Box::new(Ic3Cfa::new(options)), 100, 100);
}

#[test]
fn ic3_smt_agrees_with_explicit_search() {
    sweep_ablations(|options| Box::new(Ic3Smt::new(options)), 200, 80);
}

#[test]
fn ic3_bool_agrees_with_explicit_search() {
    sweep_candidates(|options| Box::new(Ic3Bool::new(options)), 250, 600);
}

#[test]
fn tree_ic3_agrees_with_explicit_search() {
    sweep_ablations(|options| Box::new(TreeIc3::new(options)), 300, 60);
}

#[test]
fn tree_ic3_with_interpolants_agrees_with_explicit_search() {
    sweep_ablations(|options| Box::new(TreeIc3Itp::new(options)), 400, 40);
}

/// With and without candidates.
fn sweep_candidates(engine: impl Fn(Options) -> Box<dyn Engine>, seed: u64, programs: u32) {
    for (number, options) in [Options::default(), Options::without([Part::Candidates])]
        .into_iter()
        .enumerate()
    {
        let engine = engine(options);
        let tally = sweep(&*engine, Finds::All, seed + number as u64, programs, 2);
        assert!(
            tally.traces > programs / 10 && tally.with_facts > programs / 20,
            "{tally:?}"
        );
    }
}

#[test]
fn monolithic_tree_ic3_agrees_with_explicit_search() {
    let engine = |options| -> Box<dyn Engine> { Box::new(TreeIc3Itp::monolithic(options)) };
    sweep_candidates(engine, 500, 200);
}

#[test]
fn impact_agrees_with_explicit_search() {
    sweep_candidates(|options| Box::new(Impact::new(options)), 600, 200);
}

#[test]
fn predabs_agrees_with_explicit_search() {
    sweep_candidates(|options| Box::new(Predabs::new(options)), 700, 400);
}

/// Runs each configuration on different programs, without candidates.
fn sweep_cegar(configurations: impl IntoIterator<Item = CegarOptions>, seed: u64, programs: u32) {
    let (mut all, mut traces, mut with_facts) = (0, 0, 0);
    for (number, cegar) in configurations.into_iter().enumerate() {
        eprintln!("{cegar:?}");
        let engine = Ic3Cegar::new(Options::without([Part::Candidates]), cegar);
        let tally = sweep(&engine, Finds::All, seed + number as u64, programs, 2);
        all += programs;
        traces += tally.traces;
        with_facts += tally.with_facts;
    }
    assert!(
        traces > all / 10 && with_facts > all / 20,
        "{traces} traces, {with_facts} invariants that say something"
    );
}

#[test]
fn presets_of_ic3_cegar_agree_with_explicit_search() {
    sweep_cegar(Preset::ALL.map(Preset::options), 800, 60);
}

#[test]
fn options_of_ic3_cegar_agree_with_explicit_search() {
    type Change = fn(&mut CegarOptions);
    let changes: [Change; 14] = [
        |cegar| cegar.frames = FramesOf::Locations,
        |cegar| cegar.states = States::Cubes,
        |cegar| cegar.abstraction = AbstractionKind::Implicit,
        |cegar| cegar.mining = BTreeSet::from([Mining::Inequalities]),
        |cegar| cegar.mining = BTreeSet::from([Mining::Across]),
        |cegar| cegar.refinement = Refinement::Preimage,
        |cegar| cegar.sharing = Sharing::Predabs,
        |cegar| cegar.max_geometric = 100,
        |cegar| cegar.max_joins = Some(0),
        |cegar| cegar.max_depth = 3,
        |cegar| cegar.min_points = Some(2),
        |cegar| cegar.max_spurious = 1,
        |cegar| cegar.equations = Equations::WholeAndHalf,
        |cegar| cegar.initial = BTreeSet::new(),
    ];
    let changed = |change: Change| {
        let mut cegar = Preset::Cr.options();
        change(&mut cegar);
        cegar
    };
    sweep_cegar(changes.map(changed), 820, 40);
}

/// What goes beyond the thesis at once, in each kind of frames.
#[test]
fn options_of_ic3_cegar_agree_with_explicit_search_together() {
    let together = |frames| CegarOptions {
        frames,
        abstraction: AbstractionKind::Implicit,
        refinement: Refinement::Preimage,
        mining: BTreeSet::from(Mining::ALL),
        sharing: Sharing::Predabs,
        initial: BTreeSet::from([Initial::Condition]),
        ..Preset::Cgrl.options()
    };
    sweep_cegar(FramesOf::ALL.map(together), 840, 80);
}

/// Without predicates to begin with, every one of them is refined.
#[test]
fn refinements_of_ic3_cegar_agree_with_explicit_search() {
    let changes: [fn(&mut CegarOptions); 3] = [
        |_| (),
        |cegar| cegar.abstraction = AbstractionKind::Implicit,
        |cegar| cegar.refinement = Refinement::Preimage,
    ];
    let mut configurations = Vec::new();
    for change in changes {
        for frames in FramesOf::ALL {
            let mut cegar = CegarOptions {
                frames,
                initial: BTreeSet::new(),
                ..Preset::C.options()
            };
            change(&mut cegar);
            configurations.push(cegar);
        }
    }
    sweep_cegar(configurations, 860, 60);
}
