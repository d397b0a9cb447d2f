//! The states because of which lemmas could not be pushed.

use super::cube::Cube;
use super::facts::PlacedFacts;
use super::system::{PlaceId, StepId, System};
use invar_solver::Model;
use invar_term::Evaluator;
use std::collections::BTreeMap;

/// Why lemmas were not pushed.
#[derive(Debug, Default)]
pub(crate) struct Witnesses {
    pub(super) of: BTreeMap<(PlaceId, Cube), (StepId, Model)>,
}

impl Witnesses {
    /// Forgets states that new facts exclude.
    pub(super) fn forget_excluded(&mut self, system: &System, shared_lemmas: &PlacedFacts) {
        self.of.retain(|_, (step, model)| {
            let facts = shared_lemmas
                .get(&system.step(*step).from)
                .into_iter()
                .flatten();
            let mut evaluator = Evaluator::new(&system.terms, &*model);
            facts
                .into_iter()
                .all(|fact| evaluator.eval_bool(*fact).unwrap_or(false))
        });
    }
}
