//! Operators over IEEE numbers: their arguments and the sorts of their results.

use super::FloatFormat;
use crate::{BvValue, Sort};

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
