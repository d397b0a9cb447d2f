//! Blocking along a path: the procedure TREE-IC3-BLOCK-PATH of Cimatti & Griggio 2012, figure 2.
//!
//! The labels of the path are the first frames. The cube that must not be reached after the last
//! step is the first obligation; what leads into an obligation is the next one, one step before,
//! until one is reached from the start of the path, which is feasible then, or is blocked and
//! leaves a clause at its position.
//!
//! Deviations: predecessors are implicants of the exact pre-image, one at a time, as in `ic3`.
//! Whether a step can be taken at all from its frame is not asked beforehand: where it cannot, an
//! obligation after it is generalised to the empty cube, and the search ends.
//!
//! Limitations: an obligation may have predecessors without end; only the budget ends that.

use super::needed::needed;
use super::position::OnPath;
use super::track::Track;
use crate::Context;
use crate::shared::ic3::{
    Cube, Inputs, Options, PlaceId, PlacedFacts, Purpose, Reached, Setting, Solvers, Stop, System,
    constants_of, generalise, state_of,
};
use crate::shared::tree::{Path, Refutation, Refute, check_refutation};
use invar_solver::Model;
use invar_term::{RBig, TermId};
use invar_verdict::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// Which of the learnt clauses are returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Keep {
    /// Those that the refutation needs.
    #[default]
    Needed,
    /// All.
    #[cfg(test)]
    All,
}

/// Refutes paths by IC3.
pub(crate) struct PathBlocker<'r> {
    setting: Setting<'r>,
    solvers: Solvers<'r>,
    /// Integer constants of the program, their neighbours and negations, in order.
    constants: Vec<RBig>,
    keep: Keep,
    /// Obligations per path.
    most: u64,
}

/// What comes of one goal.
enum Goal {
    Blocked,
    Reached(Inputs),
    TooHard,
}

impl<'r> PathBlocker<'r> {
    /// For paths of a system of which some facts are known.
    pub(crate) fn new(
        system: &'r System,
        facts: BTreeMap<PlaceId, Vec<TermId>>,
        context: &'r Context<'r>,
        options: &'r Options,
    ) -> PathBlocker<'r> {
        PathBlocker {
            setting: Setting {
                system,
                context,
                options,
            },
            solvers: Solvers::new(system, context, facts),
            constants: constants_of(system),
            keep: Keep::default(),
            most: u64::MAX,
        }
    }

    /// Sets which clauses are returned.
    #[cfg(test)]
    pub(crate) fn keeping(self, keep: Keep) -> PathBlocker<'r> {
        PathBlocker { keep, ..self }
    }

    /// Bounds the obligations per path; a path that needs more is too hard.
    #[cfg(test)]
    pub(crate) fn limited(self, obligations: u64) -> PathBlocker<'r> {
        PathBlocker {
            most: obligations,
            ..self
        }
    }

    fn block_path(&mut self, path: &Path, goals: &[Cube]) -> Result<Refutation, Stop> {
        let Setting {
            system, context, ..
        } = self.setting;
        let mut on_path = OnPath {
            setting: self.setting,
            constants: &self.constants,
            solvers: &mut self.solvers,
            track: Track::new(system, path),
        };
        let mut left = self.most;
        for goal in goals {
            match on_path.block(goal, &mut left)? {
                Goal::Blocked => {}
                Goal::Reached(inputs) => {
                    context.counters.add("paths feasible", 1);
                    return Ok(Refutation::Feasible(inputs));
                }
                Goal::TooHard => {
                    context.counters.add("paths too hard", 1);
                    return Ok(Refutation::TooHard);
                }
            }
            if on_path.track.blocked_at().is_some() {
                break;
            }
        }
        context.counters.add("paths refuted", 1);
        let track = on_path.track;
        let found = match self.keep {
            Keep::Needed => needed(self.setting, &mut self.solvers, &track),
            #[cfg(test)]
            Keep::All => None,
        };
        let end = track.blocked_at().unwrap_or(track.end());
        let all = || (1..=end).map(|position| track.found(position)).collect();
        Ok(Refutation::Refuted(found.unwrap_or_else(all)))
    }
}

impl Refute for PathBlocker<'_> {
    fn know(&mut self, shared_lemmas: &PlacedFacts) -> Result<(), Stop> {
        Ok(self.solvers.know(shared_lemmas)?)
    }

    fn refute(&mut self, path: &Path, goals: &[Cube]) -> Result<Refutation, Stop> {
        if path.steps.is_empty() {
            let message = "a path without a step cannot be refuted";
            return Err(Reason::Internal(message.into()).into());
        }
        let refutation = self.block_path(path, goals)?;
        debug_assert_eq!(
            check_refutation(
                self.setting,
                self.solvers.all_facts(),
                path,
                goals,
                &refutation
            )
            .err(),
            None
        );
        Ok(refutation)
    }
}

impl OnPath<'_, '_> {
    /// Shows that the path does not lead into a cube after it.
    fn block(&mut self, goal: &Cube, left: &mut u64) -> Result<Goal, Stop> {
        let Setting {
            system, context, ..
        } = self.setting;
        let end = self.track.end();
        // The obligation at index i is at position `end - i` and leads into the one before it.
        let mut obligations = vec![goal.clone()];
        while let Some(cube) = obligations.last() {
            context.proceed(&system.terms, "blocking along a path")?;
            if *left == 0 {
                return Ok(Goal::TooHard);
            }
            *left -= 1;
            context.counters.add("obligations", 1);
            let position = end + 1 - obligations.len();
            match self.reached(position, cube.literals(), Purpose::Block)? {
                Ok(Reached::Yes(model)) if position == 1 => {
                    return Ok(Goal::Reached(self.inputs(&model, &obligations)?));
                }
                Ok(Reached::Yes(model)) => {
                    let step = self.track.step_to(position);
                    obligations.push(self.setting.predecessor(step, cube, &model)?);
                }
                Ok(Reached::No(core)) => {
                    self.exclude(position, cube, core)?;
                    if self.track.blocked_at().is_some() {
                        return Ok(Goal::Blocked);
                    }
                    obligations.pop();
                }
                Err(Reason::SolverGaveUp { .. }) => return Ok(Goal::TooHard),
                Err(reason) => return Err(reason.into()),
            }
        }
        Ok(Goal::Blocked)
    }

    /// Learns a clause from a cube that is blocked because of `core`.
    fn exclude(&mut self, position: usize, cube: &Cube, core: Vec<TermId>) -> Result<(), Stop> {
        let Setting {
            system, context, ..
        } = self.setting;
        let lemma = if core.is_empty() {
            Cube::default()
        } else if position == self.track.end() {
            // The answer must be about the goal itself.
            cube.clone()
        } else {
            let core: BTreeSet<TermId> = core.into_iter().collect();
            generalise(self, position, cube, &core)?.0
        };
        context.counters.add("clauses on paths", 1);
        self.track.learn(&system.terms, position, lemma);
        Ok(())
    }

    /// The inputs with which the path is taken, by its first step as the model says and then
    /// through the obligations.
    fn inputs(&mut self, model: &Model, obligations: &[Cube]) -> Result<Inputs, Stop> {
        let first = self.track.step_to(1);
        let state = state_of(self.setting.system, self.track.place(0), model);
        let rest = obligations.iter().rev().skip(1);
        let rest = rest.enumerate().map(|(index, cube)| {
            let step = self.track.step_to(index + 2);
            (step, cube.clone())
        });
        let rest: Vec<_> = rest.collect();
        self.setting
            .inputs(self.solvers, (first, state, model), &rest)
    }
}
