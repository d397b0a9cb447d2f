//! The facts that a search begins with: those of the task, and guesses that are inductive with
//! them.

use crate::candidates::candidates;
use crate::houdini::keep_inductive;
use crate::ic3::Part;
use crate::{Context, EngineError, Event, Learnt, Queries, Task};
use invar_solver::Budget;
use invar_verdict::Invariant;
use std::time::Duration;

/// Part of the time left that guessing may take before another search.
const SHARE: u32 = 6;
/// Time that guessing may take at most before another search.
const MOST: Duration = Duration::from_secs(20);

/// The facts of the task.
pub(crate) fn given(task: &Task<'_>) -> Invariant {
    let mut facts = Invariant::default();
    task.facts
        .iter()
        .for_each(|(location, fact)| facts.add(*location, *fact));
    facts
}

/// What a search begins with that may guess: the facts of the task and those guesses that are
/// inductive with them, within a share of the time.
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
    let share = left.map_or(MOST, |left| left / SHARE);
    let budget = context.budget.at_most(share.min(MOST));
    let mut facts = given(task);
    facts.extend(&guessed(task, context, &budget)?);
    Ok(facts)
}

/// The guesses that are inductive together with the facts of the task, told as they are found.
///
/// # Errors
/// If no solver can be made.
pub(super) fn guessed(
    task: &Task<'_>,
    context: &Context<'_>,
    budget: &Budget,
) -> Result<Invariant, EngineError> {
    let mut queries = Queries::new(&task.blocks.terms, context)?;
    let guesses = candidates(task, budget);
    let tried = guesses.values().map(Vec::len).sum::<usize>();
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
                    origin: Part::Guess.name(),
                });
            }
        }
    };
    Ok(keep_inductive(task, guesses, &mut queries, budget, tell))
}
