//! Constrained Horn clauses: the question, the answer, the solver.
//!
//! A solution makes every clause true; a derivation shows that there is none, because it leads
//! from clauses without a premise to one without a conclusion. Neither is trusted by the code that
//! uses it: a solution is checked like any invariant, a derivation is executed.

use crate::{Budget, Cause};
use invar_term::{TermId, TermStore, Value};
use std::sync::Arc;

/// An unknown relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Distinct symbols, over which a solution is stated.
    pub parameters: Vec<TermId>,
}

/// A predicate applied to terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Its place among the predicates of the system.
    pub predicate: usize,
    /// One term per parameter, of its sort.
    pub arguments: Vec<TermId>,
}

/// `for all variables: premises and constraint -> conclusion`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The symbols that occur in it.
    pub variables: Vec<TermId>,
    /// All of them must hold.
    pub premises: Vec<Atom>,
    /// Conjuncts.
    pub constraint: Vec<TermId>,
    /// Falsity, if `None`.
    pub conclusion: Option<Atom>,
}

/// Predicates and clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Horn {
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The clauses.
    pub clauses: Vec<Clause>,
}

/// A predicate that holds of these values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its place among the predicates of the system.
    pub predicate: usize,
    /// One value per parameter.
    pub values: Vec<Value>,
}

/// The answer about a system.
#[derive(Clone, Debug)]
pub enum HornAnswer {
    /// One term per predicate over its parameters; the clauses hold with them.
    Solution(Vec<TermId>),
    /// Facts, each following from the one before; the first follows from nothing, and from the
    /// last falsity follows. Without facts, falsity follows from nothing.
    Derivation(Vec<Fact>),
    /// There is no solution: falsity follows, in a way that is no chain of facts.
    Derivable,
    /// No answer.
    Unknown(Cause),
}

/// A solver of Horn clauses; shared between threads.
pub trait HornSolver: Send + Sync {
    /// Name and version, for reports.
    fn name(&self) -> &str;

    /// Looks for a solution or a derivation. Returns within a fraction of a second after the
    /// budget ends.
    fn solve(&self, terms: &Arc<TermStore>, system: &Horn, budget: &Budget) -> HornAnswer;
}
