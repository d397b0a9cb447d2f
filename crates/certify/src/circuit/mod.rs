//! Checks evidence about circuits: clauses that prove a property, runs that violate it.
//!
//! Shares nothing with the search but the circuit itself: its own encoding, one formula per
//! question, each refuted by CaDiCaL with a proof in LRAT, and every step of that proof checked here
//! against the formula as it was written. Neither a search nor the solver is trusted.

mod cnf;
mod lrat;
mod proof;
mod refute;
mod unroll;

pub use lrat::{LratChecker, LratError};
pub use proof::{CircuitProof, check_proof};

use invar_circuit::{Circuit, Lit, ReplayError, Run};
use std::fmt;

/// What was checked, for statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProofReport {
    /// Formulas that were refuted.
    pub questions: u32,
    /// Their variables together.
    pub variables: u64,
    /// Their clauses together.
    pub clauses: u64,
    /// Steps of the solver's proofs that were checked.
    pub lemmas: u64,
    /// Clauses used in these steps.
    pub hints: u64,
}

/// A condition that a proof must satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The clauses hold in every first state; if `k > 1`, in the first `k` states of every run, on
    /// which nothing bad happens.
    Initiation,
    /// The clauses hold again after `k` steps; if `k > 1`, nothing bad happens there.
    Consecution,
    /// For `k = 1`: clauses and constraints exclude the bad signal.
    Exclusion,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Condition::Initiation => "initiation",
            Condition::Consecution => "consecution",
            Condition::Exclusion => "exclusion of the bad signal",
        })
    }
}

/// What violates a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Culprit {
    /// The clause with this number.
    Clause(usize),
    /// The bad signal.
    Bad,
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Culprit::Clause(number) => write!(f, "clause {number}"),
            Culprit::Bad => f.write_str("the bad signal"),
        }
    }
}

/// Why a proof is not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CircuitCertificateError {
    /// The circuit has fewer properties.
    #[error("the circuit has no property {0}")]
    Property(usize),
    /// The step case has at least one step.
    #[error("the proof has a step case without steps")]
    NoSteps,
    /// A node that the circuit does not have.
    #[error("clause {clause} mentions {literal:?}, which is not in the circuit")]
    UnknownNode {
        /// Number of the clause.
        clause: usize,
        /// Its literal.
        literal: Lit,
    },
    /// Clauses must be about states.
    #[error("clause {clause} mentions {literal:?}, which depends on inputs")]
    DependsOnInput {
        /// Number of the clause.
        clause: usize,
        /// Its literal.
        literal: Lit,
    },
    /// A condition does not hold.
    #[error("{condition} fails for {culprit}")]
    Fails {
        /// The condition.
        condition: Condition,
        /// Where it fails in one assignment.
        culprit: Culprit,
    },
    /// The solver's proof of a condition has a step that does not follow, or does not end with the
    /// empty clause.
    #[error("the solver's proof of {condition} is not accepted: {error}")]
    Unproved {
        /// The condition.
        condition: Condition,
        /// What is wrong with the proof.
        error: LratError,
    },
    /// Time or memory ended before the check did.
    #[error("time or memory ended before the proof was checked")]
    Budget,
    /// The solver failed.
    #[error("the solver failed: {0}")]
    Solver(String),
}

/// Replays a run.
///
/// # Errors
/// If it does not lead from a first state to the bad signal.
pub fn check_run(circuit: &Circuit, run: &Run) -> Result<(), ReplayError> {
    run.replay(circuit)
}
