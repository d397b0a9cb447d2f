//! Residues of variables that all sampled states agree on.

use super::head::Head;
use super::vocabulary::Vocabulary;
use invar_cfa::VarId;
use invar_term::{IBig, Op, RBig, Sort, TermId, Value};

/// Variables whose sums are considered.
const MAX_PAIRED: usize = 8;
/// Largest modulus over bit-vectors that is no power of two: division is expensive there.
const MAX_DIVISOR: i128 = 16;

/// `x mod m = r`, over integers also `(x + y) mod m = r`.
pub(super) fn congruences(head: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let mut found = Vec::new();
    for (sort, variables) in head.by_sort() {
        for modulus in &vocabulary.moduli {
            for x in &variables {
                found.extend(congruence(head, &sort, &[*x], *modulus));
            }
            if sort != Sort::Int {
                continue;
            }
            let paired = &variables[..variables.len().min(MAX_PAIRED)];
            for (index, x) in paired.iter().enumerate() {
                for y in &paired[index + 1..] {
                    found.extend(congruence(head, &sort, &[*x, *y], *modulus));
                }
            }
        }
    }
    found
}

/// The residue of a sum, if all states agree on it.
fn congruence(head: &Head<'_>, sort: &Sort, sum: &[VarId], modulus: i128) -> Option<TermId> {
    let divisor = IBig::from(modulus);
    let mut agreed: Option<IBig> = None;
    for sample in &head.samples {
        let mut value = RBig::ZERO;
        for variable in sum {
            value += head.number(sample, *variable)?;
        }
        let residue = ((value.floor() % &divisor) + &divisor) % &divisor;
        if *agreed.get_or_insert_with(|| residue.clone()) != residue {
            return None;
        }
    }
    let residue = agreed?;
    let terms = head.terms();
    let symbols = sum.iter().map(|v| head.program.symbol(*v));
    match sort {
        Sort::Int => {
            let sum = symbols.reduce(|a, b| terms.add(a, b))?;
            let m = terms.constant(&Value::Int(divisor));
            let rest = terms.app(Op::IntMod, &[sum, m]);
            Some(terms.eq(rest, terms.constant(&Value::Int(residue))))
        }
        Sort::BitVec(width) => {
            let x = symbols.reduce(|a, b| terms.bv_add(a, b))?;
            let bits = u128::try_from(residue).ok()?;
            let low = modulus.trailing_zeros();
            if modulus.count_ones() == 1 && low <= *width {
                return Some(terms.eq(terms.extract(low - 1, 0, x), terms.bv(low, bits)));
            }
            // A negative number has another remainder when its bits are read unsigned.
            let is_unsigned = sum
                .iter()
                .all(|v| !head.program.variable(*v).integer.signed);
            let fits = modulus <= MAX_DIVISOR && *width > 4 && is_unsigned;
            let m = terms.bv(*width, modulus.unsigned_abs());
            fits.then(|| terms.eq(terms.bv_urem(x, m), terms.bv(*width, bits)))
        }
        _ => None,
    }
}
