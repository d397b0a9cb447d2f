//! Obligations as a run.

use super::Search;
use invar_circuit::{Node, Run};

impl Search<'_> {
    /// The run that begins in an obligation which meets the first states: each obligation's inputs
    /// lead from any of its states into the next one.
    pub(super) fn trace(&self, first: usize, property: usize) -> Run {
        let circuit = self.model.circuit;
        let resets = circuit.latches().iter().map(|l| l.reset.value());
        let mut latches: Vec<bool> = resets.map(|value| value.unwrap_or(false)).collect();
        for literal in &self.obligations.get(first).free {
            if let Some(number) = self.model.latch(literal.var()) {
                latches[number] = !literal.is_negated();
            }
        }
        let mut inputs = Vec::new();
        let mut current = Some(first);
        while let Some(number) = current {
            let obligation = self.obligations.get(number);
            let mut step = vec![false; circuit.inputs().len()];
            for literal in &obligation.inputs {
                if let Node::Input(number) = circuit.node(literal.var()) {
                    step[number as usize] = !literal.is_negated();
                }
            }
            inputs.push(step);
            current = obligation.next;
        }
        Run {
            property,
            latches,
            inputs,
        }
    }
}
