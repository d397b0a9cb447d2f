//! Types of several numbers: complex numbers and vectors.

use crate::ast::{RecordId, Type};

/// What a type of several numbers is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A real and an imaginary part.
    Complex,
    /// Elements that are computed with side by side.
    Vector,
}

/// A type of several numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) form: Form,
    /// The type of each number.
    pub(super) element: Type,
    /// How many there are.
    pub(super) count: u64,
}

/// What the converter knows about types of several numbers.
pub(super) type KnownNumbers = rustc_hash::FxHashMap<RecordId, Numbers>;
