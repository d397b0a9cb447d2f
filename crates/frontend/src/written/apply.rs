//! Calls of functions with a contract become calls of the functions that stand for them.

use super::names::{CALL, CHECK, ENTER, GENERATED, RESULT};
use crate::ast::{CastKind, Expr, ExprKind, FunId, FunctionDecl, Statement, StatementKind, Unit};
use crate::library::{Standing, standing};
use crate::rewrite::walk::{self, Visitor};
use std::collections::{BTreeMap, BTreeSet};

/// A contract of a function, as functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    /// The function that has it.
    pub function: FunId,
    /// The function that checks it.
    pub check: FunId,
    /// The functions that stand for calls.
    calls: Vec<FunId>,
}

/// The contracts of a unit.
pub fn contracts(unit: &Unit) -> Vec<Contract> {
    let mut list = Vec::new();
    for (check, name) in beginning_with(unit, CHECK) {
        let Some(function) = checked_by(unit, check, name) else {
            continue;
        };
        // Files may have static functions of one name: their helpers are in the file of the check.
        let file = |function: FunId| unit.function(function).span.map(|span| span.file);
        let belongs =
            |(helper, other): &(FunId, &str)| stem(other) == name && file(*helper) == file(check);
        // Nothing but a requirement: the body says the rest.
        let is_entered = unit.function(function).body.is_some()
            && beginning_with(unit, ENTER).any(|h| belongs(&h));
        let prefix = if is_entered { ENTER } else { CALL };
        let calls = beginning_with(unit, prefix).filter(belongs);
        list.push(Contract {
            function,
            check,
            calls: calls.map(|(call, _)| call).collect(),
        });
    }
    list
}

/// The function of a name that a check calls: files may have functions of one name.
fn checked_by(unit: &Unit, check: FunId, name: &str) -> Option<FunId> {
    let body = unit.function(check).body.as_ref()?;
    let mut found = None;
    unit.any_expression(body, &mut |expr: &Expr| {
        if let ExprKind::Function(function) = &expr.kind
            && *unit.function(*function).name == *name
        {
            found = Some(*function);
        }
        found.is_some()
    });
    found
}

/// Whether a function and what it calls use variables with pointers that live forever, or call through pointers: what these lead
/// to, its contract is not checked for.
pub fn uses_hidden_pointers(unit: &Unit, function: FunId) -> bool {
    let mut seen = BTreeSet::from([function]);
    let mut open = vec![function];
    while let Some(function) = open.pop() {
        let Some(body) = &unit.function(function).body else {
            continue;
        };
        let hidden = unit.any_expression(body, &mut |expr: &Expr| match &expr.kind {
            ExprKind::Variable(id) => {
                let variable = unit.variable(*id);
                let lives_forever = !matches!(
                    variable.storage,
                    crate::ast::Storage::Local(_) | crate::ast::Storage::Parameter(_)
                );
                lives_forever && holds_pointer(unit, &variable.ty)
            }
            ExprKind::Function(callee) => {
                if seen.insert(*callee) {
                    open.push(*callee);
                }
                false
            }
            ExprKind::Call { callee, .. } => callee.direct_callee().is_none(),
            _ => false,
        });
        if hidden {
            return true;
        }
    }
    false
}

fn holds_pointer(unit: &Unit, ty: &crate::ast::Type) -> bool {
    use crate::ast::Type;
    match ty {
        Type::Pointer(_) => true,
        Type::Array(element, _) | Type::VariableArray(element, _) => holds_pointer(unit, element),
        Type::Record(id) => {
            let fields = unit.record(*id).fields.iter().flatten();
            fields
                .into_iter()
                .any(|field| holds_pointer(unit, &field.ty))
        }
        _ => false,
    }
}

/// Whether a function was made of a contract.
pub fn is_of_contract(unit: &Unit, function: FunId) -> bool {
    let name = &unit.function(function).name;
    let mut prefixes = [CHECK, CALL, ENTER].iter();
    prefixes.any(|prefix| name.starts_with(prefix))
}

/// Whether a variable was made for a contract.
pub(crate) fn is_generated(variable: &str) -> bool {
    variable.starts_with(GENERATED) || variable == RESULT
}

