//! Running a trace.

use invar_cfa::{
    CheckId, EdgeId, HavocOrigin, Operation, OverflowSite, Program, SignedOperator, Span, VarId,
};
use invar_interp::{Choices, Limits, Observer, Outcome, Step, Watching, run};
use invar_term::{ArrayValue, BvValue, Value};
use invar_verdict::Trace;
use std::collections::VecDeque;

/// Elements of an array that are kept when many change at once.
const KEPT_ELEMENTS: usize = 16;
/// Overflows that are kept.
const KEPT_OVERFLOWS: usize = 64;

/// One executed edge of a replayed trace.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// The edge of the entry function.
    pub edge: EdgeId,
    /// What changed.
    pub changed: Option<Change>,
}

/// What a step changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The variable.
    pub variable: VarId,
    /// The index, if one element of an array changed.
    pub index: Option<Value>,
    /// The new value of the variable or the element; of an array only the first elements. Keeping
    /// all of it would make every later write copy it.
    pub value: Value,
}

/// A signed operation of a run that left the range of its type.
#[derive(Clone, Debug)]
pub struct Overflow {
    /// The step that computes it.
    pub step: u64,
    /// The operation.
    pub operator: SignedOperator,
    /// Its operands.
    pub operands: [BvValue; 2],
    /// The C type.
    pub type_name: &'static str,
    /// Where it is in the source.
    pub span: Option<Span>,
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
    /// The first signed overflows, in the order of execution, each place once.
    pub overflows: Vec<Overflow>,
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
    let mut oracle = Choices::new(trace.values());
    let mut seen = Seen {
        program,
        kept: kept_steps,
        length: 0,
        steps: VecDeque::new(),
        inputs: Vec::new(),
        memory: Memory::Zero,
        overflows: Vec::new(),
    };
    let outcome = run(program, &mut oracle, &mut seen, limits);
    match outcome {
        Outcome::Error(check) => Ok(Replay {
            check,
            length: seen.length,
            steps: seen.steps.into(),
            inputs: seen.inputs,
            memory: seen.memory,
            overflows: seen.overflows,
        }),
        Outcome::Unsupported(id) => Err(format!(
            "the run ends at {}",
            program.unsupported[id.0 as usize].construct
        )),
        Outcome::Ended => Err("the run ends without an error".into()),
        Outcome::Blocked(..) => Err("the run is blocked by an assumption".into()),
        Outcome::Limit => Err(format!("the run is longer than {} steps", seen.length)),
        Outcome::Invalid(message) => Err(message),
    }
}

/// Records what a report shows of a run.
struct Seen<'p> {
    program: &'p Program,
    kept: usize,
    length: u64,
    steps: VecDeque<ReplayStep>,
    inputs: Vec<ReplayStep>,
    memory: Memory,
    overflows: Vec<Overflow>,
}

/// The first elements of an array, as a separate array.
fn beginning(array: &ArrayValue) -> Value {
    let default = array.default_element().clone();
    let mut kept = ArrayValue::constant(array.index_sort().clone(), default);
    for (index, element) in array.entries().take(KEPT_ELEMENTS) {
        kept.store(index.clone(), element.clone());
    }
    Value::Array(kept)
}

impl Observer for Seen<'_> {
    fn step(&mut self, step: Step<'_>) {
        self.length += 1;
        if self.steps.len() >= self.kept {
            self.steps.pop_front();
        }
        let changed = step.changed.map(|(variable, value)| Change {
            variable,
            index: step.element.map(|(index, _)| index.clone()),
            value: match (step.element, value) {
                (Some((_, value)), _) => value.clone(),
                (None, Value::Array(array)) => beginning(array),
                (None, value) => value.clone(),
            },
        });
        let replayed = ReplayStep {
            edge: step.edge,
            changed,
        };
        let operation = &self.program.entry_cfa().edge(step.edge).operation;
        if let Operation::Havoc { target, origin } = operation {
            // Members of uninitialised structs are filled through variables without a name.
            let unnamed = *origin == HavocOrigin::Uninitialised
                && self.program.variable(*target).source_name.is_none();
            if let Some((_, value)) = step.changed
                && (unnamed || matches!(value, Value::Array(_)))
                && Value::zero(&value.sort()).as_ref() != Some(value)
            {
                self.memory = Memory::Other;
            }
            self.inputs.push(replayed.clone());
        }
        self.steps.push_back(replayed);
    }

    fn watching(&self) -> Watching {
        Watching::Overflow
    }

    fn overflow(&mut self, site: &OverflowSite, operands: [BvValue; 2]) {
        let known = |o: &Overflow| o.span == site.span && o.operator == site.operator;
        if self.overflows.len() < KEPT_OVERFLOWS && !self.overflows.iter().any(known) {
            self.overflows.push(Overflow {
                step: self.length,
                operator: site.operator,
                operands,
                type_name: site.type_name,
                span: site.span,
            });
        }
    }
}
