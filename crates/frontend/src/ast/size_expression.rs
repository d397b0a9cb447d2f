//! Sizes as expressions, for what is known only at run time.

use super::layout::size_of;
use super::{BinaryOp, CastKind, Expr, ExprKind, IntKind, Type, Unit};
use invar_cfa::{DataModel, Span, Target};

/// The size of a type as an expression of type `size_t`, for arrays of computed length too; `None`
/// where [`size_of`] has none for another reason.
pub fn size_expression(
    unit: &Unit,
    data_model: DataModel,
    ty: &Type,
    span: Option<Span>,
) -> Option<Expr> {
    let size_type = Type::Int(size_kind(unit.target(data_model)));
    let made = |kind| Expr {
        kind,
        ty: size_type.clone(),
        span,
    };
    let (element, length) = match ty {
        Type::VariableArray(element, length) => {
            let variable = Box::new(made(ExprKind::Variable(*length)));
            let value = ExprKind::Cast(CastKind::LValueToRValue, variable);
            (element, made(value))
        }
        Type::Array(element, Some(length)) if size_of(unit, data_model, element).is_none() => {
            (element, made(ExprKind::Integer((*length).into())))
        }
        _ => {
            let size = size_of(unit, data_model, ty)?;
            return Some(made(ExprKind::Integer(size.into())));
        }
    };
    let size = size_expression(unit, data_model, element, span)?;
    let product = ExprKind::Binary(BinaryOp::Mul, Box::new(length), Box::new(size));
    Some(made(product))
}

/// `size_t`.
pub fn size_kind(target: &Target) -> IntKind {
    IntKind {
        width: target.data_model.pointer_bits(),
        signed: false,
        name: target.size_type.name(),
    }
}
