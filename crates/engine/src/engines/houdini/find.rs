//! The facts that a search begins with: those of the task, and candidates that are inductive
//! relative to them.

use crate::shared::candidates::candidates;
use crate::shared::houdini::keep_inductive;
use crate::shared::ic3::Part;
use crate::{Context, EngineError, Event, Learnt, Queries, Task};
use invar_solver::Budget;
use invar_verdict::Invariant;
use std::time::Duration;

/// Before another search, candidates get 1/TIME_SHARE of the remaining time.
const TIME_SHARE: u32 = 6;
/// Maximal time for candidates before another search.
const MAX_TIME: Duration = Duration::from_secs(20);

/// The facts of the task.
pub(crate) fn given(task: &Task<'_>) -> Invariant {
    let mut facts = Invariant::default();
    task.facts
        .iter()
        .for_each(|(location, fact)| facts.add(*location, *fact));
    facts
}

/// The facts that a search begins with: those of the task and the candidates that are inductive
/// relative to them, within a share of the time.
///
/// # Errors
/// If no solver can be made.
pub(crate) fn begin_with(
    engine: &'static str,
    task: &Task<'_>,
    context: &Context<'_>,
) -> Result<Invariant, EngineError> {
    let event = Event::new(engine, 0, "guessing facts");
    context.observer.event(&event);
    let left = context.budget.remaining();
    let share = left.map_or(MAX_TIME, |left| left / TIME_SHARE);
    let budget = context.budget.at_most(share.min(MAX_TIME));
    let mut facts = given(task);
    facts.extend(&inductive_candidates(task, context, &budget)?);
    Ok(facts)
}

/// The candidates that are inductive together with the facts of the task, reported as they are
/// found.
///
/// # Errors
/// If no solver can be made.
pub(super) fn inductive_candidates(
    task: &Task<'_>,
    context: &Context<'_>,
    budget: &Budget,
) -> Result<Invariant, EngineError> {
    let mut queries = Queries::new(&task.blocks.terms, context)?;
    let candidates = candidates(task, budget);
    let tried = candidates.values().map(Vec::len).sum::<usize>();
    context.counters.add("facts tried", tried as u64);
    let count = |facts: &Invariant| facts.at.values().map(Vec::len).sum::<usize>() as u64;
    let tell = |found: &Invariant| {
        context.counters.add("facts guessed", count(found));
        for (location, here) in &found.at {
            for fact in here {
                context.observer.learnt(&Learnt {
                    location: *location,
                    level: None,
                    fact: *fact,
                    origin: Part::Candidates.name(),
                });
            }
        }
    };
    Ok(keep_inductive(task, candidates, &mut queries, budget, tell))
}
