//! The part of a circuit that a property needs, as gates with clauses.
//!
//! Variables of the clauses are the nodes of the circuit. Chains of conjunctions become one gate
//! with many inputs and the three conjunctions of a choice one gate; the nodes inside have no
//! clauses and must not be used elsewhere. The next value of a latch needs no separate variable: it
//! is the literal of its next-state function.

use invar_circuit::{Circuit, Lit, Node, Var};
use invar_sat::{Sat, SolverKind, make};

/// Longest conjunction that is made one gate.
const WIDEST: usize = 24;

/// The literal of a node as solvers have it: variables are nodes.
pub(crate) fn sat(literal: Lit) -> invar_sat::Lit {
    invar_sat::Lit::new(literal.var().0, literal.is_negated())
}

/// Gates with their clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gates {
    /// Clauses end to end.
    literals: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<u32>,
    /// Inputs of gates end to end.
    fan_in: Vec<Var>,
    /// Per node, where its inputs begin and end.
    spans: Vec<(u32, u32)>,
    /// Number of nodes.
    pub nodes: usize,
}

impl Gates {
    /// What the roots need.
    pub(crate) fn of(circuit: &Circuit, roots: impl IntoIterator<Item = Lit>) -> Gates {
        let nodes = circuit.nodes();
        let mut uses = vec![0u32; nodes.len()];
        // A root counts twice: it is never inside another gate.
        let mut needed = vec![false; nodes.len()];
        for root in roots {
            needed[root.var().index()] = true;
            uses[root.var().index()] += 2;
        }
        for index in (0..nodes.len()).rev() {
            if let (true, Node::And(a, b)) = (needed[index], nodes[index]) {
                for operand in [a, b] {
                    needed[operand.var().index()] = true;
                    uses[operand.var().index()] += 1;
                }
            }
        }
        let mut gates = Gates {
            nodes: nodes.len(),
            spans: vec![(0, 0); nodes.len()],
            ..Gates::default()
        };
        gates.clause(&[Lit::TRUE]);
        let mut inside = vec![false; nodes.len()];
        for index in (0..nodes.len()).rev() {
            if !needed[index] || inside[index] {
                continue;
            }
            let Node::And(a, b) = nodes[index] else {
                continue;
            };
            let out = Var(index as u32);
            if let Some(choice) = choice(circuit, &uses, a, b) {
                inside[a.var().index()] = true;
                inside[b.var().index()] = true;
                gates.choice(out.lit(), choice);
            } else {
                let operands = conjunction(circuit, &uses, &mut inside, a, b);
                gates.conjunction(out.lit(), &operands);
            }
        }
        gates
    }

    /// The clauses.
    pub(crate) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.literals[start as usize..*end as usize])
    }

    /// A solver with a variable for each node and the clauses.
    pub(crate) fn solver(&self, kind: SolverKind) -> Box<dyn Sat> {
        let mut solver = make(kind);
        for _ in 0..self.nodes {
            solver.new_var();
        }
        let mut clause = Vec::new();
        for literals in self.clauses() {
            clause.clear();
            clause.extend(literals.iter().map(|l| sat(*l)));
            solver.add_clause(&clause);
        }
        solver
    }

    /// The inputs of a node's gate; none for latches and inputs of the circuit.
    pub(crate) fn fan_in(&self, var: Var) -> &[Var] {
        let (start, end) = self.spans[var.index()];
        &self.fan_in[start as usize..end as usize]
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len() as u32);
    }

    fn gate(&mut self, out: Lit, inputs: impl Iterator<Item = Var>) {
        let start = self.fan_in.len() as u32;
        self.fan_in.extend(inputs);
        self.spans[out.var().index()] = (start, self.fan_in.len() as u32);
    }

    fn conjunction(&mut self, out: Lit, operands: &[Lit]) {
        for operand in operands {
            self.clause(&[!out, *operand]);
        }
        let long: Vec<Lit> = std::iter::once(out)
            .chain(operands.iter().map(|l| !*l))
            .collect();
        self.clause(&long);
        self.gate(out, operands.iter().map(|l| l.var()));
    }

    fn choice(&mut self, out: Lit, [condition, then, otherwise]: [Lit; 3]) {
        self.clause(&[!condition, !then, out]);
        self.clause(&[!condition, then, !out]);
        self.clause(&[condition, !otherwise, out]);
        self.clause(&[condition, otherwise, !out]);
        if then != !otherwise {
            // Implied, but propagates more.
            self.clause(&[!then, !otherwise, out]);
            self.clause(&[then, otherwise, !out]);
        }
        let inputs = [condition.var(), then.var(), otherwise.var()];
        let count = if then == !otherwise { 2 } else { 3 };
        self.gate(out, inputs.into_iter().take(count));
    }
}

/// `!(c & t) & !(!c & e)` is `c ? !t : !e`, if the two conjunctions have no other use.
fn choice(circuit: &Circuit, uses: &[u32], a: Lit, b: Lit) -> Option<[Lit; 3]> {
    let free = |l: Lit| l.is_negated() && uses[l.var().index()] == 1;
    if !free(a) || !free(b) {
        return None;
    }
    let (Node::And(p, q), Node::And(r, s)) = (circuit.node(a.var()), circuit.node(b.var())) else {
        return None;
    };
    [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)]
        .into_iter()
        .find(|(c, _, d, _)| *c == !*d)
        .map(|(c, then, _, otherwise)| [c, !then, !otherwise])
}

/// The operands of a conjunction and of those inside it.
fn conjunction(circuit: &Circuit, uses: &[u32], inside: &mut [bool], a: Lit, b: Lit) -> Vec<Lit> {
    let mut operands = Vec::new();
    let mut open = vec![b, a];
    while let Some(literal) = open.pop() {
        let index = literal.var().index();
        let alone = !literal.is_negated() && uses[index] == 1;
        match circuit.node(literal.var()) {
            Node::And(c, d)
                if alone
                    && operands.len() + open.len() + 2 <= WIDEST
                    && choice(circuit, uses, c, d).is_none() =>
            {
                inside[index] = true;
                open.extend([d, c]);
            }
            _ => operands.push(literal),
        }
    }
    operands.sort_unstable();
    operands.dedup();
    operands
}

#[cfg(test)]
mod tests {
    use super::Gates;
    use invar_circuit::Circuit;

    #[test]
    fn a_choice_is_one_gate_and_a_chain_another() {
        let mut circuit = Circuit::new();
        let lits: Vec<_> = (0..4).map(|_| circuit.add_input("")).collect();
        let choice = circuit.ite(lits[0], lits[1], lits[2]);
        let part = circuit.and(choice, lits[3]);
        let chain = circuit.and(part, lits[1]);
        let gates = Gates::of(&circuit, [chain]);
        // True; six for the choice; four for the conjunction of three.
        assert_eq!(gates.clauses().count(), 1 + 6 + 4);
        assert_eq!(gates.fan_in(chain.var()).len(), 3);
        assert_eq!(gates.fan_in(part.var()).len(), 0);
    }
}
