//! `houdini`: proofs by inductive candidates alone.
//!
//! Background: Houdini (Flanagan & Leino 2001), on candidates from the program text and from sampled
//! executions. Inductive candidates are reported as they are found, cheap ones first, so that even a
//! short search has a result. The other engines begin with the same facts (`find`).
//!
//! Limitations: it finds no errors, and no invariant with a conjunct that is not a candidate.
//!
//! Reading order: here, `find`, `targets`; `candidates` (generates them), `houdini` (keeps the
//! inductive ones).

mod find;
mod targets;

pub(crate) use find::{begin_with, given};
pub(crate) use targets::targets_for_all;
pub use targets::{Targets, open_targets, targets};

use crate::shared::ic3::needed_facts;
use crate::{Context, Engine, EngineError, Event, Queries, Task};
use find::inductive_candidates;
use invar_solver::Cause;
use invar_verdict::{Limit, Proof, Reason, Verdict};
use std::time::Duration;

/// 1/TARGETS_TIME_SHARE of the time is reserved for the query whether the facts exclude all
/// targets.
const TARGETS_TIME_SHARE: u32 = 4;

/// Proofs by inductive candidates alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Houdini {
    /// Maximal time for candidates; the whole budget if `None`.
    pub most: Option<Duration>,
}

impl Houdini {
    /// An engine whose candidates get at most this time.
    pub fn within(most: Duration) -> Houdini {
        Houdini { most: Some(most) }
    }
}

impl Engine for Houdini {
    fn name(&self) -> &'static str {
        "houdini"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        context.tell(0, || Event::new(self.name(), 0, "guessing facts"));
        let left = context.budget.remaining();
        let time = [left.map(|left| left - left / TARGETS_TIME_SHARE), self.most];
        let budget = match time.into_iter().flatten().min() {
            Some(time) => context.budget.at_most(time),
            None => context.budget.clone(),
        };
        let mut facts = inductive_candidates(task, context, &budget)?;
        let mut queries = Queries::new(&task.blocks.terms, context)?;
        let targets = targets(task, &facts, &mut queries, &context.budget);
        if targets == Targets::Excluded {
            facts.extend(&given(task));
            let graph = task.blocks;
            let counts = |head: &_| graph.node(*head).can_reach_target;
            return Ok(Verdict::Safe(Proof::Inductive {
                heads: graph.heads().filter(counts).collect(),
                invariant: needed_facts(task, context, &facts),
            }));
        }
        Ok(Verdict::Unknown(if context.budget.is_exhausted() {
            context.stop(Cause::Timeout, "guessing facts")
        } else {
            Reason::Bound(Limit::Facts)
        }))
    }
}
