//! Arrays as lists of words.

use super::{Word, ite, reduce_or, repeat};
use crate::circuit::Circuit;
use crate::literal::Lit;

/// The word at this index; zero if there is none there. A tree of choices.
///
/// # Panics
/// If there is no word, or two have different widths.
pub fn read(circuit: &mut Circuit, words: &[Word], index: &[Lit]) -> Word {
    let zero = repeat(Lit::FALSE, words[0].len());
    let mut level: Vec<Word> = words.to_vec();
    let mut used = 0;
    while level.len() > 1 && used < index.len() {
        let choose = |pair: &[Word]| {
            let high = pair.get(1).unwrap_or(&zero);
            ite(circuit, index[used], high, &pair[0])
        };
        level = level.chunks(2).map(choose).collect();
        used += 1;
    }
    let beyond = reduce_or(circuit, &index[used..]);
    ite(circuit, beyond, &zero, &level[0])
}

/// The words with `value` at this index; unchanged if there is none there.
///
/// # Panics
/// If a word has not the width of `value`.
pub fn write(circuit: &mut Circuit, words: &[Word], index: &[Lit], value: &[Lit]) -> Vec<Word> {
    let selected = decode(circuit, index, words.len());
    let pairs = words.iter().zip(selected);
    pairs
        .map(|(word, here)| ite(circuit, here, value, word))
        .collect()
}

/// Of the numbers below `count`, whether the index is that one.
pub fn decode(circuit: &mut Circuit, index: &[Lit], count: usize) -> Vec<Lit> {
    // From the most significant bit on, each number splits into two; those that cannot lead to a
    // number below the count are dropped.
    let mut selected = vec![Lit::TRUE];
    for (position, bit) in index.iter().enumerate().rev() {
        let needed = count.div_ceil(1usize.checked_shl(position as u32).unwrap_or(usize::MAX));
        let mut split = Vec::with_capacity(needed);
        for chosen in selected {
            for bit in [!*bit, *bit] {
                if split.len() < needed {
                    split.push(circuit.and(chosen, bit));
                }
            }
        }
        selected = split;
    }
    selected.resize(count, Lit::FALSE);
    selected
}
