//! Facts from others, taken while the search goes on.
//!
//! With `K` the facts so far and `K'` the news, every relation between frames that held under `K`
//! holds under `K and K'`, and `K'` is inductive with `K`: so frames, lemmas and levels stay, and
//! the invariant in the end has `K'` among its conjuncts. What was concluded from the *presence* of
//! a state is asked again: witnesses of lemmas that could not be pushed.

use super::facts::{PlacedFacts, known_facts};
use super::search::{Discharge, Search, Stop};
use super::system::System;
use crate::Context;
use invar_verdict::Invariant;

/// How facts at locations are facts at the places of a system.
pub(crate) type Placing<'r> = Box<dyn Fn(&Invariant) -> PlacedFacts + 'r>;

/// By the location of each place.
pub(super) fn by_location(system: &System) -> Placing<'_> {
    Box::new(|facts| known_facts(system, facts))
}

/// What came since the last call, by place. Other locations are of no interest.
pub(crate) fn news(
    context: &Context<'_>,
    placing: impl Fn(&Invariant) -> PlacedFacts,
) -> Option<PlacedFacts> {
    let news = context.news();
    let mut facts = Invariant::default();
    for (location, fact) in &news {
        facts.add(*location, *fact);
    }
    (!news.is_empty()).then(|| placing(&facts))
}

impl<'r> Search<'r> {
    /// The same for a system whose places are not locations.
    pub(crate) fn placing(mut self, placing: Placing<'r>) -> Search<'r> {
        self.placing = placing;
        self
    }

    /// Strengthens all frames by what others found.
    pub(super) fn take_news(&mut self, by: &mut impl Discharge<'r>) -> Result<(), Stop> {
        let Some(news) = news(self.context, &*self.placing) else {
            return Ok(());
        };
        by.know(&news);
        self.consecution.solvers.know(&news)?;
        self.witnesses.forget_excluded(self.system, &news);
        Ok(())
    }
}
