//! SAT solvers for incremental search with one trait, ours and those of rustsat.
//!
//! Must not know: circuits, programs.

mod cdcl;
mod kind;
mod through;

pub use cdcl::Cdcl;
pub use kind::{SolverKind, make};
pub use rustsat::types::{Lit, Var};
pub use through::{Batsat, Deadline, Limited, Through};

use invar_budget::Budget;

/// What a solver says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is an assignment; see [`Sat::value`].
    Sat,
    /// There is none; see [`Sat::in_core`].
    Unsat,
    /// The budget ended, or the solver failed: neither is known.
    Unknown,
}

/// Variables on which a solver may decide.
#[derive(Clone, Copy, Debug)]
pub enum Domain<'a> {
    /// All of them.
    All,
    /// These alone. The others count as free to take whatever satisfies the clauses they are in:
    /// `Sat` then means that the clauses whose variables are all in the domain can be satisfied.
    /// `Unsat` has its usual meaning. Assumptions and the temporary clause belong to it anyway.
    Only(&'a [Var]),
}

/// Names a clause that can be removed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClauseId(u32);

/// A SAT solver that is asked many similar questions. Whatever changes the solver (a clause, a
/// preference, the next question) ends the life of values and core of the last answer.
pub trait Sat {
    /// A new variable; they are numbered from zero.
    fn new_var(&mut self) -> Var;

    /// Number of variables.
    fn variables(&self) -> u32;

    /// Adds a clause for good.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Whether clauses, `temporary` (a clause for this question only; empty: none) and the
    /// assumptions can be satisfied.
    fn solve(
        &mut self,
        assumptions: &[Lit],
        temporary: &[Lit],
        domain: Domain<'_>,
        budget: &Budget,
    ) -> Answer;

    /// After `Sat`: the literal's value; `None` if it does not matter or is outside the domain.
    fn value(&self, literal: Lit) -> Option<bool>;

    /// After `Unsat`: whether the assumption is one of those that are together impossible.
    fn in_core(&self, assumption: Lit) -> bool;

    /// Things that slow the solver down and that only a new one is rid of: used activation
    /// variables.
    fn waste(&self) -> usize {
        0
    }

    /// The value that the variable is decided to have first.
    fn prefer(&mut self, _literal: Lit) {}

    /// The variable belongs to every domain from now on: those in lemmas, for instance, since `Sat`
    /// is exact only if no lemma is left out. In our solver it costs less than naming the variable in
    /// each domain: it is visited in lemmas, hardly in the circuit.
    fn in_every_domain(&mut self, _variable: Var) {}

    /// Adds a clause that can be removed. What the solver has learnt from it stays: it may be removed
    /// only if the other clauses imply it (a stronger clause has come, say). Without an
    /// implementation of [`Sat::remove`] it is there for good.
    fn add_removable_clause(&mut self, clause: &[Lit]) -> ClauseId {
        self.add_clause(clause);
        ClauseId(u32::MAX)
    }

    /// Removes the clause, which the others imply.
    fn remove(&mut self, _clause: ClauseId) {}

    /// A solver with the same clauses, if that costs less than adding them again.
    fn copy(&self) -> Option<Box<dyn Sat>> {
        None
    }

    /// Drops what the clauses of one literal make superfluous.
    fn simplify(&mut self) {}
}
