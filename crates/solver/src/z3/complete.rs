//! Predicates that Z3's solution leaves open.
//!
//! Z3 removes predicates that nothing derives or from which nothing follows, and says nothing about
//! them. A truth value is enough for each: the least solution over truth values is computed here,
//! with the other predicates as Z3 gave them.

use super::Z3Factory;
use crate::horn::{Atom, Clause, Horn};
use crate::{Answer, Budget, Cause, SolverFactory};
use invar_term::{Substitution, TermId, TermStore};
use std::sync::Arc;

/// The solution with the open predicates closed: `false` where no clause derives them, otherwise
/// `true`. Whether clauses between the others hold is not asked.
///
/// # Errors
/// Why a query has no answer.
pub(super) fn complete(
    terms: &Arc<TermStore>,
    system: &Horn,
    found: &[Option<TermId>],
    budget: &Budget,
) -> Result<Vec<TermId>, Cause> {
    let closed = |term: &Option<TermId>| term.unwrap_or_else(|| terms.fls());
    let mut solution: Vec<TermId> = found.iter().map(closed).collect();
    // Clauses that may derive an open predicate which nothing has derived so far.
    let derives = |clause: &Clause, solution: &[TermId]| {
        let open = |atom: &Atom| found[atom.predicate].is_none();
        let conclusion = clause.conclusion.as_ref().filter(|atom| open(atom))?;
        terms
            .is_false(solution[conclusion.predicate])
            .then_some(conclusion.predicate)
    };
    loop {
        let before = solution.clone();
        for clause in &system.clauses {
            let Some(conclusion) = derives(clause, &solution) else {
                continue;
            };
            if is_possible(terms, system, clause, &solution, budget)? {
                solution[conclusion] = terms.tru();
            }
        }
        if solution == before {
            return Ok(solution);
        }
    }
}

/// Whether `premises and constraint` has a model.
fn is_possible(
    terms: &Arc<TermStore>,
    system: &Horn,
    clause: &Clause,
    solution: &[TermId],
    budget: &Budget,
) -> Result<bool, Cause> {
    let premises = clause.premises.iter().map(|atom| {
        let parameters = &system.predicates[atom.predicate].parameters;
        let pairs = parameters
            .iter()
            .copied()
            .zip(atom.arguments.iter().copied());
        Substitution::new(terms, pairs).apply(terms, solution[atom.predicate])
    });
    let body: Vec<TermId> = clause.constraint.iter().copied().chain(premises).collect();
    if terms.is_false(terms.and(&body)) {
        return Ok(false);
    }
    let failed = |error: crate::SolverError| Cause::GaveUp(error.to_string());
    let mut solver = Z3Factory::default().make(terms).map_err(failed)?;
    for conjunct in body {
        solver.assert(conjunct).map_err(failed)?;
    }
    match solver.check(&[], budget) {
        Answer::Sat(_) => Ok(true),
        Answer::Unsat(_) => Ok(false),
        Answer::Unknown(cause) => Err(cause),
    }
}
