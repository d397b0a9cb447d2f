//! Steps of a circuit as a formula: a variable for each input, each latch of the first frame and
//! each conjunction of each frame, as far as something needs it.
//!
//! A latch of a later frame is its next literal one frame before. Everything is computed in the
//! order of nodes, frame by frame: first what is needed, from the last frame down, then the clauses
//! `g <-> a & b`, from the first frame up.

use super::CircuitCertificateError;
use super::cnf::Cnf;
use invar_budget::Budget;
use invar_circuit::{Circuit, Lit, Node};

/// The literals of nodes in each frame.
pub(super) struct Unrolling {
    /// The formula; the caller adds the query.
    pub cnf: Cnf,
    /// By frame and node; zero where it is not needed.
    literals: Vec<Vec<i32>>,
}

impl Unrolling {
    /// The steps between `roots.len()` frames; in each frame these literals can be asked for.
    pub fn new(
        circuit: &Circuit,
        roots: &[Vec<Lit>],
        budget: &Budget,
    ) -> Result<Unrolling, CircuitCertificateError> {
        let needed = needed(circuit, roots, budget)?;
        let mut cnf = Cnf::default();
        let truth = cnf.variable();
        cnf.add(&[truth]);
        let mut unrolling = Unrolling {
            cnf,
            literals: Vec::new(),
        };
        for needed in &needed {
            if budget.is_exhausted() {
                return Err(CircuitCertificateError::Budget);
            }
            unrolling.frame(circuit, needed, -truth);
            unrolling.cnf.check_size()?;
        }
        Ok(unrolling)
    }

    /// The literal in a frame for which it was a root.
    pub fn literal(&self, frame: usize, literal: Lit) -> i32 {
        let value = self.literals[frame][literal.var().index()];
        assert!(value != 0, "only what is needed has a variable");
        if literal.is_negated() { -value } else { value }
    }

    /// Adds the next frame.
    fn frame(&mut self, circuit: &Circuit, needed: &[bool], falsity: i32) {
        let before = self.literals.len().checked_sub(1);
        self.literals.push(vec![0; needed.len()]);
        let frame = self.literals.len() - 1;
        for (index, node) in circuit.nodes().iter().enumerate() {
            if !needed[index] {
                continue;
            }
            self.literals[frame][index] = match (*node, before) {
                (Node::False, _) => falsity,
                (Node::Input(_), _) | (Node::Latch(_), None) => self.cnf.variable(),
                (Node::Latch(number), Some(before)) => {
                    self.literal(before, circuit.latches()[number as usize].next)
                }
                (Node::And(left, right), _) => {
                    let (left, right) = (self.literal(frame, left), self.literal(frame, right));
                    let both = self.cnf.variable();
                    self.cnf.add(&[-both, left]);
                    self.cnf.add(&[-both, right]);
                    self.cnf.add(&[both, -left, -right]);
                    both
                }
            };
        }
    }
}

/// By frame and node: whether a root depends on it.
fn needed(
    circuit: &Circuit,
    roots: &[Vec<Lit>],
    budget: &Budget,
) -> Result<Vec<Vec<bool>>, CircuitCertificateError> {
    let mut needed = vec![vec![false; circuit.nodes().len()]; roots.len()];
    for frame in (0..roots.len()).rev() {
        if budget.is_exhausted() {
            return Err(CircuitCertificateError::Budget);
        }
        for root in &roots[frame] {
            needed[frame][root.var().index()] = true;
        }
        for (index, node) in circuit.nodes().iter().enumerate().rev() {
            if !needed[frame][index] {
                continue;
            }
            match *node {
                Node::And(left, right) => {
                    needed[frame][left.var().index()] = true;
                    needed[frame][right.var().index()] = true;
                }
                Node::Latch(number) if frame > 0 => {
                    let next = circuit.latches()[number as usize].next;
                    needed[frame - 1][next.var().index()] = true;
                }
                Node::False | Node::Input(_) | Node::Latch(_) => {}
            }
        }
    }
    Ok(needed)
}
