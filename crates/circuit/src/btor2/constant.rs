//! Constants as written: binary, decimal, hexadecimal.

use super::error::Problem;

/// The base a constant is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    Binary,
    Decimal,
    Hexadecimal,
}

/// The bits of a constant, least significant first.
///
/// Binary constants have a digit for each bit; the others are numbers that fit the width, decimal
/// ones possibly with a minus sign.
pub(super) fn parse(base: Base, digits: &str, width: u32) -> Result<Vec<bool>, Problem> {
    let bits = match base {
        Base::Binary => binary(digits, width),
        Base::Decimal => decimal(digits, width),
        Base::Hexadecimal => hexadecimal(digits, width),
    };
    bits.ok_or_else(|| Problem::Constant {
        digits: digits.to_owned(),
        width,
    })
}

pub(super) fn binary(digits: &str, width: u32) -> Option<Vec<bool>> {
    let bit = |digit: u8| match digit {
        b'0' => Some(false),
        b'1' => Some(true),
        _ => None,
    };
    let bits: Vec<bool> = digits.bytes().rev().map(bit).collect::<Option<_>>()?;
    (bits.len() == width as usize).then_some(bits)
}

fn hexadecimal(digits: &str, width: u32) -> Option<Vec<bool>> {
    let mut bits = Vec::new();
    for digit in digits.chars().rev() {
        let value = digit.to_digit(16)?;
        bits.extend((0..4).map(|position| value >> position & 1 == 1));
    }
    (!bits.is_empty()).then_some(())?;
    fit(bits, width)
}

/// Cuts zeros in front, or adds some.
fn fit(mut bits: Vec<bool>, width: u32) -> Option<Vec<bool>> {
    let needed = bits.iter().rposition(|bit| *bit).map_or(0, |last| last + 1);
    bits.resize(width as usize, false);
    (needed <= width as usize).then_some(bits)
}

fn decimal(digits: &str, width: u32) -> Option<Vec<bool>> {
    let magnitude = digits.strip_prefix('-').unwrap_or(digits);
    let valid = !magnitude.is_empty() && magnitude.bytes().all(|digit| digit.is_ascii_digit());
    // A decimal digit is worth more than three bits: longer numbers cannot fit.
    let significant = magnitude.trim_start_matches('0');
    if !valid || significant.len() > width as usize / 3 + 1 {
        return None;
    }
    let bits = fit(limbs_to_bits(&decimal_limbs(significant)), width)?;
    if magnitude.len() == digits.len() {
        return Some(bits);
    }
    negate(bits)
}

/// The number in base `2^32`, least significant first.
fn decimal_limbs(digits: &str) -> Vec<u32> {
    let mut limbs: Vec<u32> = Vec::new();
    for chunk in digits.as_bytes().chunks(9) {
        let mut carry = 0u64;
        let mut scale = 1u64;
        for digit in chunk {
            carry = carry * 10 + u64::from(digit - b'0');
            scale *= 10;
        }
        for limb in &mut limbs {
            let value = u64::from(*limb) * scale + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            limbs.push(carry as u32);
        }
    }
    limbs
}

fn limbs_to_bits(limbs: &[u32]) -> Vec<bool> {
    limbs
        .iter()
        .flat_map(|limb| (0..32).map(move |position| limb >> position & 1 == 1))
        .collect()
}

/// The negation in two's complement, if it does not overflow: a magnitude of at most `2^(w - 1)`.
fn negate(bits: Vec<bool>) -> Option<Vec<bool>> {
    let (sign, below) = bits.split_last()?;
    if *sign && below.iter().any(|bit| *bit) {
        return None;
    }
    // Bits up to the lowest one stay, those above it flip.
    let lowest = bits.iter().position(|bit| *bit).unwrap_or(bits.len());
    let flip = |(position, bit): (usize, bool)| bit ^ (position > lowest);
    Some(bits.into_iter().enumerate().map(flip).collect())
}

#[cfg(test)]
mod tests {
    use super::{Base, parse};

    fn number(base: Base, digits: &str, width: u32) -> Option<u128> {
        let bits = parse(base, digits, width).ok()?;
        assert_eq!(bits.len(), width as usize);
        Some(
            bits.iter()
                .rev()
                .fold(0, |number, bit| number << 1 | u128::from(*bit)),
        )
    }

    #[test]
    fn numbers_fit_or_are_refused() {
        assert_eq!(number(Base::Binary, "0110", 4), Some(6));
        assert_eq!(number(Base::Binary, "110", 4), None);
        assert_eq!(number(Base::Binary, "0120", 4), None);
        assert_eq!(number(Base::Hexadecimal, "fF", 8), Some(255));
        assert_eq!(number(Base::Hexadecimal, "0001f", 5), Some(31));
        assert_eq!(number(Base::Hexadecimal, "20", 5), None);
        assert_eq!(number(Base::Hexadecimal, "", 5), None);
        assert_eq!(number(Base::Decimal, "15", 4), Some(15));
        assert_eq!(number(Base::Decimal, "16", 4), None);
        assert_eq!(number(Base::Decimal, "-8", 4), Some(8));
        assert_eq!(number(Base::Decimal, "-9", 4), None);
        assert_eq!(number(Base::Decimal, "-1", 1), Some(1));
        assert_eq!(number(Base::Decimal, "-0", 4), Some(0));
        assert_eq!(number(Base::Decimal, "9", 3), None);
        assert_eq!(number(Base::Decimal, "7", 3), Some(7));
        assert_eq!(number(Base::Decimal, "-", 3), None);
        assert_eq!(number(Base::Decimal, "+3", 3), None);
        assert_eq!(number(Base::Decimal, "000", 3), Some(0));
        let wide = u128::MAX - 12_345;
        assert_eq!(number(Base::Decimal, &wide.to_string(), 128), Some(wide));
        assert_eq!(number(Base::Decimal, "-3", 100), Some((1 << 100) - 3));
        for value in 0..=300u128 {
            assert_eq!(
                number(Base::Decimal, &value.to_string(), 8),
                (value < 256).then_some(value)
            );
        }
    }
}
