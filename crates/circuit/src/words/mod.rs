//! Words over a circuit: lists of literals, least significant bit first.
//!
//! Every function takes the circuit it adds conjunctions to and returns literals of it; constant
//! bits simplify through [`Circuit::and`]. Meanings are those of SMT-LIB's bit-vectors, division by
//! zero included. Here: constants, bitwise functions, reductions, pieces; [`arithmetic`],
//! [`divide`], [`shift`], [`compare`] and [`memory`] hold the rest.

pub mod arithmetic;
pub mod compare;
pub mod divide;
pub mod memory;
pub mod shift;
#[cfg(test)]
mod tests;

use crate::circuit::Circuit;
use crate::literal::Lit;

/// A word: its bits, the least significant first.
pub type Word = Vec<Lit>;

/// The word with these bits, least significant first.
pub fn constant(bits: &[bool]) -> Word {
    bits.iter().map(|bit| Lit::constant(*bit)).collect()
}

/// The word of this width with this value modulo `2^width`.
pub fn constant_number(value: u128, width: usize) -> Word {
    let bit = |position: usize| position < 128 && value >> position & 1 == 1;
    (0..width)
        .map(|position| Lit::constant(bit(position)))
        .collect()
}

/// The word of this width with every bit the same.
pub fn repeat(bit: Lit, width: usize) -> Word {
    vec![bit; width]
}

/// The bits of a word if all of them are constants.
pub fn value(word: &[Lit]) -> Option<Vec<bool>> {
    let bit = |bit: &Lit| bit.is_constant().then_some(*bit == Lit::TRUE);
    word.iter().map(bit).collect()
}

/// The most significant bit.
///
/// # Panics
/// If the word is empty.
pub fn sign(word: &[Lit]) -> Lit {
    *word.last().expect("a word has at least one bit")
}

/// Every bit negated.
pub fn not(word: &[Lit]) -> Word {
    word.iter().map(|bit| !*bit).collect()
}

fn bitwise(
    circuit: &mut Circuit,
    a: &[Lit],
    b: &[Lit],
    function: fn(&mut Circuit, Lit, Lit) -> Lit,
) -> Word {
    same_width(a, b);
    (a.iter().zip(b))
        .map(|(a, b)| function(circuit, *a, *b))
        .collect()
}

fn same_width(a: &[Lit], b: &[Lit]) {
    assert_eq!(a.len(), b.len(), "words of one width");
}

/// The conjunction, bit by bit.
///
/// # Panics
/// If the widths differ, as in every function of two words in this module unless it says otherwise.
pub fn and(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    bitwise(circuit, a, b, Circuit::and)
}

/// The disjunction, bit by bit.
pub fn or(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    bitwise(circuit, a, b, Circuit::or)
}

/// The exclusive disjunction, bit by bit.
pub fn xor(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    bitwise(circuit, a, b, Circuit::xor)
}

/// The one word if the condition holds, otherwise the other.
pub fn ite(circuit: &mut Circuit, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
    same_width(then, otherwise);
    (then.iter().zip(otherwise))
        .map(|(then, otherwise)| circuit.ite(condition, *then, *otherwise))
        .collect()
}

/// Whether all bits hold; true of the empty word.
pub fn reduce_and(circuit: &mut Circuit, word: &[Lit]) -> Lit {
    word.iter()
        .fold(Lit::TRUE, |all, bit| circuit.and(all, *bit))
}

/// Whether some bit holds; false of the empty word.
pub fn reduce_or(circuit: &mut Circuit, word: &[Lit]) -> Lit {
    word.iter()
        .fold(Lit::FALSE, |some, bit| circuit.or(some, *bit))
}

/// Whether an odd number of bits hold.
pub fn reduce_xor(circuit: &mut Circuit, word: &[Lit]) -> Lit {
    word.iter()
        .fold(Lit::FALSE, |odd, bit| circuit.xor(odd, *bit))
}

/// Both words as one; `high` holds the more significant bits. Any widths.
pub fn concat(high: &[Lit], low: &[Lit]) -> Word {
    [low, high].concat()
}

/// The bits from `low` to `high`, both included.
///
/// # Panics
/// If the word has no bit `high`, or `low` is greater than `high`.
pub fn extract(word: &[Lit], high: usize, low: usize) -> Word {
    word[low..=high].to_vec()
}

/// The word with zeros in front, up to this width.
///
/// # Panics
/// If the word is wider.
pub fn zero_extend(word: &[Lit], width: usize) -> Word {
    extend(word, width, Lit::FALSE)
}

/// The word with copies of its sign in front, up to this width.
///
/// # Panics
/// If the word is wider or empty.
pub fn sign_extend(word: &[Lit], width: usize) -> Word {
    extend(word, width, sign(word))
}

fn extend(word: &[Lit], width: usize, bit: Lit) -> Word {
    assert!(word.len() <= width, "an extension is no narrower");
    let mut extended = word.to_vec();
    extended.resize(width, bit);
    extended
}
