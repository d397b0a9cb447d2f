//! What reads of volatile objects give.

use crate::ast::{CastKind, Expr, ExprKind, FunId, Storage, Unit, VariableId, VolatileReading};
use crate::rewrite::walk::{self, Visitor};

/// Reads a unit so. Where volatile objects are memory, the marks of volatile reads are dropped.
pub fn read_as(unit: &mut Unit, reading: VolatileReading) {
    unit.volatile = reading;
    if reading == VolatileReading::Input || !unit.has_volatile {
        return;
    }
    for function in 0..unit.functions.len() {
        walk::function(unit, FunId(function as u32), &mut Unmark);
    }
    for variable in 0..unit.variables.len() {
        let lives_on = matches!(
            unit.variables[variable].storage,
            Storage::Global | Storage::External | Storage::StaticLocal(_)
        );
        if lives_on {
            walk::variable(
                unit,
                VariableId(variable as u32),
                &mut Unmark,
                &mut Vec::new(),
            );
        }
    }
}

struct Unmark;

impl Visitor for Unmark {
    fn expression(&mut self, expr: &mut Expr) {
        if let ExprKind::Cast(CastKind::Volatile, object) = &mut expr.kind {
            let object = std::mem::replace(
                &mut **object,
                Expr {
                    kind: ExprKind::ZeroInitialiser,
                    ty: expr.ty.clone(),
                    span: None,
                },
            );
            *expr = object;
        }
    }
}
