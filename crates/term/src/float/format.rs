//! The formats of IEEE numbers: their sorts and the sizes of their parts.

use crate::Sort;

/// The formats of C on our targets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatFormat {
    /// `float`: 8 bits of exponent, 24 of significand.
    Single,
    /// `double`: 11 and 53.
    Double,
    /// `long double` of x86: 15 and 64. Its bits here are the 79 of an interchange format, without
    /// the integer bit that the machine stores.
    Extended,
    /// `_Float128`: 15 and 113.
    Quad,
}

impl FloatFormat {
    /// All formats.
    pub const ALL: [FloatFormat; 4] = [
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::Extended,
        FloatFormat::Quad,
    ];

    /// The format of a floating-point sort; `None` for other sorts and formats.
    pub fn of(sort: &Sort) -> Option<FloatFormat> {
        Self::ALL.into_iter().find(|format| format.sort() == *sort)
    }

    /// The format of a floating-point sort.
    ///
    /// # Panics
    /// If the sort is not one of the four supported formats.
    #[track_caller]
    pub fn expect(sort: &Sort) -> FloatFormat {
        match FloatFormat::of(sort) {
            Some(format) => format,
            None => panic!("{sort} is no floating-point format that invar has"),
        }
    }

    /// The sort of the numbers.
    pub fn sort(self) -> Sort {
        Sort::Float {
            exponent: self.exponent(),
            significand: self.significand(),
        }
    }

    /// Bits of the exponent.
    pub fn exponent(self) -> u32 {
        match self {
            FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::Extended | FloatFormat::Quad => 15,
        }
    }

    /// Bits of the significand, the hidden bit included: the precision.
    pub fn significand(self) -> u32 {
        match self {
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::Extended => 64,
            FloatFormat::Quad => 113,
        }
    }

    /// Width of the bits of a number: sign, exponent, significand without the hidden bit.
    pub fn width(self) -> u32 {
        self.exponent() + self.significand()
    }

    /// Bits of the stored part of the significand.
    pub(super) fn fraction(self) -> u32 {
        self.significand() - 1
    }

    /// The largest exponent of a number, which is also the bias of the stored exponent.
    pub(super) fn bias(self) -> i64 {
        (1 << (self.exponent() - 1)) - 1
    }

    /// Whether every number of `other` is one of this format.
    pub fn contains(self, other: FloatFormat) -> bool {
        self.exponent() >= other.exponent() && self.significand() >= other.significand()
    }
}
