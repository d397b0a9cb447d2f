//! The graph: nodes in topological order, each conjunction only once.

use crate::literal::{Lit, Var};
use rustc_hash::FxHashMap;

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The constant; node zero.
    False,
    /// The input with this number.
    Input(u32),
    /// The latch with this number.
    Latch(u32),
    /// A conjunction of nodes with smaller numbers.
    And(Lit, Lit),
}

/// How a latch begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    /// With zero.
    Zero,
    /// With one.
    One,
    /// With any value.
    Free,
}

impl Reset {
    /// The value, if it is given.
    pub fn value(self) -> Option<bool> {
        match self {
            Reset::Zero => Some(false),
            Reset::One => Some(true),
            Reset::Free => None,
        }
    }

    /// The reset with this value.
    pub fn to(value: bool) -> Reset {
        if value { Reset::One } else { Reset::Zero }
    }
}

/// A bit of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latch {
    /// Its node.
    pub var: Var,
    /// Its value in the next step.
    pub next: Lit,
    /// Its value in the first step.
    pub reset: Reset,
}

/// What a conjunction can be replaced by.
enum Simpler {
    /// This literal.
    Is(Lit),
    /// The conjunction of two literals, one of them with a smaller node than before and none with a
    /// greater one.
    And(Lit, Lit),
}

/// A transition system over bits.
#[derive(Clone, Debug)]
pub struct Circuit {
    nodes: Vec<Node>,
    known: FxHashMap<(Lit, Lit), Var>,
    inputs: Vec<Var>,
    latches: Vec<Latch>,
    /// What must not hold at any step of a run; one property each.
    pub bad: Vec<Lit>,
    /// What holds at every step of a run.
    pub constraints: Vec<Lit>,
    /// Names of inputs, by their number; empty where there is none.
    pub input_names: Vec<String>,
    /// Names of latches, by their number; empty where there is none.
    pub latch_names: Vec<String>,
    /// Names of bad signals; empty where there is none.
    pub bad_names: Vec<String>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit {
            nodes: vec![Node::False],
            known: FxHashMap::default(),
            inputs: Vec::new(),
            latches: Vec::new(),
            bad: Vec::new(),
            constraints: Vec::new(),
            input_names: Vec::new(),
            latch_names: Vec::new(),
            bad_names: Vec::new(),
        }
    }
}

impl Circuit {
    /// A circuit with nothing but the constant.
    pub fn new() -> Circuit {
        Circuit::default()
    }

    /// The nodes by number.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// What a node is.
    pub fn node(&self, var: Var) -> Node {
        self.nodes[var.index()]
    }

    /// The nodes of the inputs.
    pub fn inputs(&self) -> &[Var] {
        &self.inputs
    }

    /// The latches.
    pub fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// Number of conjunctions.
    pub fn count_ands(&self) -> usize {
        self.nodes.len() - 1 - self.inputs.len() - self.latches.len()
    }

    fn push(&mut self, node: Node) -> Var {
        let number = u32::try_from(self.nodes.len()).ok();
        let var = Var(number
            .filter(|n| *n < 1 << 31)
            .expect("fewer than 2^31 nodes"));
        self.nodes.push(node);
        var
    }

    /// A new input.
    pub fn add_input(&mut self, name: &str) -> Lit {
        let var = self.push(Node::Input(self.inputs.len() as u32));
        self.inputs.push(var);
        self.input_names.push(name.to_owned());
        var.lit()
    }

    /// A new latch; it keeps its value until [`Circuit::set_next`].
    pub fn add_latch(&mut self, name: &str, reset: Reset) -> Lit {
        let var = self.push(Node::Latch(self.latches.len() as u32));
        let next = var.lit();
        self.latches.push(Latch { var, next, reset });
        self.latch_names.push(name.to_owned());
        var.lit()
    }

    /// Gives a latch its next value.
    ///
    /// # Panics
    /// If `latch` is not the positive literal of a latch.
    pub fn set_next(&mut self, latch: Lit, next: Lit) {
        let Node::Latch(number) = self.node(latch.var()) else {
            panic!("only latches have a next value");
        };
        assert!(!latch.is_negated(), "a latch is named by its node");
        self.latches[number as usize].next = next;
    }

    /// A new property: `bad` must never hold.
    pub fn add_bad(&mut self, bad: Lit, name: &str) {
        self.bad.push(bad);
        self.bad_names.push(name.to_owned());
    }

    /// The conjunction, simplified by its operands and, where one is a conjunction itself, by the
    /// operands of that (Brummayer & Biere, Local two-level and-inverter graph minimization without
    /// blowup, 2006); never more than one new node.
    pub fn and(&mut self, mut a: Lit, mut b: Lit) -> Lit {
        loop {
            if a > b {
                (a, b) = (b, a);
            }
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.simpler(a, b).or_else(|| self.simpler(b, a)) {
                Some(Simpler::Is(lit)) => return lit,
                Some(Simpler::And(left, right)) => (a, b) = (left, right),
                None => break,
            }
        }
        if let Some(var) = self.known.get(&(a, b)) {
            return var.lit();
        }
        let var = self.push(Node::And(a, b));
        self.known.insert((a, b), var);
        var.lit()
    }

