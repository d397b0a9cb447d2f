//! Bit-fields with more bits than `int`. gcc computes with them in an integer type of just that many
//! bits; clang, which prints the tree, in their declared type. The tree follows gcc: operators with
//! such operands get conversions to that type, and one back to the printed type.
//!
//! What surrounds an operator was printed for clang's type. Where that differs from gcc's in more than the number
//! of bits (a signed field of 40 bits and an unsigned one of 33: clang computes unsigned, gcc signed), the operator is not
//! represented.

use super::convert::Converter;
use super::typed::cast;
use crate::ast::{AssignOp, BinaryOp, CastKind, Expr, ExprKind, IntKind, Type, UnaryOp};

/// Bits of `int`.
const INT: u32 = 32;

/// What smaller types are computed with in.
const PROMOTED: IntKind = IntKind {
    width: INT,
    signed: true,
    name: "int",
};

impl Converter {
    /// An operator as gcc computes it.
    pub(super) fn in_own_width(&self, mut expr: Expr) -> Expr {
        match &mut expr.kind {
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot, operand) => {
                let Some(kind) = self.wide(operand) else {
                    return expr;
                };
                convert(operand, kind);
                self.yields(expr, Common::Wide(kind))
            }
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, left, _) => {
                let Some(kind) = self.wide(left) else {
                    return expr;
                };
                convert(left, kind);
                self.yields(expr, Common::Wide(kind))
            }
            ExprKind::Binary(op, left, right) if !is_logical(*op) => {
                let compares = op.is_comparison();
                match self.convert_both(left, right) {
                    Common::Wide(_) if compares => expr,
                    common => self.yields(expr, common),
                }
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let first = then.as_mut().unwrap_or(condition);
                let common = self.convert_both(first, otherwise);
                self.yields(expr, common)
            }
            ExprKind::Assign {
                op: AssignOp::Compound { op, left, result },
                target,
                value,
            } => {
                let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                let field = self.wide_field(target);
                let Some(own) = self.designated_kind(target) else {
                    return expr;
                };
                if field.is_none() && (is_shift || self.wide(value).is_none()) {
                    return expr;
                }
                let kind = if is_shift {
                    Some(own)
                } else {
                    self.kind_of(value).map(|value| larger(own, value))
                };
                let Some(kind) = kind else {
                    return expr;
                };
                if field.is_none() || !is_wide(kind) {
                    return if self.agrees(kind, left) {
                        expr
                    } else {
                        refused(expr)
                    };
                }
                (*left, *result) = (Type::Int(kind), Type::Int(kind));
                if !is_shift {
                    convert(value, kind);
                }
                expr
            }
            _ => expr,
        }
    }

    /// Converts two operands to the type that they have in common in gcc, if it is that of a wide bit-field.
    fn convert_both(&self, left: &mut Expr, right: &mut Expr) -> Common {
        if self.wide(left).is_none() && self.wide(right).is_none() {
            return Common::Printed;
        }
        let (Some(left_kind), Some(right_kind)) = (self.kind_of(left), self.kind_of(right)) else {
            return Common::Printed;
        };
        let kind = larger(left_kind, right_kind);
        if is_wide(kind) {
            convert(left, kind);
            convert(right, kind);
            Common::Wide(kind)
        } else if self.agrees(kind, &left.ty) {
            Common::Printed
        } else {
            Common::Different
        }
    }

    /// An operator that computes in a type, converted to the printed one.
    fn yields(&self, expr: Expr, common: Common) -> Expr {
        match common {
            Common::Printed => expr,
            Common::Wide(kind) if self.agrees(kind, &expr.ty) => back(expr, kind),
            Common::Wide(_) | Common::Different => refused(expr),
        }
    }

    /// Whether the printed type differs from gcc's in the number of bits at most, and only for a wide bit-field.
    fn agrees(&self, kind: IntKind, printed: &Type) -> bool {
        self.integer_kind(printed).is_some_and(|printed| {
            printed.signed == kind.signed && (is_wide(kind) || printed.width == kind.width)
        })
    }

    /// The type of an operand, if it is that of a wide bit-field.
    fn wide(&self, operand: &Expr) -> Option<IntKind> {
        self.kind_of(operand).filter(|kind| is_wide(*kind))
    }

    /// The type of an operand before the conversions of operands.
    fn kind_of(&self, operand: &Expr) -> Option<IntKind> {
        match &operand.kind {
            ExprKind::Cast(CastKind::IntegralCast, inner) => self.kind_of(inner),
            ExprKind::Cast(CastKind::LValueToRValue, place) => self.designated_kind(place),
            ExprKind::Binary(BinaryOp::Comma, _, last) => self.kind_of(last),
            ExprKind::Assign { target, .. }
            | ExprKind::Unary(
                UnaryOp::PreIncrement
                | UnaryOp::PreDecrement
                | UnaryOp::PostIncrement
                | UnaryOp::PostDecrement,
                target,
            ) => self.designated_kind(target),
            _ => self.promoted(&operand.ty),
        }
    }

    /// The type in which the value of a designated object is computed with. A narrow bit-field is an `int`, whatever
    /// type it is declared with.
    fn designated_kind(&self, designated: &Expr) -> Option<IntKind> {
        if let Some(kind) = self.wide_field(designated) {
            return Some(kind);
        }
        let declared = self.integer_kind(&designated.ty)?;
        match self.designated_width(designated) {
            Some(width) if width < INT || (width == INT && declared.signed) => Some(PROMOTED),
            Some(INT) => Some(IntKind {
                width: INT,
                signed: false,
                name: "unsigned int",
            }),
            _ => self.promoted(&designated.ty),
        }
    }

    fn promoted(&self, ty: &Type) -> Option<IntKind> {
        let kind = self.integer_kind(ty)?;
        Some(if kind.width < INT { PROMOTED } else { kind })
    }

    /// The type of a wide bit-field that an expression designates.
    fn wide_field(&self, designated: &Expr) -> Option<IntKind> {
        let kind = self.integer_kind(&designated.ty)?;
        let width = self.designated_width(designated)?;
        (width > INT && width < kind.width).then_some(IntKind {
            width,
            name: if kind.signed {
                "signed bit-field"
            } else {
                "unsigned bit-field"
            },
            ..kind
        })
    }
}

/// The type in which an operator computes.
enum Common {
    /// The one that clang printed.
    Printed,
    /// That of a wide bit-field.
    Wide(IntKind),
    /// Another one.
    Different,
}

/// An operator whose surroundings were printed for another type than gcc's.
fn refused(expr: Expr) -> Expr {
    let what = "arithmetic between a wide bit-field and a number of other signedness";
    Expr {
        kind: ExprKind::Unsupported(what.to_owned()),
        ..expr
    }
}

/// C11 6.3.1.8 by precision, as gcc applies it to such types.
fn larger(left: IntKind, right: IntKind) -> IntKind {
    let rank = |kind: IntKind| (kind.width, !kind.signed);
    if rank(right) > rank(left) {
        right
    } else {
        left
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
    *operand = if inner.ty == ty {
        inner
    } else {
        cast(CastKind::IntegralCast, inner, ty)
    };
}

/// An expression of a wide bit-field's type, converted to the printed one.
fn back(mut expr: Expr, kind: IntKind) -> Expr {
    let printed = std::mem::replace(&mut expr.ty, Type::Int(kind));
    cast(CastKind::IntegralCast, expr, printed)
}
