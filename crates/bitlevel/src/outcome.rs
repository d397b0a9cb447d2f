//! What a search gives.

use invar_circuit::{Lit, Run};
use std::time::Duration;

/// The answer about one property.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// No run reaches it.
    Safe(Proof),
    /// This run does.
    Unsafe(Run),
    /// Neither is known.
    Unknown(Stop),
}

/// Why no run reaches a bad signal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Clauses over nodes that depend on latches alone, not on inputs. They hold in the first `k`
    /// states of every run, and `k` consecutive steps on which they and the constraints hold and
    /// nothing bad happens are followed by a state on which they hold, and by nothing bad.
    pub clauses: Vec<Vec<Lit>>,
    /// Length of the step case. 1: the clauses are inductive and exclude the bad signal by
    /// themselves. Larger: in addition no run shorter than `k` is bad.
    pub k: u32,
    /// Whether the step case may assume that its states are pairwise different.
    pub unique: bool,
}

/// Why a search ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time ended, or the search was cancelled.
    Time,
    /// Nothing bad within this many steps, and no more were asked for.
    Bound(u32),
}

/// What a search did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Counters {
    /// The search that answered or ran last, where there are several; empty otherwise.
    pub found_by: &'static str,
    /// Questions to SAT solvers.
    pub queries: u64,
    /// Time in them.
    pub solving: Duration,
    /// The last frame, or the last step of an unrolling.
    pub frames: u32,
    /// Clauses learnt.
    pub lemmas: u64,
    /// Proof obligations.
    pub obligations: u64,
    /// Further figures by name, for statistics.
    pub more: Vec<(&'static str, u64)>,
}
