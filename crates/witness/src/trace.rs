//! Traces as lines for people.

use crate::expression::value_text;
use invar_cfa::{AssumeReason, EdgeId, HavocOrigin, Operation, Program, Span, VarId};
use invar_term::Value;

/// One line of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceLine {
    /// Where.
    pub span: Option<Span>,
    /// The function that executes it, `main` outermost.
    pub function: String,
    /// What happened.
    pub text: String,
    /// The input function that was asked, if one was.
    pub input: Option<String>,
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

fn line(program: &Program, edge_id: EdgeId, changed: Option<Changed<'_>>) -> Option<TraceLine> {
    let cfa = program.entry_cfa();
    let edge = cfa.edge(edge_id);
    let calls = cfa.location(edge.from).calls;
    let function = program
        .call_chain(calls)
        .first()
        .map_or_else(|| String::from("(start)"), |frame| frame.callee.to_string());
    let mut input = None;
    let text = match (&edge.operation, changed) {
        (Operation::Havoc { origin, .. }, Some(changed)) => {
            let variable = changed.variable;
            let shown = value_text(changed.value, program.variable(variable).integer.signed);
            match origin {
                HavocOrigin::Input(name) | HavocOrigin::External(name) => {
                    input = Some(name.to_string());
                    format!("{name}() returns {shown}")
                }
                HavocOrigin::Uninitialised => {
                    let name = program.variable(variable).source_name.as_deref()?;
                    format!("{name} = {shown} (uninitialised)")
                }
            }
        }
        (Operation::Assign { .. }, Some(changed)) => {
            let variable = program.variable(changed.variable);
            let name = variable.source_name.as_deref()?;
            let index = changed
                .index
                .map_or_else(String::new, |i| format!("[{}]", value_text(i, false)));
            format!(
                "{name}{index} = {}",
                value_text(changed.value, variable.integer.signed)
            )
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
            format!("[{condition}]")
        }
        _ => return None,
    };
    Some(TraceLine {
        span: edge.span,
        function,
        text,
        input,
    })
}
