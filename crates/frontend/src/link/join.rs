//! Two units to one.

use super::plan::{Plan, Target, Visible, at, placed};
use super::renumber::{Numbers, files};
use super::{records, types};
use crate::ast::UNDECLARED;
use crate::ast::{
    EnumId, FunctionDecl, Linkage, Record, RecordId, Storage, Type, Unit, VariableDecl,
};
use crate::diagnostic::Diagnostic;
use invar_cfa::Span;

/// Adds the next unit to the whole.
pub(super) fn join(mut whole: Unit, next: Unit) -> Result<Unit, Diagnostic> {
    let plan = Visible::new(&whole).plan(&next)?;
    let numbers = numbers(&mut whole, &next, &plan);
    whole.enums.extend(&next.enums);
    let enumerators = next.enumerators.iter();
    let enumerators =
        enumerators.map(|(id, constants)| (EnumId(id.0 + numbers.enums), constants.clone()));
    whole.enumerators.extend(enumerators);
    whole.labels += next.labels;
    whole.linked += 1;
    whole.aliases.extend(next.aliases.iter().cloned());
    whole.refusals.extend(&next.refusals);
    whole.has_volatile |= next.has_volatile;
    whole.dropped_volatile = whole.dropped_volatile.or(next.dropped_volatile);
    whole.has_atomics |= next.has_atomics;
    whole.has_generic_functions |= next.has_generic_functions;
    add_records(&mut whole, &next, &numbers);
    for (function, target) in next.functions.into_iter().zip(&plan.functions) {
        let mut function = function;
        if let Target::Known(_) = target {
            function.body = None;
        }
        let function = numbers.renumbered_function(function);
        match target {
            Target::New(_) => whole.functions.push(function),
            Target::Known(id) | Target::Defines(id) => {
                let ty = function_type(&whole, whole.function(*id), &function)?;
                let known = &mut whole.functions[id.0 as usize];
                merge_function(known, function, *target);
                known.ty = ty;
            }
        }
    }
    for (variable, target) in next.variables.into_iter().zip(&plan.variables) {
        let Some(target) = target else { continue };
        let variable = numbers.renumbered_variable(variable);
        match target {
            Target::New(_) => whole.variables.push(variable),
            Target::Known(id) | Target::Defines(id) => {
                let ty = variable_type(&whole, whole.variable(*id), &variable)?;
                let known = &mut whole.variables[id.0 as usize];
                merge_variable(known, variable, *target);
                known.ty = ty;
            }
        }
    }
    Ok(whole)
}

/// The numbers of the next unit's parts in the whole.
fn numbers(whole: &mut Unit, next: &Unit, plan: &Plan) -> Numbers {
    let known = records::known(whole, next);
    let mut fresh = whole.records.len() as u32;
    let records = (0..next.records.len() as u32).map(|number| {
        known.get(&RecordId(number)).copied().unwrap_or_else(|| {
            fresh += 1;
            RecordId(fresh - 1)
        })
    });
    Numbers {
        records: records.collect(),
        functions: plan.functions.iter().map(|target| target.id()).collect(),
        variables: (plan.variables.iter().map(|target| target.map(Target::id))).collect(),
        enums: whole.enums.len() as u32,
        labels: whole.labels,
        files: files(&mut whole.sources, &next.sources),
    }
}

/// Adds the records that are new, and the members of those that were only declared.
fn add_records(whole: &mut Unit, next: &Unit, numbers: &Numbers) {
    for (record, id) in next.records.iter().zip(&numbers.records) {
        let fields = record.fields.as_ref();
        let record = Record {
            fields: fields.map(|fields| fields.iter().map(|f| numbers.field(f)).collect()),
            ..record.clone()
        };
        match whole.records.get_mut(id.0 as usize) {
            None => whole.records.push(record),
            Some(known) if known.fields.is_none() && record.fields.is_some() => *known = record,
            Some(_) => {}
        }
    }
}

fn merge_function(
    known: &mut FunctionDecl,
    function: FunctionDecl,
    target: Target<crate::ast::FunId>,
) {
    let no_return = known.no_return || function.no_return;
    let in_system_header = known.in_system_header || function.in_system_header;
    if let Target::Defines(_) = target {
        *known = function;
    } else if known.body.is_none() {
        known.linkage = Linkage::External;
        known.span = known.span.or(function.span);
        // The name that the linker uses says more about a function of the library.
        if known.name != function.name && function.symbol.is_none() {
            (known.name, known.symbol) = (function.name, None);
        }
    }
    known.no_return = no_return;
    known.in_system_header = in_system_header;
}

fn merge_variable(
    known: &mut VariableDecl,
    variable: VariableDecl,
    target: Target<crate::ast::VariableId>,
) {
    if let Target::Defines(_) = target {
        *known = variable;
    } else if known.storage == Storage::External {
        known.storage = variable.storage;
    }
}

/// The type of a function that two units declare.
fn function_type(
    unit: &Unit,
    known: &FunctionDecl,
    function: &FunctionDecl,
) -> Result<crate::ast::FunctionType, Diagnostic> {
    match (is_undeclared(known), is_undeclared(function)) {
        (true, _) => Ok(function.ty.clone()),
        (_, true) => Ok(known.ty.clone()),
        _ => types::function(unit, &known.ty, &function.ty)
            .ok_or_else(|| other_type(unit, &function.name, function.span, known.span)),
    }
}

/// Whether a function was only mentioned.
fn is_undeclared(function: &FunctionDecl) -> bool {
    let result = &function.ty.result;
    function.span.is_none() && matches!(result, Type::Other(text) if &**text == UNDECLARED)
}

/// The type of a variable that two units declare.
fn variable_type(
    unit: &Unit,
    known: &VariableDecl,
    variable: &VariableDecl,
) -> Result<Type, Diagnostic> {
    types::composite(unit, &known.ty, &variable.ty)
        .ok_or_else(|| other_type(unit, &variable.name, variable.span, known.span))
}

fn other_type(unit: &Unit, name: &str, span: Option<Span>, known: Option<Span>) -> Diagnostic {
    let message = format!("`{name}` has another type{}", at(unit, known));
    placed(unit, span, message).with_hint("declare it in one header that both files include")
}
