//! What is known before the search: the states in which execution arrives at a place from the
//! start, and the predicates that a domain begins with (thesis, section 3.6).

mod condition;
mod pairs;
#[cfg(test)]
mod tests;

use super::Initial;
use crate::Task;
use crate::engines::predabs::{EquationForm, atoms_as};
use crate::shared::ic3::{PlaceId, System};
use condition::condition;
use invar_cfa::Operation;
use invar_term::{Op, SymbolId, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// Predicates taken from the text of the program, at most.
const MAX_EXPRESSIONS: usize = 500;

/// What is known of a place at the start: it holds in every state in which execution arrives at the
/// place by a step from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    /// Over symbols that are live at the place.
    pub formula: TermId,
    /// Whether it holds only there.
    pub exactness: Exactness,
}

/// How a formula is related to the states that it describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exactness {
    /// It holds in these states only: for each there are inputs with which execution gets there.
    Exact,
    /// It may hold in others.
    Weaker,
}

/// The conditions of all inner places. A place without a step from the start has `false`, exact.
pub(super) fn conditions(system: &System) -> BTreeMap<PlaceId, Condition> {
    let inner = system.inner();
    inner
        .map(|place| (place, condition(system, place)))
        .collect()
}

/// The predicates that a domain begins with: in order, without signs, each once. All symbols of one
/// are live together at some inner place. Equations are whole.
pub(super) fn initial(
    task: &Task<'_>,
    system: &System,
    conditions: &BTreeMap<PlaceId, Condition>,
    wanted: &BTreeSet<Initial>,
) -> Vec<TermId> {
    let mut found = Vec::new();
    for source in wanted {
        match source {
            Initial::Condition => found.extend(wholes(system, conditions)),
            Initial::Expressions => found.extend(expressions(task, system)),
            Initial::Pairs => found.extend(pairs::pairs(task, system)),
        }
    }
    let mut known = BTreeSet::new();
    found.retain(|predicate| known.insert(*predicate));
    found
}

/// Each condition as one predicate.
fn wholes(system: &System, conditions: &BTreeMap<PlaceId, Condition>) -> Vec<TermId> {
    let terms = &system.terms;
    let formulas = conditions.values().map(|condition| condition.formula);
    formulas
        .filter(|formula| !terms.is_true(*formula) && !terms.is_false(*formula))
        .map(|formula| match terms.op(formula) {
            Op::Not => terms.args(formula)[0],
            _ => formula,
        })
        .collect()
}

/// The atoms of what the program assumes and branches on, then those of the guards of steps, which
/// are over the state before a whole block.
fn expressions(task: &Task<'_>, system: &System) -> Vec<TermId> {
    let automaton = task.program.entry_cfa();
    let reached = automaton.reached();
    let edges = automaton.edge_ids().map(|id| automaton.edge(id));
    let assumed = edges
        .filter(|edge| reached[edge.from.0 as usize])
        .filter_map(|edge| match &edge.operation {
            Operation::Assume { condition, .. } => Some(*condition),
            _ => None,
        });
    let guards = system.steps.iter().map(|step| step.guard);
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    for formula in assumed.chain(guards) {
        if found.len() >= MAX_EXPRESSIONS {
            break;
        }
        for atom in atoms_as(&system.terms, formula, EquationForm::Whole) {
            if found.len() < MAX_EXPRESSIONS && known.insert(atom) && is_live(system, atom) {
                found.push(atom);
            }
        }
    }
    found
}

/// Whether all symbols of a predicate are live together at some inner place.
fn is_live(system: &System, predicate: TermId) -> bool {
    let symbols: BTreeSet<SymbolId> = system.terms.symbols_of(&[predicate]).into_iter().collect();
    let mut places = system.inner();
    places.any(|place| symbols.is_subset(&system.place(place).live))
}
