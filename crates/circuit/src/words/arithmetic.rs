//! Sums, differences, products, and whether they overflow.

use super::{Word, not, repeat, same_width, sign, sign_extend, zero_extend};
use crate::circuit::Circuit;
use crate::literal::Lit;

/// Sum and carry of three bits; seven conjunctions, of which the carry shares two with the sum.
fn full_adder(circuit: &mut Circuit, a: Lit, b: Lit, carry: Lit) -> (Lit, Lit) {
    let differ = circuit.xor(a, b);
    let sum = circuit.xor(differ, carry);
    let generated = circuit.and(a, b);
    let propagated = circuit.and(differ, carry);
    (sum, circuit.or(generated, propagated))
}

/// `a + b + carry`, and the carry out of the last bit.
pub fn add_with_carry(circuit: &mut Circuit, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
    same_width(a, b);
    let mut sum = Word::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        let (bit, out) = full_adder(circuit, *a, *b, carry);
        sum.push(bit);
        carry = out;
    }
    (sum, carry)
}

/// `a + b`.
pub fn add(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    add_with_carry(circuit, a, b, Lit::FALSE).0
}

/// `a - b`.
pub fn sub(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    subtract(circuit, a, b).0
}

/// `a - b`, and whether `a >= b` for words without sign: the carry of `a + !b + 1`.
pub(super) fn subtract(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
    add_with_carry(circuit, a, &not(b), Lit::TRUE)
}

/// `-a`.
pub fn neg(circuit: &mut Circuit, a: &[Lit]) -> Word {
    sub(circuit, &repeat(Lit::FALSE, a.len()), a)
}

/// `a + 1`.
pub fn increment(circuit: &mut Circuit, a: &[Lit]) -> Word {
    add_with_carry(circuit, a, &repeat(Lit::FALSE, a.len()), Lit::TRUE).0
}

/// `a - 1`.
pub fn decrement(circuit: &mut Circuit, a: &[Lit]) -> Word {
    add_with_carry(circuit, a, &repeat(Lit::TRUE, a.len()), Lit::FALSE).0
}

/// `-a` if the condition holds, otherwise `a`: `(a ^ condition) + condition`.
pub fn negate_if(circuit: &mut Circuit, condition: Lit, a: &[Lit]) -> Word {
    let flipped: Word = a.iter().map(|bit| circuit.xor(*bit, condition)).collect();
    add_with_carry(circuit, &flipped, &repeat(Lit::FALSE, a.len()), condition).0
}

/// `a * b`: a sum of shifted copies.
pub fn mul(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    same_width(a, b);
    let zeros = |word: &[Lit]| word.iter().filter(|bit| **bit == Lit::FALSE).count();
    // A zero in the factor that is walked saves a whole row.
    let (rows, factor) = if zeros(a) > zeros(b) { (a, b) } else { (b, a) };
    let width = a.len();
    let mut product = repeat(Lit::FALSE, width);
    for (position, row) in rows.iter().enumerate() {
        if *row == Lit::FALSE {
            continue;
        }
        let partial: Word = factor[..width - position]
            .iter()
            .map(|bit| circuit.and(*bit, *row))
            .collect();
        let sum = add(circuit, &product[position..], &partial);
        product.truncate(position);
        product.extend(sum);
    }
    product
}

/// Whether `a + b` overflows without sign.
pub fn unsigned_add_overflows(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    add_with_carry(circuit, a, b, Lit::FALSE).1
}

/// Whether `a + b` overflows with sign: equal signs, and the sum has the other.
pub fn signed_add_overflows(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let sum = add(circuit, a, b);
    let differ = circuit.xor(sign(a), sign(b));
    let turned = circuit.xor(sign(a), sign(&sum));
    circuit.and(!differ, turned)
}

/// Whether `a - b` overflows without sign: `a < b`.
pub fn unsigned_sub_overflows(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    super::compare::unsigned_less(circuit, a, b)
}

/// Whether `a - b` overflows with sign: unequal signs, and the difference has not that of `a`.
pub fn signed_sub_overflows(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let difference = sub(circuit, a, b);
    let differ = circuit.xor(sign(a), sign(b));
    let turned = circuit.xor(sign(a), sign(&difference));
    circuit.and(differ, turned)
}

/// Whether `a[i]` and `b[j]` hold for some `i + j >= limit`.
fn high_product(circuit: &mut Circuit, a: &[Lit], b: &[Lit], limit: usize) -> Lit {
    let mut some = Lit::FALSE;
    // The disjunction of b[j..], grown downwards while i grows upwards.
    let mut above = Lit::FALSE;
    let mut next = b.len();
    for (position, bit) in a.iter().enumerate() {
        while next > 0 && position + next > limit {
            next -= 1;
            above = circuit.or(above, b[next]);
        }
        let pair = circuit.and(*bit, above);
        some = circuit.or(some, pair);
    }
    some
}

/// Whether `a * b` overflows without sign.
///
/// With `a[i]` and `b[j]` for some `i + j >= w` the product is at least `2^w`; otherwise it is less
/// than `2^(w + 1)`, and bit `w` decides.
pub fn unsigned_mul_overflows(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len();
    let high = high_product(circuit, a, b, width);
    let product = mul(
        circuit,
        &zero_extend(a, width + 1),
        &zero_extend(b, width + 1),
    );
    circuit.or(high, product[width])
}

/// Whether `a * b` overflows with sign.
///
/// Let `a'` be `a` with every bit flipped if `a` is negative, so that `|a|` is `a'` or, if negative,
/// `a' + 1`. With `a'[i]` and `b'[j]` for some `i + j >= w - 1` the magnitude is at least `2^(w - 1)`,
/// and more if a factor is negative, so it overflows. Otherwise the magnitude is at most `2^w`; of
/// such a product the bits `w` and `w - 1` differ, taken modulo `2^(w + 1)`, just if it overflows.
pub fn signed_mul_overflows(circuit: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let width = a.len();
    let magnitude = |circuit: &mut Circuit, word: &[Lit]| -> Word {
        let sign = sign(word);
        word.iter().map(|bit| circuit.xor(*bit, sign)).collect()
    };
    let (left, right) = (magnitude(circuit, a), magnitude(circuit, b));
    let high = high_product(circuit, &left, &right, width - 1);
    let product = mul(
        circuit,
        &sign_extend(a, width + 1),
        &sign_extend(b, width + 1),
    );
    let differ = circuit.xor(product[width], product[width - 1]);
    circuit.or(high, differ)
}
