//! `facts`: guesses that turn out inductive, where they already suffice.
//!
//! Background: Houdini (Flanagan & Leino 2001), on guesses from the program text and from sampled
//! executions. What is kept is told as it is found, cheap guesses first, so that a search that is
//! given little time leaves something. The other engines begin with the same facts (`find`).
//!
//! Limitations: it finds no errors, and no invariant whose conjuncts are not guessed.
//!
//! Reading order: here, `find`, `targets`; `candidates` (the guesses), `houdini` (which to keep).

mod find;
mod targets;

pub(crate) use find::{begin_with, given};
pub use targets::{Targets, open_targets, targets};

use crate::ic3::needed_facts;
use crate::{Context, Engine, EngineError, Event, Queries, Task};
use find::guessed;
use invar_solver::Cause;
use invar_verdict::{Limit, Proof, Reason, Verdict};
use std::time::Duration;

/// Of the time that there is, guessing leaves one part in so many to see what the facts prove.
const REST: u32 = 4;

/// A proof by guessed facts alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// The time that guessing may take; as much as there is, if `None`.
    pub most: Option<Duration>,
}

impl Facts {
    /// Guessing that ends after some time, whatever it has found.
    pub fn within(most: Duration) -> Facts {
        Facts { most: Some(most) }
    }
}

impl Engine for Facts {
    fn name(&self) -> &'static str {
        "facts"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        context.tell(0, || Event::new(self.name(), 0, "guessing facts"));
        let left = context.budget.remaining();
        let time = [left.map(|left| left - left / REST), self.most];
        let budget = match time.into_iter().flatten().min() {
            Some(time) => context.budget.at_most(time),
            None => context.budget.clone(),
        };
        let mut facts = guessed(task, context, &budget)?;
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
