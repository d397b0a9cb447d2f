//! Ranges of numbers and of bit-vectors.

use invar_term::BvValue;

/// Widest bit-vector whose values are tracked: all its numbers and their sums fit 128 bits.
pub(crate) const MAX_WIDTH: u32 = 124;

/// The numbers from `low` to `high`, both included; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Range {
    /// The range of one number.
    pub(crate) fn point(value: i128) -> Range {
        Range {
            low: value,
            high: value,
        }
    }

    /// The range between two numbers, or `None` if it is empty.
    pub(crate) fn new(low: i128, high: i128) -> Option<Range> {
        (low <= high).then_some(Range { low, high })
    }

    /// All unsigned numbers of a width.
    pub(crate) fn unsigned(width: u32) -> Range {
        Range {
            low: 0,
            high: (1 << width) - 1,
        }
    }

    /// All two's complement numbers of a width.
    pub(crate) fn signed(width: u32) -> Range {
        Range {
            low: -(1 << (width - 1)),
            high: (1 << (width - 1)) - 1,
        }
    }

    pub(crate) fn hull(self, other: Range) -> Range {
        Range {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    pub(crate) fn meet(self, other: Range) -> Option<Range> {
        Range::new(self.low.max(other.low), self.high.min(other.high))
    }

    pub(crate) fn contains(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(crate) fn shift(self, by: i128) -> Range {
        Range {
            low: self.low + by,
            high: self.high + by,
        }
    }

    /// The single number in the range, if there is only one.
    pub(crate) fn single(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What is known about a bit-vector of a width up to [`MAX_WIDTH`]: the range of its unsigned
/// reading and of its signed reading, each containing every possible value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    pub(crate) width: u32,
    pub(crate) unsigned: Range,
    pub(crate) signed: Range,
}

impl Bits {
    /// Nothing is known.
    pub(crate) fn top(width: u32) -> Bits {
        Bits {
            width,
            unsigned: Range::unsigned(width),
            signed: Range::signed(width),
        }
    }

    /// The value is known.
    pub(crate) fn constant(value: BvValue) -> Bits {
        Bits {
            width: value.width(),
            unsigned: Range::point(value.unsigned() as i128),
            signed: Range::point(value.signed()),
        }
    }

    /// Both readings are in these ranges, which need not fit the width; `None` if no bit-vector
    /// does. Each reading is used to improve the other.
    pub(crate) fn of(width: u32, unsigned: Range, signed: Range) -> Option<Bits> {
        let modulus = 1i128 << width;
        let top = Bits::top(width);
        let mut unsigned = unsigned.meet(top.unsigned)?;
        let mut signed = signed.meet(top.signed)?;
        if unsigned.high <= top.signed.high {
            signed = signed.meet(unsigned)?;
        } else if unsigned.low > top.signed.high {
            signed = signed.meet(unsigned.shift(-modulus))?;
        }
        if signed.low >= 0 {
            unsigned = unsigned.meet(signed)?;
        } else if signed.high < 0 {
            unsigned = unsigned.meet(signed.shift(modulus))?;
        }
        Some(Bits {
            width,
            unsigned,
            signed,
        })
    }

    /// The exact results of an operation, in both readings, brought back to the width: a range that
    /// leaves the width by the same multiple of the modulus at both ends is moved, any other range
    /// that does not fit becomes the full range. `None` is a result that the numbers cannot
    /// represent.
    pub(crate) fn wrapped(width: u32, unsigned: Option<Range>, signed: Option<Range>) -> Bits {
        let top = Bits::top(width);
        let modulus = 1i128 << width;
        let fit = |range: Option<Range>, all: Range| {
            let Some(range) = range else { return all };
            let turns = (range.low - all.low).div_euclid(modulus);
            let moved = range.shift(-turns * modulus);
            if all.contains(moved) { moved } else { all }
        };
        Bits::of(width, fit(unsigned, top.unsigned), fit(signed, top.signed)).unwrap_or(top)
    }

    pub(crate) fn meet(self, other: Bits) -> Option<Bits> {
        let unsigned = self.unsigned.meet(other.unsigned)?;
        Bits::of(self.width, unsigned, self.signed.meet(other.signed)?)
    }

    pub(crate) fn hull(self, other: Bits) -> Bits {
        Bits {
            width: self.width,
            unsigned: self.unsigned.hull(other.unsigned),
            signed: self.signed.hull(other.signed),
        }
    }

    /// The value, if only one is possible.
    pub(crate) fn single(self) -> Option<BvValue> {
        let value = self.unsigned.single().or(self.signed.single())?;
        Some(BvValue::from_signed(self.width, value))
    }
}
