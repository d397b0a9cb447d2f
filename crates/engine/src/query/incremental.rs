//! A solver that keeps what it was told: for queries that share most of their formulas.

use crate::{Context, EngineError};
use invar_solver::{Answer, Budget, Solver};
use invar_term::{TermId, TermStore};
use std::sync::Arc;

/// A solver with a stack of formulas.
pub(crate) struct Incremental {
    solver: Box<dyn Solver>,
}

impl Incremental {
    /// A new solver without formulas.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn new(
        terms: &Arc<TermStore>,
        context: &Context<'_>,
    ) -> Result<Incremental, EngineError> {
        let solver = context.solver.make(terms)?;
        Ok(Incremental { solver })
    }

    /// Formulas that are asserted from now on are forgotten at the matching [`Self::pop`].
    ///
    /// # Errors
    /// If the solver failed for good.
    pub(crate) fn push(&mut self) -> Result<(), EngineError> {
        Ok(self.solver.push()?)
    }

    /// Forgets what was asserted since the matching [`Self::push`].
    ///
    /// # Errors
    /// If the solver failed for good.
    pub(crate) fn pop(&mut self) -> Result<(), EngineError> {
        Ok(self.solver.pop()?)
    }

    /// Adds a formula.
    ///
    /// # Errors
    /// If the solver failed for good.
    pub(crate) fn assert(&mut self, formula: TermId) -> Result<(), EngineError> {
        Ok(self.solver.assert(formula)?)
    }

    /// Is there a model of everything asserted and of `assumptions`?
    ///
    /// ensures `Sat(m)`: m satisfies both; `Unsat(c)`: the asserted formulas and c, some of `assumptions`, have no model.
    pub(crate) fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer {
        self.solver.check(assumptions, budget)
    }
}
