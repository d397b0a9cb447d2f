//! A path as formulas over versions of its symbols.
//!
//! A variable gets a new version after a step that changes it and keeps its version otherwise, so
//! that neighbouring parts share few symbols. A version is named after the position where it
//! begins; paths with the same beginning have the same formulas there, and the store grows only
//! with the longest path.

use crate::shared::ic3::{Cube, Inputs, PlaceId, START, System};
use crate::shared::tree::Path;
use invar_solver::Model;
use invar_term::{Substitution, SymbolId, TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet};

/// The formulas of a path.
///
/// Position `i` is before `steps[i]`; the last position, after all steps, is that of the goals.
pub(crate) struct Unfolded {
    /// For each step what is known before it, its guard and its updates; finally the goals.
    pub parts: Vec<Vec<TermId>>,
    /// The versions of the live symbols at each position.
    current: Vec<BTreeMap<SymbolId, TermId>>,
    /// The versions of the inputs of each step.
    inputs: Vec<BTreeMap<SymbolId, SymbolId>>,
}

impl Unfolded {
    /// The formulas that have a model exactly if the path leads into a goal.
    ///
    /// requires `path.labels` is as long as `path.steps`, and the steps follow each other.
    pub(crate) fn new(
        system: &System,
        facts: &BTreeMap<PlaceId, Vec<TermId>>,
        path: &Path,
        goals: &[Cube],
    ) -> Unfolded {
        let terms = &*system.terms;
        let start = path.steps.first().map(|s| system.step(*s).from);
        let start = start.filter(|place| *place != START);
        let mut live: BTreeMap<SymbolId, TermId> = BTreeMap::new();
        for symbol in start.iter().flat_map(|place| &system.place(*place).live) {
            live.insert(*symbol, version(terms, *symbol, 0));
        }
        let mut unfolded = Unfolded {
            parts: Vec::new(),
            current: vec![live],
            inputs: Vec::new(),
        };
        for (position, step) in path.steps.iter().enumerate() {
            let step = system.step(*step);
            let label = path.labels.get(position).map_or(&[][..], Vec::as_slice);
            let known = facts.get(&step.from).map_or(&[][..], Vec::as_slice);
            let here = &unfolded.current[position];
            let mut formulas: Vec<TermId> = label.iter().chain(known).copied().collect();
            formulas.push(step.guard);
            let mut updates: Vec<(SymbolId, TermId)> = Vec::new();
            let mut after = BTreeMap::new();
            for symbol in &system.place(step.to).live {
                let now = terms.symbol_term(*symbol);
                let update = step.image(terms, now);
                match here.get(symbol) {
                    Some(kept) if update == now => {
                        after.insert(*symbol, *kept);
                    }
                    _ => {
                        after.insert(*symbol, version(terms, *symbol, position + 1));
                        if update != now {
                            updates.push((*symbol, update));
                        }
                    }
                }
            }
            let inputs: BTreeMap<SymbolId, TermId> = step
                .inputs
                .iter()
                .map(|s| (*s, version(terms, *s, position)))
                .collect();
            let values = updates.iter().map(|(_, value)| *value);
            let roots: Vec<TermId> = formulas.iter().copied().chain(values).collect();
            let mut versions = here.clone();
            versions.extend(&inputs);
            // What is not live here has any value.
            for symbol in terms.symbols_of(&roots) {
                versions
                    .entry(symbol)
                    .or_insert_with(|| version(terms, symbol, position));
            }
            let mut versioned = versioning(terms, &versions);
            let mut part: Vec<TermId> = formulas
                .iter()
                .map(|f| versioned.apply(terms, *f))
                .collect();
            for (symbol, value) in updates {
                let value = versioned.apply(terms, value);
                part.push(terms.eq(after[&symbol], value));
            }
            unfolded.parts.push(part);
            unfolded.inputs.push(
                inputs
                    .into_iter()
                    .filter_map(|(s, v)| Some((s, terms.as_symbol(v)?)))
                    .collect(),
            );
            unfolded.current.push(after);
        }
        let end = path.steps.len();
        let mut versioned = versioning(terms, &unfolded.current[end]);
        let cubes: Vec<TermId> = goals
            .iter()
            .map(|goal| versioned.apply(terms, terms.and(goal.literals())))
            .collect();
        unfolded.parts.push(vec![terms.or(&cubes)]);
        unfolded
    }

    /// A formula over versions that are current at a position, as a formula over the state there;
    /// `None` if it mentions anything else.
    pub(crate) fn state_formula(
        &self,
        terms: &TermStore,
        position: usize,
        formula: TermId,
    ) -> Option<TermId> {
        let current = self.current.get(position)?;
        let known: BTreeSet<TermId> = current.values().copied().collect();
        let symbols = terms.symbols_of(&[formula]);
        if !symbols
            .iter()
            .all(|s| known.contains(&terms.symbol_term(*s)))
        {
            return None;
        }
        let back = current.iter().map(|(s, v)| (*v, terms.symbol_term(*s)));
        Some(Substitution::new(terms, back).apply(terms, formula))
    }

    /// The inputs of each step in a model of the parts.
    pub(crate) fn inputs(&self, model: &Model) -> Inputs {
        let of_step = |versions: &BTreeMap<SymbolId, SymbolId>| {
            versions
                .iter()
                .filter_map(|(symbol, version)| Some((*symbol, model.get(*version)?.clone())))
                .collect()
        };
        self.inputs.iter().map(of_step).collect()
    }
}

/// The version of a symbol that begins at a position.
fn version(terms: &TermStore, symbol: SymbolId, position: usize) -> TermId {
    let name = format!("{}@{position}", terms.symbol_name(symbol));
    terms.symbol(&name, terms.sort(terms.symbol_term(symbol)))
}

fn versioning(terms: &TermStore, versions: &BTreeMap<SymbolId, TermId>) -> Substitution {
    let pairs = versions.iter().map(|(s, v)| (terms.symbol_term(*s), *v));
    Substitution::new(terms, pairs)
}
