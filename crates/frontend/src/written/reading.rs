//! What contracts are read for.

/// What contracts are read for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum ContractReading {
    /// Executions are exactly those that keep the contracts.
    #[default]
    Exact,
    /// There are more executions: of a loop with invariants one round is looked at, from any state that they admit, and what holds
    /// for all elements of an array is used for those that are read. A proof holds for the exact reading too, a
    /// violation need not.
    Proof,
    /// As for proofs, and calls of other functions that have a body are followed.
    ProofThroughBodies,
    /// As the exact reading, and calls of other functions that have a body are followed: a violation is one of the program.
    ExactThroughBodies,
}

impl ContractReading {
    /// Whether there may be more executions than those that keep the contracts.
    pub fn is_for_proofs(self) -> bool {
        matches!(
            self,
            ContractReading::Proof | ContractReading::ProofThroughBodies
        )
    }

    /// Whether calls of other functions that have a body are followed.
    pub fn follows_bodies(self) -> bool {
        matches!(
            self,
            ContractReading::ProofThroughBodies | ContractReading::ExactThroughBodies
        )
    }
}
