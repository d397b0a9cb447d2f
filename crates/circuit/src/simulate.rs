//! One step of a circuit on 64 runs at once: bit `i` of every word belongs to run `i`.

use crate::{Circuit, Lit, Node};

/// Values of all nodes in one step of 64 runs.
#[derive(Clone, Debug)]
pub struct Simulator<'a> {
    circuit: &'a Circuit,
    values: Vec<u64>,
}

impl<'a> Simulator<'a> {
    /// All latches and inputs are zero, nothing is evaluated yet.
    pub fn new(circuit: &'a Circuit) -> Simulator<'a> {
        let values = vec![0; circuit.nodes().len()];
        Simulator { circuit, values }
    }

    /// Evaluates a step.
    ///
    /// # Panics
    /// If there is not exactly one word for each latch and each input.
    pub fn step(&mut self, latches: &[u64], inputs: &[u64]) {
        assert_eq!(latches.len(), self.circuit.latches().len());
        assert_eq!(inputs.len(), self.circuit.inputs().len());
        for (index, node) in self.circuit.nodes().iter().enumerate() {
            self.values[index] = match *node {
                Node::False => 0,
                Node::Input(number) => inputs[number as usize],
                Node::Latch(number) => latches[number as usize],
                Node::And(left, right) => self.value(left) & self.value(right),
            };
        }
    }

    /// The literal's values in the step evaluated last.
    pub fn value(&self, literal: Lit) -> u64 {
        let negation = if literal.is_negated() { u64::MAX } else { 0 };
        self.values[literal.var().index()] ^ negation
    }

    /// The runs in which all constraints hold in the step evaluated last.
    pub fn constrained(&self) -> u64 {
        let constraints = self.circuit.constraints.iter();
        constraints.fold(u64::MAX, |all, &constraint| all & self.value(constraint))
    }

    /// The latches after the step evaluated last.
    pub fn next(&self, latches: &mut Vec<u64>) {
        latches.clear();
        let next = self.circuit.latches().iter();
        latches.extend(next.map(|latch| self.value(latch.next)));
    }
}

#[cfg(test)]
mod tests {
    use super::Simulator;
    use crate::{Circuit, Reset};

    #[test]
    fn counter_counts_in_every_run_that_enables_it() {
        let mut circuit = Circuit::new();
        let low = circuit.add_latch("low", Reset::Zero);
        let high = circuit.add_latch("high", Reset::Zero);
        let enable = circuit.add_input("enable");
        let low_next = circuit.xor(low, enable);
        let carry = circuit.and(low, enable);
        let high_next = circuit.xor(high, carry);
        circuit.set_next(low, low_next);
        circuit.set_next(high, high_next);
        circuit.constraints.push(!carry);
        let mut simulator = Simulator::new(&circuit);
        let mut latches = vec![0, 0];
        for inputs in [0b0011, 0b0101] {
            simulator.step(&latches, &[inputs]);
            simulator.next(&mut latches);
        }
        assert_eq!(simulator.constrained(), !0b0001);
        // Runs 0 to 3 counted 2, 1, 1, 0.
        assert_eq!(latches, [0b0110, 0b0001]);
        assert_eq!(simulator.value(!carry), !0b0001);
    }
}
