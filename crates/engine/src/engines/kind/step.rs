//! The step case: executions of exactly k blocks from arbitrary states at loop heads.

use crate::shared::unroll::Unroller;
use crate::{Context, Event, Queries, Task};
use invar_cfa::LocId;
use invar_encode::BlockGraph;
use invar_solver::{Answer, Budget, Core};
use invar_verdict::{Invariant, Reason};

/// Up to this many loop heads each have a separate unrolling: smaller terms. Beyond that one
/// unrolling starts at all of them: fewer terms.
const SEPARATE_STARTS: usize = 12;

/// The unrollings of the step case, all of the same depth.
pub(super) struct Step<'t> {
    graph: &'t BlockGraph,
    facts: Invariant,
    unrollers: Vec<Unroller<'t>>,
}

impl<'t> Step<'t> {
    /// Starts at every loop head from which a target can be reached; `facts` must be inductive.
    pub(super) fn new(task: &Task<'t>, facts: Invariant) -> Step<'t> {
        let graph = task.blocks;
        let starts: Vec<LocId> = graph
            .heads()
            .filter(|head| graph.node(*head).can_reach_target)
            .collect();
        let groups: Vec<&[LocId]> = if starts.len() <= SEPARATE_STARTS {
            starts.chunks(1).collect()
        } else {
            vec![&starts]
        };
        let unroller = |group: &[LocId]| Unroller::from_heads(graph, group, &facts.at);
        let unrollers = groups.into_iter().map(unroller).collect();
        Step {
            graph,
            facts,
            unrollers,
        }
    }

    pub(super) fn graph(&self) -> &'t BlockGraph {
        self.graph
    }

    pub(super) fn facts(&self) -> &Invariant {
        &self.facts
    }

    /// Unrolls to `k` blocks.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn advance(&mut self, context: &Context<'_>, k: u32) -> Result<(), Reason> {
        let activity = format!("unrolling the step case to k = {k}");
        context.tell(k, || Event::new("kind", k, &activity));
        for unroller in &mut self.unrollers {
            while unroller.depth < k {
                unroller.advance(context, &activity)?;
            }
        }
        Ok(())
    }

    /// Is a target reached in exactly k blocks?
    ///
    /// ensures `Unsat`: for every start, `facts(s_0) and T(s_0, s_1) and ... and facts(s_k-1) and
    /// T(s_k-1, target)` has no model.
    pub(super) fn check(&self, queries: &mut Queries<'_>, budget: &Budget) -> Answer {
        for unroller in &self.unrollers {
            match queries.satisfiable(&[unroller.target_reached()], budget) {
                Answer::Unsat(_) => {}
                other => return other,
            }
        }
        Answer::Unsat(Core::default())
    }
}
