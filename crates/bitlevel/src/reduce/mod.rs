//! A smaller circuit with the same answer, and the way back for evidence.
//!
//! Latches that keep one value, and latches that are always equal or always different, are
//! replaced; what does not matter for the property and the constraints is left out. The facts that
//! were used are clauses over the given circuit and become part of a proof.

mod constants;
mod equivalences;
mod rebuild;

pub use rebuild::Reduced;

use crate::Stop;
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit};
use rebuild::rebuild;

/// Which reductions are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reductions {
    /// Only what the property does not depend on is left out.
    Cone,
    /// Constant latches too.
    Constants,
    /// Equivalent latches too.
    Equivalences,
}

/// What latches are replaced by: per latch the literal of another latch that is not replaced, or a
/// constant; itself, if it is kept.
pub(crate) type Substitution = Vec<Lit>;

/// Nothing is replaced.
pub(crate) fn identity(circuit: &Circuit) -> Substitution {
    circuit.latches().iter().map(|l| l.var.lit()).collect()
}

/// Makes the circuit smaller for one property; it is property 0 of the result.
///
/// # Errors
/// If the budget ends.
pub fn reduce(
    circuit: &Circuit,
    property: usize,
    reductions: Reductions,
    budget: &Budget,
) -> Result<Reduced, Stop> {
    let mut reduced = rebuild(circuit, property, &identity(circuit));
    if reductions == Reductions::Cone {
        return Ok(reduced);
    }
    let constants = constants::constants(&reduced.circuit);
    reduced = reduced.then(&constants);
    if reductions == Reductions::Equivalences {
        let equal = equivalences::equivalences(&reduced.circuit, budget)?;
        reduced = reduced.then(&equal);
    }
    Ok(reduced)
}
