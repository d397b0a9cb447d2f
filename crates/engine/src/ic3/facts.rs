//! What is known before the search: facts of the task, and guesses that turn out inductive.

use super::options::{Options, Part};
use super::system::{PlaceId, System};
use crate::candidates::candidates;
use crate::houdini::houdini;
use crate::{Context, EngineError, Event, Learnt, Queries, Task};
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::BTreeMap;
use std::time::Duration;

/// Part of the time left that guessing may take.
const GUESS_SHARE: u32 = 6;
/// Time that guessing may take at most.
const GUESS_MOST: Duration = Duration::from_secs(20);

/// What a search begins with, as its options say.
///
/// # Errors
/// If no solver can be made.
pub(crate) fn initial_facts(
    engine: &'static str,
    task: &Task<'_>,
    context: &Context<'_>,
    options: &Options,
) -> Result<Invariant, EngineError> {
    if options.has(Part::Guess) {
        let event = Event::new(engine, 0, "guessing facts");
        context.observer.event(&event);
        guessed_facts(task, context)
    } else {
        Ok(given_facts(task))
    }
}

/// The facts of the task.
fn given_facts(task: &Task<'_>) -> Invariant {
    let mut facts = Invariant::default();
    task.facts
        .iter()
        .for_each(|(location, fact)| facts.add(*location, *fact));
    facts
}

/// The facts of the task and those guesses that are inductive with them.
fn guessed_facts(task: &Task<'_>, context: &Context<'_>) -> Result<Invariant, EngineError> {
    let mut facts = given_facts(task);
    let left = context.budget.remaining();
    let share = left.map_or(GUESS_MOST, |left| left / GUESS_SHARE);
    let budget = context.budget.at_most(share.min(GUESS_MOST));
    let mut queries = Queries::new(&task.blocks.terms, context)?;
    let guessed = houdini(task, candidates(task), &mut queries, &budget);
    let count = guessed.at.values().map(Vec::len).sum::<usize>();
    context.counters.add("facts guessed", count as u64);
    for (location, here) in &guessed.at {
        for fact in here {
            context.observer.learnt(&Learnt {
                location: *location,
                level: None,
                fact: *fact,
                origin: Part::Guess.name(),
            });
        }
    }
    facts.extend(&guessed);
    Ok(facts)
}

/// The facts by place.
pub(crate) fn known_facts(system: &System, facts: &Invariant) -> BTreeMap<PlaceId, Vec<TermId>> {
    let mut by_place = BTreeMap::new();
    for place in system.inner() {
        if let Some(location) = system.place(place).location {
            by_place.insert(place, facts.facts(location).to_vec());
        }
    }
    by_place
}
