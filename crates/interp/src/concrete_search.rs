//! Concrete search: looks for an error by running the program, first with all inputs zero, then
//! with small and random inputs and numbers that the program's conditions mention.
//!
//! A heuristic whose cost is counted in steps, so that its result does not depend on the
//! machine; it can end as soon as nothing new is seen. It finds shallow errors after long concrete loops, which symbolic search reaches late.

use crate::machine::{Limits, Outcome, run};
use crate::oracle::{Observer, Oracle, Step};
use crate::random::Random;
use invar_budget::Moment;
use invar_cfa::{EdgeId, FunctionId, Operation, Program};
use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, Sort, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct ConcreteSearchLimits {
    /// Steps of all runs together.
    pub steps: u64,
    /// Steps of the first run.
    pub first_steps: u64,
    /// Further long runs, and the steps of each.
    pub long_runs: u32,
    /// Steps of a long run.
    pub long_steps: u64,
    /// Steps of each later run.
    pub later_steps: u64,
    /// Number of runs.
    pub runs: u32,
    /// Total number of runs where the first one ends, but takes so many steps that later ones would
    /// hit their limit.
    pub runs_if_long: u32,
    /// How long it goes on without a new edge.
    pub patience: Patience,
    /// When to stop at the latest.
    pub deadline: Option<Moment>,
}

/// How many steps a search goes on without seeing a new edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// As many as there are.
    Endless,
    /// This many, and a multiple of those to the newest edge.
    Steps(u64),
}

impl Patience {
    /// A search goes on for this many times the steps to the newest edge.
    const FACTOR: u64 = 8;

    /// The steps after which there is no more to be expected, if the newest edge was taken at one.
    fn end(self, newest: u64) -> u64 {
        match self {
            Patience::Endless => u64::MAX,
            Patience::Steps(steps) => newest
                .saturating_mul(Patience::FACTOR)
                .saturating_add(steps),
        }
    }
}

impl ConcreteSearchLimits {
    /// A first look that takes some milliseconds.
    pub fn quick() -> ConcreteSearchLimits {
        ConcreteSearchLimits {
            steps: 400_000,
            first_steps: 50_000,
            long_runs: 2,
            long_steps: 50_000,
            later_steps: 5_000,
            patience: Patience::Steps(20_000),
            ..ConcreteSearchLimits::default()
        }
    }

    /// As long as there is something new, for some tenths of a second.
    pub fn middle() -> ConcreteSearchLimits {
        ConcreteSearchLimits {
            steps: 2_000_000,
            first_steps: 400_000,
            long_steps: 400_000,
            later_steps: 20_000,
            patience: Patience::Steps(400_000),
            ..ConcreteSearchLimits::default()
        }
    }
}

impl Default for ConcreteSearchLimits {
    fn default() -> Self {
        ConcreteSearchLimits {
            steps: 24_000_000,
            first_steps: 4_000_000,
            long_runs: 4,
            long_steps: 4_000_000,
            later_steps: 50_000,
            runs: 250,
            runs_if_long: 3,
            patience: Patience::Endless,
            deadline: None,
        }
    }
}

/// The choices of a run that reaches an error, if one was found.
pub fn concrete_search(
    program: &Program,
    seed: u64,
    limits: &ConcreteSearchLimits,
) -> Option<Vec<(EdgeId, Value)>> {
    let mut left = limits.steps;
    let mut seen = FxHashSet::default();
    let mut newest = 0;
    let mut random = Random(seed);
    let constants = constants_of(program);
    let (mut runs, mut long_steps) = (limits.runs, limits.long_steps);
    let mut number = 0;
    while number < runs {
        let steps = match number {
            0 => limits.first_steps,
            n if n <= limits.long_runs => long_steps,
            _ => limits.later_steps,
        }
        .min(left);
        let before = limits.steps - left;
        let steps = steps.min(limits.patience.end(newest).saturating_sub(before));
        if steps == 0 {
            return None;
        }
        let mut oracle = Recorder {
            style: Style::of_run(number, &constants),
            constants: &constants,
            random: &mut random,
            choices: Vec::new(),
        };
        let followed = number == 0 || limits.patience != Patience::Endless;
        let mut progress = Progress {
            seen: followed.then_some(&mut seen),
            ..Progress::default()
        };
        let mut run_limits = Limits {
            steps,
            deadline: limits.deadline,
            ..Limits::default()
        };
        let mut outcome = run(program, &mut oracle, &mut progress, &run_limits);
        left = left.saturating_sub(progress.steps);
        if progress.newest > 0 {
            newest = before + progress.newest;
        }
        if number == 0 && outcome == Outcome::Limit && progress.gets_on() {
            // One loop after the other: it is worth waiting for the end.
            run_limits.steps = limits.steps;
            oracle.choices.clear();
            progress = Progress::default();
            outcome = run(program, &mut oracle, &mut progress, &run_limits);
        }
        if let Outcome::Error(_) = outcome {
            return Some(oracle.choices);
        }
        let deterministic = oracle.choices.is_empty();
        let late = limits.deadline.is_some_and(|d| Moment::now() >= d);
        let ended = outcome != Outcome::Limit;
        if number == 0 && ended && progress.steps > LONG * limits.later_steps {
            runs = runs.min(limits.runs_if_long);
            long_steps = long_steps.max(2 * progress.steps);
        }
        if deterministic || left == 0 || late {
            return None;
        }
        number += 1;
    }
    None
}

/// How a run ended, and the edge that it took last.
pub type RunEnd = (Outcome, Option<(FunctionId, EdgeId)>);

