//! Random numbers that are the same in every run.

use invar_term::{BvValue, FloatFormat, FloatValue};

/// A generator with a fixed seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        // A Weyl sequence through a mixing function (splitmix).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the members of a slice that is not empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// An IEEE number; zeros, infinities, NaN, subnormal and small integral numbers come often.
    pub fn float(&mut self, format: FloatFormat) -> FloatValue {
        let fraction = format.significand() - 1;
        let random = (u128::from(self.bits()) << 64) | u128::from(self.bits());
        let sign = u128::from(self.one_in(2)) << (format.width() - 1);
        let bias = (1u128 << (format.exponent() - 1)) - 1;
        let low = random & ((1 << fraction) - 1);
        let magnitude = match self.below(10) {
            0 => 0,
            1 => FloatValue::infinity(format).bits(),
            2 => FloatValue::nan(format).bits(),
            3 => FloatValue::infinity(format).bits() - 1,
            4 => 1 + u128::from(self.one_in(2)),
            5 => low,
            // Few significant bits near one.
            6 | 7 => ((bias + random % 7) << fraction) | (low >> (fraction - 3) << (fraction - 3)),
            8 => ((bias + random % 3) << fraction) | low,
            _ => random & ((1 << (format.width() - 1)) - 1),
        };
        FloatValue::from_bits(format, sign | magnitude)
    }

    /// A bit-vector constant; 0, 1, all ones and the signed bounds come often.
    pub fn bit_vector(&mut self, width: u32) -> BvValue {
        let sign = 1u128 << (width - 1);
        let random = (u128::from(self.bits()) << 64) | u128::from(self.bits());
        let bits = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => sign,
            4 => sign - 1,
            5 => u128::from(width),
            _ => random,
        };
        BvValue::new(width, bits)
    }
}
