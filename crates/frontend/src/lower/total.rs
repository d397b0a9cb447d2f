//! Which expressions can simply be computed.

use super::body::Body;
use super::shape::Shape;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, Type, UnaryOp};

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
