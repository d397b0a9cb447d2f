//! Shifts and rotations by words of any width: one row of choices per bit of the amount.

use super::{Word, ite, repeat, sign};
use crate::circuit::Circuit;
use crate::literal::Lit;

/// Shifts by a known number of bits towards the most significant; any amount.
pub fn shift_left_by(word: &[Lit], amount: usize) -> Word {
    let kept = word.len().saturating_sub(amount);
    let mut shifted = repeat(Lit::FALSE, word.len() - kept);
    shifted.extend(&word[..kept]);
    shifted
}

/// Shifts by a known number of bits towards the least significant, with `fill` in front; any amount.
pub fn shift_right_by(word: &[Lit], amount: usize, fill: Lit) -> Word {
    let mut shifted = word[amount.min(word.len())..].to_vec();
    shifted.resize(word.len(), fill);
    shifted
}

/// Rotates by a known number of bits towards the most significant; any amount.
pub fn rotate_left_by(word: &[Lit], amount: usize) -> Word {
    let mut rotated = word.to_vec();
    rotated.rotate_right(amount % word.len().max(1));
    rotated
}

/// A row for every bit of the amount that is worth less than the width; one disjunction and one row
/// for all the others, each of which alone leaves only `fill`.
fn barrel(
    circuit: &mut Circuit,
    word: &[Lit],
    amount: &[Lit],
    fill: Lit,
    shift: impl Fn(&[Lit], usize) -> Word,
) -> Word {
    let rows = usize::BITS - word.len().saturating_sub(1).leading_zeros();
    let rows = amount.len().min(rows as usize);
    let mut result = word.to_vec();
    for (position, bit) in amount[..rows].iter().enumerate() {
        let shifted = shift(&result, 1 << position);
        result = ite(circuit, *bit, &shifted, &result);
    }
    let beyond = super::reduce_or(circuit, &amount[rows..]);
    ite(circuit, beyond, &repeat(fill, word.len()), &result)
}

/// Shifts towards the most significant bit; the amount may have any width and any value.
pub fn shift_left(circuit: &mut Circuit, word: &[Lit], amount: &[Lit]) -> Word {
    barrel(circuit, word, amount, Lit::FALSE, shift_left_by)
}

/// Shifts towards the least significant bit, zeros in front; amounts as in [`shift_left`].
pub fn shift_right(circuit: &mut Circuit, word: &[Lit], amount: &[Lit]) -> Word {
    barrel(circuit, word, amount, Lit::FALSE, |word, amount| {
        shift_right_by(word, amount, Lit::FALSE)
    })
}

/// Shifts towards the least significant bit, copies of the sign in front; amounts as in [`shift_left`].
pub fn shift_right_arithmetic(circuit: &mut Circuit, word: &[Lit], amount: &[Lit]) -> Word {
    let fill = sign(word);
    barrel(circuit, word, amount, fill, |word, amount| {
        shift_right_by(word, amount, fill)
    })
}

/// Rotates towards the most significant bit by the amount modulo the width.
///
/// Rotations add up, so bit `k` of the amount rotates by `2^k` modulo the width.
pub fn rotate_left(circuit: &mut Circuit, word: &[Lit], amount: &[Lit]) -> Word {
    rotate(circuit, word, amount, rotate_left_by)
}

/// Rotates towards the least significant bit by the amount modulo the width.
pub fn rotate_right(circuit: &mut Circuit, word: &[Lit], amount: &[Lit]) -> Word {
    rotate(circuit, word, amount, |word, amount| {
        rotate_left_by(word, word.len() - amount)
    })
}

fn rotate(
    circuit: &mut Circuit,
    word: &[Lit],
    amount: &[Lit],
    turn: impl Fn(&[Lit], usize) -> Word,
) -> Word {
    let width = word.len().max(1);
    let mut result = word.to_vec();
    let mut places = 1 % width;
    for bit in amount {
        if places != 0 {
            let turned = turn(&result, places);
            result = ite(circuit, *bit, &turned, &result);
        }
        places = places * 2 % width;
    }
    result
}
