//! Accesses whose order with others is open.

use crate::points_to::ExprKey;
use invar_cfa::VarId;
use rustc_hash::FxHashMap;

/// Whether an access is to whole bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum AccessKind {
    Bytes,
    /// Others may share its bytes, but no bits.
    BitField,
}

/// Where a watched access was, once it is lowered.
pub(in crate::lower) struct Watched {
    /// Zero until then.
    pub(in crate::lower) spot: VarId,
    pub(in crate::lower) size: u64,
    pub(in crate::lower) kind: AccessKind,
    pub(in crate::lower) partners: Vec<ExprKey>,
}

/// The accesses of a function that take part in a pair.
#[derive(Default)]
pub(in crate::lower) struct WatchedAccesses(pub(in crate::lower) FxHashMap<ExprKey, Watched>);
