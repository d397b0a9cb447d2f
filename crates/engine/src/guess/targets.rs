//! Whether facts exclude every target.

use crate::{Queries, Task};
use invar_encode::{NodeKind, Origin, Unrolling};
use invar_solver::{Answer, Budget};
use invar_verdict::Invariant;

/// Whether facts exclude every target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Targets {
    /// They do: with facts that are inductive, that is a proof.
    Excluded,
    /// Some are not, or it could not be found out.
    Open,
}

/// Whether no block leads from a state that `facts` and the task's facts allow to a target.
///
/// ensures `Excluded`: `zero(X) and T(entry, target)` and, for every loop head `l`,
/// `K(l) and F(l) and T(l, target)` are unsatisfiable.
pub fn targets(
    task: &Task<'_>,
    facts: &Invariant,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Targets {
    let graph = task.blocks;
    let nodes = graph.nodes().iter();
    for node in nodes.filter(|n| n.can_reach_target && !n.kind.is_target()) {
        let origin = match node.kind {
            NodeKind::Entry => Origin::Zero,
            _ => Origin::Arbitrary,
        };
        let unrolling = Unrolling::new(graph, origin);
        let start = unrolling.start(graph.terms.tru());
        for (block, after) in unrolling.leave(node.location, &start, 0) {
            if !graph.node(graph.block(block).to).kind.is_target() {
                continue;
            }
            let mut query = vec![after.guard];
            if origin == Origin::Arbitrary {
                query.extend(facts.facts(node.location));
                let known = task.facts.iter();
                query.extend(
                    known
                        .filter(|(at, _)| *at == node.location)
                        .map(|(_, f)| *f),
                );
            }
            match queries.satisfiable(&query, budget) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) | Answer::Unknown(_) => return Targets::Open,
            }
        }
    }
    Targets::Excluded
}
