//! The hybrid of section 5: clauses from interpolants where these stay small, IC3 otherwise.

use super::clauses::clauses;
use crate::Context;
use crate::ic3::{Cube, Stop, System};
use crate::tree::{Path, Refutation, Refute};
use invar_term::TermId;

/// Interpolates a path; blocks it by IC3 if the interpolants are no clauses within bounds.
pub(crate) struct Hybrid<'r, I, B> {
    pub system: &'r System,
    pub context: &'r Context<'r>,
    pub interpolants: I,
    pub blocking: B,
    /// How many times larger than the interpolants their clauses may be.
    pub growth: usize,
}

impl<I: Refute, B: Refute> Refute for Hybrid<'_, I, B> {
    fn refute(&mut self, path: &Path, goals: &[Cube]) -> Result<Refutation, Stop> {
        let counters = &self.context.counters;
        match self.interpolants.refute(path, goals)? {
            Refutation::Feasible(inputs) => return Ok(Refutation::Feasible(inputs)),
            Refutation::TooHard => counters.add("interpolants too hard", 1),
            Refutation::Refuted(found) => match self.as_clauses(&found) {
                Some(clauses) => {
                    counters.add("paths refuted by interpolants", 1);
                    return Ok(Refutation::Refuted(clauses));
                }
                None => counters.add("interpolants too large", 1),
            },
        }
        self.blocking.refute(path, goals)
    }
}

impl<I, B> Hybrid<'_, I, B> {
    fn as_clauses(&self, found: &[Vec<TermId>]) -> Option<Vec<Vec<TermId>>> {
        let terms = &self.system.terms;
        found
            .iter()
            .map(|formulas| clauses(terms, terms.and(formulas), self.growth))
            .collect()
    }
}
