//! Random small circuits.

use invar_circuit::{Circuit, Lit, Reset};

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
