//! Guided runs: inputs that led to something new are changed a little and tried again.
//!
//! Background: Zalewski, "american fuzzy lop" (2013). New is an edge that no run took before, or one that is taken 2, 4, ...,
//! 128 times for the first time. Of a run that saw something new the inputs up to there are kept; a later run has some of
//! them changed, and what comes after them is made up, so that programs that read inputs for ever are led on from the
//! state that was new.
//!
//! Deviations: inputs belong to the place that asks for them, so that a change does not move those of other places.

mod coverage;
mod inputs;
mod values;

use crate::concrete_search::ConcreteSearchLimits;
use crate::machine::{Limits, Machine, Outcome};
use crate::random::Random;
use coverage::Progress;
use inputs::changed;
use invar_budget::Moment;
use std::cell::Cell;

pub(crate) use coverage::Coverage;
pub(crate) use inputs::{Input, Player};
pub(crate) use values::{Constants, Style, Values};

/// Lists of inputs that are kept.
const MAX_KEPT: usize = 4_000;
/// Inputs of one list.
const MAX_INPUTS: usize = 20_000;
/// Inputs of all lists: some hundred megabytes.
const MAX_ALL_INPUTS: usize = 2_000_000;
/// One step for so many variables: what it costs to begin a run.
const VARIABLES_PER_STEP: usize = 16;
/// Lists of which the one that was changed least is taken.
const DRAWN: usize = 3;

/// The program, and what its runs have seen.
pub(crate) struct Runs<'r, 'p> {
    pub(crate) machine: Machine<'p>,
    pub(crate) coverage: Coverage<'r>,
    pub(crate) asked: &'r Cell<usize>,
    pub(crate) constants: Constants,
    pub(crate) random: Random,
    /// Steps that are left for all runs.
    pub(crate) left: u64,
    pub(crate) deadline: Option<Moment>,
}

/// A run that has ended.
pub(crate) struct Ended {
    pub(crate) outcome: Outcome,
    pub(crate) inputs: Vec<Input>,
    pub(crate) progress: Progress,
}

/// Inputs that led to something new.
struct Kept {
    inputs: Vec<Input>,
    /// Steps to what was new.
    steps: u64,
    /// How often they were changed and tried.
    tried: u32,
}

/// All of them, the newest last.
#[derive(Default)]
pub(crate) struct Corpus {
    kept: Vec<Kept>,
    /// The inputs of all lists.
    inputs: usize,
}

impl Corpus {
    /// Keeps the inputs of a run if it saw something new; gives them back if they lead to an error.
    pub(crate) fn keep(&mut self, ended: Ended) -> Option<Vec<Input>> {
        let (progress, mut inputs) = (ended.progress, ended.inputs);
        if let Outcome::Error(_) = ended.outcome {
            return Some(inputs);
        }
        let is_new = progress.newest > 0 || self.kept.is_empty();
        let has_room = self.kept.len() < MAX_KEPT && self.inputs + progress.asked <= MAX_ALL_INPUTS;
        if is_new && has_room && progress.asked <= MAX_INPUTS {
            inputs.truncate(progress.asked);
            inputs.shrink_to_fit();
            self.inputs += inputs.len();
            self.kept.push(Kept {
                inputs,
                steps: progress.newest,
                tried: 0,
            });
        }
        None
    }

    /// One of a few that was tried least: half of the time of the newest ones.
    fn drawn(&self, random: &mut Random) -> usize {
        let all = self.kept.len();
        let newest = match random.below(2) {
            0 => all,
            _ => all.min(all / 8 + 4),
        };
        let drawn = (0..DRAWN).map(|_| all - 1 - random.index(newest));
        let drawn = drawn.min_by_key(|at| (self.kept[*at].tried, *at));
        drawn.unwrap_or(0)
    }
}

impl Runs<'_, '_> {
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0 || self.deadline.is_some_and(|d| Moment::now() >= d)
    }

    /// One run with these inputs first.
    pub(crate) fn run(&mut self, given: Vec<Input>, style: Style, steps: u64) -> Ended {
        let limits = Limits {
            steps: steps.min(self.left),
            deadline: self.deadline,
            ..Limits::default()
        };
        let values = Values {
            constants: &self.constants,
            random: &mut self.random,
        };
        let mut player = Player::new(given, style, values, self.asked);
        self.coverage.begin();
        let outcome = self.machine.run(&mut player, &mut self.coverage, &limits);
        let inputs = player.taken;
        let progress = self.coverage.run;
        let cost = progress.steps + (self.machine.state.len() / VARIABLES_PER_STEP) as u64 + 1;
        self.left = self.left.saturating_sub(cost);
        Ended {
            outcome,
            inputs,
            progress,
        }
    }

    /// Runs with changed inputs, until they see nothing new for a while.
    pub(crate) fn guided(
        &mut self,
        limits: &ConcreteSearchLimits,
        corpus: &mut Corpus,
    ) -> Option<Vec<Input>> {
        let mut newest = self.left;
        while !corpus.kept.is_empty() && !self.is_over() && newest - self.left < limits.guided {
            let at = corpus.drawn(&mut self.random);
            let other = self.random.index(corpus.kept.len());
            corpus.kept[at].tried += 1;
            let kept = &corpus.kept[at];
            let inputs = kept.inputs.clone();
            let inputs = match self.random.below(4) {
                0 => inputs,
                _ => {
                    let other = &corpus.kept[other].inputs;
                    changed(inputs, other, &self.constants, &mut self.random)
                }
            };
            let further = limits.later_steps >> (2 * self.random.below(3));
            let steps = kept.steps + further;
            let style = Style::random(&mut self.random);
            let ended = self.run(inputs, style, steps);
            if ended.progress.newest > 0 {
                newest = self.left;
            }
            if let Some(inputs) = corpus.keep(ended) {
                return Some(inputs);
            }
        }
        None
    }
}
