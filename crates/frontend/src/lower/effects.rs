//! Which expressions change something, and which can simply be computed.

use super::body::Body;
use super::shape::Shape;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, Type, UnaryOp};

/// Whether evaluating an expression can change a variable.
pub(crate) fn has_effects(expr: &Expr) -> bool {
    has_part(expr, &|part| match &part.kind {
        ExprKind::Call { .. }
        | ExprKind::Statement(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::Initialiser(_)
        | ExprKind::Variadic { .. } => true,
        // Two reads give two values.
        ExprKind::Cast(CastKind::Volatile, _) => true,
        _ => part.changed().is_some(),
    })
}

/// Whether an expression speaks of a function, apart from what an effect in it does.
pub(super) fn names_function(expr: &Expr) -> bool {
    has_part(expr, &|part| matches!(part.kind, ExprKind::Function(_)))
}

/// Whether an expression, or a part of one that has no effect itself, is so.
fn has_part(expr: &Expr, is_so: &dyn Fn(&Expr) -> bool) -> bool {
    let inside = |part: &Expr| has_part(part, is_so);
    is_so(expr)
        || match &expr.kind {
            ExprKind::Unary(_, operand) => inside(operand),
            ExprKind::Binary(_, left, right) => inside(left) || inside(right),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => inside(condition) || then.as_deref().is_some_and(inside) || inside(otherwise),
            ExprKind::Cast(_, inner) => inside(inner),
            ExprKind::Member { base, .. } => inside(base),
            ExprKind::Index { base, index } => inside(base) || inside(index),
            ExprKind::Assign { .. }
            | ExprKind::Call { .. }
            | ExprKind::Statement(_)
            | ExprKind::CompoundLiteral(_)
            | ExprKind::Initialiser(_)
            | ExprKind::Variadic { .. }
            | ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Function(_)
            | ExprKind::ZeroInitialiser
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::Unsupported(_) => false,
        }
}

impl Body<'_, '_> {
    fn is_scalar(&self, ty: &Type) -> bool {
        self.lowering.shapes.scalar(ty).is_some()
    }

    /// Whether an expression has a value in every state: no effect, no undefined behaviour,
    /// nothing that is not modelled. Such a value needs no edges of its own.
    pub fn is_total(&self, expr: &Expr) -> bool {
        if !self.is_scalar(&expr.ty) {
            return false;
        }
        match &expr.kind {
            ExprKind::Integer(_)
            | ExprKind::Floating(_)
            | ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::Cast(CastKind::NullToPointer | CastKind::FunctionToPointer, _) => true,
            ExprKind::Cast(CastKind::LValueToRValue, object)
            | ExprKind::Cast(CastKind::ArrayToPointer, object)
            | ExprKind::Unary(UnaryOp::AddressOf, object) => self.is_plain_object(object),
            ExprKind::Cast(
                CastKind::NoOp
                | CastKind::WrittenIntegralCast
                | CastKind::IntegralToBoolean
                | CastKind::PointerToBoolean
                | CastKind::FloatingToBoolean
                | CastKind::FloatingCast
                | CastKind::IntegralToFloating
                | CastKind::BitCast,
                inner,
            ) => self.is_total(inner),
            ExprKind::Cast(CastKind::IntegralCast, inner) => {
                !self.can_change(&inner.ty, &expr.ty) && self.is_total(inner)
            }
            ExprKind::Unary(
                UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot | UnaryOp::LogicalNot,
                operand,
            ) => self.is_total(operand),
            ExprKind::Binary(op, left, right) => {
                let partial = match op {
                    BinaryOp::Div => !matches!(expr.ty, Type::Float(_)),
                    BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Comma => true,
                    BinaryOp::Add | BinaryOp::Sub => left.is_pointer() || right.is_pointer(),
                    _ => false,
                };
                !partial && self.is_total(left) && self.is_total(right)
            }
            ExprKind::Conditional {
                condition,
                then: Some(then),
                otherwise,
            } => self.is_total(condition) && self.is_total(then) && self.is_total(otherwise),
            _ => false,
        }
    }

    /// A variable or a member of one, without indices.
    fn is_plain_object(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Variable(_) => true,
            ExprKind::Member { base, .. } => {
                matches!(
                    *self.shape(&base.ty),
                    Shape::Struct { .. } | Shape::Union { .. }
                ) && self.is_plain_object(base)
            }
            ExprKind::Cast(CastKind::NoOp, inner) => self.is_plain_object(inner),
            _ => false,
        }
    }
}
