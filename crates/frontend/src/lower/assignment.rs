//! Assignments, increments and decrements.

use super::body::{Body, Lowered};
use super::conversion;
use super::operator::Operand;
use super::place::{Place, Purpose};
use super::pointer::Direction;
use super::shape::{Class, Scalar, Shape};
use super::state::Access;
use crate::ast::has_effects;
use crate::ast::{AssignOp, BinaryOp, CastKind, Expr, ExprKind, Storage, Type, UnaryOp};
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
        let (old, scalar) = self.read_designated(&place, operand, operand, span)?;
        let new = self.stepped(op, old, scalar, operand)?;
        self.check_assigned(&place, operand, span);
        if self.is_interrupted(&place, Access::Write) {
            let new = self.save(new, scalar, span);
            self.write_scalar(&place, new, span)?;
            return Ok((place, new));
        }
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
        let operator = if up {
            SignedOperator::Add
        } else {
            SignedOperator::Subtract
        };
        self.keep_stepped(old, operator, scalar, operand.span);
        // Narrower types are stepped in `int`, which holds the result, except for an unsigned bit-field of 31 bits.
        let is_wide_field =
            scalar.class == Class::Unsigned && scalar.width == 32 && scalar.stored == 31;
        if scalar.width >= 32 && (scalar.signed() || is_wide_field) {
            let one = t.bv(scalar.width, 1);
            let computed = Scalar {
                class: Class::Signed,
                ..scalar
            };
            self.note_overflow_site(operator, [old, one], computed, operand.span);
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
        let early = self.early_operand(op, target, value)?;
        let mut place = self.place(target, Purpose::Access)?;
        if let Shape::Opaque(_) = **place.shape() {
            if early.is_none() {
                self.effects(value)?;
            }
            return Ok(None);
        }
        if early.is_none() && has_effects(value) {
            self.fix_indices(&mut place, span);
        }
        let Shape::Scalar(scalar) = **place.shape() else {
            let value = self.value(value)?;
            self.check_assigned(&place, target, span);
            self.write(&place, &value, span)?;
            return Ok(None);
        };
        let t = self.terms.clone();
        let new = match op {
            AssignOp::Plain => match self.copied(value, target) {
                Some(object) => {
                    let from = self.place(object, Purpose::Access)?;
                    self.read_scalar(&from, span)?.0
                }
                None => self.right_operand(early, value)?.0,
            },
            AssignOp::Compound { op, .. } if scalar.class == Class::Pointer => {
                let index = self.right_operand(early, value)?;
                let (old, _) = self.read_designated(&place, target, target, span)?;
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
                let right = self.right_operand(early, value)?;
                let (old, _) = self.read_designated(&place, target, target, span)?;
                self.keep_value(old, scalar.in_full(), left, span);
                let old = self.convert_scalar(old, scalar, left, span)?;
                let carried = if left.width == scalar.width {
                    let left = ((old, left), target);
                    self.carried_arithmetic(*op, left, (right, value), (target, span))?
                } else {
                    None
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
        let is_from_float = match op {
            AssignOp::Plain => is_converted_float(value),
            AssignOp::Compound { result, .. } => matches!(result, Type::Float(_)),
        };
        if is_from_float {
            self.require_held_bits(new, scalar, span);
        }
        self.check_assigned(&place, target, span);
        self.write_scalar(&place, new, span)?;
        // Bit-fields yield what they hold afterwards.
        Ok(Some(conversion::load(
            &t,
            conversion::store(&t, new, scalar),
            scalar,
        )))
    }

    /// A number that comes from a float has to fit the bits of a bit-field: else the conversion is undefined, and
    /// compilers differ.
    pub(super) fn require_held_bits(&mut self, value: TermId, scalar: Scalar, span: Option<Span>) {
        if scalar.stored < scalar.width {
            let t = self.terms.clone();
            let held = conversion::load(&t, conversion::store(&t, value, scalar), scalar);
            let construct = "float in a bit-field that may not hold it";
            self.require_modelled(t.eq(held, value), construct, span);
        }
    }

    /// The right operand, where it is evaluated before the target is designated. gcc does so in
    /// compound assignments if the operand has effects. A call may end the program before an element
    /// that is not there is accessed.
    fn early_operand(
        &mut self,
        op: &AssignOp,
        target: &Expr,
        value: &Expr,
    ) -> Lowered<Option<Operand>> {
        let is_early = match op {
            AssignOp::Plain => is_call(value) && self.is_settled(target),
            AssignOp::Compound { .. } => has_effects(value),
        };
        if !is_early || self.lowering.shapes.scalar(&value.ty).is_none() {
            return Ok(None);
        }
        let (operand, scalar) = self.scalar(value)?;
        Ok(Some((self.save(operand, scalar, value.span), scalar)))
    }

    fn right_operand(&mut self, early: Option<Operand>, value: &Expr) -> Lowered<Operand> {
        match early {
            Some(operand) => Ok(operand),
            None => self.scalar(value),
        }
    }

    /// The object of which an assignment copies the bytes as they are.
    fn copied<'e>(&self, value: &'e Expr, target: &Expr) -> Option<&'e Expr> {
        let has_inputs = !self.lowering.unit.registers.is_empty();
        match &value.kind {
            ExprKind::Cast(CastKind::LValueToRValue, object)
                if value.ty == target.ty && !object.is_volatile() && !has_inputs =>
            {
                Some(object)
            }
            _ => None,
        }
    }

    /// Whether a call cannot change which element of an array an expression designates.
    fn is_settled(&self, target: &Expr) -> bool {
        let ExprKind::Index { base, index } = &target.kind else {
            return false;
        };
        let is_array = match &base.kind {
            ExprKind::Cast(CastKind::ArrayToPointer, array) => {
                matches!(array.kind, ExprKind::Variable(_)) || self.is_settled(array)
            }
            _ => false,
        };
        is_array && self.is_settled_index(index)
    }

    fn is_settled_index(&self, index: &Expr) -> bool {
        match &index.kind {
            ExprKind::Integer(_) => true,
            ExprKind::Cast(CastKind::LValueToRValue, place) => match place.kind {
                ExprKind::Variable(id) => {
                    let storage = self.lowering.unit.variable(id).storage;
                    let is_local = matches!(storage, Storage::Local(_) | Storage::Parameter(_));
                    is_local && !self.lowering.points_to.in_memory(id)
                }
                _ => false,
            },
            ExprKind::Cast(CastKind::IntegralCast | CastKind::WrittenIntegralCast, inner) => {
                self.is_settled_index(inner)
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
                self.is_settled_index(left) && self.is_settled_index(right)
            }
            _ => false,
        }
    }
}

/// Whether an expression is a call, perhaps converted, whose operands have no effects.
/// Whether a value is a float that is converted to an integer.
pub(super) fn is_converted_float(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Cast(CastKind::FloatingToIntegral, _) => true,
        ExprKind::Cast(CastKind::IntegralCast | CastKind::NoOp, inner) => is_converted_float(inner),
        _ => false,
    }
}

fn is_call(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { callee, arguments } => {
            !has_effects(callee) && !arguments.iter().any(has_effects)
        }
        ExprKind::Cast(_, inner) => is_call(inner),
        _ => false,
    }
}
