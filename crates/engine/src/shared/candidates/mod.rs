//! Candidate invariants at loop heads, taken from the program text and from sampled executions. The
//! whole module is a heuristic: [`crate::houdini()`] keeps what is inductive.
//!
//! For every relevant loop head, in this order:
//!
//! | candidates | file |
//! |---|---|
//! | linear equations between the sampled states | `equations` |
//! | comparisons that guard blocks, as they are and negated | `vocabulary` |
//! | bounds of variables, pairs and compared sums | `bits`, `numbers` |
//! | congruences | `congruences` |
//! | bounds and equations under a condition of the program | `disjunctions` |
//! | what holds of a cell once a counter has passed it | `positions` |
//! | strings end inside their objects | `terminators` |
//! | buffers have room for the elements that are counted | `capacities` |
//!
//! Every candidate holds in all sampled states. Where no sampled execution arrived, `false` is a
//! candidate.

mod bits;
mod capacities;
mod congruences;
mod disjunctions;
pub(crate) mod equation;
mod equations;
mod head;
mod numbers;
mod positions;
mod terminators;
mod vocabulary;

use crate::Task;
use crate::shared::houdini::Candidates;
use crate::shared::sample;
use capacities::Capacities;
use head::{CandidateSet, Head};
use invar_cfa::{LocId, VarId};
use invar_encode::{Arithmetic, BlockGraph};
use invar_solver::Budget;
use invar_term::{Sort, TermId};
use positions::Positions;
use std::collections::{BTreeMap, BTreeSet};
use terminators::Terminators;
use vocabulary::Vocabulary;

/// Variables that are considered.
const MAX_VARIABLES: usize = 60;
/// Unconditional candidates per loop head.
const MAX_PLAIN: usize = 2000;
/// Conditional candidates per loop head.
const MAX_CONDITIONAL: usize = 200;
/// Candidates about positions per loop head.
const MAX_POSITIONAL: usize = 600;

/// Sampling takes at most 1/SAMPLE_TIME_SHARE of the time.
const SAMPLE_TIME_SHARE: u32 = 3;

/// Candidates for every loop head from which a target can be reached; for fewer if the budget ends.
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
        &budget.at_most(budget.left() / SAMPLE_TIME_SHARE),
    );
    let relevant: BTreeSet<VarId> = graph
        .nodes()
        .iter()
        .filter(|n| n.can_reach_target)
        .flat_map(|n| n.reads.iter().copied())
        .collect();
    let positions = Positions::of(graph, &vocabulary);
    let terminators = Terminators::of(&graph.terms, &vocabulary.subterms);
    let capacities = Capacities::of(&graph.terms, &vocabulary.subterms);
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
            numeric.take(MAX_VARIABLES).collect(),
            samples.get(&location).into_iter().flatten().collect(),
        );
        let atoms = atoms(graph, &vocabulary, live);
        let slopes = match graph.arithmetic {
            Arithmetic::Checked => Slopes::Wanted,
            _ => Slopes::Unwanted,
        };
        let mut here = candidates_at(&head, &vocabulary, &atoms, slopes);
        let mut placed = positions.candidates(graph, live, MAX_POSITIONAL);
        head.refute(&mut placed);
        here.extend(placed);
        let mut of_memory = terminators.candidates(graph, live);
        of_memory.extend(capacities.candidates(graph, &head, &vocabulary, live));
        head.refute(&mut of_memory);
        here.extend(of_memory);
        found.insert(location, here);
    }
    found
}

/// Comparisons over live variables only.
fn atoms(graph: &BlockGraph, vocabulary: &Vocabulary, live: &BTreeSet<VarId>) -> Vec<TermId> {
    let atoms = vocabulary.atoms.iter().copied();
    atoms.filter(|a| graph.speaks_of(*a, live)).collect()
}

/// Whether bounds by multiples of other variables are candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slopes {
    Wanted,
    Unwanted,
}

fn candidates_at(
    head: &Head<'_>,
    vocabulary: &Vocabulary,
    atoms: &[TermId],
    slopes: Slopes,
) -> Vec<TermId> {
    let terms = head.terms();
    let mut candidates = CandidateSet::default();
    let mut add = |more: Vec<TermId>| candidates.extend(terms, MAX_PLAIN, more);
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
    let mut candidates = candidates.into_vec();
    head.refute(&mut candidates);
    if head.samples.is_empty() {
        candidates.insert(0, terms.fls());
    }
    let conditional =
        disjunctions::implications(head, vocabulary, atoms, &candidates, MAX_CONDITIONAL);
    candidates.extend(conditional);
    candidates
}
