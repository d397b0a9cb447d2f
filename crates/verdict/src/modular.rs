//! Proofs about programs whose procedures are kept apart.

use crate::Invariant;
use invar_cfa::LocId;
use invar_term::TermId;

/// What a procedure expects and what it promises.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The precondition: conjuncts over parameters and globals.
    pub requires: Vec<TermId>,
    /// The summary: conjuncts over old values of parameters and globals, results, and globals at the
    /// end (`invar_cfa::Procedures::summarised`).
    pub ensures: Vec<TermId>,
}

/// Why a divided program is safe: every body, with what the contracts say about its calls, keeps
/// the invariant, keeps its own contract, and reaches no target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModularProof {
    /// One contract per procedure.
    pub contracts: Vec<Contract>,
    /// Loop heads at which the invariant says something; others are summarised by forgetting what
    /// they change.
    pub heads: Vec<LocId>,
    /// What holds there.
    pub invariant: Invariant,
}
