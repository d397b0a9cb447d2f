//! Facts that were certified on the way to a verdict.

use invar_cfa::{LocId, Program};
use invar_verdict::{Invariant, Support};

/// Facts that were certified, with what they are about.
pub(crate) struct Known {
    pub(super) program: Program,
    pub(super) heads: Vec<LocId>,
    pub(super) invariant: Invariant,
    pub(super) support: Support,
}
