//! The queries of one insertion: what syntax does not decide is asked of a solver, within a limit.

use super::shape::follows;
use super::{Implication, Node};
use crate::shared::ic3::Stop;
use invar_term::{TermId, TermStore};

/// The queries of one insertion.
pub(super) struct Questions<'a, I> {
    pub ask: &'a mut I,
    /// How many may still be made.
    pub left: u32,
}

impl<I: Implication> Questions<'_, I> {
    /// The value of a predicate that always has the same.
    pub(super) fn constant(&mut self, terms: &TermStore, new: &Node) -> Result<Option<bool>, Stop> {
        if new.shape.varies() {
            return Ok(None);
        }
        if self.raw(new.predicate, terms.fls())? {
            return Ok(Some(false));
        }
        Ok(self.raw(terms.tru(), new.predicate)?.then_some(true))
    }

    /// Whether one predicate implies another, as far as that is known.
    pub(super) fn implies(&mut self, stronger: &Node, weaker: &Node) -> Result<bool, Stop> {
        match follows(&stronger.shape, &weaker.shape) {
            Some(answer) => Ok(answer),
            None => self.raw(stronger.predicate, weaker.predicate),
        }
    }

    /// Queries an implication between any formulas; `false` if no query is left.
    pub(super) fn raw(&mut self, stronger: TermId, weaker: TermId) -> Result<bool, Stop> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        self.ask.implies(stronger, weaker)
    }
}
