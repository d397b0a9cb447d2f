//! Bit-vector constants.

use std::fmt;

/// A bit-vector constant. The representation is private so that widths beyond 128 bits can be
/// added in this file alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BvValue {
    width: u32,
    bits: u128,
}

impl BvValue {
    /// Widest supported bit-vector.
    pub const MAX_WIDTH: u32 = 128;

    /// The low `width` bits of `bits`.
    ///
    /// # Panics
    /// If `width` is 0 or above [`Self::MAX_WIDTH`].
    pub fn new(width: u32, bits: u128) -> BvValue {
        assert!(
            (1..=Self::MAX_WIDTH).contains(&width),
            "bit-vector width {width}"
        );
        BvValue {
            width,
            bits: bits & mask(width),
        }
    }

    /// The two's complement representation of `value` in `width` bits.
    pub fn from_signed(width: u32, value: i128) -> BvValue {
        BvValue::new(width, value as u128)
    }

    /// Number of bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Value read as an unsigned number.
    pub fn unsigned(self) -> u128 {
        self.bits
    }

    /// Value read as a two's complement number.
    pub fn signed(self) -> i128 {
        let unused = 128 - self.width;
        ((self.bits << unused) as i128) >> unused
    }

    /// All bits zero.
    pub fn is_zero(self) -> bool {
        self.bits == 0
    }

    /// All bits one.
    pub fn is_ones(self) -> bool {
        self.bits == mask(self.width)
    }

    /// The most significant bit.
    pub fn sign_bit(self) -> bool {
        (self.bits >> (self.width - 1)) & 1 == 1
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl fmt::Display for BvValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bits)
    }
}
