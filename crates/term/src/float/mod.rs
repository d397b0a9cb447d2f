//! IEEE 754 numbers: formats, operators and their sorts.
//!
//! Everything here is total and deterministic. There is one NaN, as in SMT-LIB; results are
//! rounded to the nearest number, ties to even, unless an operator carries a rounding mode.

mod arithmetic;
mod build;
mod exact;
mod smtlib;
mod text;
mod value;

pub(crate) use arithmetic::apply;
pub(crate) use smtlib::value_text as float_text;
pub(crate) use smtlib::{application_text, bits_definition};
pub use text::float_from_text;
pub use value::FloatValue;

use crate::{BvValue, Sort};

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
    fn fraction(self) -> u32 {
        self.significand() - 1
    }

    /// The largest exponent of a number, which is also the bias of the stored exponent.
    fn bias(self) -> i64 {
        (1 << (self.exponent() - 1)) - 1
    }

    /// Whether every number of `other` is one of this format.
    pub fn contains(self, other: FloatFormat) -> bool {
        self.exponent() >= other.exponent() && self.significand() >= other.significand()
    }
}

/// How a result that is no number of the format is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    /// To the nearest, ties to even: `RNE`.
    NearestEven,
    /// To the nearest, ties away from zero: `RNA`.
    NearestAway,
    /// Up: `RTP`.
    TowardPositive,
    /// Down: `RTN`.
    TowardNegative,
    /// Truncation: `RTZ`.
    TowardZero,
}

/// Operators over IEEE numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(
    missing_docs,
    reason = "the variants are the SMT-LIB operators of the same name"
)]
pub enum FpOp {
    Neg,
    Abs,
    Add,
    Sub,
    Mul,
    Div,
    /// `a * b + c`, rounded once.
    Fma,
    Sqrt,
    /// The remainder of IEEE, C's `remainder`: `a - n * b` with `n` nearest to `a / b`.
    Rem,
    RoundToIntegral(RoundingMode),
    /// Equality of IEEE: NaN equals nothing, the zeros are equal. [`crate::Op::Eq`] is identity.
    Eq,
    Lt,
    Le,
    IsNan,
    IsInfinite,
    IsZero,
    IsNormal,
    IsSubnormal,
    /// The sign is negative, that of zero included; false for NaN.
    IsNegative,
    /// A number of another format, rounded.
    FromFloat(FloatFormat),
    /// The signed value of a bit-vector, rounded.
    FromSigned(FloatFormat),
    /// The unsigned value of a bit-vector, rounded.
    FromUnsigned(FloatFormat),
    /// The number with these bits; every pattern of a NaN is the one NaN.
    FromBits(FloatFormat),
    /// Truncated to a signed bit-vector of this width; `100..0` for NaN and what does not fit.
    ToSigned(u32),
    /// Truncated to an unsigned bit-vector of this width; `100..0` for NaN and what does not fit.
    ToUnsigned(u32),
    /// The bits of a number; NaN has sign 0, exponent all ones and only the top bit of the fraction.
    ToBits,
}

impl FpOp {
    /// Number of arguments.
    pub fn arity(self) -> usize {
        match self {
            FpOp::Fma => 3,
            FpOp::Add | FpOp::Sub | FpOp::Mul | FpOp::Div | FpOp::Rem => 2,
            FpOp::Eq | FpOp::Lt | FpOp::Le => 2,
            _ => 1,
        }
    }

    /// Whether the order of two arguments does not matter.
    pub fn is_commutative(self) -> bool {
        matches!(self, FpOp::Add | FpOp::Mul | FpOp::Eq)
    }

    /// The sort of the operator applied to arguments of `sorts`; `None` if it is not well sorted.
    pub(crate) fn result_sort(self, sorts: &[&Sort]) -> Option<Sort> {
        let first = *sorts.first()?;
        let same = sorts.len() == self.arity() && sorts.iter().all(|sort| *sort == first);
        if !same {
            return None;
        }
        if let FpOp::FromSigned(to) | FpOp::FromUnsigned(to) = self {
            first.width()?;
            return Some(to.sort());
        }
        if let FpOp::FromBits(to) = self {
            return (*first == Sort::BitVec(to.width())).then(|| to.sort());
        }
        let format = FloatFormat::of(first)?;
        Some(match self {
            FpOp::Eq | FpOp::Lt | FpOp::Le => Sort::Bool,
            FpOp::IsNan | FpOp::IsInfinite | FpOp::IsZero => Sort::Bool,
            FpOp::IsNormal | FpOp::IsSubnormal | FpOp::IsNegative => Sort::Bool,
            FpOp::FromFloat(to) => to.sort(),
            FpOp::ToSigned(width) | FpOp::ToUnsigned(width) => (1..=BvValue::MAX_WIDTH)
                .contains(&width)
                .then_some(Sort::BitVec(width))?,
            FpOp::ToBits => Sort::BitVec(format.width()),
            _ => first.clone(),
        })
    }
}

/// The strict bounds of the numbers that truncate into an integer type: `low < x < high`, or
/// `low <= x < high` where the number below `low` is no number of the format.
pub struct TruncationRange {
    /// The lower bound.
    pub low: FloatValue,
    /// Whether `low` itself truncates into the type.
    pub low_included: bool,
    /// The upper bound, excluded; infinity where every finite number fits.
    pub high: FloatValue,
}

impl TruncationRange {
    /// The numbers of `format` that `operator`, which is one of the two truncations, can represent.
    pub fn of(format: FloatFormat, operator: FpOp) -> Option<TruncationRange> {
        let power = |exponent: u32| exact::power_of_two(format, i64::from(exponent));
        match operator {
            // 2^(w-1) + 1 has w significant bits.
            FpOp::ToSigned(width) if width <= format.significand() => {
                let bound = exact::round_integer(format, true, (1u128 << (width - 1)) + 1);
                Some(TruncationRange {
                    low: bound,
                    low_included: false,
                    high: power(width - 1),
                })
            }
            FpOp::ToSigned(width) => Some(TruncationRange {
                low: power(width - 1).negated(),
                low_included: true,
                high: power(width - 1),
            }),
            FpOp::ToUnsigned(width) => Some(TruncationRange {
                low: power(0).negated(),
                low_included: false,
                high: power(width),
            }),
            _ => None,
        }
    }
}
