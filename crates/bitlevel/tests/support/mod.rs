//! Random circuits, and the truth about them by visiting every state.

use invar_circuit::{Circuit, Lit, Node, Reset, Run};
use std::collections::{BTreeMap, VecDeque};

/// A generator of numbers (xorshift), so that a failing circuit has a seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound
    }
}

/// A circuit with a few latches and inputs, one or two properties and perhaps a constraint.
pub fn random_circuit(seed: u64) -> Circuit {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..8 {
        random.next();
    }
    let mut circuit = Circuit::new();
    let mut signals = vec![Lit::FALSE];
    for _ in 0..random.below(4) {
        signals.push(circuit.add_input(""));
    }
    let mut latches = Vec::new();
    for _ in 0..1 + random.below(7) {
        let reset = [Reset::Zero, Reset::Zero, Reset::One, Reset::Free][random.below(4)];
        let latch = circuit.add_latch("", reset);
        latches.push(latch);
        signals.push(latch);
    }
    let ands = 1 + random.below(40);
    for _ in 0..ands {
        let mut pick = || signals[random.below(signals.len())] ^ (random.next() >> 40 & 1 == 1);
        let (a, b) = (pick(), pick());
        let signal = match random.below(2) {
            0 => circuit.and(a, b),
            _ => circuit.xor(a, b),
        };
        signals.push(signal);
    }
    let pick = |random: &mut Random| {
        let late = signals.len() - 1 - random.below(signals.len().min(16));
        signals[late] ^ (random.next() >> 40 & 1 == 1)
    };
    for latch in latches {
        circuit.set_next(latch, pick(&mut random));
    }
    let (a, d) = (pick(&mut random), pick(&mut random));
    // One state of most latches: reached late, if at all.
    let mut bad = a;
    for number in 0..circuit.latches().len() {
        let literal = circuit.latches()[number].var.lit();
        match random.below(4) {
            0 => {}
            1 => bad = circuit.and(bad, !literal),
            _ => bad = circuit.and(bad, literal),
        }
    }
    circuit.add_bad(bad, "");
    if random.below(3) == 0 {
        let constraint = circuit.or(d, a);
        circuit.constraints.push(constraint);
    }
    circuit
}

/// The values of all nodes.
pub fn values(circuit: &Circuit, latches: &[bool], inputs: &[bool]) -> Vec<bool> {
    let mut values = Vec::new();
    for node in circuit.nodes() {
        let value = match node {
            Node::False => false,
            Node::Input(number) => inputs[*number as usize],
            Node::Latch(number) => latches[*number as usize],
            Node::And(a, b) => of(&values, *a) && of(&values, *b),
        };
        values.push(value);
    }
    values
}

/// The value of a literal.
pub fn of(values: &[bool], literal: Lit) -> bool {
    values[literal.var().index()] ^ literal.is_negated()
}

fn bits(number: usize, count: usize) -> Vec<bool> {
    (0..count).map(|i| number >> i & 1 == 1).collect()
}

/// Length of the shortest run that is bad, in steps; `None` if there is none.
pub fn shortest(circuit: &Circuit, property: usize) -> Option<u32> {
    let (latches, inputs) = (circuit.latches().len(), circuit.inputs().len());
    let mut distance = BTreeMap::new();
    let mut open = VecDeque::new();
    for state in 0..1 << latches {
        let fits = |(latch, value): (&invar_circuit::Latch, bool)| {
            latch.reset.value().is_none_or(|reset| reset == value)
        };
        if circuit.latches().iter().zip(bits(state, latches)).all(fits) {
            distance.insert(state, 1);
            open.push_back(state);
        }
    }
    while let Some(state) = open.pop_front() {
        let here = distance[&state];
        for input in 0..1 << inputs {
            let values = values(circuit, &bits(state, latches), &bits(input, inputs));
            if !circuit.constraints.iter().all(|c| of(&values, *c)) {
                continue;
            }
            if of(&values, circuit.bad[property]) {
                return Some(here);
            }
            let next = circuit.latches().iter().enumerate();
            let after = next.fold(0, |s, (i, l)| s | usize::from(of(&values, l.next)) << i);
            if let std::collections::btree_map::Entry::Vacant(entry) = distance.entry(after) {
                entry.insert(here + 1);
                open.push_back(after);
            }
        }
    }
    None
}

/// Whether a run is one, and bad at its end.
pub fn is_bad_run(circuit: &Circuit, run: &Run) -> bool {
    let mut latches = run.latches.clone();
    let resets = circuit.latches().iter().zip(&latches);
    let mut fine = resets
        .into_iter()
        .all(|(l, value)| l.reset.value().is_none_or(|reset| reset == *value));
    let mut bad = false;
    for inputs in &run.inputs {
        let values = values(circuit, &latches, inputs);
        fine &= circuit.constraints.iter().all(|c| of(&values, *c));
        bad = of(&values, circuit.bad[run.property]);
        latches = circuit
            .latches()
            .iter()
            .map(|l| of(&values, l.next))
            .collect();
    }
    fine && bad
}

/// Whether the clauses hold first, are inductive and exclude the bad signal, by trying every state.
pub fn is_inductive(circuit: &Circuit, property: usize, clauses: &[Vec<Lit>]) -> bool {
    let (latches, inputs) = (circuit.latches().len(), circuit.inputs().len());
    let holds = |state: &[bool]| {
        let values = values(circuit, state, &vec![false; inputs]);
        clauses.iter().all(|c| c.iter().any(|l| of(&values, *l)))
    };
    (0..1usize << latches).all(|number| {
        let state = bits(number, latches);
        let mut resets = circuit.latches().iter().zip(&state);
        let first = resets.all(|(l, v)| l.reset.value().is_none_or(|reset| reset == *v));
        if !holds(&state) {
            return !first;
        }
        (0..1usize << inputs).all(|input| {
            let values = values(circuit, &state, &bits(input, inputs));
            if !circuit.constraints.iter().all(|c| of(&values, *c)) {
                return true;
            }
            let next: Vec<bool> = circuit
                .latches()
                .iter()
                .map(|l| of(&values, l.next))
                .collect();
            !of(&values, circuit.bad[property]) && holds(&next)
        })
    })
}