/// Functions whose names begin so, with what follows.
fn beginning_with<'u>(
    unit: &'u Unit,
    prefix: &'static str,
) -> impl Iterator<Item = (FunId, &'u str)> {
    let functions = unit.functions.iter().enumerate();
    functions.filter_map(move |(number, function)| {
        let rest = function.name.strip_prefix(prefix)?;
        function.body.as_ref()?;
        Some((FunId(number as u32), rest))
    })
}

/// A name without the number at its end.
fn stem(name: &str) -> &str {
    name.rsplit_once('_').map_or(name, |(stem, _)| stem)
}

/// Makes calls of functions with a contract calls by contract.
pub fn replace_calls(unit: &mut Unit, contracts: &[Contract]) {
    let mut own: BTreeSet<FunId> = BTreeSet::new();
    for contract in contracts {
        own.insert(contract.check);
        own.extend(&contract.calls);
    }
    for helper in &own {
        refuse_calls(unit, *helper);
    }
    let mut replacement = Replacement {
        calls: (contracts.iter())
            .filter(|contract| !contract.calls.is_empty())
            .map(|contract| (contract.function, (contract.calls.clone(), 0)))
            .collect(),
    };
    for number in 0..unit.functions.len() {
        let function = FunId(number as u32);
        if !own.contains(&function) {
            walk::function(unit, function, &mut replacement);
        }
    }
    for number in 0..unit.variables.len() {
        let id = crate::ast::VariableId(number as u32);
        let is_static = matches!(
            unit.variable(id).storage,
            crate::ast::Storage::Global | crate::ast::Storage::StaticLocal(_)
        );
        if is_static {
            walk::variable(unit, id, &mut replacement, &mut Vec::new());
        }
    }
    for contract in contracts {
        let name = unit.function(contract.function).name.clone();
        for call in &contract.calls {
            unit.functions[call.0 as usize].name = format!("{name} (contract)").into();
        }
        unit.functions[contract.check.0 as usize].name = format!("{name} by its contract").into();
    }
}

struct Replacement {
    /// What stands for calls of a function, and how many there were.
    calls: BTreeMap<FunId, (Vec<FunId>, usize)>,
}

impl Visitor for Replacement {
    fn expression(&mut self, expr: &mut Expr) {
        if let ExprKind::Function(function) = &mut expr.kind
            && let Some((calls, count)) = self.calls.get_mut(function)
        {
            *function = calls[(*count).min(calls.len() - 1)];
            *count += 1;
        }
    }
}

/// A contract calls nothing but its function: what else is called might change something.
fn refuse_calls(unit: &mut Unit, helper: FunId) {
    let declared = unit.function(helper);
    let Some(body) = &declared.body else {
        return;
    };
    let target = [CHECK, CALL, ENTER]
        .iter()
        .find_map(|prefix| declared.name.strip_prefix(prefix));
    let target = target.unwrap_or_default().to_owned();
    let is_known = |function: &FunctionDecl| {
        let is_target = *function.name == *target || *function.name == *stem(&target);
        is_target || standing(function) == Standing::Verifier || is_keep(function)
    };
    let is_other = unit.any_expression(body, &mut |expr: &Expr| match &expr.kind {
        ExprKind::Call { callee, .. } => match function_of(callee) {
            Some(function) => !is_known(unit.function(function)),
            None => true,
        },
        _ => false,
    });
    if is_other {
        let statement = StatementKind::Expression(Expr {
            kind: ExprKind::Unsupported("contract that calls a function".into()),
            ty: crate::ast::Type::Void,
            span: declared.span,
        });
        let statement = Statement {
            kind: statement,
            span: declared.span,
        };
        unit.functions[helper.0 as usize].body = Some(Statement {
            kind: StatementKind::Compound(vec![statement]),
            span: None,
        });
    }
}

fn is_keep(function: &FunctionDecl) -> bool {
    *function.name == *crate::library::KEPT
}

fn function_of(callee: &Expr) -> Option<FunId> {
    match &callee.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Cast(CastKind::FunctionToPointer | CastKind::NoOp, inner) => function_of(inner),
        _ => None,
    }
}
