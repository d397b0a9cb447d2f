//! Traces as lines for people.

use crate::expression::value_text;
use crate::report::{Input, InputOrigin, Place, StepKind, TraceStep};
use invar_cfa::{AssumeReason, EdgeId, HavocOrigin, Operation, Program, VarId};
use invar_term::Value;

/// One line of a trace.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceLine {
    /// What happened.
    pub step: TraceStep,
    /// The value from outside, if the step took one.
    pub input: Option<Input>,
}

/// What a step changed: a variable, or an element of one, and the new value.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// The variable.
    pub variable: VarId,
    /// The index, if the variable is an array.
    pub index: Option<&'a Value>,
    /// The new value.
    pub value: &'a Value,
}

/// The steps of a run that say something to a person: inputs, changes of named variables and
/// branches.
pub fn trace_lines<'a>(
    program: &Program,
    steps: impl IntoIterator<Item = (EdgeId, Option<Changed<'a>>)>,
) -> Vec<TraceLine> {
    steps
        .into_iter()
        .filter_map(|(edge, changed)| line(program, edge, changed))
        .collect()
}

/// A value as a C expression of its variable's type, if there is one. A part of a struct that a
/// function returns has none.
fn literal_of(program: &Program, id: VarId, value: &Value) -> Option<String> {
    let variable = program.variable(id);
    let is_part = variable.source_name.is_none() && variable.name.contains('.');
    let is_pointer = &*variable.type_name == "void *";
    match value {
        _ if is_part => None,
        Value::Bv(bits) if is_pointer => bits.is_zero().then(|| "(void *)0".into()),
        _ => crate::c_literal(value, variable.integer.signed),
    }
}

fn line(program: &Program, edge_id: EdgeId, changed: Option<Changed<'_>>) -> Option<TraceLine> {
    let cfa = program.entry_cfa();
    let edge = cfa.edge(edge_id);
    let calls = cfa.location(edge.from).calls;
    let chain = program.call_chain(calls);
    let function = chain.first().map(|frame| &*frame.callee);
    let place = edge
        .span
        .map(|span| Place::of(&program.sources, span, function));
    let mut input = None;
    let (kind, text) = match (&edge.operation, changed) {
        (Operation::Havoc { origin, .. }, Some(changed)) => {
            let variable = program.variable(changed.variable);
            let shown = value_text(changed.value, variable.integer.signed);
            let (origin, name, text) = match origin {
                HavocOrigin::Input(name) => {
                    let text = format!("{name}() returns {shown}");
                    (InputOrigin::Input, name.to_string(), text)
                }
                HavocOrigin::External(name) if variable.source_name.is_some() => {
                    let text = format!("{name} = {shown} (defined elsewhere)");
                    (InputOrigin::Variable, name.to_string(), text)
                }
                HavocOrigin::External(name) => {
                    let text = format!("{name}() returns {shown}");
                    (InputOrigin::External, name.to_string(), text)
                }
                HavocOrigin::Uninitialised => {
                    let name = variable.source_name.as_deref()?;
                    let text = format!("{name} = {shown} (uninitialised)");
                    (InputOrigin::Uninitialised, name.to_owned(), text)
                }
            };
            input = Some(Input {
                origin,
                name,
                type_name: variable.type_name.to_string(),
                value: shown,
                literal: literal_of(program, changed.variable, changed.value),
                place: place.clone(),
            });
            (StepKind::Input, text)
        }
        (Operation::Assign { .. }, Some(changed)) => {
            let variable = program.variable(changed.variable);
            let name = variable.source_name.as_deref()?;
            let index = changed
                .index
                .map_or_else(String::new, |i| format!("[{}]", value_text(i, false)));
            let value = value_text(changed.value, variable.integer.signed);
            (StepKind::Assign, format!("{name}{index} = {value}"))
        }
        (
            Operation::Assume {
                condition,
                reason: AssumeReason::Branch,
            },
            _,
        ) => {
            let condition = crate::c_expression(program, *condition)?;
            if condition.contains('$') {
                return None;
            }
            (StepKind::Branch, format!("[{condition}]"))
        }
        _ => return None,
    };
    Some(TraceLine {
        step: TraceStep {
            kind,
            place,
            depth: (chain.len() as u32).saturating_sub(1),
            text,
            relevant: true,
        },
        input,
    })
}
