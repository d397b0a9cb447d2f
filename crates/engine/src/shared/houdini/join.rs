//! Refuted equations are not given up: what follows from them and holds in the state that refuted
//! them is the next candidate.

use crate::shared::candidates::equation::Equation;
use invar_term::{RBig, Sort, TermId, TermStore, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Candidates at one location of which a state refuted some.
pub(super) struct Refuted<'a> {
    pub terms: &'a TermStore,
    /// Those that the state refuted.
    pub refuted: &'a [TermId],
    /// All candidates.
    pub all: &'a [TermId],
}

/// Candidates that replace the refuted ones and hold in the state, in which the symbols have the
/// values of `value`. Fewer than were refuted, unless `false` was.
pub(super) fn join(
    state: Refuted<'_>,
    mut value: impl FnMut(TermId) -> Option<Value>,
) -> Vec<TermId> {
    let terms = state.terms;
    let all: BTreeSet<TermId> = state.all.iter().copied().collect();
    if state.refuted.contains(&terms.fls()) {
        return point(state, value);
    }
    let mut groups: BTreeMap<Sort, Vec<(Equation, RBig)>> = BTreeMap::new();
    for candidate in state.refuted {
        let Some(equation) = Equation::of(terms, *candidate) else {
            continue;
        };
        if let Some(residual) = equation.residual(&mut value).filter(|r| *r != RBig::ZERO) {
            let group = groups.entry(equation.sort().clone()).or_default();
            group.push((equation, residual));
        }
    }
    let mut joined = Vec::new();
    for group in groups.into_values() {
        joined.extend(combinations(terms, &group));
    }
    let mut seen = all;
    joined.retain(|candidate| terms.as_constant(*candidate).is_none() && seen.insert(*candidate));
    joined
}

/// Every equation but the one that is off least, combined with that one.
fn combinations(terms: &TermStore, group: &[(Equation, RBig)]) -> Vec<TermId> {
    let distance = |r: &RBig| if *r < RBig::ZERO { -r } else { r.clone() };
    let order = (0..group.len()).min_by_key(|i| distance(&group[*i].1));
    let Some(pivot) = order else {
        return Vec::new();
    };
    let (base, off) = &group[pivot];
    let others = group.iter().enumerate().filter(|(i, _)| *i != pivot);
    let joined = others.filter_map(|(_, (equation, residual))| {
        Some(equation.joined(residual, base, off)?.to_term(terms))
    });
    joined.collect()
}

/// The only state known so far, as equations over the symbols that the candidates mention.
fn point(state: Refuted<'_>, mut value: impl FnMut(TermId) -> Option<Value>) -> Vec<TermId> {
    let terms = state.terms;
    let mut equations = Vec::new();
    for symbol in terms.symbols_of(state.all) {
        let symbol = terms.symbol_term(symbol);
        let is_number = matches!(terms.sort(symbol), Sort::Int | Sort::Real | Sort::BitVec(_));
        if let Some(value) = value(symbol).filter(|_| is_number) {
            equations.push(terms.eq(symbol, terms.constant(&value)));
        }
    }
    equations.retain(|candidate| !state.all.contains(candidate));
    equations
}