    /// The operands, if the node of the literal is a conjunction.
    fn conjuncts(&self, lit: Lit) -> Option<[Lit; 2]> {
        match self.node(lit.var()) {
            Node::And(left, right) => Some([left, right]),
            Node::False | Node::Input(_) | Node::Latch(_) => None,
        }
    }

    /// What `a & b` is, if the operands of `a` make it simpler.
    fn simpler(&self, a: Lit, b: Lit) -> Option<Simpler> {
        let [x, y] = self.conjuncts(a)?;
        if !a.is_negated() {
            // x & y & b, and with b = u & v as well
            if b == x || b == y {
                return Some(Simpler::Is(a));
            }
            if b == !x || b == !y {
                return Some(Simpler::Is(Lit::FALSE));
            }
            let [u, v] = self.conjuncts(b).filter(|_| !b.is_negated())?;
            let clash = [u, v].iter().any(|lit| *lit == !x || *lit == !y);
            return clash.then_some(Simpler::Is(Lit::FALSE));
        }
        // !(x & y) & b
        if b == !x || b == !y {
            return Some(Simpler::Is(b));
        }
        if b == x {
            return Some(Simpler::And(b, !y));
        }
        if b == y {
            return Some(Simpler::And(b, !x));
        }
        let [u, v] = self.conjuncts(b)?;
        if b.is_negated() {
            // !(x & y) & !(x & !y) = !x
            return match (x == u, x == v, y == u, y == v) {
                (true, ..) if y == !v => Some(Simpler::Is(!x)),
                (_, true, ..) if y == !u => Some(Simpler::Is(!x)),
                (_, _, true, _) if x == !v => Some(Simpler::Is(!y)),
                (.., true) if x == !u => Some(Simpler::Is(!y)),
                _ => None,
            };
        }
        // !(x & y) & u & v
        if [u, v].iter().any(|lit| *lit == !x || *lit == !y) {
            return Some(Simpler::Is(b));
        }
        if u == x || v == x {
            return Some(Simpler::And(b, !y));
        }
        (u == y || v == y).then_some(Simpler::And(b, !x))
    }

    /// The disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Whether the two differ.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let both = self.and(a, b);
        let none = self.and(!a, !b);
        self.and(!both, !none)
    }

    /// The one if the condition holds, otherwise the other.
    pub fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        if then == Lit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if otherwise == Lit::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        let a = self.and(condition, then);
        let b = self.and(!condition, otherwise);
        self.or(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::{Circuit, Node, Reset};
    use crate::literal::Lit;

    #[test]
    fn conjunctions_are_shared_and_simplified() {
        let mut circuit = Circuit::new();
        let a = circuit.add_input("a");
        let b = circuit.add_latch("b", Reset::Zero);
        let both = circuit.and(a, b);
        assert_eq!(circuit.and(b, a), both);
        assert_eq!(circuit.and(a, !a), Lit::FALSE);
        assert_eq!(circuit.and(a, Lit::TRUE), a);
        assert_eq!(circuit.xor(a, a), Lit::FALSE);
        assert_eq!(circuit.count_ands(), 1);
        assert!(matches!(circuit.node(both.var()), Node::And(..)));
    }

    /// Conjunctions of random literals over four inputs, each with the table of its values: what
    /// comes back has the table of the conjunction, whatever rule made it.
    #[test]
    fn simplified_conjunctions_are_conjunctions() {
        for seed in 1..400u64 {
            let mut circuit = Circuit::new();
            let mut tables: Vec<u16> = vec![0];
            let inputs = [0xaaaau16, 0xcccc, 0xf0f0, 0xff00];
            for table in inputs {
                circuit.add_input("");
                tables.push(table);
            }
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for _ in 0..60 {
                let mut pick = || {
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    Lit((state >> 20) as u32 % (2 * tables.len() as u32))
                };
                let (a, b) = (pick(), pick());
                let of = |tables: &[u16], lit: Lit| {
                    let table = tables[lit.var().index()];
                    if lit.is_negated() { !table } else { table }
                };
                let before = circuit.nodes().len();
                let both = circuit.and(a, b);
                let expected = of(&tables, a) & of(&tables, b);
                if circuit.nodes().len() > before {
                    assert_eq!(circuit.nodes().len(), before + 1);
                    let Node::And(x, y) = circuit.node(both.var()) else {
                        panic!("a new node is a conjunction");
                    };
                    tables.push(of(&tables, x) & of(&tables, y));
                }
                assert_eq!(of(&tables, both), expected, "{a:?} & {b:?}");
            }
        }
    }

    #[test]
    fn conjunctions_look_into_their_operands() {
        let mut circuit = Circuit::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| circuit.add_input(name));
        let both = circuit.and(a, b);
        let other = circuit.and(a, !b);
        let negated = circuit.and(!a, c);
        assert_eq!(circuit.and(both, a), both);
        assert_eq!(circuit.and(both, !b), Lit::FALSE);
        assert_eq!(circuit.and(!both, a), other);
        assert_eq!(circuit.and(!both, !a), !a);
        assert_eq!(circuit.and(!both, !other), !a);
        assert_eq!(circuit.and(both, negated), Lit::FALSE);
        assert_eq!(circuit.and(!both, negated), negated);
        assert_eq!(circuit.count_ands(), 3);
    }
}
