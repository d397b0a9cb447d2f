//! Random numbers and random circuits for tests, determined by the seed.

use crate::{Circuit, Lit, Reset};

/// Marsaglia's xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Sizes of a random circuit.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub inputs: usize,
    pub latches: usize,
    pub gates: usize,
    pub bad: usize,
    pub constraints: usize,
}

/// A circuit of about this size; gates whose conjunction simplifies count as well.
pub(crate) fn circuit(random: &mut Random, size: Size) -> Circuit {
    let mut circuit = Circuit::new();
    let mut known = vec![Lit::TRUE];
    let mut latches = Vec::new();
    for number in 0..size.inputs {
        known.push(circuit.add_input(&format!("in {number}")));
    }
    for number in 0..size.latches {
        let reset = random.pick(&[Reset::Zero, Reset::Zero, Reset::One, Reset::Free]);
        let name = format!("state{number}");
        let name = if number % 2 == 0 { &name } else { "" };
        latches.push(circuit.add_latch(name, reset));
    }
    known.extend(&latches);
    for _ in 0..size.gates {
        let left = random.pick(&known) ^ (random.below(2) == 1);
        let right = random.pick(&known) ^ (random.below(2) == 1);
        known.push(circuit.and(left, right));
    }
    for &latch in &latches {
        let next = random.pick(&known) ^ (random.below(2) == 1);
        circuit.set_next(latch, next);
    }
    for number in 0..size.bad {
        let literals: Vec<Lit> = (0..2).map(|_| random.pick(&known)).collect();
        let bad = circuit.and(literals[0], !literals[1]);
        circuit.add_bad(bad, &format!("bad{number}"));
    }
    for _ in 0..size.constraints {
        let (left, right) = (random.pick(&known), random.pick(&known));
        let constraint = circuit.or(left, !right);
        circuit.constraints.push(constraint);
    }
    circuit
}
