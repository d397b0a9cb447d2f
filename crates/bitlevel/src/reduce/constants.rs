//! Latches that keep their first value whatever the inputs are: three-valued simulation from the
//! first states, joined until nothing changes.

use super::{Substitution, identity};
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit, Ternary, TernarySimulator};

/// Constant latches as constants.
pub(crate) fn constants(circuit: &Circuit, budget: &Budget) -> Substitution {
    let mut simulator = TernarySimulator::new(circuit);
    let inputs = vec![Ternary::Unknown; circuit.inputs().len()];
    let resets = circuit.latches().iter().map(|l| l.reset.value());
    let mut state: Vec<Ternary> = resets.map(Ternary::from).collect();
    loop {
        if budget.is_exhausted() {
            // What is left is not known to stay.
            return identity(circuit);
        }
        simulator.evaluate(&state, &inputs);
        let mut changed = false;
        for (value, latch) in state.iter_mut().zip(circuit.latches()) {
            if value.known().is_some() && simulator.value(latch.next) != *value {
                *value = Ternary::Unknown;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let values = state.iter().map(|value| value.known());
    identity(circuit)
        .into_iter()
        .zip(values)
        .map(|(latch, value)| value.map_or(latch, Lit::constant))
        .collect()
}
