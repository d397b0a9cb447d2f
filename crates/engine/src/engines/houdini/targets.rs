//! Whether facts exclude every target.

use crate::shared::universal::Universals;
use crate::{Queries, Task};
use invar_cfa::LocId;
use invar_encode::{NodeKind, Origin, Unrolling};
use invar_solver::{Answer, Budget};
use invar_verdict::Invariant;
use std::collections::BTreeSet;

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
    targets_for_all(task, &Universals::none(), facts, queries, budget)
}

/// As [`targets`], for facts that may mention universal symbols.
pub(crate) fn targets_for_all(
    task: &Task<'_>,
    universals: &Universals,
    facts: &Invariant,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Targets {
    if open(task, universals, facts, queries, budget, 1).is_empty() {
        Targets::Excluded
    } else {
        Targets::Open
    }
}

/// The targets that a block may lead to from a state that `facts` and the task's facts allow, or
/// about which that could not be found out.
pub fn open_targets(
    task: &Task<'_>,
    facts: &Invariant,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> BTreeSet<LocId> {
    open(
        task,
        &Universals::none(),
        facts,
        queries,
        budget,
        usize::MAX,
    )
}

fn open(
    task: &Task<'_>,
    universals: &Universals,
    facts: &Invariant,
    queries: &mut Queries<'_>,
    budget: &Budget,
    most: usize,
) -> BTreeSet<LocId> {
    let mut open = BTreeSet::new();
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
            let to = graph.block(block).to;
            if !graph.node(to).kind.is_target() || open.contains(&to) {
                continue;
            }
            let mut query = vec![after.guard];
            if origin == Origin::Arbitrary {
                let here = facts.facts(node.location);
                query.extend(here);
                let objects = universals.objects_of_state(&graph.terms, &after);
                query.extend(universals.instances(&graph.terms, here, &objects));
                let known = task.facts.iter();
                query.extend(
                    known
                        .filter(|(at, _)| *at == node.location)
                        .map(|(_, f)| *f),
                );
            }
            match queries.satisfiable(&query, budget) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) | Answer::Unknown(_) => {
                    open.insert(to);
                }
            }
            if open.len() >= most {
                return open;
            }
        }
    }
    open
}
