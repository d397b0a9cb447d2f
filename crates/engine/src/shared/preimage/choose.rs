//! Which of several disjuncts to keep: a heuristic, any of them is correct.

use invar_term::{Op, TermId, TermStore};
use rustc_hash::FxHashSet;

/// Nodes of a disjunct that are visited to count its symbols.
const LOOK: usize = 200;

/// The argument that costs least: one that is kept already, else the one with the fewest symbols.
pub(super) fn choose(
    terms: &TermStore,
    candidates: &[TermId],
    kept: &FxHashSet<TermId>,
) -> Option<TermId> {
    if let Some(free) = candidates.iter().find(|c| is_kept(terms, **c, kept)) {
        return Some(*free);
    }
    if let [single] = candidates {
        return Some(*single);
    }
    candidates.iter().copied().min_by_key(|c| cost(terms, *c))
}

/// Whether the term, or everything it consists of, is kept.
fn is_kept(terms: &TermStore, term: TermId, kept: &FxHashSet<TermId>) -> bool {
    let bare = match terms.op(term) {
        Op::Not => terms.args(term)[0],
        _ => term,
    };
    let parts = match terms.op(bare) {
        Op::And | Op::Or => terms.args(bare),
        _ => &[],
    };
    kept.contains(&term)
        || kept.contains(&bare)
        || (!parts.is_empty() && parts.iter().all(|p| kept.contains(p)))
}

/// Symbols and size, as far as one looks.
fn cost(terms: &TermStore, term: TermId) -> (usize, usize) {
    let mut seen = FxHashSet::default();
    let order = terms.postorder_where(&[term], |t| seen.len() < LOOK && seen.insert(t));
    let symbols = order
        .iter()
        .filter(|t| terms.as_symbol(**t).is_some())
        .count();
    (symbols, seen.len())
}
