//! The largest inductive subset of a set of guesses.
//!
//! Background: Houdini (Flanagan & Leino 2001). With `K` the known facts of the task, `G` the
//! guesses and `T` the blocks, the result `F` satisfies, for every loop head `m` and `f` in `F(m)`:
//!
//! ```text
//! F(m) is a subset of G(m), up to facts that the others imply
//! zero(X) and T(entry, m)               implies  f'
//! K(l) and F(l) and T(l, m)             implies  f'      for every loop head l
//! ```
//!
//! so `K` and `F` together are inductive if `K` is. A query that is not answered drops every
//! guess it was about; a budget that ends drops them all.

use crate::{Queries, Task, sample};
use invar_cfa::LocId;
use invar_encode::{BlockId, NodeKind, Origin, State, Unrolling};
use invar_solver::{Answer, Budget};
use invar_term::{Evaluator, TermId};
use invar_verdict::Invariant;
use std::collections::{BTreeMap, BTreeSet};

/// Guesses per loop head: Boolean terms over the variables' symbols.
pub type Candidates = BTreeMap<LocId, Vec<TermId>>;

/// A block seen from its start: the state after it, over the state before it.
struct Passage<'t> {
    unrolling: Unrolling<'t>,
    from: LocId,
    to: LocId,
    after: State,
}

/// The largest subset of `guesses` that is inductive together with the task's facts; empty if
/// the budget ends before it is found.
pub fn houdini(
    task: &Task<'_>,
    mut guesses: Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Invariant {
    start_true(task, &mut guesses);
    sample::refute(task.blocks, &mut guesses, budget);
    let passages = passages(task, &guesses);
    let mut work: BTreeSet<BlockId> = passages.keys().copied().collect();
    while let Some(block) = work.pop_first() {
        let passage = &passages[&block];
        if budget.is_exhausted() {
            return Invariant::default();
        }
        if weaken(task, passage, &mut guesses, queries, budget) == Weakened::Yes {
            let node = task.blocks.node(passage.to);
            work.extend(node.outgoing.iter().filter(|id| passages.contains_key(id)));
        }
    }
    let mut facts = Invariant::default();
    for (location, mut here) in guesses {
        minimise(task, &mut here, queries, budget);
        here.into_iter().for_each(|fact| facts.add(location, fact));
    }
    facts
}

/// Keeps of the guesses at the entry those that hold in the zero state.
fn start_true(task: &Task<'_>, guesses: &mut Candidates) {
    let terms = &task.blocks.terms;
    let unrolling = Unrolling::new(task.blocks, Origin::Zero);
    let start = unrolling.start(terms.tru());
    if let Some(here) = guesses.get_mut(&task.blocks.entry) {
        here.retain(|guess| terms.is_true(unrolling.apply(&start, *guess)));
    }
}

/// The blocks to locations with guesses.
fn passages<'t>(task: &Task<'t>, guesses: &Candidates) -> BTreeMap<BlockId, Passage<'t>> {
    let graph = task.blocks;
    let mut passages = BTreeMap::new();
    for node in graph.nodes().iter().filter(|n| !n.kind.is_target()) {
        // An entry that heads a loop is covered by its guesses, which hold at the start.
        let origin = if node.kind == NodeKind::Entry {
            Origin::Zero
        } else {
            Origin::Arbitrary
        };
        let unrolling = Unrolling::new(graph, origin);
        let start = unrolling.start(graph.terms.tru());
        for (block, after) in unrolling.leave(node.location, &start, 0) {
            let to = graph.block(block).to;
            if guesses.contains_key(&to) {
                passages.insert(
                    block,
                    Passage {
                        unrolling,
                        from: node.location,
                        to,
                        after,
                    },
                );
            }
        }
    }
    passages
}

#[derive(PartialEq, Eq)]
enum Weakened {
    Yes,
    No,
}

/// Drops guesses at the end of a passage until the passage preserves the rest.
///
/// ensures `K(l) and F(l) and T(l, m) and not F(m)'` has no model.
fn weaken(
    task: &Task<'_>,
    passage: &Passage<'_>,
    guesses: &mut Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Weakened {
    let terms = &task.blocks.terms;
    let mut weakened = Weakened::No;
    loop {
        let ahead = &guesses[&passage.to];
        let images: Vec<TermId> = ahead
            .iter()
            .map(|guess| passage.unrolling.apply(&passage.after, *guess))
            .collect();
        let failures: Vec<TermId> = images.iter().map(|image| terms.not(*image)).collect();
        let mut query = vec![passage.after.guard, terms.or(&failures)];
        if passage.unrolling.origin() == Origin::Arbitrary {
            query.extend(guesses.get(&passage.from).into_iter().flatten());
            let known = task
                .facts
                .iter()
                .filter(|(location, _)| *location == passage.from);
            query.extend(known.map(|(_, fact)| *fact));
        }
        let kept: Vec<TermId> = match queries.satisfiable(&query, budget) {
            Answer::Unsat(_) => return weakened,
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new(terms, &model);
                let mut holds = |image: TermId| evaluator.eval_bool(image).unwrap_or(false);
                let pairs = ahead.iter().zip(&images);
                pairs
                    .filter(|(_, image)| holds(**image))
                    .map(|(guess, _)| *guess)
                    .collect()
            }
            Answer::Unknown(_) => Vec::new(),
        };
        weakened = Weakened::Yes;
        // A model that refutes nothing would loop for ever.
        let kept = if kept.len() < ahead.len() {
            kept
        } else {
            Vec::new()
        };
        guesses.insert(passage.to, kept);
    }
}

/// Drops facts that the others imply; the conjunction stays the same.
fn minimise(task: &Task<'_>, facts: &mut Vec<TermId>, queries: &mut Queries<'_>, budget: &Budget) {
    let terms = &task.blocks.terms;
    let mut index = 0;
    while index < facts.len() {
        let mut query = facts.clone();
        query[index] = terms.not(facts[index]);
        match queries.satisfiable(&query, budget) {
            Answer::Unsat(_) => {
                facts.remove(index);
            }
            Answer::Sat(_) | Answer::Unknown(_) => index += 1,
        }
    }
}
