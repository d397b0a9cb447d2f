//! From input values to the verdict that an error is reached.

use crate::Task;
use invar_cfa::EdgeId;
use invar_encode::{BlockGraph, Input, NodeKind, Run, RunPosition, concretise};
use invar_term::Value;
use invar_verdict::{Reason, Trace, Verdict};
use std::collections::BTreeMap;

/// The inputs of the blocks by the havoc edges that read them.
pub(crate) fn inputs_by_edge(graph: &BlockGraph) -> BTreeMap<EdgeId, &Input> {
    let inputs = graph.nodes().iter().flat_map(|node| &node.inputs);
    inputs.map(|input| (input.edge, input)).collect()
}

/// Executes the task's program for at most `limit` blocks with the inputs that `value` gives for a
/// havoc edge in a step; the engine that found them claims that an error is reached.
pub(crate) fn violated(
    task: &Task<'_>,
    limit: u32,
    value: impl FnMut(EdgeId, RunPosition<'_>) -> Option<Value>,
) -> Verdict {
    let graph = task.blocks;
    let run = match concretise(task.program, graph, limit, value) {
        Ok(run) => run,
        Err(error) => return internal(&format!("the inputs are no execution: {error}")),
    };
    if !matches!(graph.node(run.target).kind, NodeKind::Error(_)) {
        return internal("the execution does not end in an error");
    }
    Verdict::Unsafe(trace(run))
}

/// The choices of an execution.
pub(crate) fn trace(run: Run) -> Trace {
    run.choices.into_iter().collect()
}

fn internal(message: &str) -> Verdict {
    Verdict::Unknown(Reason::Internal(message.to_owned()))
}
