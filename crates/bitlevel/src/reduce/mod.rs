//! A smaller circuit with the same answer, and the map that carries evidence back.
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
use std::time::Duration;

/// Which reductions are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
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

/// The time that one reduction may take.
fn share(budget: &Budget) -> Budget {
    budget.at_most((budget.left() / 10).min(Duration::from_secs(10)))
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
    let constants = constants::constants(&reduced.circuit, &share(budget));
    reduced = reduced.then(&constants);
    if reductions == Reductions::Equivalences {
        match equivalences::equivalences(&reduced.circuit, &share(budget)) {
            Ok(equal) => reduced = reduced.then(&equal),
            Err(stop) if budget.is_exhausted() => return Err(stop),
            // Not worth more time: the search continues without it.
            Err(_) => {}
        }
    }
    Ok(reduced)
}
