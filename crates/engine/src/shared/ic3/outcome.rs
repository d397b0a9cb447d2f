//! From what a search finds to a verdict with its evidence.

use super::counterexample::Inputs;
use super::discharge::Discharge;
use super::rounds::Found;
use super::search::Search;
use super::stop::Stop;
use super::system::PlaceId;
use crate::shared::execution::violated;
use crate::{Context, EngineError, Task};
use invar_cfa::EdgeId;
use invar_encode::{NodeKind, RunPosition};
use invar_term::{SymbolId, TermId};
use invar_verdict::{Invariant, Proof, Reason, Verdict};
use std::collections::BTreeMap;

impl<'r> Search<'r> {
    /// Searches and states the result over the task's program; `invariant` says what the lemmas of
    /// a place mean at loop heads.
    pub(crate) fn verdict(
        &mut self,
        task: &Task<'_>,
        by: &mut impl Discharge<'r>,
        invariant: impl Fn(&BTreeMap<PlaceId, Vec<TermId>>) -> Invariant,
    ) -> Result<Verdict, EngineError> {
        let found = self.run(by);
        self.context
            .counters
            .add("lemmas at the end", self.frames.len() as u64);
        self.context
            .counters
            .add("literals at the end", self.frames.literals() as u64);
        let inputs = match found {
            Ok(Found::Invariant(lemmas)) => {
                let heads = task.blocks.heads();
                let counts = |head: &_| task.blocks.node(*head).can_reach_target;
                return Ok(Verdict::Safe(Proof::Inductive {
                    heads: heads.filter(counts).collect(),
                    invariant: invariant(&lemmas),
                }));
            }
            Ok(Found::Unsupported(id)) => {
                return Ok(Verdict::Unknown(Context::unsupported(task.program, id)));
            }
            Ok(Found::Path(path)) => self.inputs(path),
            Err(stop) => Err(stop),
        };
        match inputs {
            Ok(inputs) => Ok(executed(task, &inputs)),
            Err(Stop::Error(error)) => Err(error),
            Err(Stop::Unsupported(id)) => {
                Ok(Verdict::Unknown(Context::unsupported(task.program, id)))
            }
            Err(Stop::Reason(reason)) => Ok(Verdict::Unknown(match self.unsupported() {
                Some(id) if reason != Reason::Cancelled => Context::unsupported(task.program, id),
                _ => reason,
            })),
        }
    }
}

/// The execution that takes the inputs.
pub(crate) fn executed(task: &Task<'_>, inputs: &Inputs) -> Verdict {
    let graph = task.blocks;
    // The start is a separate place; from there to an entry that is a loop head is a step of the
    // search, but not of the program.
    let made_up = usize::from(graph.node(graph.entry).kind == NodeKind::Head);
    let inputs = inputs.get(made_up..).unwrap_or_default();
    let symbols: BTreeMap<EdgeId, SymbolId> = graph
        .nodes()
        .iter()
        .flat_map(|node| &node.inputs)
        .filter_map(|input| Some((input.edge, graph.terms.as_symbol(input.symbol)?)))
        .collect();
    let value = |edge, at: RunPosition<'_>| {
        let values = inputs.get(at.number as usize)?;
        values.get(symbols.get(&edge)?).cloned()
    };
    violated(task, inputs.len() as u32, value)
}
