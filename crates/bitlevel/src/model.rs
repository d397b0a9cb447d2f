//! One property of a circuit as IC3 sees it.

use crate::gates::Gates;
use invar_circuit::{Circuit, Lit, Node, Var};

/// A conjunction of latches and negated latches, sorted.
pub(crate) type Cube = Vec<Lit>;

/// A circuit with the one property that is asked about.
pub(crate) struct Model<'a> {
    pub circuit: &'a Circuit,
    pub bad: Lit,
    pub gates: Gates,
}

impl<'a> Model<'a> {
    pub(crate) fn new(circuit: &'a Circuit, property: usize) -> Model<'a> {
        let bad = circuit.bad[property];
        let next = circuit.latches().iter().map(|l| l.next);
        let constraints = circuit.constraints.iter().copied();
        let gates = Gates::of(circuit, next.chain(constraints).chain([bad]));
        Model {
            circuit,
            bad,
            gates,
        }
    }

    /// The number of the latch behind a node.
    pub(crate) fn latch(&self, var: Var) -> Option<usize> {
        match self.circuit.node(var) {
            Node::Latch(number) => Some(number as usize),
            _ => None,
        }
    }

    /// The literal's value in the next step.
    pub(crate) fn next(&self, literal: Lit) -> Lit {
        let number = self.latch(literal.var()).expect("cubes consist of latches");
        self.circuit.latches()[number].next ^ literal.is_negated()
    }

    /// Whether no first state has the literal.
    pub(crate) fn contradicts_reset(&self, literal: Lit) -> bool {
        let number = self.latch(literal.var()).expect("cubes consist of latches");
        let reset = self.circuit.latches()[number].reset.value();
        reset == Some(literal.is_negated())
    }

    /// Whether a first state may be in the cube.
    pub(crate) fn meets_reset(&self, cube: &[Lit]) -> bool {
        !cube.iter().any(|l| self.contradicts_reset(*l))
    }

    /// What holds first: one literal per latch with a reset value.
    pub(crate) fn reset(&self) -> impl Iterator<Item = Lit> {
        let latches = self.circuit.latches().iter();
        latches.filter_map(|l| l.reset.value().map(|value| l.var.lit() ^ !value))
    }
}
