//! Which objects interrupt handlers and other code touch.

use crate::ast::VariableId;
use crate::points_to::NodeId;
use invar_cfa::VarId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The level of code that nothing interrupts.
pub(in crate::lower) const UNINTERRUPTED: u32 = u32::MAX;

/// The levels that touch an object, as bits.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::lower) struct Touch {
    pub(in crate::lower) reads: u64,
    pub(in crate::lower) writes: u64,
}

/// What an operation does with an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Access {
    Read,
    Write,
}

impl Touch {
    /// Whether code of a higher level can tell, or change, what an access does.
    pub(in crate::lower) fn conflicts(self, level: u32, access: Access) -> bool {
        let others = match access {
            Access::Read => self.writes,
            Access::Write => self.reads | self.writes,
        };
        others.checked_shr(level.saturating_add(1)).unwrap_or(0) != 0
    }
}

/// What the levels touch.
#[derive(Default)]
pub(in crate::lower) struct SharedData {
    pub(in crate::lower) plain: FxHashMap<VarId, Touch>,
    pub(in crate::lower) variables: FxHashMap<VariableId, Touch>,
    pub(in crate::lower) nodes: FxHashMap<NodeId, Touch>,
    /// Variables that are changed by name.
    pub(in crate::lower) changed: FxHashSet<VariableId>,
    /// Nodes of objects that are changed through pointers.
    pub(in crate::lower) changed_nodes: FxHashSet<NodeId>,
}
