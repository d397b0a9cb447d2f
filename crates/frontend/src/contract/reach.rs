//! How far computed positions reach, as the text suggests: `i` in a loop with `i < 8`, `x & 15`, `x % 10`.
//!
//! As all candidates a bound is only proposed.

use super::usage::constant;
use crate::ast::{AssignOp, BinaryOp, CastKind, Expr, ExprKind, Statement, Unit, VariableId};

/// Larger positions are not proposed.
const MAX_POSITION: u64 = 1 << 16;

/// The largest value that an index seems to have in the body of its function.
pub(super) fn largest(unit: &Unit, body: &Statement, index: &Expr) -> Option<u64> {
    let value = match &index.kind {
        _ if constant(index).is_some() => constant(index).and_then(|c| u64::try_from(c).ok()),
        ExprKind::Cast(CastKind::IntegralCast | CastKind::WrittenIntegralCast, inner) => {
            largest(unit, body, inner)
        }
        ExprKind::Cast(CastKind::LValueToRValue, place) => match &place.kind {
            ExprKind::Variable(variable) => bound(unit, body, *variable),
            _ => None,
        },
        ExprKind::Binary(op, left, right) => {
            let number = |side: &Expr| constant(side).and_then(|c| u64::try_from(c).ok());
            let reach = |side: &Expr| largest(unit, body, side);
            match op {
                BinaryOp::BitAnd => number(right).or_else(|| number(left)),
                BinaryOp::Rem => number(right).and_then(|c| c.checked_sub(1)),
                BinaryOp::Add => reach(left)?.checked_add(reach(right)?),
                BinaryOp::Sub => reach(left),
                BinaryOp::Mul => reach(left)?.checked_mul(reach(right)?),
                BinaryOp::Div => Some(reach(left)? / number(right).filter(|c| *c > 0)?),
                BinaryOp::Shr => reach(left)?.checked_shr(u32::try_from(number(right)?).ok()?),
                _ => None,
            }
        }
        ExprKind::Conditional {
            then: Some(then),
            otherwise,
            ..
        } => largest(unit, body, then).max(largest(unit, body, otherwise)),
        _ => None,
    };
    value.filter(|value| *value <= MAX_POSITION)
}

/// The largest value of a variable by the constants that it is compared with or set to.
fn bound(unit: &Unit, body: &Statement, variable: VariableId) -> Option<u64> {
    let mut found = None;
    let mut note = |value: Option<i128>| {
        let value = value.and_then(|value| u64::try_from(value).ok());
        found = found.max(value);
    };
    let is_variable = |expr: &Expr| {
        let mut expr = expr;
        while let ExprKind::Cast(_, inner) = &expr.kind {
            expr = inner;
        }
        matches!(&expr.kind, ExprKind::Variable(other) if *other == variable)
    };
    let mut is_compared = false;
    unit.any_expression(body, &mut |expr| {
        match &expr.kind {
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let (limit, below, up_to) = if is_variable(left) {
                    (constant(right), BinaryOp::Less, BinaryOp::LessEqual)
                } else if is_variable(right) {
                    (constant(left), BinaryOp::Greater, BinaryOp::GreaterEqual)
                } else {
                    return false;
                };
                is_compared |= limit.is_some();
                if *op == below || *op == BinaryOp::NotEqual {
                    note(limit.map(|limit| limit - 1));
                } else if *op == up_to || *op == BinaryOp::Equal {
                    note(limit);
                }
            }
            ExprKind::Assign {
                op: AssignOp::Plain,
                target,
                value,
            } if is_variable(target) => note(constant(value)),
            _ => {}
        }
        false
    });
    note(
        unit.variable(variable)
            .initialiser
            .as_ref()
            .and_then(constant),
    );
    found.filter(|_| is_compared)
}
