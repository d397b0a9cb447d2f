//! Assignments, increments and decrements.

use super::body::{Body, Lowered};
use super::conversion;
use super::effects::has_effects;
use super::place::Place;
use super::shape::{Scalar, Shape, scalar_of};
use crate::ast::{AssignOp, Expr, UnaryOp};
use invar_cfa::Span;
use invar_term::TermId;

/// Whether the value of an assignment is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Value,
    Effect,
}

impl Body<'_, '_> {
    /// `++`/`--`: the place and its new value as read back.
    pub(super) fn increment(
        &mut self,
        op: UnaryOp,
        operand: &Expr,
        span: Option<Span>,
    ) -> Lowered<(Place, TermId)> {
        let mut place = self.place(operand)?;
        self.fix_indices(&mut place, span);
        let (old, scalar) = self.read_scalar(&place, span)?;
        let new = self.stepped(op, old, scalar);
        self.write_scalar(&place, new, span)?;
        let (new, _) = self.read_scalar(&place, span)?;
        Ok((place, new))
    }

    pub(super) fn stepped(&self, op: UnaryOp, old: TermId, scalar: Scalar) -> TermId {
        let t = &self.terms;
        let one = t.bv(scalar.width, 1);
        let up = matches!(op, UnaryOp::PreIncrement | UnaryOp::PostIncrement);
        if scalar.name == "_Bool" {
            // `b++` stores 1, `b--` flips.
            return if up { one } else { t.bv_xor(old, one) };
        }
        if up {
            t.bv_add(old, one)
        } else {
            t.bv_sub(old, one)
        }
    }

    /// An assignment; returns the new value of a scalar target if it is used.
    pub(super) fn assignment(
        &mut self,
        op: &AssignOp,
        target: &Expr,
        value: &Expr,
        span: Option<Span>,
        wanted: Use,
    ) -> Lowered<Option<TermId>> {
        let mut place = self.place(target)?;
        if let Shape::Opaque(_) = *place.shape {
            self.effects(value)?;
            return Ok(None);
        }
        if has_effects(value) {
            self.fix_indices(&mut place, span);
        }
        let Shape::Scalar(scalar) = *place.shape else {
            let value = self.value(value)?;
            self.write(&place, &value, span)?;
            return Ok(None);
        };
        let t = self.terms.clone();
        let new = match op {
            AssignOp::Plain => self.scalar(value)?.0,
            AssignOp::Compound { op, left, result } => {
                let unit = self.lowering.unit;
                let types = (scalar_of(unit, left), scalar_of(unit, result));
                let (Some(left), Some(result)) = types else {
                    return self.unsupported("compound assignment with a non-integer", span);
                };
                let (mut old, _) = self.read_scalar(&place, span)?;
                if has_effects(value) {
                    old = self.save(old, scalar, span);
                }
                let right = self.scalar(value)?;
                let old = conversion::convert(&t, old, scalar, left);
                let computed = self.arithmetic(*op, (old, left), right, span)?;
                conversion::convert(&t, computed, result, scalar)
            }
        };
        let new = match wanted {
            Use::Value => self.save(new, scalar, span),
            Use::Effect => new,
        };
        self.write_scalar(&place, new, span)?;
        // Bit-fields yield what they hold afterwards.
        Ok(Some(conversion::load(
            &t,
            conversion::store(&t, new, scalar),
            scalar,
        )))
    }
}
