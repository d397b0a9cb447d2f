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

/// The certified facts of a run.
#[derive(Default)]
pub(crate) struct GatheredFacts {
    /// Those that were certified last.
    pub(super) known: Option<Known>,
    /// The number of facts when they were certified last.
    pub(super) size: usize,
}