/// How some runs with inputs of all kinds end.
pub fn ends_of_runs(program: &Program, seed: u64, runs: u32, limits: &Limits) -> Vec<RunEnd> {
    let mut random = Random(seed);
    let constants = constants_of(program);
    let ends = (0..runs).map(|number| {
        let mut oracle = Recorder {
            style: Style::of_run(number, &constants),
            constants: &constants,
            random: &mut random,
            choices: Vec::new(),
        };
        let mut last = LastEdge(None);
        let outcome = run(program, &mut oracle, &mut last, limits);
        (outcome, last.0)
    });
    ends.collect()
}

struct LastEdge(Option<(FunctionId, EdgeId)>);

impl Observer for LastEdge {
    fn step(&mut self, step: Step<'_>) {
        self.0 = Some((step.function, step.edge));
    }
}

/// A first run is long if it has LONG times the steps of a later one.
const LONG: u64 = 10;

/// How far a run has come.
#[derive(Default)]
struct Progress<'s> {
    steps: u64,
    /// The edges that were taken, if that is followed.
    seen: Option<&'s mut FxHashSet<(FunctionId, EdgeId)>>,
    /// The edge that was taken last for the first time was this step.
    newest: u64,
}

impl Progress<'_> {
    /// Whether a new edge was taken in the second half.
    fn gets_on(&self) -> bool {
        self.newest > self.steps / 2
    }
}

impl Observer for Progress<'_> {
    fn step(&mut self, step: Step<'_>) {
        self.steps += 1;
        let here = (step.function, step.edge);
        if self.seen.as_mut().is_some_and(|seen| seen.insert(here)) {
            self.newest = self.steps;
        }
    }
}

/// Numbers that conditions of the program mention, at most a few hundred.
fn constants_of(program: &Program) -> Vec<u128> {
    const ENOUGH: usize = 400;
    let mut found = BTreeSet::new();
    let mut seen = FxHashSet::default();
    for function in &program.functions {
        for id in function.cfa.edge_ids() {
            let Operation::Assume { condition, .. } = function.cfa.edge(id).operation else {
                continue;
            };
            for term in program.terms.postorder_new(&[condition], &mut seen) {
                if let Some(number) = program.terms.as_bv(term)
                    && number.width() > 1
                {
                    found.insert(number.signed() as u128);
                }
            }
            if found.len() >= ENOUGH {
                return found.into_iter().collect();
            }
        }
    }
    found.into_iter().collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Zero,
    Small,
    Any,
    /// Numbers that the program mentions, and their neighbours.
    Mentioned,
}

impl Style {
    fn of_run(number: u32, constants: &[u128]) -> Style {
        match number {
            0 => Style::Zero,
            n if n % 3 == 0 => Style::Any,
            n if n % 3 == 2 && !constants.is_empty() => Style::Mentioned,
            _ => Style::Small,
        }
    }
}

/// Chooses and remembers.
struct Recorder<'r> {
    style: Style,
    constants: &'r [u128],
    random: &'r mut Random,
    choices: Vec<(EdgeId, Value)>,
}

impl Oracle for Recorder<'_> {
    fn choose(&mut self, _: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let value = self.value(sort);
        self.choices.push((edge, value.clone()));
        value
    }
}

impl Recorder<'_> {
    fn value(&mut self, sort: &Sort) -> Value {
        match sort {
            Sort::BitVec(width) => Value::Bv(BvValue::new(*width, self.bits())),
            Sort::Float { .. } => self.float(sort),
            Sort::Array(pair) => {
                let element = self.value(&pair.1);
                let mut array = ArrayValue::constant(pair.0.clone(), element);
                // The first elements differ.
                if let (Sort::BitVec(width), false) = (&pair.0, self.style == Style::Zero) {
                    for index in 0..12 {
                        let element = self.value(&pair.1);
                        array.store(Value::Bv(BvValue::new(*width, index)), element);
                    }
                }
                Value::Array(array)
            }
            // No other sort occurs in programs; `false` then fails the sort check.
            other => Value::zero(other).unwrap_or(Value::Bool(false)),
        }
    }

    /// A small number, or any bits.
    fn float(&mut self, sort: &Sort) -> Value {
        let bits = self.bits();
        let small = (bits as i64 % 2000) as f64 / 8.0;
        let value = match (FloatFormat::of(sort), self.style) {
            (Some(format), Style::Any) => FloatValue::from_bits(format, bits),
            (Some(FloatFormat::Single), _) => FloatValue::single(small as f32),
            (Some(FloatFormat::Double), _) => FloatValue::double(small),
            _ => return Value::zero(sort).unwrap_or(Value::Bool(false)),
        };
        Value::Float(value)
    }

    fn bits(&mut self) -> u128 {
        let random = u128::from(self.random.next());
        match self.style {
            Style::Zero => 0,
            Style::Small => match random % 8 {
                0 => u128::MAX,
                1..=3 => u128::from(random % 16 >= 8),
                _ => (random >> 8) % 12,
            },
            Style::Mentioned => {
                let picked = self.constants[(random >> 8) as usize % self.constants.len()];
                match random % 8 {
                    0 => picked.wrapping_add(1),
                    1 => picked.wrapping_sub(1),
                    2 => (random >> 40) % 4,
                    _ => picked,
                }
            }
            Style::Any => match random % 4 {
                0 => (random >> 8) % 1000,
                1 => ((random >> 8) % 1000).wrapping_neg(),
                _ => random,
            },
        }
    }
}
