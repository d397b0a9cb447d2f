//! Runs in terms of the source text.

mod fold;
mod inputs;
mod loops;
mod notes;
mod objects;
mod pointer;
mod steps;
mod subject;
mod value;

pub use fold::{fold, relevant_only};
pub use inputs::{outside_inputs, trace_inputs};
pub use notes::{OverflowAt, overflow_note, overflow_text, uninitialised_note};
pub use objects::{OutsideCell, RunObjects};
pub use pointer::pointer_text;
pub(crate) use pointer::{address, parts};
pub use steps::trace_steps;
pub use subject::subject_text;
pub use value::Values;
pub(crate) use value::{POINTER, constant_name, enumerations};

use invar_cfa::{EdgeId, VarId};
use invar_term::Value;

/// One executed edge of an inlined program.
#[derive(Clone, Copy, Debug)]
pub struct Executed<'a> {
    /// The edge.
    pub edge: EdgeId,
    /// What it changed.
    pub changed: Option<Changed<'a>>,
    /// Whether the violation depends on it.
    pub relevant: bool,
}

/// What a step changed: a variable, or an element of one, and the new value.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// The variable.
    pub variable: VarId,
    /// The index, if one element of an array changed.
    pub index: Option<&'a Value>,
    /// The new value.
    pub value: &'a Value,
}
