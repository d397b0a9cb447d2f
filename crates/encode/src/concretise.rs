//! From input values back to an execution of the automaton.
//!
//! The automaton is deterministic once its inputs are given, so the walk needs no block sequence:
//! it starts at the entry with every variable zero, takes the edge whose assumption holds, and
//! counts a step at every cut point.

use crate::BlockGraph;
use invar_cfa::{EdgeId, LocId, Operation, Program};
use invar_term::{Assignment, EvalError, Evaluator, SymbolId, TermId, Value};

/// An execution from the entry to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Every havoc edge that was executed with the value it took, in order.
    pub choices: Vec<(EdgeId, Value)>,
    /// The target that was reached.
    pub target: LocId,
    /// Blocks that were executed.
    pub steps: u32,
}

/// Where an execution is: in a block between two cut points.
#[derive(Clone, Copy, Debug)]
pub struct RunPosition<'p> {
    /// Blocks before this one.
    pub number: u32,
    /// Where they and this one begin.
    pub starts: &'p [LocId],
}

/// Why input values lead to no target: the model they came from is wrong, or an encoding is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConcretiseError {
    /// A term on an edge has no value.
    #[error("edge {}: {error}", .edge.0)]
    Value {
        /// The edge.
        edge: EdgeId,
        /// What is wrong.
        error: EvalError,
    },
    /// Execution ended before a target was reached.
    #[error("execution ends at location {} after {steps} steps", .location.0)]
    Ended {
        /// Where.
        location: LocId,
        /// Blocks that were executed.
        steps: u32,
    },
    /// No target was reached within the given number of steps.
    #[error("no target within {0} steps")]
    TooLong(u32),
    /// An input value does not have the sort of its variable.
    #[error("edge {}: the input has another sort than its variable", .0.0)]
    Input(EdgeId),
}

/// A concrete state.
struct Memory<'g> {
    graph: &'g BlockGraph,
    values: Vec<Value>,
}

impl Assignment for Memory<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        Some(self.values[self.graph.variable(symbol)?.0 as usize].clone())
    }
}

impl Memory<'_> {
    fn eval(&self, edge: EdgeId, term: TermId) -> Result<Value, ConcretiseError> {
        let value = Evaluator::new(&self.graph.terms, self).eval(term);
        value.map_err(|error| ConcretiseError::Value { edge, error })
    }
}

/// Executes the program whose blocks are `graph` for at most `limit` steps; `input` gives the
/// value that a havoc edge takes in a step (the first is 0), zero if it gives none.
///
/// # Errors
/// If no target is reached.
pub fn concretise(
    program: &Program,
    graph: &BlockGraph,
    limit: u32,
    mut input: impl FnMut(EdgeId, RunPosition<'_>) -> Option<Value>,
) -> Result<Run, ConcretiseError> {
    let cfa = program.entry_cfa();
    let zeros = program.variable_ids().map(|v| {
        Value::zero(program.sort(v)).expect("the graph was built, so every sort has a zero")
    });
    let mut memory = Memory {
        graph,
        values: zeros.collect(),
    };
    let mut choices = Vec::new();
    let mut starts = vec![cfa.entry];
    let (mut location, mut steps) = (cfa.entry, 0);
    loop {
        if Program::is_target(cfa, location) {
            return Ok(Run {
                choices,
                target: location,
                steps,
            });
        }
        if steps >= limit {
            return Err(ConcretiseError::TooLong(limit));
        }
        let mut next = None;
        for (id, edge) in cfa.outgoing(location) {
            match &edge.operation {
                Operation::Assume { condition, .. } => {
                    if memory.eval(id, *condition)? != Value::Bool(true) {
                        continue;
                    }
                }
                Operation::Assign { target, value } => {
                    memory.values[target.0 as usize] = memory.eval(id, *value)?;
                }
                Operation::Havoc { target, .. } => {
                    let place = &mut memory.values[target.0 as usize];
                    let zero = Value::zero(&place.sort()).expect("a value's sort has a zero");
                    let at = RunPosition {
                        number: steps,
                        starts: &starts,
                    };
                    let value = input(id, at).unwrap_or(zero);
                    if value.sort() != place.sort() {
                        return Err(ConcretiseError::Input(id));
                    }
                    choices.push((id, value.clone()));
                    *place = value;
                }
                Operation::Skip | Operation::Call { .. } => {}
            }
            next = Some(edge.to);
            break;
        }
        location = next.ok_or(ConcretiseError::Ended { location, steps })?;
        if graph.is_cut(location) {
            steps += 1;
            starts.push(location);
        }
    }
}
