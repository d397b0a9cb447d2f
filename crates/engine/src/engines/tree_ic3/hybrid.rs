//! The hybrid of section 5: clauses from interpolants where these stay small, IC3 otherwise.

use super::clauses::clauses;
use crate::Context;
use crate::shared::ic3::{Cube, PlacedFacts, Stop, System};
use crate::shared::tree::{Path, Refutation, Refute};
use invar_term::TermId;

/// Interpolates a path; blocks it by IC3 if the interpolants are no clauses within bounds.
pub(crate) struct Hybrid<'r, I, B> {
    pub system: &'r System,
    pub context: &'r Context<'r>,
    pub interpolants: I,
    pub blocking: B,
    /// How many times larger than the interpolants their clauses may be.
    pub growth: usize,
    pub patience: Patience,
}

/// When interpolation is tried: each consecutive failure doubles the number of paths that skip it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Patience {
    /// Consecutive failures.
    failures: u32,
    /// Paths that still skip it.
    skipped: u32,
}

impl Patience {
    fn tries(&mut self) -> bool {
        let now = self.skipped == 0;
        self.skipped = self.skipped.saturating_sub(1);
        now
    }

    fn failed(&mut self) {
        self.skipped = (1 << self.failures.min(10)) - 1;
        self.failures += 1;
    }

    fn succeeded(&mut self) {
        *self = Patience::default();
    }
}

impl<I: Refute, B: Refute> Refute for Hybrid<'_, I, B> {
    fn know(&mut self, shared_lemmas: &PlacedFacts) -> Result<(), Stop> {
        self.interpolants.know(shared_lemmas)?;
        self.blocking.know(shared_lemmas)
    }

    fn refute(&mut self, path: &Path, goals: &[Cube]) -> Result<Refutation, Stop> {
        let counters = &self.context.counters;
        if !self.patience.tries() {
            return self.blocking.refute(path, goals);
        }
        match self.interpolants.refute(path, goals)? {
            Refutation::Feasible(inputs) => return Ok(Refutation::Feasible(inputs)),
            Refutation::TooHard => counters.add("interpolants too hard", 1),
            Refutation::Refuted(found) => match self.as_clauses(&found) {
                Some(clauses) => {
                    counters.add("paths refuted by interpolants", 1);
                    self.patience.succeeded();
                    return Ok(Refutation::Refuted(clauses));
                }
                None => counters.add("interpolants too large", 1),
            },
        }
        self.patience.failed();
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

#[cfg(test)]
mod tests {
    use super::Patience;

    #[test]
    fn failures_in_a_row_are_followed_by_longer_pauses() {
        let mut patience = Patience::default();
        let mut tried = Vec::new();
        for path in 0..20 {
            if patience.tries() {
                tried.push(path);
                patience.failed();
            }
        }
        assert_eq!(tried, [0, 1, 3, 7, 15]);
        patience.succeeded();
        assert!(patience.tries());
    }
}
