//! Guesses for facts at loop heads, read off the program text and off sampled executions. A
//! heuristic from end to end: [`crate::houdini()`] keeps what is inductive.
//!
//! For every relevant loop head, in this order:
//!
//! | guesses | file |
//! |---|---|
//! | linear equations between the sampled states | `equations` |
//! | comparisons that guard blocks, as they are and negated | `vocabulary` |
//! | bounds of variables, pairs and compared sums | `bits`, `numbers` |
//! | congruences | `congruences` |
//! | bounds and equations under a condition of the program | `disjunctions` |
//! | what holds of a cell once a counter has passed it | `positions` |
//!
//! Only what all sampled states satisfy is guessed. Where no execution came, `false` is.

mod bits;
mod congruences;
mod disjunctions;
pub(crate) mod equation;
mod equations;
mod head;
mod numbers;
mod positions;
mod vocabulary;

use crate::houdini::Candidates;
use crate::{Task, sample};
use head::{Guesses, Head};
use invar_cfa::{LocId, VarId};
use invar_encode::{Arithmetic, BlockGraph};
use invar_solver::Budget;
use invar_term::{Sort, TermId};
use positions::Positions;
use std::collections::{BTreeMap, BTreeSet};
use vocabulary::Vocabulary;

/// Variables that are looked at.
const MOST_VARIABLES: usize = 60;
/// Guesses per loop head before those under a condition.
const MOST_PLAIN: usize = 2000;
/// Guesses under a condition per loop head.
const MOST_CONDITIONAL: usize = 200;
/// Guesses about positions per loop head.
const MOST_PLACED: usize = 600;

/// Sampling may take one part in so many of the time.
const SAMPLE_SHARE: u32 = 3;

/// Guesses for every loop head from which a target can be reached; for fewer if the budget ends.
pub fn candidates(task: &Task<'_>, budget: &Budget) -> Candidates {
    let graph = task.blocks;
    let vocabulary = Vocabulary::of(task);
    let heads: Vec<LocId> = graph
        .heads()
        .filter(|head| graph.node(*head).can_reach_target)
        .collect();
    // Facts must hold on the source program, where dead variables hold other values.
    let live = graph.live();
    let wanted = heads
        .iter()
        .map(|head| (*head, sample::symbols_of_variables(graph, &live[head])))
        .collect();
    let samples = sample::collect(
        graph,
        &wanted,
        &budget.at_most(budget.left() / SAMPLE_SHARE),
    );
    let relevant: BTreeSet<VarId> = graph
        .nodes()
        .iter()
        .filter(|n| n.can_reach_target)
        .flat_map(|n| n.reads.iter().copied())
        .collect();
    let positions = Positions::of(graph, &vocabulary.atoms);
    let mut found = BTreeMap::new();
    for location in heads {
        if budget.is_exhausted() {
            break;
        }
        let live = &live[&location];
        let numeric = relevant.intersection(live).copied().filter(|v| {
            let sort = task.program.sort(*v);
            matches!(sort, Sort::Int | Sort::Real | Sort::BitVec(_))
        });
        let head = Head::new(
            task.program,
            numeric.take(MOST_VARIABLES).collect(),
            samples.get(&location).into_iter().flatten().collect(),
        );
        let atoms = atoms(graph, &vocabulary, live);
        let slopes = match graph.arithmetic {
            Arithmetic::Checked => Slopes::Wanted,
            _ => Slopes::Unwanted,
        };
        let mut here = guesses(&head, &vocabulary, &atoms, slopes);
        let mut placed = positions.guesses(graph, live, MOST_PLACED);
        head.refute(&mut placed);
        here.extend(placed);
        found.insert(location, here);
    }
    found
}

/// Comparisons that speak of live variables only.
fn atoms(graph: &BlockGraph, vocabulary: &Vocabulary, live: &BTreeSet<VarId>) -> Vec<TermId> {
    let atoms = vocabulary.atoms.iter().copied();
    atoms.filter(|a| graph.speaks_of(*a, live)).collect()
}

/// Whether bounds by multiples of other variables are worth guessing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slopes {
    Wanted,
    Unwanted,
}

fn guesses(
    head: &Head<'_>,
    vocabulary: &Vocabulary,
    atoms: &[TermId],
    slopes: Slopes,
) -> Vec<TermId> {
    let terms = head.terms();
    let mut guesses = Guesses::default();
    let mut add = |more: Vec<TermId>| guesses.extend(terms, MOST_PLAIN, more);
    add(equations::equations(head, vocabulary));
    add(atoms.iter().flat_map(|a| [*a, terms.not(*a)]).collect());
    add(numbers::singles(head, vocabulary));
    add(bits::singles(head, vocabulary));
    add(numbers::sums(head, vocabulary));
    add(numbers::pairs(head, vocabulary));
    // Only the absence of overflow needs bounds of what is added up.
    if slopes == Slopes::Wanted {
        add(numbers::slopes(head, vocabulary));
    }
    add(bits::pairs(head));
    add(congruences::congruences(head, vocabulary));
    let mut guesses = guesses.into_vec();
    head.refute(&mut guesses);
    if head.samples.is_empty() {
        guesses.insert(0, terms.fls());
    }
    let conditional =
        disjunctions::implications(head, vocabulary, atoms, &guesses, MOST_CONDITIONAL);
    guesses.extend(conditional);
    guesses
}
