//! Values from outside.

use super::{Executed, ExternalCell, Values};
use crate::data::{Input, InputOrigin, Place};
use invar_cfa::{CallPathId, HavocOrigin, LocId, Operation, Program, Span, VarId};
use invar_term::{BvValue, Value};

/// The values from outside among executed havoc edges; those without a name in the text are left
/// out. An input is relevant if its step is.
pub fn trace_inputs<'a>(
    program: &Program,
    values: &Values<'_>,
    havocs: impl IntoIterator<Item = Executed<'a>>,
) -> Vec<Input> {
    let named = |step: Executed<'a>| input(program, values, &step);
    havocs.into_iter().filter_map(named).collect()
}

/// What memory from outside held at the start, as far as a pointer with a name leads there.
pub fn external_inputs(
    program: &Program,
    values: &Values<'_>,
    cells: &[ExternalCell],
) -> Vec<Input> {
    let named = |cell: &ExternalCell| {
        let sort = program.sort(cell.variable);
        let (_, element) = sort.as_array()?;
        let width = element.width()?;
        let value = Value::Bv(BvValue::new(width, cell.value.into()));
        let (name, member) = values.external_scalar(cell.address, cell.bytes)?;
        Some(Input {
            origin: InputOrigin::Argument,
            name,
            type_name: program.variable(cell.variable).type_name.to_string(),
            value: values.of_member(cell.variable, member, &value),
            literal: None,
            place: None,
            relevant: true,
        })
    };
    let mut found: Vec<Input> = cells.iter().filter_map(named).collect();
    for input in &mut found {
        if input.value == input.name {
            input.value = "an object from outside".into();
        }
    }
    found
}

/// The value from outside that a havoc edge took.
pub(super) fn input(program: &Program, values: &Values<'_>, step: &Executed<'_>) -> Option<Input> {
    let edge = program.entry_cfa().edge(step.edge);
    let Operation::Havoc { origin, .. } = &edge.operation else {
        return None;
    };
    let changed = step.changed?;
    let variable = program.variable(changed.variable);
    let argument = program.objects.arguments.iter();
    let argument = argument
        .into_iter()
        .find(|a| a.variable == changed.variable);
    let (origin, name) = match origin {
        HavocOrigin::Input(_) if argument.is_some() => (InputOrigin::Argument, &*argument?.name),
        HavocOrigin::Input(name) => (InputOrigin::Input, &**name),
        HavocOrigin::External(name) if variable.source_name.is_some() => {
            (InputOrigin::Variable, &**name)
        }
        HavocOrigin::External(name) => (InputOrigin::External, &**name),
        HavocOrigin::Written(name) => (InputOrigin::Written, &**name),
        HavocOrigin::Uninitialised => (InputOrigin::Uninitialised, values.name(changed.variable)?),
        HavocOrigin::Volatile(name) => (InputOrigin::Volatile, &**name),
        // Told by a note of its own.
        HavocOrigin::Placement => return None,
    };
    let place = |span: Span| Place::of(&program.sources, span, function_at(program, edge.from));
    // Pointers from outside are put right before the call.
    let passed = argument.and_then(|_| values.argument(changed.variable));
    let passed = passed.map(|pointer| Value::Bv(BvValue::new(64, pointer.into())));
    let value = passed.as_ref().unwrap_or(changed.value);
    let text = values.text(changed.variable, value);
    Some(Input {
        origin,
        name: name.to_string(),
        type_name: variable.type_name.to_string(),
        value: if argument.is_some_and(|argument| *argument.name == text) {
            "an object from outside".into()
        } else {
            text
        },
        literal: literal_of(program, changed.variable, value),
        place: edge.span.map(place),
        relevant: step.relevant,
    })
}

/// A value as a C expression of its variable's type, if there is one. A part of a struct that a
/// function returns has none.
fn literal_of(program: &Program, id: VarId, value: &Value) -> Option<String> {
    let variable = program.variable(id);
    let is_part = variable.source_name.is_none() && variable.name.contains('.');
    let is_pointer = &*variable.type_name == super::POINTER;
    match value {
        _ if is_part => None,
        Value::Bv(bits) if is_pointer => bits.is_zero().then(|| "(void *)0".into()),
        _ => crate::c_literal(value, variable.integer.signed),
    }
}

/// The function that a location is in.
pub(super) fn function_at(program: &Program, location: LocId) -> Option<&str> {
    let calls = program.entry_cfa().location(location).calls;
    let path = &program.call_paths[calls.0 as usize];
    (calls != CallPathId::ROOT).then_some(&*path.callee)
}
