//! The conjuncts that a refutation needs.

use super::Piece;
use super::query_solver::{QueryResult, QuerySolver};
use super::shape::{conjuncts, splits};
use crate::shared::ic3::Stop;
use invar_term::{TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conjuncts that are left out on trial.
const TRIALS: usize = 16;

/// The conjuncts of all parts, each formula once.
///
/// What several parts say is taken from the last of them: no interpolant before it has to carry
/// what is said again there.
pub(super) fn pieces_of(terms: &TermStore, parts: &[Vec<TermId>]) -> Vec<Piece> {
    let mut last: FxHashMap<TermId, usize> = FxHashMap::default();
    let mut pieces = Vec::new();
    for (part, formulas) in parts.iter().enumerate() {
        for formula in conjuncts(terms, formulas) {
            last.insert(formula, part);
            pieces.push(Piece { part, formula });
        }
    }
    pieces.retain(|p| last[&p.formula] == p.part);
    pieces
}

/// Some of the pieces that have no model together either.
///
/// requires the pieces have no model. The last parts come alone first, and as few as possible: what
/// is known before them need not be shown again. Then single conjuncts are left out, those that
/// make case distinctions before others.
pub(super) fn minimised(
    queries: &mut QuerySolver<'_>,
    pieces: &[Piece],
    core: &FxHashSet<TermId>,
) -> Result<Vec<Piece>, Stop> {
    let terms = std::sync::Arc::clone(&queries.terms);
    let mut kept = shortest(queries, pieces, core)?;
    let mut candidates: Vec<(usize, Piece)> = kept
        .iter()
        .map(|p| (splits(&terms, p.formula), *p))
        .collect();
    candidates.sort_by(|(a, p), (b, q)| b.cmp(a).then(p.cmp(q)));
    for (_, candidate) in candidates.into_iter().take(TRIALS) {
        if !kept.contains(&candidate) || kept.len() < 2 {
            continue;
        }
        let others = kept.iter().copied().filter(|p| *p != candidate).collect();
        if let Some(core) = core_of(queries, others)? {
            kept = core;
        }
    }
    Ok(kept)
}

/// A core of the last parts, if these are enough; the known core otherwise.
fn shortest(
    queries: &mut QuerySolver<'_>,
    pieces: &[Piece],
    core: &FxHashSet<TermId>,
) -> Result<Vec<Piece>, Stop> {
    let mut kept: Vec<Piece> = pieces.to_vec();
    kept.retain(|p| core.contains(&p.formula));
    let first = |pieces: &[Piece]| pieces.iter().map(|p| p.part).min().unwrap_or(0);
    let last = pieces.iter().map(|p| p.part).max().unwrap_or(0);
    let mut length = 1;
    while last.saturating_sub(length) >= first(&kept) && last >= length {
        let from = last - length;
        let suffix = pieces.iter().copied().filter(|p| p.part > from).collect();
        if let Some(core) = core_of(queries, suffix)? {
            kept = core;
            break;
        }
        length *= 2;
    }
    loop {
        let earliest = first(&kept);
        let later: Vec<Piece> = kept.iter().copied().filter(|p| p.part > earliest).collect();
        match core_of(queries, later)? {
            Some(core) => kept = core,
            None => return Ok(kept),
        }
    }
}

/// Those of the pieces that have no model; `None` if all have one or the solver gives no answer.
fn core_of(queries: &mut QuerySolver<'_>, pieces: Vec<Piece>) -> Result<Option<Vec<Piece>>, Stop> {
    let formulas: Vec<TermId> = pieces.iter().map(|p| p.formula).collect();
    let QueryResult::Core(core) = queries.check(&formulas)? else {
        return Ok(None);
    };
    let mut kept = pieces;
    kept.retain(|p| core.contains(&p.formula));
    Ok(Some(kept))
}
