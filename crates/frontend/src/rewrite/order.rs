//! Calls with variable arguments whose order matters: what follows writes their arguments one after the other, so
//! that their open order is looked at first.

use super::walk::{self, Visitor};
use crate::ast::{Expr, ExprKind, FunId, Storage, Unit, VariableId};
use crate::open_order::{OPEN_ORDER, calls_in_open_order, unsequenced_by_name};
use invar_cfa::Span;
use std::collections::BTreeSet;

/// Refuses calls that change and use one variable; notes those whose functions may depend on each other.
pub(super) fn rewrite(unit: &mut Unit) {
    let bodies = unit.functions.iter();
    let bodies = bodies.map(|function| match function.body {
        Some(_) => Body::Defined,
        None => Body::Elsewhere,
    });
    let variables = unit.variables.iter();
    let mut order = Order {
        bodies: bodies.collect(),
        storage: variables.map(|variable| variable.storage).collect(),
        open: BTreeSet::new(),
    };
    for number in 0..unit.functions.len() {
        walk::function(unit, FunId(number as u32), &mut order);
    }
    unit.open_orders.extend(order.open);
}

/// Where the body of a function is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Defined,
    Elsewhere,
}

struct Order {
    bodies: Vec<Body>,
    storage: Vec<Storage>,
    open: BTreeSet<Span>,
}

impl Visitor for Order {
    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Call { callee, arguments } = &expr.kind else {
            return;
        };
        if !callee.callee_type().is_some_and(|ty| ty.variadic) {
            return;
        }
        if unsequenced_by_name(arguments) {
            expr.kind = ExprKind::Unsupported(OPEN_ORDER.to_owned());
            return;
        }
        let is_defined =
            |function: FunId| self.bodies.get(function.0 as usize) == Some(&Body::Defined);
        let is_shared = |variable: VariableId| {
            let storage = self.storage.get(variable.0 as usize);
            !matches!(storage, Some(Storage::Local(_) | Storage::Parameter(_)))
        };
        if let Some(span) = expr.span
            && calls_in_open_order(arguments, is_defined, is_shared)
        {
            self.open.insert(span);
        }
    }
}
