//! Running a trace.

use invar_cfa::{CheckId, EdgeId, Operation, Program, VarId};
use invar_interp::{Choices, Limits, Outcome, Step, run};
use invar_term::Value;
use invar_verdict::Trace;
use std::collections::VecDeque;

/// One executed edge of a replayed trace.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// The edge of the entry function.
    pub edge: EdgeId,
    /// The scalar variable, or the element of an array, that changed, with its new value. Whole
    /// arrays are left out: keeping one would make every later write copy it.
    pub changed: Option<Change>,
}

/// What a step changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The variable.
    pub variable: VarId,
    /// The index, if the variable is an array.
    pub index: Option<Value>,
    /// The new value of the variable or the element.
    pub value: Value,
}

/// A trace that reached an error.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The violated check.
    pub check: CheckId,
    /// Number of executed edges.
    pub length: u64,
    /// The last executed edges, up to the number asked for.
    pub steps: Vec<ReplayStep>,
    /// Every executed havoc edge, from the start on.
    pub inputs: Vec<ReplayStep>,
    /// Whether memory that was never written held something else than zeros.
    pub memory: Memory,
}

/// What uninitialised arrays, and objects in memory, held at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Zeros.
    Zero,
    /// Something else somewhere.
    Other,
}

/// Runs the program with the trace's choices.
///
/// # Errors
/// How the run ended, if not at an error.
pub fn replay(
    program: &Program,
    trace: &Trace,
    limits: &Limits,
    kept_steps: usize,
) -> Result<Replay, String> {
    let mut oracle = Choices::new(
        trace
            .choices
            .iter()
            .map(|choice| (choice.edge, choice.value.clone())),
    );
    let mut steps = VecDeque::new();
    let mut length = 0;
    let mut inputs = Vec::new();
    let mut memory = Memory::Zero;
    let mut observer = |step: Step<'_>| {
        length += 1;
        let operation = &program.entry_cfa().edge(step.edge).operation;
        let is_havoc = matches!(operation, Operation::Havoc { .. });
        if is_havoc
            && let Some((_, value @ Value::Array(_))) = step.changed
            && Value::zero(&value.sort()).as_ref() != Some(value)
        {
            memory = Memory::Other;
        }
        if steps.len() == kept_steps {
            steps.pop_front();
        }
        let changed = match (step.changed, step.element) {
            (Some((variable, _)), Some((index, value))) => Some(Change {
                variable,
                index: Some(index.clone()),
                value: value.clone(),
            }),
            (Some((_, Value::Array(_))), None) | (None, _) => None,
            (Some((variable, value)), None) => Some(Change {
                variable,
                index: None,
                value: value.clone(),
            }),
        };
        let step = ReplayStep {
            edge: step.edge,
            changed,
        };
        if is_havoc {
            inputs.push(step.clone());
        }
        steps.push_back(step);
    };
    let outcome = run(program, &mut oracle, &mut observer, limits);
    match outcome {
        Outcome::Error(check) => Ok(Replay {
            check,
            length,
            steps: steps.into(),
            inputs,
            memory,
        }),
        Outcome::Unsupported(id) => Err(format!(
            "the run ends at {}",
            program.unsupported[id.0 as usize].construct
        )),
        Outcome::Ended => Err("the run ends without an error".into()),
        Outcome::Blocked(..) => Err("the run is blocked by an assumption".into()),
        Outcome::Limit => Err(format!("the run is longer than {length} steps")),
        Outcome::Invalid(message) => Err(message),
    }
}
