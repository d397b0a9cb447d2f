//! Predicates of `predabs`: it searches first, for a part of the time.
//!
//! Its interpolants are those of whole paths, so its predicates say more about what leads to a
//! target than those of single steps. They are over the symbols of the program, which all systems
//! of it share. If it finds a verdict, there is nothing left to search for.

use crate::engines::predabs::explore;
use crate::shared::ic3::Options;
use crate::{Context, EngineError, Task};
use invar_term::TermId;
use invar_verdict::{Invariant, Verdict};
use std::time::Duration;

/// The other engine gets 1/TIME_SHARE of the remaining time.
const TIME_SHARE: u32 = 5;
/// Maximal time of the other engine.
const MAX_TIME: Duration = Duration::from_secs(20);

/// What the other engine contributes.
pub(super) enum Shared {
    /// A verdict with its evidence.
    Decided(Verdict),
    /// Predicates.
    Predicates(Vec<TermId>),
}

/// Asks `predabs`, with what is known of loop heads.
///
/// # Errors
/// If the solver cannot be used.
pub(super) fn share(
    task: &Task<'_>,
    context: &Context<'_>,
    options: &Options,
    facts: &Invariant,
) -> Result<Shared, EngineError> {
    let time = (context.budget.left() / TIME_SHARE).min(MAX_TIME);
    // Separate counters: its work is not that of this engine.
    let mut apart = Context::new(context.solver, context.budget.at_most(time));
    apart.interpolation = context.interpolation;
    apart.memory_mb = context.memory_mb;
    apart.observer = context.observer;
    let explored = explore(task, &apart, options, facts)?;
    if !matches!(explored.verdict, Verdict::Unknown(_)) {
        context.counters.add("decided while sharing", 1);
        return Ok(Shared::Decided(explored.verdict));
    }
    let count = explored.predicates.len() as u64;
    context.counters.add("predicates shared", count);
    Ok(Shared::Predicates(explored.predicates))
}
