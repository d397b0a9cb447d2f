//! Conversions between integer types.

use super::shape::Scalar;
use invar_term::{TermId, TermStore};

/// A value widened, or cut, to `to` bits.
pub(super) fn extend(t: &TermStore, value: TermId, from: u32, signed: bool, to: u32) -> TermId {
    if to <= from {
        t.extract(to - 1, 0, value)
    } else if signed {
        t.sign_extend(to - from, value)
    } else {
        t.zero_extend(to - from, value)
    }
}

/// A value of type `from` converted to type `to`, both in full width.
pub(super) fn convert(t: &TermStore, value: TermId, from: Scalar, to: Scalar) -> TermId {
    if to.name == "_Bool" && from.name != "_Bool" {
        return from_bool(t, truth(t, value), to.width);
    }
    extend(t, value, from.width, from.signed, to.width)
}

/// 1 or 0.
pub(super) fn from_bool(t: &TermStore, condition: TermId, width: u32) -> TermId {
    t.ite(condition, t.bv(width, 1), t.bv(width, 0))
}

/// Whether a value is not zero.
pub(super) fn truth(t: &TermStore, value: TermId) -> TermId {
    t.ne(value, t.bv(t.width(value), 0))
}

/// What is read from memory, in full width.
pub(super) fn load(t: &TermStore, stored: TermId, scalar: Scalar) -> TermId {
    extend(t, stored, scalar.stored, scalar.signed, scalar.width)
}

/// What goes into memory.
pub(super) fn store(t: &TermStore, value: TermId, scalar: Scalar) -> TermId {
    t.extract(scalar.stored - 1, 0, value)
}
