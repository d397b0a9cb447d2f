//! Numbers as values: a format and bits, with a single NaN.

use super::FloatFormat;
use crate::{BvValue, Sort};
use std::fmt;

/// A number of a format, an infinity or NaN. Equal values are identical: there is one NaN, and the
/// two zeros differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FloatValue {
    format: FloatFormat,
    bits: u128,
}

impl FloatValue {
    /// The number with the low bits of `bits`, which are sign, exponent and fraction.
    pub fn from_bits(format: FloatFormat, bits: u128) -> FloatValue {
        let bits = BvValue::new(format.width(), bits).unsigned();
        let value = FloatValue { format, bits };
        let special = value.exponent_field() == max_field(format);
        if special && value.fraction_field() != 0 {
            FloatValue::nan(format)
        } else {
            value
        }
    }

    /// The number with these fields.
    pub(super) fn from_fields(
        format: FloatFormat,
        negative: bool,
        exponent: u64,
        fraction: u128,
    ) -> FloatValue {
        let sign = u128::from(negative) << (format.width() - 1);
        let exponent = u128::from(exponent) << format.fraction();
        FloatValue::from_bits(format, sign | exponent | fraction)
    }

    /// A `float` of Rust.
    pub fn single(value: f32) -> FloatValue {
        FloatValue::from_bits(FloatFormat::Single, u128::from(value.to_bits()))
    }

    /// A `double` of Rust.
    pub fn double(value: f64) -> FloatValue {
        FloatValue::from_bits(FloatFormat::Double, u128::from(value.to_bits()))
    }

    /// Positive zero.
    pub fn zero(format: FloatFormat) -> FloatValue {
        FloatValue { format, bits: 0 }
    }

    /// Positive infinity.
    pub fn infinity(format: FloatFormat) -> FloatValue {
        let bits = u128::from(max_field(format)) << format.fraction();
        FloatValue { format, bits }
    }

    /// NaN.
    pub fn nan(format: FloatFormat) -> FloatValue {
        let quiet = 1 << (format.fraction() - 1);
        FloatValue {
            format,
            bits: FloatValue::infinity(format).bits | quiet,
        }
    }

    /// The format.
    pub fn format(self) -> FloatFormat {
        self.format
    }

    /// The sort.
    pub fn sort(self) -> Sort {
        self.format.sort()
    }

    /// Sign, exponent and fraction; of NaN, those of [`super::FpOp::ToBits`].
    pub fn bits(self) -> u128 {
        self.bits
    }

    /// The sign bit; NaN has none.
    pub fn is_negative(self) -> bool {
        !self.is_nan() && self.sign_bit()
    }

    fn sign_bit(self) -> bool {
        self.bits >> (self.format.width() - 1) == 1
    }

    /// Whether it is NaN.
    pub fn is_nan(self) -> bool {
        self == FloatValue::nan(self.format)
    }

    /// Whether it is an infinity.
    pub fn is_infinite(self) -> bool {
        self.exponent_field() == max_field(self.format) && self.fraction_field() == 0
    }

    /// Whether it is a number: neither an infinity nor NaN.
    pub fn is_finite(self) -> bool {
        self.exponent_field() != max_field(self.format)
    }

    /// Whether it is one of the zeros.
    pub fn is_zero(self) -> bool {
        self.exponent_field() == 0 && self.fraction_field() == 0
    }

    /// Whether it is a number with its hidden bit.
    pub fn is_normal(self) -> bool {
        self.is_finite() && self.exponent_field() != 0
    }

    /// Whether it is a number other than zero without its hidden bit.
    pub fn is_subnormal(self) -> bool {
        self.exponent_field() == 0 && self.fraction_field() != 0
    }

    /// The stored exponent.
    pub fn exponent_field(self) -> u64 {
        (self.bits >> self.format.fraction()) as u64 & max_field(self.format)
    }

    /// The stored part of the significand.
    pub fn fraction_field(self) -> u128 {
        self.bits & ((1 << self.format.fraction()) - 1)
    }

    /// The number with the other sign; NaN stays NaN.
    #[must_use]
    pub fn negated(self) -> FloatValue {
        let sign = 1 << (self.format.width() - 1);
        FloatValue::from_bits(self.format, self.bits ^ sign)
    }

    /// The number without its sign.
    #[must_use]
    pub fn magnitude(self) -> FloatValue {
        if self.is_negative() {
            self.negated()
        } else {
            self
        }
    }

    /// Magnitude of a finite number as `significand * 2^exponent`.
    pub(super) fn parts(self) -> (u128, i64) {
        let lowest = 1 - self.format.bias() - i64::from(self.format.fraction());
        match self.exponent_field() {
            0 => (self.fraction_field(), lowest),
            field => {
                let hidden = 1 << self.format.fraction();
                (self.fraction_field() | hidden, lowest + field as i64 - 1)
            }
        }
    }
}

/// The stored exponent of infinities and NaN.
pub(super) fn max_field(format: FloatFormat) -> u64 {
    (1 << format.exponent()) - 1
}

impl fmt::Display for FloatValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.c_text())
    }
}
