//! Assignments, increments and decrements.

use super::body::{Body, Lowered};
use super::conversion;
use super::effects::has_effects;
use super::place::{Place, Purpose};
use super::pointer::Direction;
use super::shape::{Class, Scalar, Shape};
use crate::ast::{AssignOp, BinaryOp, CastKind, Expr, ExprKind, UnaryOp};
use invar_cfa::{SignedOperator, Span};
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
        let mut place = self.place(operand, Purpose::Access)?;
        self.fix_indices(&mut place, span);
        let (old, scalar) = self.read_scalar(&place, span)?;
        let new = self.stepped(op, old, scalar, operand)?;
        self.write_scalar(&place, new, span)?;
        let (new, _) = self.read_scalar(&place, span)?;
        Ok((place, new))
    }

    pub(super) fn stepped(
        &mut self,
        op: UnaryOp,
        old: TermId,
        scalar: Scalar,
        operand: &Expr,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let up = matches!(op, UnaryOp::PreIncrement | UnaryOp::PostIncrement);
        let operator = match up {
            true => SignedOperator::Add,
            false => SignedOperator::Subtract,
        };
        self.keep_stepped(old, operator, scalar, operand.span);
        // Narrower types are stepped in `int`, which holds the result.
        if scalar.width >= 32 && scalar.signed() {
            let one = t.bv(scalar.width, 1);
            self.watch(operator, [old, one], scalar, operand.span);
        }
        Ok(match (scalar.class, up) {
            (Class::Pointer, _) => {
                self.step_pointer(old, &operand.ty, Direction::of(op), operand.span)?
            }
            (Class::Float(kind), true) => t.fp_add(old, self.float_one(kind)),
            (Class::Float(kind), false) => t.fp_sub(old, self.float_one(kind)),
            // `b++` stores 1, `b--` flips.
            (Class::Bool, true) => t.bv(scalar.width, 1),
            (Class::Bool, false) => t.bv_xor(old, t.bv(scalar.width, 1)),
            (_, true) => t.bv_add(old, t.bv(scalar.width, 1)),
            (_, false) => t.bv_sub(old, t.bv(scalar.width, 1)),
        })
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
        let mut place = self.place(target, Purpose::Access)?;
        if let Shape::Opaque(_) = **place.shape() {
            self.effects(value)?;
            return Ok(None);
        }
        if has_effects(value) {
            self.fix_indices(&mut place, span);
        }
        let Shape::Scalar(scalar) = **place.shape() else {
            let value = self.value(value)?;
            self.write(&place, &value, span)?;
            return Ok(None);
        };
        let t = self.terms.clone();
        let new = match op {
            AssignOp::Plain => match copied(value, target) {
                Some(object) => {
                    let from = self.place(object, Purpose::Access)?;
                    self.read_scalar(&from, span)?.0
                }
                None => self.scalar(value)?.0,
            },
            AssignOp::Compound { op, .. } if scalar.class == Class::Pointer => {
                let (mut old, _) = self.read_scalar(&place, span)?;
                if has_effects(value) {
                    old = self.save(old, scalar, span);
                }
                let index = self.scalar(value)?;
                let direction = match op {
                    BinaryOp::Add => Direction::Up,
                    BinaryOp::Sub => Direction::Down,
                    _ => return self.unsupported("operator on pointers", span),
                };
                self.offset_pointer(old, &target.ty, index, direction, span)?
            }
            AssignOp::Compound { op, left, result } => {
                let shapes = &self.lowering.shapes;
                let types = (shapes.scalar(left), shapes.scalar(result));
                let (Some(left), Some(result)) = types else {
                    return self.unsupported("compound assignment with a non-scalar", span);
                };
                let (mut old, _) = self.read_scalar(&place, span)?;
                if has_effects(value) {
                    old = self.save(old, scalar, span);
                }
                let right = self.scalar(value)?;
                self.keep_value(old, scalar.in_full(), left, span);
                let old = self.convert_scalar(old, scalar, left, span)?;
                let carried = match left.width == scalar.width {
                    true => {
                        self.carried_arithmetic(*op, ((old, left), target), (right, value), span)?
                    }
                    false => None,
                };
                let computed = match carried {
                    Some(computed) => computed,
                    None => self.arithmetic(*op, (old, left), right, span)?,
                };
                self.keep_value(computed, result, scalar.in_full(), span);
                self.convert_scalar(computed, result, scalar, span)?
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

/// The object of which an assignment copies the bytes as they are.
fn copied<'e>(value: &'e Expr, target: &Expr) -> Option<&'e Expr> {
    match &value.kind {
        ExprKind::Cast(CastKind::LValueToRValue, object) if value.ty == target.ty => Some(object),
        _ => None,
    }
}
