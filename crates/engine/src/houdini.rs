//! The largest inductive subset of a set of guesses.
//!
//! Background: Houdini (Flanagan & Leino 2001). With `K` the known facts of the task, `G` the
//! guesses and `T` the blocks, the result `F` satisfies, for every loop head `m` and `f` in `F(m)`:
//!
//! ```text
//! zero(X) and T(entry, m)               implies  f'
//! K(l) and F(l) and T(l, m)             implies  f'      for every loop head l
//! ```
//!
//! so `K` and `F` together are inductive if `K` is. `F(m)` consists of guesses, of linear
//! equations that follow from guessed ones (a state that refutes some equations is joined with
//! their solutions: Karr 1976, with states from a solver), and lacks what the others imply.
//!
//! Cheap guesses are tried first, then all of them on top of what was proved: when the budget
//! ends, the facts of the rounds before stay. A query that is not answered drops guesses it was
//! about.

mod join;
mod minimise;

use crate::{Queries, Task, sample};
use invar_cfa::LocId;
use invar_encode::{BlockId, NodeKind, Origin, State, Unrolling};
use invar_solver::{Answer, Budget};
use invar_term::{Evaluator, Op, TermId, TermStore};
use invar_verdict::Invariant;
use join::{Refuted, join};
use minimise::minimise;
use std::collections::{BTreeMap, BTreeSet};

/// Guesses per loop head: Boolean terms over the variables' symbols.
pub type Candidates = BTreeMap<LocId, Vec<TermId>>;

/// A query may take one part in so many of the time left.
const QUERY_SHARE: u32 = 6;

/// A block seen from its start: the state after it, over the state before it.
struct Passage<'t> {
    unrolling: Unrolling<'t>,
    from: LocId,
    to: LocId,
    after: State,
}

/// How much a guess may cost a solver. The order is the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Cost {
    /// Comparisons of sums.
    Low,
    /// Products, remainders, arrays and everything else.
    Middle,
    /// Disjunctions.
    High,
}

/// The largest subset of `guesses` that is inductive together with the task's facts; if the
/// budget ends before it is found, a smaller one or none.
pub fn houdini(
    task: &Task<'_>,
    mut guesses: Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Invariant {
    start_true(task, &mut guesses);
    sample::refute(task.blocks, &mut guesses, budget);
    let terms = &task.blocks.terms;
    let mut known = Invariant::default();
    for (location, fact) in task.facts {
        known.add(*location, *fact);
    }
    let mut facts = Invariant::default();
    let occurring: BTreeSet<Cost> = guesses
        .values()
        .flatten()
        .map(|g| cost(terms, *g))
        .collect();
    for most in occurring {
        let mut tried = guesses.clone();
        for (location, here) in &mut tried {
            let proved = facts.facts(*location);
            here.retain(|guess| cost(terms, *guess) <= most && !proved.contains(guess));
        }
        let Some(found) = fixpoint(task, &known, tried, queries, budget) else {
            break;
        };
        known.extend(&found);
        facts.extend(&found);
    }
    for here in facts.at.values_mut() {
        minimise(task, here, queries, budget);
    }
    facts.at.retain(|_, here| !here.is_empty());
    facts
}

fn cost(terms: &TermStore, guess: TermId) -> Cost {
    let mut cost = Cost::Low;
    for term in terms.postorder(&[guess]) {
        cost = cost.max(match terms.op(term) {
            Op::Or | Op::And | Op::Xor => Cost::High,
            Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvSdiv
            | Op::BvSrem
            | Op::IntDiv
            | Op::IntMod
            | Op::Ite
            | Op::Select
            | Op::Store
            | Op::Fp(_) => Cost::Middle,
            _ => Cost::Low,
        });
    }
    cost
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

/// What of the guesses is inductive together with the known facts; nothing if the budget ends.
fn fixpoint(
    task: &Task<'_>,
    known: &Invariant,
    mut guesses: Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Option<Invariant> {
    let passages = passages(task, &guesses);
    let mut work: BTreeSet<BlockId> = passages.keys().copied().collect();
    while let Some(block) = work.pop_first() {
        let passage = &passages[&block];
        if budget.is_exhausted() {
            return None;
        }
        if weaken(task, known, passage, &mut guesses, queries, budget) == Weakened::Yes {
            let node = task.blocks.node(passage.to);
            work.extend(node.outgoing.iter().filter(|id| passages.contains_key(id)));
        }
    }
    let mut facts = Invariant::default();
    for (location, here) in guesses {
        here.into_iter().for_each(|fact| facts.add(location, fact));
    }
    Some(facts)
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

/// Drops guesses at the end of a passage, or joins them with states, until the passage preserves
/// the rest.
///
/// ensures `K(l) and F(l) and T(l, m) and not F(m)'` has no model.
fn weaken(
    task: &Task<'_>,
    known: &Invariant,
    passage: &Passage<'_>,
    guesses: &mut Candidates,
    queries: &mut Queries<'_>,
    budget: &Budget,
) -> Weakened {
    let terms = &task.blocks.terms;
    let mut weakened = Weakened::No;
    loop {
        let ahead = &guesses[&passage.to];
        let image = |guess: TermId| passage.unrolling.apply(&passage.after, guess);
        let images: Vec<TermId> = ahead.iter().map(|guess| image(*guess)).collect();
        let failures: Vec<TermId> = images.iter().map(|image| terms.not(*image)).collect();
        let mut query = vec![passage.after.guard, terms.or(&failures)];
        if passage.unrolling.origin() == Origin::Arbitrary {
            query.extend(known.facts(passage.from));
            query.extend(guesses.get(&passage.from).into_iter().flatten());
        }
        let limit = match budget.remaining() {
            Some(left) => budget.at_most(left / QUERY_SHARE),
            None => budget.clone(),
        };
        let kept: Vec<TermId> = match queries.satisfiable(&query, &limit) {
            Answer::Unsat(_) => return weakened,
            Answer::Sat(model) => {
                let mut evaluator = Evaluator::new(terms, &model);
                let mut kept = Vec::new();
                let mut refuted = Vec::new();
                for (guess, image) in ahead.iter().zip(&images) {
                    if evaluator.eval_bool(*image).unwrap_or(false) {
                        kept.push(*guess);
                    } else {
                        refuted.push(*guess);
                    }
                }
                // A model that refutes nothing would loop for ever.
                if refuted.is_empty() {
                    kept.clear();
                } else {
                    let value = |atom: TermId| evaluator.eval(image(atom)).ok();
                    let joined = join(
                        Refuted {
                            terms,
                            refuted: &refuted,
                            all: ahead,
                        },
                        value,
                    );
                    kept = joined.into_iter().chain(kept).collect();
                }
                kept
            }
            // The first guesses are the simplest.
            Answer::Unknown(_) if budget.is_exhausted() => Vec::new(),
            Answer::Unknown(_) => ahead[..ahead.len() / 2].to_vec(),
        };
        weakened = Weakened::Yes;
        guesses.insert(passage.to, kept);
    }
}
