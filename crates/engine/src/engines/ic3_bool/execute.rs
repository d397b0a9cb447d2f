//! From a run of the circuit to an execution of the program.

use crate::Task;
use crate::shared::execution::trace;
use invar_cfa::EdgeId;
use invar_encode::{Blasted, NodeKind, RunPosition, concretise};
use invar_term::{SymbolId, Value};
use invar_verdict::{Reason, Verdict};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Executes a run; the kind of target that it reaches, and the verdict if that is an error.
///
/// # Errors
/// If the inputs are no execution to a target: a fault of ours.
pub(super) fn execute(
    task: &Task<'_>,
    blasted: &Blasted,
    run: &invar_circuit::Run,
) -> Result<(NodeKind, Verdict), Reason> {
    let graph = task.blocks;
    let steps: Vec<FxHashMap<SymbolId, Value>> = run
        .inputs
        .iter()
        .map(|inputs| blasted.input_values(&graph.terms, inputs))
        .collect();
    let symbols: BTreeMap<EdgeId, SymbolId> = graph
        .nodes()
        .iter()
        .flat_map(|node| &node.inputs)
        .filter_map(|input| Some((input.edge, graph.terms.as_symbol(input.symbol)?)))
        .collect();
    let value = |edge: EdgeId, at: RunPosition<'_>| {
        let values = steps.get(at.number as usize)?;
        values.get(symbols.get(&edge)?).cloned()
    };
    // One step of the circuit is one block, and the last state is the target.
    let blocks = run.inputs.len().saturating_sub(1) as u32;
    let found = concretise(task.program, graph, blocks, value);
    let found = found.map_err(|error| {
        Reason::Internal(format!("the run of the circuit is no execution: {error}"))
    })?;
    let target = graph.node(found.target).kind;
    Ok((target, Verdict::Unsafe(trace(found))))
}
