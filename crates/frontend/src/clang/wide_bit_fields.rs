//! Bit-fields with more bits than `int`. gcc computes with them in an integer type of just that many
//! bits; clang, which prints the tree, in their declared type. The tree follows gcc: operators with
//! such operands get conversions to that type, and one back to the printed type.

use super::convert::Converter;
use super::typed::cast;
use crate::ast::{AssignOp, BinaryOp, CastKind, Expr, ExprKind, IntKind, Type, UnaryOp};

/// Bits of `int`.
const INT: u32 = 32;

impl Converter {
    /// An operator as gcc computes it.
    pub(super) fn in_own_width(&self, mut expr: Expr) -> Expr {
        match &mut expr.kind {
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, operand) => {
                let Some(kind) = self.wide(operand) else {
                    return expr;
                };
                convert(operand, kind);
                back(expr, kind)
            }
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, left, _) => {
                let Some(kind) = self.wide(left) else {
                    return expr;
                };
                convert(left, kind);
                back(expr, kind)
            }
            ExprKind::Binary(op, left, right) if !is_logical(*op) => {
                let compares = op.is_comparison();
                let Some(kind) = self.common(left, right) else {
                    return expr;
                };
                convert(left, kind);
                convert(right, kind);
                match compares {
                    true => expr,
                    false => back(expr, kind),
                }
            }
            ExprKind::Conditional {
                then: Some(then),
                otherwise,
                ..
            } => {
                let Some(kind) = self.common(then, otherwise) else {
                    return expr;
                };
                convert(then, kind);
                convert(otherwise, kind);
                back(expr, kind)
            }
            ExprKind::Conditional {
                condition,
                then: None,
                otherwise,
            } => {
                let Some(kind) = self.common(condition, otherwise) else {
                    return expr;
                };
                convert(condition, kind);
                convert(otherwise, kind);
                back(expr, kind)
            }
            ExprKind::Assign {
                op: AssignOp::Compound { op, left, result },
                target,
                value,
            } => {
                let Some(own) = self.wide_field(target) else {
                    return expr;
                };
                let kind = match op {
                    BinaryOp::Shl | BinaryOp::Shr => Some(own),
                    _ => self.kind_of(value).map(|value| larger(own, value)),
                };
                let Some(kind) = kind.filter(|kind| is_wide(*kind)) else {
                    return expr;
                };
                (*left, *result) = (Type::Int(kind), Type::Int(kind));
                if !matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    convert(value, kind);
                }
                expr
            }
            _ => expr,
        }
    }

    /// The type that two operands have in common, if it is that of a wide bit-field.
    fn common(&self, left: &Expr, right: &Expr) -> Option<IntKind> {
        if self.wide(left).is_none() && self.wide(right).is_none() {
            return None;
        }
        let common = larger(self.kind_of(left)?, self.kind_of(right)?);
        is_wide(common).then_some(common)
    }

    /// The type of an operand, if it is that of a wide bit-field.
    fn wide(&self, operand: &Expr) -> Option<IntKind> {
        self.kind_of(operand).filter(|kind| is_wide(*kind))
    }

    /// The type of an operand before the conversions of operands.
    fn kind_of(&self, operand: &Expr) -> Option<IntKind> {
        match &operand.kind {
            ExprKind::Cast(CastKind::IntegralCast, inner) => self.kind_of(inner),
            ExprKind::Cast(CastKind::LValueToRValue, place) => match self.wide_field(place) {
                Some(kind) => Some(kind),
                None => self.promoted(&operand.ty),
            },
            ExprKind::Binary(BinaryOp::Comma, _, last) => self.kind_of(last),
            ExprKind::Assign { target, .. }
            | ExprKind::Unary(
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement,
                target,
            ) => match self.wide_field(target) {
                Some(kind) => Some(kind),
                None => self.promoted(&operand.ty),
            },
            _ => self.promoted(&operand.ty),
        }
    }

    fn promoted(&self, ty: &Type) -> Option<IntKind> {
        let kind = self.integer_kind(ty)?;
        Some(match kind.width < INT {
            true => IntKind {
                width: INT,
                signed: true,
                name: "int",
            },
            false => kind,
        })
    }

    /// The type of a wide bit-field that an expression designates.
    fn wide_field(&self, designated: &Expr) -> Option<IntKind> {
        let kind = self.integer_kind(&designated.ty)?;
        let width = self.designated_width(designated)?;
        (width > INT && width < kind.width).then_some(IntKind {
            width,
            name: match kind.signed {
                true => "signed bit-field",
                false => "unsigned bit-field",
            },
            ..kind
        })
    }
}

/// C11 6.3.1.8 by precision, as gcc applies it to such types.
fn larger(left: IntKind, right: IntKind) -> IntKind {
    let rank = |kind: IntKind| (kind.width, !kind.signed);
    match rank(right) > rank(left) {
        true => right,
        false => left,
    }
}

/// No other type has such a number of bits.
fn is_wide(kind: IntKind) -> bool {
    kind.width > INT && !matches!(kind.width, 64 | 128)
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::LogicalAnd | BinaryOp::LogicalOr | BinaryOp::Comma
    )
}

/// Converts an operand, without the conversion that clang inserted.
fn convert(operand: &mut Expr, kind: IntKind) {
    let ty = Type::Int(kind);
    let missing = Expr {
        kind: ExprKind::ZeroInitialiser,
        ty: ty.clone(),
        span: operand.span,
    };
    let mut inner = std::mem::replace(operand, missing);
    while let ExprKind::Cast(CastKind::IntegralCast, below) = inner.kind {
        inner = *below;
    }
    *operand = match inner.ty == ty {
        true => inner,
        false => cast(CastKind::IntegralCast, inner, ty),
    };
}

/// An expression of a wide bit-field's type, converted to the printed one.
fn back(mut expr: Expr, kind: IntKind) -> Expr {
    let printed = std::mem::replace(&mut expr.ty, Type::Int(kind));
    cast(CastKind::IntegralCast, expr, printed)
}
