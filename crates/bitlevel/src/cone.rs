//! The nodes that a query depends on.

use crate::gates::Gates;
use invar_circuit::Var;

/// Collects cones of influence; the work of each is in proportion to its size.
#[derive(Debug)]
pub(crate) struct Cone {
    /// When each node was met last.
    met: Vec<u32>,
    now: u32,
    members: Vec<Var>,
}

impl Cone {
    pub(crate) fn new(nodes: usize) -> Cone {
        Cone {
            met: vec![0; nodes],
            now: 0,
            members: Vec::new(),
        }
    }

    /// Begins a new one.
    pub(crate) fn clear(&mut self) {
        self.now += 1;
        self.members.clear();
    }

    /// Adds a node and all that it depends on within a step.
    pub(crate) fn add(&mut self, gates: &Gates, root: Var) {
        let mut next = self.members.len();
        self.meet(root);
        while let Some(var) = self.members.get(next).copied() {
            next += 1;
            for input in gates.fan_in(var) {
                self.meet(*input);
            }
        }
    }

    fn meet(&mut self, var: Var) {
        let met = &mut self.met[var.index()];
        if *met != self.now {
            *met = self.now;
            self.members.push(var);
        }
    }

    /// The nodes, in the order they were met.
    pub(crate) fn members(&self) -> &[Var] {
        &self.members
    }
}
