//! Interpolants by weakest preconditions, kept short by unsat cores; for every theory.
//!
//! From the last cut to the first, `I_k` separates `A = f_1 .. f_k` from
//! `B = f_(k+1) and not I_(k+1)`, which have no model together because `A and f_(k+1)` implies
//! `I_(k+1)`. It is a conjunction of clauses: a model of `B and I_k` is generalised to a cube of
//! states with a continuation in `B` (an implicant, with the symbols projected away that `A` does
//! not have); `A` excludes the cube, and the literals in the core are what its clause needs.
//!
//! [`forward`] is the dual: `I_k` is the negation of what separates `f_(k+1) .. f_n` from `I_(k-1)
//! and f_k`, a disjunction of cubes of states that are reached. It helps where there are few first
//! states and many contradictions with the last part.

use super::Piece;
use super::query_solver::{QueryResult, QuerySolver};
use crate::shared::ic3::{Cube, Stop, Total};
use crate::shared::preimage::{implicant, project};
use invar_solver::Model;
use invar_term::{SymbolId, TermId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Clauses of one interpolant.
const CLAUSES: usize = 40;
/// Literals that are left out of a cube on trial.
const TRIALS: usize = 8;

/// Interpolants at all cuts; `None` if that takes too long.
///
/// requires the pieces have no model together.
pub(super) fn backward(
    queries: &mut QuerySolver<'_>,
    pieces: &[Piece],
    parts: usize,
) -> Result<Option<Vec<TermId>>, Stop> {
    let terms = Arc::clone(&queries.terms);
    let mut sequence = vec![terms.fls(); parts + 1];
    for cut in (0..parts).rev() {
        let of = |wanted: &dyn Fn(usize) -> bool| -> Vec<TermId> {
            let chosen = pieces.iter().filter(|p| wanted(p.part));
            chosen.map(|p| p.formula).collect()
        };
        let mut b = of(&|part| part == cut);
        if b.is_empty() {
            sequence[cut] = sequence[cut + 1];
            continue;
        }
        let a = of(&|part| part < cut);
        if a.is_empty() {
            sequence[..=cut].fill(terms.tru());
            break;
        }
        b.push(terms.not(sequence[cut + 1]));
        match separated(queries, &a, &b)? {
            Some(formula) => sequence[cut] = formula,
            None => return Ok(None),
        }
    }
    Ok(Some(sequence))
}

/// Interpolants at all cuts, from the first; `None` if that takes too long.
///
/// requires the pieces have no model together.
pub(super) fn forward(
    queries: &mut QuerySolver<'_>,
    pieces: &[Piece],
    parts: usize,
) -> Result<Option<Vec<TermId>>, Stop> {
    let terms = Arc::clone(&queries.terms);
    let mut sequence = vec![terms.tru(); parts + 1];
    for cut in 1..=parts {
        let of = |wanted: &dyn Fn(usize) -> bool| -> Vec<TermId> {
            let chosen = pieces.iter().filter(|p| wanted(p.part));
            chosen.map(|p| p.formula).collect()
        };
        let mut a = of(&|part| part + 1 == cut);
        let b = of(&|part| part >= cut);
        if b.is_empty() {
            sequence[cut..].fill(terms.fls());
            break;
        }
        if a.is_empty() {
            sequence[cut] = sequence[cut - 1];
            continue;
        }
        a.push(sequence[cut - 1]);
        match separated(queries, &b, &a)? {
            Some(formula) => sequence[cut] = terms.not(formula),
            None => return Ok(None),
        }
    }
    Ok(Some(sequence))
}

/// A formula over symbols of both that `a` implies and `b` contradicts.
fn separated(
    queries: &mut QuerySolver<'_>,
    a: &[TermId],
    b: &[TermId],
) -> Result<Option<TermId>, Stop> {
    let terms = Arc::clone(&queries.terms);
    let known: BTreeSet<SymbolId> = terms.symbols_of(a).into_iter().collect();
    let mut others: BTreeSet<SymbolId> = terms.symbols_of(b).into_iter().collect();
    others.retain(|s| !known.contains(s));
    let mut clauses: Vec<TermId> = Vec::new();
    while clauses.len() < CLAUSES {
        let mut query = b.to_vec();
        query.extend(&clauses);
        let model = match queries.check(&query)? {
            QueryResult::Core(_) => return Ok(Some(terms.and(&clauses))),
            QueryResult::Model(model) => model,
            QueryResult::Unknown => return Ok(None),
        };
        let Some(cube) = continued(queries, b, &others, &model) else {
            return Ok(None);
        };
        let Some(cube) = excluded(queries, a, cube)? else {
            return Ok(None);
        };
        clauses.push(cube.clause(&terms));
    }
    Ok(None)
}

/// States like the model's from which `b` can be satisfied.
fn continued(
    queries: &QuerySolver<'_>,
    b: &[TermId],
    others: &BTreeSet<SymbolId>,
    model: &Model,
) -> Option<Cube> {
    let terms = &queries.terms;
    let total = Total { terms, model };
    let literals = implicant(terms, b, &total).ok()?;
    let projection = project(terms, &literals, others, &total).ok()?;
    Cube::new(terms, projection.literals)
}

/// The part of a cube that `a` excludes already.
fn excluded(queries: &mut QuerySolver<'_>, a: &[TermId], cube: Cube) -> Result<Option<Cube>, Stop> {
    let Some(mut kept) = without(queries, a, cube)? else {
        return Ok(None);
    };
    for literal in kept.literals().to_vec().into_iter().take(TRIALS) {
        let smaller = kept.filtered(|l| l != literal);
        if smaller.literals().len() < kept.literals().len()
            && let Some(core) = without(queries, a, smaller)?
        {
            kept = core;
        }
    }
    Ok(Some(kept))
}

/// The literals of the cube that a refutation with `a` uses; `None` if there is none.
fn without(queries: &mut QuerySolver<'_>, a: &[TermId], cube: Cube) -> Result<Option<Cube>, Stop> {
    let mut query = a.to_vec();
    query.extend(cube.literals());
    Ok(match queries.check(&query)? {
        QueryResult::Core(core) => Some(cube.filtered(|l| core.contains(&l))),
        QueryResult::Model(_) | QueryResult::Unknown => None,
    })
}
