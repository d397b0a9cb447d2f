//! Equality and order of words.

use super::{same_width, sign};
use crate::circuit::Circuit;
use crate::literal::Lit;

/// Whether the words are the same.
pub fn equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    same_width(a, b);
    let mut same = Lit::TRUE;
    for (a, b) in a.iter().zip(b) {
        let differ = circuit.xor(*a, *b);
        same = circuit.and(same, !differ);
    }
    same
}

/// `a < b`, or `a <= b` if `equal` is true: from the least significant bit on, the majority of
/// `!a`, `b` and the answer for the bits below.
fn less(circuit: &mut Circuit, a: &[Lit], b: &[Lit], equal: Lit) -> Lit {
    same_width(a, b);
    let mut below = equal;
    for (a, b) in a.iter().zip(b) {
        let both = circuit.and(!*a, *b);
        let some = circuit.or(!*a, *b);
        let kept = circuit.and(some, below);
        below = circuit.or(both, kept);
    }
    below
}

/// The order with sign is the one without sign once both signs are flipped.
fn flip_sign(word: &[Lit]) -> Vec<Lit> {
    let mut flipped = word.to_vec();
    let bit = !sign(word);
    flipped.pop();
    flipped.push(bit);
    flipped
}

/// `a < b` without sign.
pub fn unsigned_less(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    less(circuit, a, b, Lit::FALSE)
}

/// `a <= b` without sign.
pub fn unsigned_less_or_equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    less(circuit, a, b, Lit::TRUE)
}

/// `a < b` with sign.
pub fn signed_less(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    less(circuit, &flip_sign(a), &flip_sign(b), Lit::FALSE)
}

/// `a <= b` with sign.
pub fn signed_less_or_equal(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    less(circuit, &flip_sign(a), &flip_sign(b), Lit::TRUE)
}

/// Whether every bit is zero.
pub fn is_zero(circuit: &mut Circuit, word: &[Lit]) -> Lit {
    // From the highest bit down, so that the upper parts of a word share their gates: division asks
    // about all of them.
    let bits = word.iter().rev();
    bits.fold(Lit::TRUE, |zero, bit| circuit.and(zero, !*bit))
}
