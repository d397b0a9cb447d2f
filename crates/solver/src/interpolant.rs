//! Interpolants of a refutation: what finds them, and the answer.
//!
//! The answer is not trusted: every interpolant is checked by a solver.

use crate::{Budget, Cause, SolverError};
use invar_term::{TermId, TermStore};
use std::sync::Arc;

/// The answer about a sequence of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InterpolantAnswer {
    /// For parts `f_1 .. f_n`: what the other side claims to be interpolants `I_0 .. I_n`, with
    /// `I_0 = true` and `I_n = false`. They have not been checked.
    Sequence(Vec<TermId>),
    /// The other side claims that the parts have a model together.
    Satisfiable,
    /// No answer.
    Unknown(Cause),
}

/// Finds sequences of interpolants; shared between threads.
pub trait Interpolating: Send + Sync {
    /// The name, for reports.
    fn name(&self) -> &str;

    /// Interpolants between consecutive parts, each a conjunction of formulas. Returns within a
    /// fraction of a second after the budget ends.
    ///
    /// # Errors
    /// If the other side cannot be started.
    fn sequence(
        &self,
        terms: &Arc<TermStore>,
        parts: &[Vec<TermId>],
        budget: &Budget,
    ) -> Result<InterpolantAnswer, SolverError>;
}
