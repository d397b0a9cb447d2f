//! Arithmetic on scalars, with the behaviour that C leaves undefined.

use super::body::{Body, Lowered};
use super::conversion;
use super::shape::{Class, Scalar};
use crate::ast::BinaryOp;
use invar_cfa::{Number, SignedOperator, Span, Subject, Undefined};
use invar_term::TermId;

/// An operand with its type.
pub(super) type Operand = (TermId, Scalar);

impl Body<'_, '_> {
    /// `left op right` for an operator that yields a number; operands of equal type, except
    /// for shifts.
    pub fn arithmetic(
        &mut self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let ((a, left), (b, right)) = (left, right);
        if let (Class::Float(_), false) = (left.class, op.is_comparison()) {
            return self.float_arithmetic(op, a, b, span);
        }
        let watched = match op {
            BinaryOp::Add => Some(SignedOperator::Add),
            BinaryOp::Sub => Some(SignedOperator::Subtract),
            BinaryOp::Mul => Some(SignedOperator::Multiply),
            _ => None,
        };
        if let Some(operator) = watched {
            self.note_overflow_site(operator, [a, b], left, span);
        }
        Ok(match op {
            BinaryOp::Add => t.bv_add(a, b),
            BinaryOp::Sub => t.bv_sub(a, b),
            BinaryOp::Mul => t.bv_mul(a, b),
            BinaryOp::BitAnd => t.bv_and(a, b),
            BinaryOp::BitOr => t.bv_or(a, b),
            BinaryOp::BitXor => t.bv_xor(a, b),
            BinaryOp::Div | BinaryOp::Rem => self.division(op, a, b, left, span),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op, (a, left), (b, right), span),
            _ => {
                let condition = self.comparison(op, (a, left), b);
                match condition {
                    Some(condition) => conversion::from_bool(&t, condition, 32),
                    None => return self.unsupported("operator on integers", span),
                }
            }
        })
    }

    fn division(
        &mut self,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        scalar: Scalar,
        span: Option<Span>,
    ) -> TermId {
        let t = self.terms.clone();
        let width = scalar.width;
        let signed = scalar.signed();
        let subject = Subject::Division {
            symbol: if op == BinaryOp::Div { "/" } else { "%" },
            operands: [a, b].map(|value| Number { value, signed }),
            type_name: scalar.name,
        };
        let not_zero = t.ne(b, t.bv(width, 0));
        self.require_of(subject.clone(), not_zero, Undefined::DivisionByZero, span);
        if scalar.signed() {
            let smallest = t.eq(a, t.bv(width, 1u128 << (width - 1)));
            let minus_one = t.eq(b, t.bv_signed(width, -1));
            let overflow = t.and(&[smallest, minus_one]);
            let fits = t.not(overflow);
            self.require_of(subject, fits, Undefined::DivisionOverflow, span);
        }
        match (op, scalar.signed()) {
            (BinaryOp::Div, true) => t.bv_sdiv(a, b),
            (BinaryOp::Div, false) => t.bv_udiv(a, b),
            (_, true) => t.bv_srem(a, b),
            (_, false) => t.bv_urem(a, b),
        }
    }

    fn shift(
        &mut self,
        op: BinaryOp,
        (a, left): Operand,
        (b, right): Operand,
        span: Option<Span>,
    ) -> TermId {
        let t = self.terms.clone();
        // A negative amount is a huge unsigned one; every operand has at least 8 bits.
        let in_range = t.bv_ult(b, t.bv(right.width, u128::from(left.width)));
        let subject = Subject::Shift {
            amount: Number {
                value: b,
                signed: right.signed(),
            },
            width: left.width,
        };
        self.require_of(subject, in_range, Undefined::Shift, span);
        let amount = conversion::extend(&t, b, right.width, false, left.width);
        if op == BinaryOp::Shl {
            self.note_overflow_site(SignedOperator::ShiftLeft, [a, amount], left, span);
        }
        match (op, left.signed()) {
            (BinaryOp::Shl, _) => t.bv_shl(a, amount),
            (_, true) => t.bv_ashr(a, amount),
            (_, false) => t.bv_lshr(a, amount),
        }
    }

    /// A comparison as a Boolean term; `None` if the operator does not compare.
    pub fn comparison(&self, op: BinaryOp, (a, scalar): Operand, b: TermId) -> Option<TermId> {
        let t = &self.terms;
        if let Class::Float(_) = scalar.class {
            return self.float_comparison(op, a, b);
        }
        let less = |x, y| {
            if scalar.signed() {
                t.bv_slt(x, y)
            } else {
                t.bv_ult(x, y)
            }
        };
        let at_most = |x, y| {
            if scalar.signed() {
                t.bv_sle(x, y)
            } else {
                t.bv_ule(x, y)
            }
        };
        Some(match op {
            BinaryOp::Less => less(a, b),
            BinaryOp::Greater => less(b, a),
            BinaryOp::LessEqual => at_most(a, b),
            BinaryOp::GreaterEqual => at_most(b, a),
            BinaryOp::Equal => t.eq(a, b),
            BinaryOp::NotEqual => t.ne(a, b),
            _ => return None,
        })
    }
}
