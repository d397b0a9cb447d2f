//! Copies of the functions that handlers call, for the level that the handlers run at.

use crate::ast::{CastKind, Expr, ExprKind, FunId, RecordId, Storage, Unit, VariableId};
use crate::link::Numbers;
use crate::rewrite::walk::{self, Parts, Visitor};
use std::collections::BTreeSet;

const INDIRECT: &str = "pointer to a function in an interrupt handler";

/// Copies handlers with all that they call; the copies of the handlers.
pub(super) fn at_level(unit: &mut Unit, level: u32, handlers: &[FunId]) -> Vec<FunId> {
    let originals: Vec<FunId> = reached(unit, handlers).into_iter().collect();
    let mut numbers = identity(unit);
    let first = unit.functions.len() as u32;
    for (original, next) in originals.iter().zip(first..) {
        numbers.functions[original.0 as usize] = FunId(next);
    }
    let labels = unit.labels;
    for original in &originals {
        let copy = numbers.functions[original.0 as usize];
        let owned: Vec<VariableId> = owned(unit, *original);
        for (variable, next) in owned.iter().zip(unit.variables.len() as u32..) {
            numbers.variables[variable.0 as usize] = Some(VariableId(next));
        }
        numbers.labels = unit.labels;
        let function = numbers.renumbered_function(unit.function(*original).clone());
        let variables: Vec<_> = (owned.iter())
            .map(|variable| numbers.renumbered_variable(unit.variable(*variable).clone()))
            .collect();
        unit.functions.push(function);
        unit.variables.extend(variables);
        unit.labels += labels;
        unit.interrupts.levels.insert(copy, level);
    }
    for original in &originals {
        let copy = numbers.functions[original.0 as usize];
        walk::function(unit, copy, &mut Direct);
    }
    let copied = handlers.iter();
    copied
        .map(|handler| numbers.functions[handler.0 as usize])
        .collect()
}

/// The functions with a body that calls by name lead to.
fn reached(unit: &Unit, from: &[FunId]) -> BTreeSet<FunId> {
    let mut found = BTreeSet::new();
    let mut open = from.to_vec();
    while let Some(function) = open.pop() {
        let Some(body) = &unit.function(function).body else {
            continue;
        };
        if !found.insert(function) {
            continue;
        }
        unit.any_expression(body, &mut |expr| {
            if let ExprKind::Call { callee, .. } = &expr.kind {
                open.extend(callee.direct_callee());
            }
            false
        });
    }
    found
}

/// The variables of an activation of a function.
fn owned(unit: &Unit, function: FunId) -> Vec<VariableId> {
    let numbered = unit.variables.iter().enumerate();
    let owned = numbered.filter(|(_, variable)| match variable.storage {
        Storage::Local(owner) | Storage::Parameter(owner) => owner == function,
        _ => false,
    });
    owned.map(|(number, _)| VariableId(number as u32)).collect()
}

/// Everything keeps its number.
fn identity(unit: &Unit) -> Numbers {
    Numbers {
        records: (0..unit.records.len() as u32).map(RecordId).collect(),
        functions: (0..unit.functions.len() as u32).map(FunId).collect(),
        variables: (0..unit.variables.len() as u32)
            .map(|number| Some(VariableId(number)))
            .collect(),
        enums: 0,
        labels: 0,
        files: unit.sources.files().map(|(id, _)| (id, id)).collect(),
    }
}

/// Only calls by name stay at a level.
struct Direct;

impl Visitor for Direct {
    fn expression(&mut self, expr: &mut Expr) {
        let is_indirect = match &expr.kind {
            ExprKind::Call { callee, .. } => callee.direct_callee().is_none(),
            ExprKind::Cast(CastKind::FunctionToPointer, _) => true,
            _ => false,
        };
        if is_indirect {
            expr.kind = ExprKind::Unsupported(INDIRECT.into());
        }
    }

    fn call(&self, callee: &Expr) -> Parts {
        match callee.direct_callee() {
            Some(_) => Parts::Arguments,
            None => Parts::All,
        }
    }
}
