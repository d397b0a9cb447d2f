//! The solver traits and their answers.

use crate::{Budget, SolverSet};
use invar_term::{Assignment, SymbolId, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A satisfying assignment. Symbols that the solver left open have the zero of their sort.
#[derive(Clone, Debug, Default)]
pub struct Model {
    values: FxHashMap<SymbolId, Value>,
}

impl Model {
    /// A model from values of symbols.
    pub fn new(values: FxHashMap<SymbolId, Value>) -> Model {
        Model { values }
    }

    /// The value of a symbol; `None` if it occurs in no asserted term.
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(&symbol)
    }
}

impl Assignment for Model {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        self.values.get(&symbol).cloned()
    }
}

/// A subset of the assumptions that is unsatisfiable with the assertions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// The assumptions, in the order in which they were given.
    pub assumptions: Vec<TermId>,
}

impl Core {
    /// The members of `assumptions` that `wanted` chooses, each once.
    pub(crate) fn among(assumptions: &[TermId], wanted: impl Fn(TermId) -> bool) -> Core {
        let mut seen = FxHashSet::default();
        let chosen = assumptions
            .iter()
            .copied()
            .filter(|a| wanted(*a) && seen.insert(*a));
        Core {
            assumptions: chosen.collect(),
        }
    }
}

/// Why a solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The budget's deadline passed.
    Timeout,
    /// The budget was cancelled.
    Cancelled,
    /// The solver ran out of memory.
    Memory,
    /// The solver's model does not satisfy the query.
    ModelRejected,
    /// The solver said so, with its own words.
    GaveUp(String),
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable, by this model.
    Sat(Model),
    /// Unsatisfiable, because of these assumptions.
    Unsat(Core),
    /// No answer.
    Unknown(Cause),
}

/// A solver that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The binary could not be started.
    #[error("cannot start {program}: {message}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        message: String,
    },
    /// There is no memory for one more.
    #[error("{solver}: out of memory")]
    Memory {
        /// The solver.
        solver: String,
    },
    /// A sort or operator that the back end does not know.
    #[error("{solver} does not support {what}")]
    Unsupported {
        /// The solver.
        solver: String,
        /// The sort or operator.
        what: String,
    },
    /// The process ended or said something unexpected.
    #[error("{solver}: {message}")]
    Protocol {
        /// The solver.
        solver: String,
        /// What happened.
        message: String,
    },
}

/// An incremental solver over the terms of one store. Lives on one thread.
pub trait Solver {
    /// Name and version, for reports.
    fn name(&self) -> &str;

    /// Opens a scope.
    ///
    /// # Errors
    /// If the solver cannot go on.
    fn push(&mut self) -> Result<(), SolverError>;

    /// Closes the innermost scope and forgets what was asserted in it.
    ///
    /// # Errors
    /// If no scope is open or the solver cannot go on.
    fn pop(&mut self) -> Result<(), SolverError>;

    /// Asserts a Boolean term in the innermost scope.
    ///
    /// # Errors
    /// If the term uses something the back end does not support.
    fn assert(&mut self, term: TermId) -> Result<(), SolverError>;

    /// Decides the asserted terms together with `assumptions` (any Boolean terms).
    ///
    /// `Sat(m)`: `m` satisfies every asserted term and every assumption, by evaluation.
    /// `Unsat(c)`: the asserted terms and `c`, a subset of `assumptions`, have no model.
    /// Returns within a fraction of a second after the budget ends.
    fn check(&mut self, assumptions: &[TermId], budget: &Budget) -> Answer;
}

/// Makes solvers; shared between threads.
pub trait SolverFactory: Send + Sync {
    /// The name of the solver.
    fn name(&self) -> &str;

    /// The solvers from which answers may have come so far: none of them certifies.
    fn answered(&self) -> SolverSet;

    /// A solver for terms of `terms`, on the calling thread.
    ///
    /// # Errors
    /// If the solver cannot be started.
    fn make(&self, terms: &Arc<TermStore>) -> Result<Box<dyn Solver>, SolverError>;
}
