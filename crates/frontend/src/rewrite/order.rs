//! Calls with variable arguments that change and use one variable: what follows writes their arguments one after the
//! other, so that their open order is looked at first.

use super::walk::{self, Visitor};
use crate::ast::{Expr, ExprKind, FunId, Unit};
use crate::lower::{OPEN_ORDER, unsequenced_by_name};

/// Refuses such calls in a function.
pub(super) fn rewrite(unit: &mut Unit, function: FunId) {
    walk::function(unit, function, &mut Order);
}

struct Order;

impl Visitor for Order {
    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Call { callee, arguments } = &expr.kind else {
            return;
        };
        let is_variadic = callee.callee_type().is_some_and(|ty| ty.variadic);
        if is_variadic && unsequenced_by_name(arguments) {
            expr.kind = ExprKind::Unsupported(OPEN_ORDER.to_owned());
        }
    }
}
