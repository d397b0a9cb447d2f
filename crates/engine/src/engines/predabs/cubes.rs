//! Sets of valuations of predicates, and the formulas that they are. Pure data.

use crate::shared::ic3::Cube;
use crate::shared::preimage::without_subsumed;
use invar_term::{TermId, TermStore};
use std::collections::BTreeSet;

/// What a cube says of each predicate; nothing, if it does not matter.
pub(super) type Valuation = Vec<Option<bool>>;

/// Valuations with fewer literals that allow the same: two that differ in the value of one
/// predicate only are one that leaves it open.
pub(super) fn merged(valuations: BTreeSet<Valuation>) -> BTreeSet<Valuation> {
    let mut merged = valuations;
    let width = merged.first().map_or(0, Vec::len);
    loop {
        let before = merged.len();
        for index in 0..width {
            let mut next = BTreeSet::new();
            for valuation in &merged {
                let mut open = valuation.clone();
                if let Some(value) = open[index] {
                    open[index] = Some(!value);
                    if merged.contains(&open) {
                        open[index] = None;
                        next.insert(open);
                        continue;
                    }
                }
                next.insert(valuation.clone());
            }
            merged = next;
        }
        if merged.len() == before {
            return merged;
        }
    }
}

/// The literals of a valuation.
pub(super) fn literals(
    terms: &TermStore,
    predicates: &[TermId],
    valuation: &[Option<bool>],
) -> Vec<TermId> {
    let literal = |(predicate, value): (&TermId, &Option<bool>)| {
        value.map(|value| {
            if value {
                *predicate
            } else {
                terms.not(*predicate)
            }
        })
    };
    predicates
        .iter()
        .zip(valuation)
        .filter_map(literal)
        .collect()
}

/// A conjunction in normal form, without bounds that others imply.
///
/// requires the literals have a model together.
pub(super) fn conjunction(terms: &TermStore, literals: &[TermId]) -> Vec<TermId> {
    match Cube::new(terms, literals.iter().copied()) {
        Some(cube) => without_subsumed(terms, cube.literals()),
        None => vec![terms.fls()],
    }
}

/// The disjunction of valuations as conjuncts: none for `true`.
///
/// requires each valuation has a model.
pub(super) fn disjunction(
    terms: &TermStore,
    predicates: &[TermId],
    valuations: BTreeSet<Valuation>,
) -> Vec<TermId> {
    let cubes: Vec<Vec<TermId>> = merged(valuations)
        .iter()
        .map(|valuation| conjunction(terms, &literals(terms, predicates, valuation)))
        .collect();
    match cubes.as_slice() {
        [] => vec![terms.fls()],
        [only] => only.clone(),
        _ => {
            let cubes: Vec<TermId> = cubes.iter().map(|cube| terms.and(cube)).collect();
            let any = terms.or(&cubes);
            if terms.is_true(any) {
                Vec::new()
            } else {
                vec![any]
            }
        }
    }
}
