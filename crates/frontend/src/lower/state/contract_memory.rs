//! Memory that contracts speak of: what may be written, and what can be accessed.

use invar_cfa::{FunctionId, VarId};
use invar_term::TermId;

/// Memory that may be written.
#[derive(Clone, Copy)]
pub(in crate::lower) enum Target {
    /// A first byte and a number of bytes.
    Bytes { first: TermId, bytes: TermId },
    /// The object with a number, if there is one.
    Object { number: TermId },
}

/// What may be written.
#[derive(Clone)]
pub(in crate::lower) struct Frame {
    /// The function that checks the contract: it may write everything.
    pub(in crate::lower) checker: FunctionId,
    pub(in crate::lower) targets: Vec<Target>,
    /// How many objects had been made at run time when the function began.
    pub(in crate::lower) made: VarId,
    /// The function that is checked.
    pub(in crate::lower) checked: Option<FunctionId>,
}

/// Memory from outside that can be accessed.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Range {
    /// The first byte.
    pub(in crate::lower) base: TermId,
    /// The address in the function that has it as a parameter.
    pub(in crate::lower) parameter: Option<(FunctionId, TermId)>,
    /// How many; none where the pointer is null.
    pub(in crate::lower) size: TermId,
    /// The last byte, if there are any.
    pub(in crate::lower) last: TermId,
}
