//! One property of a circuit as IC3 sees it.

use crate::gates::Gates;
use crate::signals::Extended;
use invar_circuit::{Circuit, Lit, Node, Ternary, TernarySimulator, Var};
use rustc_hash::FxHashSet;

/// A conjunction of latches, signals and their negations, sorted.
pub(crate) type Cube = Vec<Lit>;

/// What a literal of a cube is about.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The value in the next step.
    next: Lit,
    /// The value in the first states, if three-valued simulation knows it.
    reset: Ternary,
}

/// A circuit with the one property that is asked about.
pub(crate) struct Model<'a> {
    pub circuit: &'a Circuit,
    pub bad: Lit,
    pub gates: Gates,
    /// For latches and signals, by node.
    places: Vec<Option<Place>>,
}

impl<'a> Model<'a> {
    pub(crate) fn new(extended: &'a Extended<'a>, property: usize) -> Model<'a> {
        let circuit = extended.circuit.as_ref();
        let bad = circuit.bad[property];
        let mut places = vec![None; circuit.nodes().len()];
        let resets = circuit.latches().iter().map(|l| l.reset.value().into());
        let resets: Vec<Ternary> = resets.collect();
        for (latch, reset) in circuit.latches().iter().zip(&resets) {
            let (next, reset) = (latch.next, *reset);
            places[latch.var.index()] = Some(Place { next, reset });
        }
        if !extended.next.is_empty() {
            let mut simulator = TernarySimulator::new(circuit);
            let inputs = vec![Ternary::Unknown; circuit.inputs().len()];
            simulator.evaluate(&resets, &inputs);
            for (var, next) in &extended.next {
                let (next, reset) = (*next, simulator.value(var.lit()));
                places[var.index()] = Some(Place { next, reset });
            }
        }
        let next = circuit.latches().iter().map(|l| l.next);
        let constraints = circuit.constraints.iter().copied();
        let signals = extended.next.iter().flat_map(|(g, n)| [g.lit(), *n]);
        let gates = Gates::of(circuit, next.chain(constraints).chain([bad]).chain(signals));
        Model {
            circuit,
            bad,
            gates,
            places,
        }
    }

    /// The number of the latch after a node.
    pub(crate) fn latch(&self, var: Var) -> Option<usize> {
        match self.circuit.node(var) {
            Node::Latch(number) => Some(number as usize),
            _ => None,
        }
    }

    /// Whether a cube may mention the node.
    pub(crate) fn in_cubes(&self, var: Var) -> bool {
        self.places[var.index()].is_some()
    }

    fn place(&self, literal: Lit) -> Place {
        self.places[literal.var().index()].expect("cubes consist of latches and signals")
    }

    /// The literal's value in the next step.
    pub(crate) fn next(&self, literal: Lit) -> Lit {
        self.place(literal).next ^ literal.is_negated()
    }

    /// Whether no first state has the literal; for a signal, as far as simulation sees it.
    pub(crate) fn contradicts_reset(&self, literal: Lit) -> bool {
        self.place(literal).reset.known() == Some(literal.is_negated())
    }

    /// Whether a first state may be in the cube. For cubes of latches alone one is.
    pub(crate) fn meets_reset(&self, cube: &[Lit]) -> bool {
        !cube.iter().any(|l| self.contradicts_reset(*l))
    }

    /// Whether the first states do not decide the literal, and other literals may: a signal.
    pub(crate) fn depends_on_first_state(&self, literal: Lit) -> bool {
        self.latch(literal.var()).is_none() && self.place(literal).reset == Ternary::Unknown
    }

    /// The literal's node and all that it depends on within a step.
    pub(crate) fn support(&self, literal: Lit) -> Vec<Var> {
        let mut support = vec![literal.var()];
        if self.latch(literal.var()).is_none() {
            let mut met: FxHashSet<Var> = support.iter().copied().collect();
            let mut next = 0;
            while let Some(var) = support.get(next).copied() {
                next += 1;
                let inputs = self.gates.fan_in(var).iter().copied();
                support.extend(inputs.filter(|v| met.insert(*v)));
            }
        }
        support
    }

    /// What holds first: one literal per latch with a reset value.
    pub(crate) fn reset(&self) -> impl Iterator<Item = Lit> {
        let latches = self.circuit.latches().iter();
        latches.filter_map(|l| l.reset.value().map(|value| l.var.lit() ^ !value))
    }
}
