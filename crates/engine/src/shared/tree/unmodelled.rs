//! Targets that are not modelled: which are reached, and are no longer searched for.

use crate::shared::ic3::{AtUnsupported, Inputs, Options, PlaceId, PlaceKind, Stop, System};
use invar_cfa::UnsupportedId;
use invar_encode::NodeKind;
use std::collections::BTreeSet;

/// What is known of targets that are not modelled.
#[derive(Debug, Default)]
pub(crate) struct Unmodelled {
    first: Option<UnsupportedId>,
    given_up: BTreeSet<PlaceId>,
}

impl Unmodelled {
    /// The first that was reached.
    pub(crate) fn reached(&self) -> Option<UnsupportedId> {
        self.first
    }

    /// Whether the search no longer looks for paths to a target.
    pub(crate) fn has_given_up(&self, target: PlaceId) -> bool {
        self.given_up.contains(&target)
    }

    /// The inputs that reach a target, if it is an error; otherwise it is given up.
    ///
    /// # Errors
    /// If the search ends at what is not modelled.
    pub(crate) fn error(
        &mut self,
        system: &System,
        options: &Options,
        target: PlaceId,
        inputs: Inputs,
    ) -> Result<Option<Inputs>, Stop> {
        let PlaceKind::Target(NodeKind::Unsupported(id)) = system.place(target).kind else {
            return Ok(Some(inputs));
        };
        self.first.get_or_insert(id);
        if options.at_unsupported() == AtUnsupported::Stop {
            return Err(Stop::Unsupported(id));
        }
        self.given_up.insert(target);
        Ok(None)
    }
}
