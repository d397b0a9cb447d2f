//! Exact numbers rounded to a format: conversions, square roots and decimal text.

use super::value::max_field;
use super::{FloatFormat, FloatValue};
use dashu_int::UBig;
use dashu_int::ops::{BitTest, SquareRootRem};

/// What lies between a truncated number and the exact one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// Nothing.
    Exact,
    /// Something less than one unit.
    Something,
}

/// `significand * 2^exponent` plus a tail, rounded to nearest even.
///
/// With a tail the significand must have two bits more than the format, so that the tail is below
/// half of a unit.
pub(super) fn round(
    format: FloatFormat,
    negative: bool,
    significand: &UBig,
    exponent: i64,
    tail: Tail,
) -> FloatValue {
    if *significand == UBig::ZERO {
        debug_assert!(tail == Tail::Exact, "a tail needs bits before it");
        return signed_zero(format, negative);
    }
    let precision = i64::from(format.significand());
    let length = significand.bit_len() as i64;
    let lowest = 1 - format.bias() - (precision - 1);
    let mut unit = (exponent + length - precision).max(lowest);
    let shift = unit - exponent;
    let mut rounded = if shift <= 0 {
        debug_assert!(tail == Tail::Exact, "a tail needs bits before it");
        significand << (-shift) as usize
    } else {
        let shift = shift as usize;
        let kept = significand >> shift;
        let half = significand.bit(shift - 1);
        let below =
            tail == Tail::Something || significand.trailing_zeros().is_some_and(|z| z < shift - 1);
        let up = half && (below || kept.bit(0));
        if up { kept + UBig::ONE } else { kept }
    };
    if rounded.bit_len() as i64 > precision {
        rounded >>= 1;
        unit += 1;
    }
    let rounded = u128::try_from(rounded).expect("at most 113 bits are left");
    let hidden = 1u128 << format.fraction();
    if rounded < hidden {
        return FloatValue::from_fields(format, negative, 0, rounded);
    }
    let field = (unit - lowest + 1) as u64;
    if field >= max_field(format) {
        return signed_infinity(format, negative);
    }
    FloatValue::from_fields(format, negative, field, rounded - hidden)
}

pub(super) fn signed_zero(format: FloatFormat, negative: bool) -> FloatValue {
    FloatValue::from_fields(format, negative, 0, 0)
}

pub(super) fn signed_infinity(format: FloatFormat, negative: bool) -> FloatValue {
    FloatValue::from_fields(format, negative, max_field(format), 0)
}

/// An integer, rounded.
pub(super) fn round_integer(format: FloatFormat, negative: bool, magnitude: u128) -> FloatValue {
    round(format, negative, &UBig::from(magnitude), 0, Tail::Exact)
}

/// `2^exponent`; infinity above the range.
pub(super) fn power_of_two(format: FloatFormat, exponent: i64) -> FloatValue {
    round(format, false, &UBig::ONE, exponent, Tail::Exact)
}

/// `numerator / denominator * 2^exponent`, rounded.
pub(super) fn round_quotient(
    format: FloatFormat,
    negative: bool,
    numerator: &UBig,
    denominator: &UBig,
    exponent: i64,
) -> FloatValue {
    // Enough bits in the quotient for the tail.
    let wanted = format.significand() as usize + 3 + denominator.bit_len();
    let shift = wanted.saturating_sub(numerator.bit_len());
    let scaled = numerator << shift;
    let quotient = &scaled / denominator;
    let tail = if &quotient * denominator == scaled {
        Tail::Exact
    } else {
        Tail::Something
    };
    round(format, negative, &quotient, exponent - shift as i64, tail)
}

/// A number in another format.
pub(super) fn convert(value: FloatValue, format: FloatFormat) -> FloatValue {
    if value.is_nan() {
        return FloatValue::nan(format);
    }
    if value.is_infinite() {
        return signed_infinity(format, value.is_negative());
    }
    let (significand, exponent) = value.parts();
    let significand = UBig::from(significand);
    round(
        format,
        value.is_negative(),
        &significand,
        exponent,
        Tail::Exact,
    )
}

/// The square root; the root of a zero is that zero.
pub(super) fn square_root(value: FloatValue) -> FloatValue {
    let format = value.format();
    if value.is_nan() || value.is_zero() {
        return value;
    }
    if value.is_negative() {
        return FloatValue::nan(format);
    }
    if value.is_infinite() {
        return value;
    }
    let (significand, exponent) = value.parts();
    // The root of 2p + 6 bits has the p + 3 bits that the tail needs; the exponent must be even.
    let mut shift = 2 * i64::from(format.significand()) + 6;
    shift += (exponent - shift).rem_euclid(2);
    let (root, rest) = (UBig::from(significand) << shift as usize).sqrt_rem();
    let tail = if rest == UBig::ZERO {
        Tail::Exact
    } else {
        Tail::Something
    };
    round(format, false, &root, (exponent - shift) / 2, tail)
}

/// The magnitude of a finite number without its fraction; `None` if it has more than 128 bits.
pub(super) fn truncate(value: FloatValue) -> Option<u128> {
    let (significand, exponent) = value.parts();
    if exponent < 0 {
        return Some(significand.checked_shr((-exponent) as u32).unwrap_or(0));
    }
    let shift = u32::try_from(exponent).ok()?;
    (significand == 0 || shift <= significand.leading_zeros()).then(|| significand << shift)
}
