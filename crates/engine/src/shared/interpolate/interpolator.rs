//! Our own interpolation, phase by phase.

use super::backward::{backward, forward};
use super::check::{Check, Rigour, checked};
use super::core::{minimised, pieces_of};
use super::query_solver::{QueryResult, QuerySolver};
use super::shape::is_arithmetic;
use super::tableau::Tableau;
use super::{Interpolate, Interpolated, Piece};
use crate::Context;
use crate::shared::ic3::Stop;
use invar_term::{TermId, TermStore};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Conjunctions of literals that are refuted for one sequence.
const LEAVES: usize = 40;
/// The limit for [`Effort::Quick`].
const QUICK_LEAVES: usize = 10;

/// Interpolants from unsat cores, case distinctions, Farkas' lemma and weakest preconditions.
///
/// It follows McMillan's interpolating theorem prover (2005) for linear arithmetic, with a
/// tableau that a solver guides in place of a proof of resolution, and Jain, Clarke & Grumberg
/// (2008) for equations over integers. The solver only says what has no model.
pub(crate) struct Interpolator<'r> {
    pub(super) queries: QuerySolver<'r>,
    effort: Effort,
}

/// How a search for interpolants begins.
pub(super) enum Begun {
    /// All conjuncts, and those of them that have no model.
    Refuted(Vec<Piece>, FxHashSet<TermId>),
    /// There is nothing to search for.
    Ended(Interpolated),
}

/// How much work one refutation may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// A few case distinctions: the caller has an alternative.
    Quick,
    /// Everything that may help.
    Thorough,
}

impl Effort {
    /// Conjunctions of literals that are refuted for one sequence.
    fn leaves(self) -> usize {
        match self {
            Effort::Quick => QUICK_LEAVES,
            Effort::Thorough => LEAVES,
        }
    }
}

impl<'r> Interpolator<'r> {
    /// Interpolates formulas of this store.
    pub(crate) fn new(terms: &Arc<TermStore>, context: &'r Context<'r>, effort: Effort) -> Self {
        Interpolator {
            queries: QuerySolver::new(terms, context),
            effort,
        }
    }

    /// Asks whether there is a refutation.
    pub(super) fn begin(&mut self, parts: &[Vec<TermId>]) -> Result<Begun, Stop> {
        self.queries.begin()?;
        let pieces = pieces_of(&self.queries.terms, parts);
        let formulas: Vec<TermId> = pieces.iter().map(|p| p.formula).collect();
        Ok(match self.queries.check_with_full_budget(&formulas)? {
            QueryResult::Model(model) => Begun::Ended(Interpolated::Satisfiable(model)),
            QueryResult::Core(core) => Begun::Refuted(pieces, core),
            QueryResult::Unknown => Begun::Ended(Interpolated::TooHard),
        })
    }

    /// The interpolants as they were found, not checked yet.
    fn found(&mut self, parts: &[Vec<TermId>]) -> Result<Interpolated, Stop> {
        let (pieces, core) = match self.begin(parts)? {
            Begun::Refuted(pieces, core) => (pieces, core),
            Begun::Ended(answer) => return Ok(answer),
        };
        let terms = Arc::clone(&self.queries.terms);
        let core_pieces = minimised(&mut self.queries, &pieces, &core)?;
        let counters = &self.queries.context.counters;
        if is_arithmetic(&terms, &core_pieces) {
            let mut tableau = Tableau::new(&mut self.queries, parts.len(), self.effort.leaves());
            if let Some(sequence) = tableau.refute(core_pieces.clone())? {
                return Ok(Interpolated::Sequence(sequence));
            }
        }
        if self.effort == Effort::Quick {
            return Ok(Interpolated::TooHard);
        }
        counters.add("interpolation backward", 1);
        if let Some(sequence) = backward(&mut self.queries, &core_pieces, parts.len())? {
            return Ok(Interpolated::Sequence(sequence));
        }
        counters.add("interpolation forward", 1);
        let sequence = forward(&mut self.queries, &core_pieces, parts.len())?;
        Ok(sequence.map_or(Interpolated::TooHard, Interpolated::Sequence))
    }
}

impl Interpolate for Interpolator<'_> {
    fn sequence(&mut self, parts: &[Vec<TermId>]) -> Result<Interpolated, Stop> {
        let context = self.queries.context;
        context.counters.add("interpolation sequences", 1);
        let mut found = self.found(parts)?;
        if let Interpolated::Sequence(sequence) = &found {
            let check = checked(&self.queries.terms, context, parts, sequence, Rigour::Debug)?;
            debug_assert_eq!(check, Check::Passed, "wrong interpolants");
            if check != Check::Passed {
                found = Interpolated::TooHard;
            }
        }
        if matches!(found, Interpolated::TooHard) {
            context.counters.add("interpolation too hard", 1);
        }
        Ok(found)
    }
}
