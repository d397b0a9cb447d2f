//! `kind`: k-induction over blocks, and `bmc+kind`, which bounds the effort on the step case.
//!
//! Background: Somenzi & Bradley, "IC3: Where Monolithic and Incremental Meet" (2011), section I.
//! For k = 1, 2, ...:
//!
//! ```text
//! base(k)   no execution of at most k blocks from the entry reaches a target
//! step(k)   no execution of exactly k blocks from any state at a loop head that satisfies the
//!           facts, and passes only such states, reaches a target
//! ```
//!
//! Both together prove the program safe: the last k blocks of a longer execution to a target
//! would start at a loop head (the entry, unless it is one, starts executions only), where the
//! facts hold. Targets have no successors, so executions pass none on their way.
//!
//! Deviations: facts at loop heads (the task's, and on request those that [`crate::houdini()`]
//! finds) strengthen the step case. Limitations: no simple-path constraint, so k-induction alone
//! is not complete even for finite systems.
//!
//! Reading order: here, `step`, `base`, `unroll`.

mod step;

use crate::engines::houdini::{begin_with, given};
use crate::shared::base::{Base, Progress, is_final};
use crate::{Context, Engine, EngineError, Queries, Task};
use invar_cfa::LocId;
use invar_solver::Answer;
use invar_term::TermId;
use invar_verdict::{Invariant, Limit, Proof, Reason, Verdict};
use std::time::Duration;
use step::Step;

/// Whether to look for facts first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lemmas {
    /// Only the facts of the task.
    Given,
    /// Also inductive candidates from the program text.
    Candidates,
}

/// How much time the step case may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// As much as there is.
    Unbounded,
    /// About as much as the base case; a depth at which it takes longer is skipped.
    Half,
}

/// Time the step case may take before its share counts.
const STEP_FREE: Duration = Duration::from_secs(1);

/// K-induction.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name under which it reports.
    pub name: &'static str,
    /// Where the facts of the step case come from.
    pub lemmas: Lemmas,
    /// How much time the step case may take.
    pub share: Share,
    /// Largest k to try; any, if `None`.
    pub bound: Option<u32>,
}

impl Kind {
    /// Textbook k-induction: the engine `kind`.
    pub fn plain() -> Kind {
        Kind {
            name: "kind",
            lemmas: Lemmas::Given,
            share: Share::Unbounded,
            bound: None,
        }
    }

    /// Depth by depth, with inductive candidates and equal shares: the engine `bmc+kind`.
    pub fn interleaved() -> Kind {
        Kind {
            name: "bmc+kind",
            lemmas: Lemmas::Candidates,
            share: Share::Half,
            bound: None,
        }
    }
}

impl Engine for Kind {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let mut queries = Queries::new(&task.blocks.terms, context)?;
        let mut step_queries = Queries::new(&task.blocks.terms, context)?;
        let mut base = Base::new(self.name, task);
        let mut step: Option<Step<'_>> = None;
        loop {
            if let Some(bound) = self.bound.filter(|bound| base.depth() >= *bound) {
                return Ok(base.give_up(Reason::Bound(Limit::Unrolling(bound))));
            }
            match base.deepen(&mut queries, context) {
                Ok(Progress::Open) => {}
                Ok(Progress::Done(verdict)) => return Ok(verdict),
                Err(reason) => return Ok(base.give_up(reason)),
            }
            if !base.may_be_safe() {
                continue;
            }
            // Candidates are tried late: many programs end at depth one.
            let facts = match &step {
                Some(step) => step.with_facts(&context.shared_lemmas()),
                None => Some(with(self.facts(task, context)?, &context.shared_lemmas())),
            };
            if let Some(facts) = facts {
                step = Some(Step::new(task, facts));
            }
            let step = step.as_mut().expect("the first round makes a step case");
            let k = base.depth();
            if let Err(reason) = step.advance(context, k) {
                return Ok(base.give_up(reason));
            }
            let budget = match self.share {
                Share::Unbounded => context.budget.clone(),
                Share::Half => context
                    .budget
                    .at_most((STEP_FREE + queries.time).saturating_sub(step_queries.time)),
            };
            match step.check(&mut step_queries, &budget) {
                Answer::Unsat(_) => return Ok(Verdict::Safe(step.proof(k))),
                Answer::Sat(_) => {}
                Answer::Unknown(cause) if is_final(context, &cause) => {
                    let activity = format!("checking the step case at k = {k}");
                    return Ok(base.give_up(context.stop(cause, &activity)));
                }
                // Another k may be easier, or the base case may find an error.
                Answer::Unknown(_) => {}
            }
        }
    }
}

impl Kind {
    /// The facts of the step case: inductive together.
    fn facts(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Invariant, EngineError> {
        match self.lemmas {
            Lemmas::Given => Ok(given(task)),
            Lemmas::Candidates => begin_with(self.name, task, context),
        }
    }
}

/// More facts, which are inductive together with those.
fn with(mut facts: Invariant, more: &[(LocId, TermId)]) -> Invariant {
    for (location, fact) in more {
        facts.add(*location, *fact);
    }
    facts
}

impl Step<'_> {
    /// The facts with the shared lemmas, if there are any: earlier states of the unrolling satisfy
    /// them too, so the unrolling starts again.
    fn with_facts(&self, shared_lemmas: &[(LocId, TermId)]) -> Option<Invariant> {
        (!shared_lemmas.is_empty()).then(|| with(self.facts().clone(), shared_lemmas))
    }

    fn proof(&self, k: u32) -> Proof {
        let heads = self.graph().heads().collect();
        Proof::KInductive {
            k,
            heads,
            facts: self.facts().clone(),
        }
    }
}
