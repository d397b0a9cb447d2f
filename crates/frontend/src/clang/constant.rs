//! Values of integer constant expressions, where clang does not print them.

use crate::ast::layout;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, IntKind, IntegerValue, Type, UnaryOp, Unit};
use invar_cfa::DataModel;

/// Width and signedness of a type that holds integers.
pub(super) fn integer_kind(unit: &Unit, data_model: DataModel, ty: &Type) -> Option<IntKind> {
    match ty {
        Type::Int(kind) => Some(*kind),
        Type::Enum(id) => unit.enums.get(id.0 as usize).copied(),
        Type::Bool => Some(IntKind {
            width: 1,
            signed: false,
            name: "_Bool",
        }),
        Type::Pointer(_) => Some(IntKind {
            width: data_model.pointer_bits(),
            signed: false,
            name: "pointer",
        }),
        _ => None,
    }
}

/// The value modulo 2^width, in the range of the type.
pub(super) fn wrap(value: IntegerValue, kind: IntKind) -> IntegerValue {
    if kind.width >= 128 {
        return value;
    }
    let unused = 128 - kind.width;
    let shifted = value << unused;
    if kind.signed {
        shifted >> unused
    } else {
        ((shifted as u128) >> unused) as IntegerValue
    }
}

/// The value of an integer constant expression; `None` if it is none, or undefined.
pub(super) fn evaluate(unit: &Unit, data_model: DataModel, expr: &Expr) -> Option<IntegerValue> {
    let value = |operand: &Expr| evaluate(unit, data_model, operand);
    let kind = integer_kind(unit, data_model, &expr.ty)?;
    let result = match &expr.kind {
        ExprKind::Integer(value) => *value,
        ExprKind::SizeOf(ty) => layout::size_of(unit, data_model, ty)?.into(),
        ExprKind::AlignOf(ty) => layout::align_of(unit, data_model, ty)?.into(),
        ExprKind::Cast(cast, operand) => match cast {
            CastKind::IntegralCast
            | CastKind::WrittenIntegralCast
            | CastKind::NoOp
            | CastKind::PointerToIntegral
            | CastKind::IntegralToPointer
            | CastKind::NullToPointer
            | CastKind::BitCast => value(operand)?,
            CastKind::IntegralToBoolean | CastKind::PointerToBoolean => {
                IntegerValue::from(value(operand)? != 0)
            }
            _ => return None,
        },
        ExprKind::Unary(op, operand) => match op {
            UnaryOp::Plus => value(operand)?,
            UnaryOp::Minus => value(operand)?.checked_neg()?,
            UnaryOp::BitNot => !value(operand)?,
            UnaryOp::LogicalNot => IntegerValue::from(value(operand)? == 0),
            _ => return None,
        },
        ExprKind::Binary(op, left, right) => {
            if matches!(left.ty, Type::Pointer(_)) {
                return None;
            }
            binary(*op, value(left)?, || value(right), kind)?
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => match (value(condition)?, then) {
            (0, _) => value(otherwise)?,
            (_, Some(then)) => value(then)?,
            (condition, None) => condition,
        },
        _ => return None,
    };
    Some(wrap(result, kind))
}

fn binary(
    op: BinaryOp,
    left: IntegerValue,
    right: impl Fn() -> Option<IntegerValue>,
    kind: IntKind,
) -> Option<IntegerValue> {
    let truth = IntegerValue::from;
    match op {
        BinaryOp::LogicalAnd if left == 0 => return Some(0),
        BinaryOp::LogicalOr if left != 0 => return Some(1),
        _ => {}
    }
    let right = right()?;
    let shift = u32::try_from(right)
        .ok()
        .filter(|shift| *shift < kind.width.min(127));
    match op {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Sub => left.checked_sub(right),
        BinaryOp::Mul => left.checked_mul(right),
        BinaryOp::Div => left.checked_div(right),
        BinaryOp::Rem => left.checked_rem(right),
        BinaryOp::Shl => Some(left << shift?),
        BinaryOp::Shr => Some(left >> shift?),
        BinaryOp::BitAnd => Some(left & right),
        BinaryOp::BitOr => Some(left | right),
        BinaryOp::BitXor => Some(left ^ right),
        BinaryOp::Less => Some(truth(left < right)),
        BinaryOp::Greater => Some(truth(left > right)),
        BinaryOp::LessEqual => Some(truth(left <= right)),
        BinaryOp::GreaterEqual => Some(truth(left >= right)),
        BinaryOp::Equal => Some(truth(left == right)),
        BinaryOp::NotEqual => Some(truth(left != right)),
        BinaryOp::LogicalAnd | BinaryOp::LogicalOr => Some(truth(right != 0)),
        BinaryOp::Comma => None,
    }
}
