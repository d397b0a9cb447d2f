//! Inlining along a run: only the calls that it makes, however deep they are.
//!
//! Where functions call themselves more than once, the calls up to a depth are exponentially many;
//! those of one run are as many as the run has steps at most.

use invar_cfa::EdgeId;
use std::collections::BTreeMap;

/// The calls of a run. Activations to which the same chain of call edges leads are one.
#[derive(Clone, Debug)]
pub struct CallTree {
    /// Per activation, which its call edges lead to.
    calls: Vec<BTreeMap<EdgeId, Activation>>,
}

/// An activation in a [`CallTree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation(usize);

impl Activation {
    /// That of the entry function.
    pub const ENTRY: Activation = Activation(0);
}

impl Default for CallTree {
    fn default() -> Self {
        CallTree {
            calls: vec![BTreeMap::new()],
        }
    }
}

impl CallTree {
    /// The activation that a call edge of an activation leads to; there is one from now on.
    pub fn enter(&mut self, from: Activation, edge: EdgeId) -> Activation {
        let new = Activation(self.calls.len());
        let found = *self.calls[from.0].entry(edge).or_insert(new);
        if found == new {
            self.calls.push(BTreeMap::new());
        }
        found
    }

    /// The activation that a call edge leads to, if the run takes it.
    pub(super) fn callee(&self, from: Activation, edge: EdgeId) -> Option<Activation> {
        self.calls[from.0].get(&edge).copied()
    }

    /// The number of activations.
    pub fn activations(&self) -> usize {
        self.calls.len()
    }
}
