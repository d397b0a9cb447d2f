//! Loops of which one round is looked at: where they begin and forget.

use invar_cfa::{FunctionId, LocId, Span};
use std::collections::BTreeMap;

/// Where loops begin and forget.
#[derive(Default)]
pub(in crate::lower) struct CutLoops {
    pub(in crate::lower) begins: BTreeMap<(FunctionId, i128), LocId>,
    pub(in crate::lower) forgets: Vec<Forget>,
}

/// Where a loop forgets.
pub(in crate::lower) struct Forget {
    pub(in crate::lower) function: FunctionId,
    /// No path inside the loop passes this.
    pub(in crate::lower) begin: LocId,
    pub(in crate::lower) at: LocId,
    pub(in crate::lower) span: Option<Span>,
}
