//! What operands and functions read and change of objects that others know.

use crate::ast::{FunId, VariableId};
use crate::points_to::NodeId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// An object, or a set of objects that pointers may confuse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::lower) enum Outer {
    Variable(VariableId),
    Node(NodeId),
}

/// What an operand does to objects that others know.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(in crate::lower) struct Touched {
    pub(in crate::lower) reads: BTreeSet<Outer>,
    pub(in crate::lower) changes: BTreeSet<Outer>,
}

/// What each function touches, with what it calls.
pub(in crate::lower) type TouchedByFunction = FxHashMap<FunId, Touched>;

impl Touched {
    /// Whether the order of two operands can matter.
    pub(in crate::lower) fn meets(&self, other: &Touched) -> bool {
        let meet = |a: &BTreeSet<Outer>, b: &BTreeSet<Outer>| !a.is_disjoint(b);
        meet(&self.changes, &other.changes)
            || meet(&self.changes, &other.reads)
            || meet(&self.reads, &other.changes)
    }

    pub(in crate::lower) fn add(&mut self, other: &Touched) {
        self.reads.extend(&other.reads);
        self.changes.extend(&other.changes);
    }
}
