//! One step over three values: false, true, unknown.
//!
//! A literal that is known holds whatever the unknown latches and inputs are. IC3 makes states small
//! with it: evaluate the cone of the literals that matter, make one latch after the other unknown,
//! and take back what makes one of them unknown. Only nodes that change are visited: a node goes
//! from known to unknown at most once, so the order of visits does not matter.

use crate::{Circuit, Lit, Node, Var};

/// A value, perhaps unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ternary {
    /// Known to be false.
    False,
    /// Known to be true.
    True,
    /// Either.
    Unknown,
}

impl Ternary {
    /// The value, if it is known.
    pub fn known(self) -> Option<bool> {
        match self {
            Ternary::False => Some(false),
            Ternary::True => Some(true),
            Ternary::Unknown => None,
        }
    }

    fn and(self, other: Ternary) -> Ternary {
        match (self, other) {
            (Ternary::False, _) | (_, Ternary::False) => Ternary::False,
            (Ternary::True, Ternary::True) => Ternary::True,
            _ => Ternary::Unknown,
        }
    }

    fn negate_if(self, negated: bool) -> Ternary {
        match self {
            Ternary::False if negated => Ternary::True,
            Ternary::True if negated => Ternary::False,
            value => value,
        }
    }
}

impl From<bool> for Ternary {
    fn from(value: bool) -> Ternary {
        if value { Ternary::True } else { Ternary::False }
    }
}

impl From<Option<bool>> for Ternary {
    fn from(value: Option<bool>) -> Ternary {
        value.map_or(Ternary::Unknown, Ternary::from)
    }
}

/// Values of nodes in one step; memory is taken once.
#[derive(Clone, Debug)]
pub struct TernarySimulator {
    nodes: Vec<Node>,
    values: Vec<Ternary>,
    /// Where the users of a node begin in `users`; one entry more than nodes.
    first_user: Vec<u32>,
    /// Conjunctions by what they are made of.
    users: Vec<Var>,
    /// The cone that a node was evaluated for last; the present one is `epoch`.
    cone: Vec<u32>,
    /// The cone that a node was watched for last.
    watched: Vec<u32>,
    epoch: u32,
    /// Nodes to be visited.
    open: Vec<Var>,
    /// Nodes that became unknown in this attempt, with what they were.
    trail: Vec<(Var, Ternary)>,
}

impl TernarySimulator {
    /// Everything is unknown. The circuit's gates are copied.
    pub fn new(circuit: &Circuit) -> TernarySimulator {
        let nodes = circuit.nodes().to_vec();
        let mut first_user = vec![0u32; nodes.len() + 1];
        let operands = |node: &Node| match *node {
            Node::And(left, right) => Some([left.var(), right.var()]),
            _ => None,
        };
        for below in nodes.iter().filter_map(operands).flatten() {
            first_user[below.index() + 1] += 1;
        }
        for index in 0..nodes.len() {
            first_user[index + 1] += first_user[index];
        }
        let mut place = first_user.clone();
        let mut users = vec![Var(0); first_user[nodes.len()] as usize];
        for (index, node) in nodes.iter().enumerate() {
            for below in operands(node).into_iter().flatten() {
                let slot = &mut place[below.index()];
                users[*slot as usize] = Var(index as u32);
                *slot += 1;
            }
        }
        TernarySimulator {
            values: vec![Ternary::Unknown; nodes.len()],
            cone: vec![0; nodes.len()],
            watched: vec![0; nodes.len()],
            epoch: 0,
            open: Vec::new(),
            trail: Vec::new(),
            nodes,
            first_user,
            users,
        }
    }

    /// Evaluates the whole step; no literal is watched.
    ///
    /// # Panics
    /// If there is not one value for each latch and each input.
    pub fn evaluate(&mut self, latches: &[Ternary], inputs: &[Ternary]) {
        self.begin();
        for index in 0..self.nodes.len() {
            self.values[index] = self.compute(Var(index as u32), latches, inputs);
            self.cone[index] = self.epoch;
        }
    }

