//! Lemmas of other engines, taken during the search.
//!
//! With `K` the facts so far and `K'` the shared lemmas, every relation between frames that held
//! under `K` holds under `K and K'`, and `K'` is inductive with `K`: so frames, lemmas and levels
//! stay valid, and the final invariant has `K'` among its conjuncts. Conclusions from the
//! *presence* of a state are checked again: witnesses of lemmas that could not be pushed.

use super::discharge::Discharge;
use super::facts::{PlacedFacts, Placing};
use super::search::Search;
use super::stop::Stop;
use crate::Context;
use invar_verdict::Invariant;

/// The lemmas since the last call, by place. Locations without a place are ignored.
pub(crate) fn shared_lemmas(
    context: &Context<'_>,
    placing: impl Fn(&Invariant) -> PlacedFacts,
) -> Option<PlacedFacts> {
    let shared_lemmas = context.shared_lemmas();
    let mut facts = Invariant::default();
    for (location, fact) in &shared_lemmas {
        facts.add(*location, *fact);
    }
    (!shared_lemmas.is_empty()).then(|| placing(&facts))
}

impl<'r> Search<'r> {
    /// Sets the mapping for a system whose places are not locations.
    pub(crate) fn placing(mut self, placing: Placing<'r>) -> Search<'r> {
        self.placing = placing;
        self
    }

    /// Strengthens all frames by the lemmas of other engines.
    pub(super) fn take_shared_lemmas(&mut self, by: &mut impl Discharge<'r>) -> Result<(), Stop> {
        let Some(shared_lemmas) = shared_lemmas(self.context, &*self.placing) else {
            return Ok(());
        };
        by.know(&shared_lemmas);
        self.consecution.solvers.know(&shared_lemmas)?;
        self.witnesses.forget_excluded(self.system, &shared_lemmas);
        Ok(())
    }
}
