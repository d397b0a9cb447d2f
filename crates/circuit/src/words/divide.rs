//! Quotients and remainders, as SMT-LIB has them: `x / 0` is all ones without sign, `x % 0` is `x`.

use super::arithmetic::{add, negate_if, subtract};
use super::compare::is_zero;
use super::{Word, extract, ite, not, repeat, same_width, sign, zero_extend};
use crate::circuit::Circuit;
use crate::literal::Lit;

/// Quotient and remainder without sign, by long division.
///
/// The rest before bit `i` of the dividend is at most the dividend's bits above `i`, so it never
/// loses a bit; with divisor zero every subtraction succeeds and changes nothing, which gives all
/// ones and the dividend.
pub fn unsigned_divide(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    same_width(a, b);
    let width = a.len();
    if let Some(exponent) = power_of_two(b) {
        let mut quotient = a[exponent..].to_vec();
        quotient.resize(width, Lit::FALSE);
        return (quotient, zero_extend(&a[..exponent], width));
    }
    let mut quotient = repeat(Lit::FALSE, width);
    let mut rest: Word = Word::new();
    for position in (0..width).rev() {
        // The rest has as many bits as were brought down; the divisor's bits above must be zero.
        rest.insert(0, a[position]);
        let (low, high) = b.split_at(rest.len());
        let (difference, enough) = subtract(circuit, &rest, low);
        let fits = is_zero(circuit, high);
        let succeeds = circuit.and(enough, fits);
        quotient[position] = succeeds;
        rest = ite(circuit, succeeds, &difference, &rest);
    }
    (quotient, rest)
}

/// The exponent, if the word is a constant power of two.
fn power_of_two(word: &[Lit]) -> Option<usize> {
    let bits = super::value(word)?;
    let exponent = bits.iter().position(|bit| *bit)?;
    bits[exponent + 1..]
        .iter()
        .all(|bit| !bit)
        .then_some(exponent)
}

/// `a / b` without sign.
pub fn unsigned_quotient(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    unsigned_divide(circuit, a, b).0
}

/// `a % b` without sign.
pub fn unsigned_remainder(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    unsigned_divide(circuit, a, b).1
}

/// Quotient and remainder of the magnitudes.
fn divide_magnitudes(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let a = negate_if(circuit, sign(a), a);
    let b = negate_if(circuit, sign(b), b);
    unsigned_divide(circuit, &a, &b)
}

/// `a / b` with sign, rounded towards zero; by zero, -1 if `a` is not negative, otherwise 1.
pub fn signed_quotient(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    let quotient = divide_magnitudes(circuit, a, b).0;
    let negative = circuit.xor(sign(a), sign(b));
    negate_if(circuit, negative, &quotient)
}

/// `a % b` with the sign of `a`; by zero, `a`.
pub fn signed_remainder(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    let rest = divide_magnitudes(circuit, a, b).1;
    negate_if(circuit, sign(a), &rest)
}

/// `a % b` with the sign of `b`; by zero, `a`.
pub fn signed_modulo(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    let rest = signed_remainder(circuit, a, b);
    let zero = is_zero(circuit, &rest);
    let differ = circuit.xor(sign(a), sign(b));
    let correct = circuit.and(differ, !zero);
    let correction: Word = b.iter().map(|bit| circuit.and(*bit, correct)).collect();
    add(circuit, &rest, &correction)
}

/// Whether `a / b` overflows with sign: the least word by -1.
pub fn signed_div_overflows(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    same_width(a, b);
    let ones = super::reduce_and(circuit, b);
    let below = if a.len() > 1 {
        extract(a, a.len() - 2, 0)
    } else {
        Word::new()
    };
    let rest = super::reduce_and(circuit, &not(&below));
    let least = circuit.and(sign(a), rest);
    circuit.and(least, ones)
}