    /// Evaluates what the literals depend on, and watches them. What they do not depend on is
    /// unknown from then on.
    ///
    /// # Panics
    /// If there is not one value for each latch and each input.
    pub fn focus(&mut self, latches: &[Ternary], inputs: &[Ternary], literals: &[Lit]) {
        self.begin();
        for literal in literals {
            self.watched[literal.var().index()] = self.epoch;
            self.open.push(literal.var());
            while let Some(&var) = self.open.last() {
                if self.is_relevant(var) {
                    self.open.pop();
                    continue;
                }
                let waiting = self.open.len();
                if let Node::And(left, right) = self.nodes[var.index()] {
                    for below in [left.var(), right.var()] {
                        if !self.is_relevant(below) {
                            self.open.push(below);
                        }
                    }
                }
                if self.open.len() == waiting {
                    self.values[var.index()] = self.compute(var, latches, inputs);
                    self.cone[var.index()] = self.epoch;
                    self.open.pop();
                }
            }
        }
    }

    /// The literal's value.
    pub fn value(&self, literal: Lit) -> Ternary {
        if !self.is_relevant(literal.var()) {
            return Ternary::Unknown;
        }
        self.values[literal.var().index()].negate_if(literal.is_negated())
    }

    /// Whether the node belongs to what was evaluated last.
    pub fn is_relevant(&self, var: Var) -> bool {
        self.cone[var.index()] == self.epoch
    }

    /// Makes a latch or an input unknown, if every watched literal that is known stays so;
    /// otherwise nothing changes. Says whether the node is unknown now.
    ///
    /// # Panics
    /// If the node is neither a latch nor an input.
    pub fn try_unknown(&mut self, var: Var) -> bool {
        assert!(
            matches!(self.nodes[var.index()], Node::Latch(_) | Node::Input(_)),
            "only latches and inputs are free to be unknown"
        );
        self.trail.clear();
        self.open.clear();
        if !self.forget(var) {
            self.open.clear();
            for (var, value) in self.trail.drain(..).rev() {
                self.values[var.index()] = value;
            }
            return false;
        }
        true
    }

    /// Makes the node unknown and all that follows; stops with `false` at a watched one.
    fn forget(&mut self, var: Var) -> bool {
        self.open.push(var);
        while let Some(var) = self.open.pop() {
            let index = var.index();
            let old = self.values[index];
            if !self.is_relevant(var) || old == Ternary::Unknown {
                continue;
            }
            if let Node::And(left, right) = self.nodes[index]
                && self.operand(left).and(self.operand(right)) != Ternary::Unknown
            {
                continue;
            }
            if self.watched[index] == self.epoch {
                return false;
            }
            self.values[index] = Ternary::Unknown;
            self.trail.push((var, old));
            let users = self.first_user[index] as usize..self.first_user[index + 1] as usize;
            self.open.extend_from_slice(&self.users[users]);
        }
        true
    }

    fn operand(&self, literal: Lit) -> Ternary {
        self.values[literal.var().index()].negate_if(literal.is_negated())
    }

    fn compute(&self, var: Var, latches: &[Ternary], inputs: &[Ternary]) -> Ternary {
        match self.nodes[var.index()] {
            Node::False => Ternary::False,
            Node::Input(number) => inputs[number as usize],
            Node::Latch(number) => latches[number as usize],
            Node::And(left, right) => self.operand(left).and(self.operand(right)),
        }
    }

    /// A new cone with nothing in it.
    fn begin(&mut self) {
        self.open.clear();
        self.trail.clear();
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.cone.fill(0);
            self.watched.fill(0);
            self.epoch = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ternary, TernarySimulator};
    use crate::arbitrary::{Random, Size, circuit};
    use crate::{Lit, Simulator, Var};

    fn bits(random: &mut Random, count: usize) -> Vec<Ternary> {
        (0..count)
            .map(|_| Ternary::from(random.below(2) == 1))
            .collect()
    }

