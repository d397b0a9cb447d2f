//! Which numbers a conversion to integers can represent.

use super::{FloatFormat, FloatValue, FpOp, exact};

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
