//! Conversions between integer types, and between plain variables and values.

use super::body::{Body, Lowered};
use super::operator::Operand;
use super::shape::{Class, Scalar};
use invar_cfa::Span;
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

/// 1 or 0.
pub(super) fn from_bool(t: &TermStore, condition: TermId, width: u32) -> TermId {
    t.ite(condition, t.bv(width, 1), t.bv(width, 0))
}

/// What is kept in a plain variable, in full width.
pub(super) fn load(t: &TermStore, stored: TermId, scalar: Scalar) -> TermId {
    match scalar.class {
        Class::Float(_) => stored,
        _ => extend(t, stored, scalar.stored, scalar.signed(), scalar.width),
    }
}

/// What goes into a plain variable.
pub(super) fn store(t: &TermStore, value: TermId, scalar: Scalar) -> TermId {
    match scalar.class {
        Class::Float(_) => value,
        _ => t.extract(scalar.stored - 1, 0, value),
    }
}

impl Body<'_, '_> {
    /// Whether a scalar is not zero.
    pub(super) fn truth(&self, (value, scalar): Operand) -> TermId {
        let t = &self.terms;
        match scalar.class {
            Class::Float(_) => self.float_truth(value),
            _ => t.ne(value, t.bv(t.width(value), 0)),
        }
    }

    /// A number of type `from` converted to type `to`, both in full width.
    pub(super) fn convert_number(
        &mut self,
        value: TermId,
        from: Scalar,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        Ok(match (from.class, to.class) {
            (Class::Bool, Class::Bool) => value,
            (_, Class::Bool) => {
                let truth = self.truth((value, from));
                from_bool(&t, truth, to.width)
            }
            (Class::Float(_), _) | (_, Class::Float(_)) => {
                self.convert_float(value, from, to, span)?
            }
            _ => extend(&t, value, from.width, from.signed(), to.width),
        })
    }
}