    /// Random completions of the values.
    fn words(random: &mut Random, values: &[Ternary]) -> Vec<u64> {
        let word = |value: &Ternary| match value {
            Ternary::False => 0,
            Ternary::True => u64::MAX,
            Ternary::Unknown => random.next(),
        };
        values.iter().map(word).collect()
    }

    #[test]
    fn unknown_spreads_only_where_it_matters() {
        let mut circuit = crate::Circuit::new();
        let latch = circuit.add_latch("a", crate::Reset::Zero);
        let other = circuit.add_latch("b", crate::Reset::Zero);
        let input = circuit.add_input("i");
        let both = circuit.and(latch, other);
        let top = circuit.and(!both, input);
        let mut simulator = TernarySimulator::new(&circuit);
        simulator.focus(&[false.into(), false.into()], &[true.into()], &[top]);
        assert_eq!(simulator.value(top), Ternary::True);
        assert!(simulator.try_unknown(latch.var()));
        assert!(!simulator.try_unknown(other.var()));
        assert!(!simulator.try_unknown(input.var()));
        assert_eq!(simulator.value(latch), Ternary::Unknown);
        assert_eq!(simulator.value(!other), Ternary::True);
        simulator.focus(&[true.into(), true.into()], &[true.into()], &[!latch]);
        assert!(!simulator.is_relevant(other.var()));
        assert!(simulator.try_unknown(other.var()));
        assert_eq!(simulator.value(!latch), Ternary::False);
    }

    /// What attempts leave is what an evaluation from scratch gives, and known watched literals have
    /// their value in every completion.
    #[test]
    fn attempts_agree_with_evaluation_and_with_completions() {
        let mut random = Random::new(11);
        let (mut kept, mut undone) = (0, 0);
        for round in 0..200 {
            let size = Size {
                inputs: 4,
                latches: 10,
                gates: 80,
                bad: 2,
                constraints: 1,
            };
            let circuit = circuit(&mut random, size);
            let mut simulator = TernarySimulator::new(&circuit);
            let mut scratch = TernarySimulator::new(&circuit);
            for _ in 0..3 {
                let mut latches = bits(&mut random, 10);
                let mut inputs = bits(&mut random, 4);
                let nodes = circuit.nodes().len();
                let watched: Vec<Lit> = (0..4)
                    .map(|_| Var(random.below(nodes) as u32).lit())
                    .collect();
                simulator.focus(&latches, &inputs, &watched);
                let before: Vec<Ternary> = watched.iter().map(|w| simulator.value(*w)).collect();
                let sources = circuit.latches().iter().map(|latch| latch.var);
                let sources: Vec<Var> = sources.chain(circuit.inputs().iter().copied()).collect();
                for (number, source) in sources.iter().enumerate() {
                    let value = if number < 10 {
                        &mut latches[number]
                    } else {
                        &mut inputs[number - 10]
                    };
                    let old = std::mem::replace(value, Ternary::Unknown);
                    scratch.evaluate(&latches, &inputs);
                    let same = watched.iter().map(|w| scratch.value(*w)).eq(before.clone());
                    assert_eq!(simulator.try_unknown(*source), same, "round {round}");
                    if same {
                        kept += 1;
                    } else {
                        undone += 1;
                        let value = if number < 10 {
                            &mut latches[number]
                        } else {
                            &mut inputs[number - 10]
                        };
                        *value = old;
                        scratch.evaluate(&latches, &inputs);
                    }
                    for index in 0..nodes {
                        let var = Var(index as u32);
                        if simulator.is_relevant(var) {
                            assert_eq!(simulator.value(var.lit()), scratch.value(var.lit()));
                        }
                    }
                }
                let mut concrete = Simulator::new(&circuit);
                let (latches, inputs) = (words(&mut random, &latches), words(&mut random, &inputs));
                concrete.step(&latches, &inputs);
                for (literal, value) in watched.iter().zip(&before) {
                    let expected = if *value == Ternary::True { u64::MAX } else { 0 };
                    assert_eq!(concrete.value(*literal), expected, "round {round}");
                }
            }
        }
        assert!(kept > 500 && undone > 500, "{kept} {undone}");
    }
}
