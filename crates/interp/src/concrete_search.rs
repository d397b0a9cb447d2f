//! Concrete search: looks for an error by running the program, first with all inputs zero, then
//! with small and random inputs and numbers that the program mentions, then with changes of inputs that led to something
//! new (`guided`).
//!
//! A heuristic whose cost is counted in steps, so that its result does not depend on the
//! machine; it can end as soon as nothing new is seen. It finds shallow errors after long concrete loops, which symbolic search reaches late.

use crate::guided::{Constants, Corpus, Coverage, Input, Player, Runs, Style, Values};
use crate::machine::{Limits, Machine, Outcome, run};
use crate::oracle::{Observer, Step};
use crate::random::Random;
use invar_budget::Moment;
use invar_cfa::{EdgeId, FunctionId, Program};
use invar_term::Value;
use std::cell::Cell;

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
    /// Number of runs before guided ones.
    pub runs: u32,
    /// Total number of runs where the first one ends, but takes so many steps that later ones would
    /// hit their limit.
    pub runs_if_long: u32,
    /// How long the first runs go on without a new edge.
    pub patience: Patience,
    /// Steps for which guided runs go on without seeing anything new.
    pub guided: u64,
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
            guided: 20_000,
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
            guided: 200_000,
            ..ConcreteSearchLimits::default()
        }
    }
}

impl Default for ConcreteSearchLimits {
    fn default() -> Self {
        ConcreteSearchLimits {
            steps: 100_000_000,
            first_steps: 4_000_000,
            long_runs: 4,
            long_steps: 4_000_000,
            later_steps: 50_000,
            runs: 30,
            runs_if_long: 3,
            patience: Patience::Endless,
            guided: 12_000_000,
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
    let asked = Cell::new(0);
    let mut runs = Runs {
        machine: Machine::new(program).ok()?,
        coverage: Coverage::new(program, &asked),
        asked: &asked,
        constants: Constants::of(program),
        random: Random(seed),
        left: limits.steps,
        deadline: limits.deadline,
    };
    let mut corpus = Corpus::default();
    let found = match runs.first(limits, &mut corpus) {
        First::Error(inputs) => Some(inputs),
        First::Over => None,
        First::Open => runs.guided(limits, &mut corpus),
    };
    let choices = found?.into_iter().map(|input| (input.asker.1, input.value));
    Some(choices.collect())
}

/// How the first runs ended.
enum First {
    Error(Vec<Input>),
    /// There is no more to see.
    Over,
    /// Other inputs may lead elsewhere.
    Open,
}

impl Runs<'_, '_> {
    /// Runs with inputs of all kinds.
    fn first(&mut self, limits: &ConcreteSearchLimits, corpus: &mut Corpus) -> First {
        let mut newest = 0;
        let (mut runs, mut long_steps) = (limits.runs, limits.long_steps);
        let mut number = 0;
        while number < runs {
            let steps = match number {
                0 => limits.first_steps,
                n if n <= limits.long_runs => long_steps,
                _ => limits.later_steps,
            }
            .min(self.left);
            let before = limits.steps - self.left;
            let steps = steps.min(limits.patience.end(newest).saturating_sub(before));
            if steps == 0 {
                return if self.left == 0 {
                    First::Over
                } else {
                    First::Open
                };
            }
            let style = Style::of_run(number, &self.constants);
            let mut ended = self.run(Vec::new(), style, steps);
            if ended.progress.newest_edge > 0 {
                newest = before + ended.progress.newest_edge;
            }
            if number == 0 && ended.outcome == Outcome::Limit && ended.progress.gets_on() {
                // One loop after the other: it is worth waiting for the end.
                ended = self.run(Vec::new(), style, limits.steps.min(MAX_STEPS_OF_RUN));
            }
            let progress = ended.progress;
            let is_whole = ended.outcome != Outcome::Limit;
            let is_deterministic = ended.inputs.is_empty();
            if let Some(inputs) = corpus.keep(ended) {
                return First::Error(inputs);
            }
            if number == 0 && is_whole && progress.steps > LONG * limits.later_steps {
                runs = runs.min(limits.runs_if_long);
                long_steps = long_steps.max(2 * progress.steps);
            }
            if is_deterministic || self.is_over() {
                return First::Over;
            }
            number += 1;
        }
        if runs == limits.runs {
            First::Open
        } else {
            First::Over
        }
    }
}

/// How a run ended, and the edge that it took last.
pub type RunEnd = (Outcome, Option<(FunctionId, EdgeId)>);

/// How some runs with inputs of all kinds end.
pub fn ends_of_runs(program: &Program, seed: u64, runs: u32, limits: &Limits) -> Vec<RunEnd> {
    let mut random = Random(seed);
    let constants = Constants::of(program);
    let asked = Cell::new(0);
    let ends = (0..runs).map(|number| {
        let values = Values {
            constants: &constants,
            random: &mut random,
        };
        let style = Style::of_run(number, &constants);
        let mut player = Player::new(Vec::new(), style, values, &asked);
        let mut last = LastEdge(None);
        let outcome = run(program, &mut player, &mut last, limits);
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

/// Steps of one run, however far it gets.
const MAX_STEPS_OF_RUN: u64 = 24_000_000;
/// A first run is long if it has LONG times the steps of a later one.
const LONG: u64 = 10;
