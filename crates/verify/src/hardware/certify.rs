//! Checks evidence about circuits, independently of the engines that found it.

use invar_bitlevel::Proof;
use invar_budget::Budget;
use invar_certify::circuit::{CircuitCertificateError, CircuitProof, check_proof, check_run};
use invar_circuit::{Circuit, Run};

/// What checks proofs.
const PROOFS: &str = "CaDiCaL, its proofs of unsatisfiability checked by invar's LRAT checker";
/// What checks runs.
const RUNS: &str = "simulation";

/// The result of checking evidence.
pub enum Checked {
    /// It holds, according to this checker.
    Accepted(&'static str),
    /// It does not, and why.
    Refused(String),
    /// The time ended before that was known.
    Late,
}

/// Checks a proof that a property is never reached.
pub fn proof(circuit: &Circuit, property: usize, proof: &Proof, budget: &Budget) -> Checked {
    let claim = CircuitProof {
        clauses: &proof.clauses,
        k: proof.k,
        unique: proof.unique,
    };
    match check_proof(circuit, property, &claim, budget) {
        Ok(_) => Checked::Accepted(PROOFS),
        Err(CircuitCertificateError::Budget) => Checked::Late,
        Err(error) => Checked::Refused(error.to_string()),
    }
}

/// Repeats a run up to the bad state.
pub fn run(circuit: &Circuit, run: &Run) -> Checked {
    match check_run(circuit, run) {
        Ok(()) => Checked::Accepted(RUNS),
        Err(error) => Checked::Refused(error.to_string()),
    }
}
