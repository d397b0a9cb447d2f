//! Checks that a sequence of formulas is a sequence of interpolants.

use crate::Context;
use crate::query::Incremental;
use crate::shared::ic3::Stop;
use invar_solver::Answer;
use invar_term::{SymbolId, TermId, TermStore};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Time for the check of one cut.
const CUT_TIMEOUT: Duration = Duration::from_millis(500);

/// What a check says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Check {
    /// Nothing is wrong.
    Passed,
    /// A symbol occurs that is not shared at this cut.
    Symbol(usize),
    /// The part before this cut does not lead from interpolant to interpolant, or the ends are
    /// wrong.
    Cut(usize),
    /// The solver gave no answer for the part before this cut.
    Unanswered(usize),
}

/// Which implications are checked by a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rigour {
    /// Our own interpolants: a solver is asked in builds with debug assertions, and without its
    /// answer in time a cut counts as passed.
    Debug,
    /// Another program's interpolants: a solver has to confirm every cut.
    Always,
}

/// Checks symbols and ends; a separate solver confirms every implication that the rigour asks for.
///
/// ensures `Passed` with [`Rigour::Always`]: `I_(k-1) and f_k` implies `I_k`, for all `k`.
///
/// # Errors
/// If no solver can be made.
pub(super) fn checked(
    terms: &Arc<TermStore>,
    context: &Context<'_>,
    parts: &[Vec<TermId>],
    sequence: &[TermId],
    rigour: Rigour,
) -> Result<Check, Stop> {
    if let Some(wrong) = wrong_symbols(terms, parts, sequence) {
        return Ok(wrong);
    }
    if rigour == Rigour::Debug && !cfg!(debug_assertions) {
        return Ok(Check::Passed);
    }
    let mut solver = Incremental::new(terms, context)?;
    for (part, formulas) in parts.iter().enumerate() {
        if terms.is_false(sequence[part]) || terms.is_true(sequence[part + 1]) {
            continue;
        }
        solver.push()?;
        let premises = formulas.iter().copied().chain([sequence[part]]);
        for formula in premises.chain([terms.not(sequence[part + 1])]) {
            solver.assert(formula)?;
        }
        let budget = context.budget.at_most(CUT_TIMEOUT);
        match (solver.check(&[], &budget), rigour) {
            (Answer::Unsat(_), _) | (Answer::Unknown(_), Rigour::Debug) => {}
            (Answer::Sat(_), _) => return Ok(Check::Cut(part + 1)),
            (Answer::Unknown(_), Rigour::Always) => return Ok(Check::Unanswered(part + 1)),
        }
        solver.pop()?;
    }
    Ok(Check::Passed)
}

/// What is visibly wrong.
fn wrong_symbols(terms: &TermStore, parts: &[Vec<TermId>], sequence: &[TermId]) -> Option<Check> {
    let cuts = parts.len();
    if sequence.len() != cuts + 1 || !terms.is_true(sequence[0]) {
        return Some(Check::Cut(0));
    }
    if !terms.is_false(sequence[cuts]) {
        return Some(Check::Cut(cuts));
    }
    let symbols: Vec<Vec<SymbolId>> = parts.iter().map(|p| terms.symbols_of(p)).collect();
    let mut after: Vec<BTreeSet<SymbolId>> = vec![BTreeSet::new(); cuts + 1];
    for cut in (0..cuts).rev() {
        after[cut] = after[cut + 1].clone();
        after[cut].extend(&symbols[cut]);
    }
    let mut before: BTreeSet<SymbolId> = BTreeSet::new();
    for cut in 1..cuts {
        before.extend(&symbols[cut - 1]);
        let shared = |s: &SymbolId| before.contains(s) && after[cut].contains(s);
        if !terms.symbols_of(&[sequence[cut]]).iter().all(shared) {
            return Some(Check::Symbol(cut));
        }
    }
    None
}
