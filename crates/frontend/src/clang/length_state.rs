//! What is known about lengths of arrays that are computed at run time, in the function that is read.

use crate::ast::VariableId;
use invar_cfa::Span;
use std::sync::Arc;

/// What a printed length means where it is met.
#[derive(Clone, Copy, Default)]
pub(super) enum Meaning {
    /// The type is that of an expression: the length was evaluated before.
    #[default]
    Mentioned,
    /// The type is written here: the length is evaluated.
    Written(Option<Span>),
}

/// What is known about lengths in the current function.
#[derive(Default)]
pub(super) struct LengthState {
    pub(super) meaning: Meaning,
    /// Those of the type that is being read.
    pub(super) new: Vec<VariableId>,
    /// Those of declarations, not yet declared themselves.
    pub(super) waiting: Vec<VariableId>,
    /// Text and variable of those of this function, in order.
    pub(super) known: Vec<(Arc<str>, VariableId)>,
    /// Those of casts and the like, which have no declaration of their own.
    pub(super) loose: Vec<VariableId>,
    /// Whether a length could not be read since this was last asked.
    pub(super) failed: bool,
    /// Lengths met so far, readable or not.
    pub(super) met: u64,
}

impl LengthState {
    /// The variables of lengths that wait for their declaration.
    pub(super) fn take_waiting(&mut self) -> Vec<VariableId> {
        std::mem::take(&mut self.waiting)
    }

    /// Whether a length could not be read since this was last asked.
    pub(super) fn take_failure(&mut self) -> bool {
        std::mem::take(&mut self.failed)
    }
}
