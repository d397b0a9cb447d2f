//! Floating point: every operation rounds to its own type, to nearest even.

use super::body::{Body, Lowered};
use super::operator::Operand;
use super::shape::{Class, Scalar, float_sort};
use crate::ast::{BinaryOp, Expr, FloatKind};
use invar_cfa::{Aspect, HavocOrigin, Number, Operation, Span, Subject, Undefined};
use invar_term::{FpOp, TermId, TruncationRange};

impl Body<'_, '_> {
    /// Whether a float is not zero; a NaN is not.
    pub(super) fn float_truth(&self, value: TermId) -> TermId {
        let t = &self.terms;
        t.not(t.fp_is_zero(value))
    }

    /// A literal.
    pub(super) fn float_literal(
        &mut self,
        text: &str,
        scalar: Scalar,
        expr: &Expr,
    ) -> Lowered<TermId> {
        let Class::Float(kind) = scalar.class else {
            return self.unsupported("floating literal of another type", expr.span);
        };
        match invar_term::float_from_text(&float_sort(kind), text) {
            Some(value) => Ok(self.terms.fp(value)),
            None => self.unsupported("floating literal", expr.span),
        }
    }

    /// `left op right` on floats of one type.
    pub(super) fn float_arithmetic(
        &mut self,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = &self.terms;
        Ok(match op {
            BinaryOp::Add => t.fp_add(a, b),
            BinaryOp::Sub => t.fp_sub(a, b),
            BinaryOp::Mul => t.fp_mul(a, b),
            BinaryOp::Div => t.fp_div(a, b),
            _ => return self.unsupported("operator on floats", span),
        })
    }

    /// A comparison; false if an operand is NaN, except for `!=`.
    pub(super) fn float_comparison(&self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let t = &self.terms;
        Some(match op {
            BinaryOp::Less => t.fp_lt(a, b),
            BinaryOp::Greater => t.fp_lt(b, a),
            BinaryOp::LessEqual => t.fp_le(a, b),
            BinaryOp::GreaterEqual => t.fp_le(b, a),
            BinaryOp::Equal => t.fp_eq(a, b),
            BinaryOp::NotEqual => t.not(t.fp_eq(a, b)),
            _ => return None,
        })
    }

    /// Conversions where at least one side is a float.
    pub(super) fn convert_float(
        &mut self,
        value: TermId,
        from: Scalar,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        Ok(match (from.class, to.class) {
            (Class::Float(a), Class::Float(b)) if a == b => value,
            (Class::Float(_), Class::Float(kind)) => t.fp_from_float(&float_sort(kind), value),
            (_, Class::Float(kind)) => {
                if from.signed() {
                    t.fp_from_signed(&float_sort(kind), value)
                } else {
                    t.fp_from_unsigned(&float_sort(kind), value)
                }
            }
            (Class::Float(_), _) => return self.float_to_integer(value, to, span),
            _ => return self.unsupported("conversion between numbers", span),
        })
    }

    /// Rounds towards zero; a value that does not fit is undefined and ends the path. Compilers
    /// fold constants that do not fit, each in its own way.
    fn float_to_integer(
        &mut self,
        value: TermId,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let operator = if to.signed() {
            FpOp::ToSigned(to.width)
        } else {
            FpOp::ToUnsigned(to.width)
        };
        if let Some(range) = TruncationRange::of(t.fp_format(value), operator) {
            let low = t.fp(range.low);
            let above = if range.low_included {
                t.fp_le(low, value)
            } else {
                t.fp_lt(low, value)
            };
            let fits = t.and(&[above, t.fp_lt(value, t.fp(range.high))]);
            let property = self.lowering.program.property;
            let asked = property.asks_for(Aspect::FloatConversion);
            if t.is_false(fits) && !asked {
                return self.unsupported("conversion of a float constant that does not fit", span);
            }
            let subject = Subject::Conversion {
                number: Number {
                    value,
                    signed: true,
                },
                type_name: to.name,
            };
            self.require_of(subject, fits, Undefined::FloatConversion, span);
        }
        Ok(if to.signed() {
            t.fp_to_signed(to.width, value)
        } else {
            t.fp_to_unsigned(to.width, value)
        })
    }

    /// The bits of a float as they lie in memory; the pattern of a NaN is open.
    pub(super) fn float_bits(
        &mut self,
        (value, scalar): Operand,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let Class::Float(kind) = scalar.class else {
            return self.unsupported("bits of a value that is no float", span);
        };
        let t = self.terms.clone();
        if t.is_true(t.fp_is_nan(value)) {
            return self.unsupported("bits of a NaN", span);
        }
        // Sign and payload of a NaN are open; it is a quiet one.
        let (exponent, fraction) = match kind {
            FloatKind::Float => (8, 23),
            FloatKind::Double => (11, 52),
            // The integer bit counts as well.
            FloatKind::LongDouble => (15, 64),
            FloatKind::Quad => (15, 112),
        };
        let open = self.temporary(Scalar {
            class: Class::Unsigned,
            name: "bits of a NaN",
            ..scalar
        });
        let operation = Operation::Havoc {
            target: open,
            origin: HavocOrigin::Uninitialised,
        };
        self.emit(operation, span);
        let ones = match kind {
            FloatKind::LongDouble => exponent + 2,
            _ => exponent + 1,
        };
        let quiet = ((1u128 << ones) - 1) << (fraction + exponent - ones);
        let nan = t.bv_or(self.symbol(open), t.bv(scalar.width, quiet));
        let bits = match kind {
            FloatKind::LongDouble => t.fp_to_x87_bits(value),
            _ => t.fp_to_bits(value),
        };
        Ok(t.ite(t.fp_is_nan(value), nan, bits))
    }

    /// The float with these bits.
    pub(super) fn float_of_bits(
        &mut self,
        bits: TermId,
        scalar: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        match scalar.class {
            Class::Float(FloatKind::LongDouble) => Ok(self.terms.fp_from_x87_bits(bits)),
            Class::Float(kind) => Ok(self.terms.fp_from_bits(&float_sort(kind), bits)),
            _ => self.unsupported("bits of a value that is no float", span),
        }
    }

    /// One.
    pub(super) fn float_one(&self, kind: FloatKind) -> TermId {
        let t = &self.terms;
        t.fp_from_signed(&float_sort(kind), t.bv(32, 1))
    }
}
