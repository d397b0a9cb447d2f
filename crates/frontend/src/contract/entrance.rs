//! A function that calls itself is entered through another one, which has the clauses: inner calls need not keep them.

use super::insert::AT;
use crate::ast::{
    CastKind, ExprKind, FunId, FunctionDecl, Statement, StatementKind, Storage, Type, Unit,
    VariableId,
};
use std::collections::BTreeSet;

/// The function that has the clauses: the function itself, or a new one that calls it with its own parameters.
pub(super) fn entrance(unit: &mut Unit, function: FunId) -> FunId {
    if !reaches(unit, function, function, &mut BTreeSet::new()) {
        return function;
    }
    let entrance = FunId(unit.functions.len() as u32);
    let declared = unit.function(function).clone();
    let mut parameters = Vec::new();
    let mut arguments = Vec::new();
    for parameter in &declared.parameters {
        let mut variable = unit.variable(*parameter).clone();
        variable.storage = Storage::Parameter(entrance);
        let id = VariableId(unit.variables.len() as u32);
        arguments.push(AT.read(AT.variable(id, &variable.ty)));
        parameters.push(id);
        unit.variables.push(variable);
    }
    let result = declared.ty.result.clone();
    let callee = AT.function(function, &declared.ty);
    let call = AT.call(callee, arguments, result.clone());
    let kind = match result {
        Type::Void => StatementKind::Expression(call),
        _ => StatementKind::Return(Some(call)),
    };
    let body = Statement { kind, span: None };
    unit.functions.push(FunctionDecl {
        name: format!("{} from outside", declared.name).into(),
        parameters,
        body: Some(Statement {
            kind: StatementKind::Compound(vec![body]),
            span: None,
        }),
        ..declared
    });
    entrance
}

/// Whether calls by name lead from one function to another.
fn reaches(unit: &Unit, from: FunId, to: FunId, seen: &mut BTreeSet<FunId>) -> bool {
    let Some(body) = &unit.function(from).body else {
        return false;
    };
    let mut called = BTreeSet::new();
    unit.any_expression(body, &mut |expr| {
        if let ExprKind::Cast(CastKind::FunctionToPointer, function) = &expr.kind
            && let ExprKind::Function(function) = function.kind
        {
            called.insert(function);
        }
        false
    });
    called.contains(&to)
        || called
            .into_iter()
            .any(|next| seen.insert(next) && reaches(unit, next, to, seen))
}
