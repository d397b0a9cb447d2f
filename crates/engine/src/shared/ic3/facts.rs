//! What is known before the search: facts of the task, and inductive candidates.

use super::options::{Options, Part};
use super::system::{PlaceId, System};
use crate::engines::houdini::{begin_with, given};
use crate::{Context, EngineError, Task};
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::BTreeMap;

/// Facts by place.
pub(crate) type PlacedFacts = BTreeMap<PlaceId, Vec<TermId>>;

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
    if options.has(Part::Candidates) {
        begin_with(engine, task, context)
    } else {
        Ok(given(task))
    }
}

/// Adds facts that are new.
pub(crate) fn add_facts(facts: &mut PlacedFacts, shared_lemmas: &PlacedFacts) {
    for (place, new) in shared_lemmas {
        let known = facts.entry(*place).or_default();
        for fact in new {
            if !known.contains(fact) {
                known.push(*fact);
            }
        }
    }
}

/// The facts by place.
pub(crate) fn known_facts(system: &System, facts: &Invariant) -> PlacedFacts {
    let mut by_place = BTreeMap::new();
    for place in system.inner() {
        if let Some(location) = system.place(place).location {
            by_place.insert(place, facts.facts(location).to_vec());
        }
    }
    by_place
}

/// Maps facts at locations to facts at the places of a system.
pub(crate) type Placing<'r> = Box<dyn Fn(&Invariant) -> PlacedFacts + 'r>;

/// Maps facts by the location of each place.
pub(super) fn by_location(system: &System) -> Placing<'_> {
    Box::new(|facts| known_facts(system, facts))
}
