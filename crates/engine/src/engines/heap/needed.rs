//! The facts that a proof needs: those that exclude the targets, those from which these follow, and so on.

use crate::shared::universal::Universals;
use crate::{Queries, Task};
use invar_cfa::LocId;
use invar_encode::{BlockId, NodeKind, Origin, Unrolling};
use invar_solver::{Answer, Budget};
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::{BTreeMap, BTreeSet};

/// The part of an inductive invariant that suffices to exclude all targets; all of it where a solver does not say.
pub(super) fn needed(
    task: &Task<'_>,
    universals: &Universals,
    invariant: Invariant,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Invariant {
    let graph = task.blocks;
    let terms = &graph.terms;
    let mut kept = Invariant::default();
    let mut wanted: BTreeMap<LocId, BTreeSet<TermId>> = BTreeMap::new();
    // A place, and the fact that is needed there; without one it is a target.
    let mut work: Vec<(LocId, Option<TermId>)> = graph.targets().map(|t| (t, None)).collect();
    while let Some((place, fact)) = work.pop() {
        for id in &graph.node(place).incoming {
            let Some(premises) = premises(task, universals, &invariant, *id, fact, queries, budget)
            else {
                return invariant;
            };
            let from = graph.block(*id).from;
            for premise in premises {
                if wanted.entry(from).or_default().insert(premise) {
                    work.push((from, Some(premise)));
                }
            }
        }
    }
    for (location, facts) in &invariant.at {
        let here = wanted.get(location);
        for fact in facts {
            if here.is_some_and(|here| here.contains(fact)) && !terms.is_true(*fact) {
                kept.add(*location, *fact);
            }
        }
    }
    kept
}

/// The facts where a block begins from which a fact at its end follows, or that the block cannot be taken.
fn premises(
    task: &Task<'_>,
    universals: &Universals,
    invariant: &Invariant,
    id: BlockId,
    fact: Option<TermId>,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Option<Vec<TermId>> {
    let graph = task.blocks;
    let terms = &graph.terms;
    let from = graph.block(id).from;
    let origin = match graph.node(from).kind {
        NodeKind::Entry => Origin::Zero,
        _ => Origin::Arbitrary,
    };
    let unrolling = Unrolling::new(graph, origin);
    let start = unrolling.start(terms.tru());
    let left = unrolling.leave(from, &start, 0);
    let Some((_, after)) = left.into_iter().find(|(block, _)| *block == id) else {
        return Some(Vec::new());
    };
    let broken = fact.map_or(terms.tru(), |fact| terms.not(unrolling.apply(&after, fact)));
    let mut query = vec![after.guard, broken];
    let mut meant = BTreeMap::new();
    if origin == Origin::Arbitrary {
        let objects = universals.objects_of_state(terms, &after);
        for fact in invariant.facts(from) {
            let mut parts = universals.instances(terms, &[*fact], &objects);
            parts.push(*fact);
            let premise = terms.and(&parts);
            meant.insert(premise, *fact);
            query.push(premise);
        }
    }
    match queries.satisfiable(&query, budget) {
        Answer::Unsat(core) => {
            let core = core.assumptions.iter();
            Some(core.filter_map(|part| meant.get(part).copied()).collect())
        }
        Answer::Sat(_) | Answer::Unknown(_) => None,
    }
}
