//! Constructors of terms over IEEE numbers: sort-checked and locally simplified.

use super::{FloatFormat, FloatValue, FpOp, RoundingMode};
use crate::{Op, Sort, TermId, TermStore};

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident => $op:expr;)*) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name(&self, a: TermId) -> TermId {
            self.app(Op::Fp($op), &[a])
        }
    )*};
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident => $op:expr;)*) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name(&self, a: TermId, b: TermId) -> TermId {
            self.app(Op::Fp($op), &[a, b])
        }
    )*};
}

/// IEEE numbers. Results are rounded to nearest even.
impl TermStore {
    /// A constant.
    pub fn fp(&self, value: FloatValue) -> TermId {
        self.raw(Op::FpConst(value), &[])
    }

    /// The floating-point constant that a term is, if it is one.
    pub fn as_fp(&self, term: TermId) -> Option<FloatValue> {
        match self.op(term) {
            Op::FpConst(v) => Some(*v),
            _ => None,
        }
    }

    /// The format of a floating-point term.
    ///
    /// # Panics
    /// If the term is of another sort, or of a format that is not supported.
    #[track_caller]
    pub fn fp_format(&self, term: TermId) -> FloatFormat {
        FloatFormat::expect(self.sort(term))
    }

    unary! {
        /// The number with the other sign.
        fp_neg => FpOp::Neg;
        /// The number without its sign.
        fp_abs => FpOp::Abs;
        /// Square root.
        fp_sqrt => FpOp::Sqrt;
        /// Whether it is NaN.
        fp_is_nan => FpOp::IsNan;
        /// Whether it is an infinity.
        fp_is_infinite => FpOp::IsInfinite;
        /// Whether it is one of the zeros.
        fp_is_zero => FpOp::IsZero;
        /// Whether it is a normal number.
        fp_is_normal => FpOp::IsNormal;
        /// Whether it is a subnormal number.
        fp_is_subnormal => FpOp::IsSubnormal;
        /// Whether the sign is negative; false for NaN.
        fp_is_negative => FpOp::IsNegative;
        /// The bits (79 for the extended format); NaN gives the quiet NaN of sign 0.
        fp_to_bits => FpOp::ToBits;
    }

    binary! {
        /// Sum.
        fp_add => FpOp::Add;
        /// Difference.
        fp_sub => FpOp::Sub;
        /// Product.
        fp_mul => FpOp::Mul;
        /// Quotient.
        fp_div => FpOp::Div;
        /// Remainder of IEEE (C's `remainder`).
        fp_rem => FpOp::Rem;
        /// Equality of IEEE (C's `==`).
        fp_eq => FpOp::Eq;
        /// Less than.
        fp_lt => FpOp::Lt;
        /// At most.
        fp_le => FpOp::Le;
    }

    /// `a * b + c`, rounded once.
    #[track_caller]
    pub fn fp_fma(&self, a: TermId, b: TermId, c: TermId) -> TermId {
        self.app(Op::Fp(FpOp::Fma), &[a, b, c])
    }

    /// The integral number next to `a` in the direction of `mode`.
    #[track_caller]
    pub fn fp_round_to_integral(&self, mode: RoundingMode, a: TermId) -> TermId {
        self.app(Op::Fp(FpOp::RoundToIntegral(mode)), &[a])
    }

    /// C's `fmin`: the other operand if one is NaN; `-0` is less than `+0`.
    #[track_caller]
    pub fn fp_min(&self, a: TermId, b: TermId) -> TermId {
        // Equal numbers are identical but for the zeros, where a negative one decides.
        let first = self.or(&[self.fp_lt(a, b), self.fp_is_nan(b)]);
        let tie = self.and(&[self.fp_eq(a, b), self.fp_is_negative(a)]);
        self.ite(self.or(&[first, tie]), a, b)
    }

    /// C's `fmax`: the other operand if one is NaN; `+0` is greater than `-0`.
    #[track_caller]
    pub fn fp_max(&self, a: TermId, b: TermId) -> TermId {
        let first = self.or(&[self.fp_lt(b, a), self.fp_is_nan(b)]);
        let tie = self.and(&[self.fp_eq(a, b), self.not(self.fp_is_negative(a))]);
        self.ite(self.or(&[first, tie]), a, b)
    }

    /// C's `fmod`: `a - n * b` with `a / b` truncated to `n`, and the sign of `a`.
    #[track_caller]
    pub fn fp_fmod(&self, a: TermId, b: TermId) -> TermId {
        let zero = self.fp(FloatValue::zero(self.fp_format(a)));
        // The remainder r of IEEE lies in [-|b|/2, |b|/2]. Where it is negative, r + |b| is the
        // result, which is a number of the format: nothing is rounded.
        let (size, divisor) = (self.fp_abs(a), self.fp_abs(b));
        let rest = self.fp_rem(size, divisor);
        let lifted = self.ite(self.fp_lt(rest, zero), self.fp_add(rest, divisor), rest);
        self.ite(self.fp_is_negative(a), self.fp_neg(lifted), lifted)
    }

    /// `a` in another format.
    ///
    /// # Panics
    /// If `sort` is not a supported floating-point format, as in all constructors that take one.
    #[track_caller]
    pub fn fp_from_float(&self, sort: &Sort, a: TermId) -> TermId {
        self.app(Op::Fp(FpOp::FromFloat(FloatFormat::expect(sort))), &[a])
    }

    /// The signed value of a bit-vector.
    #[track_caller]
    pub fn fp_from_signed(&self, sort: &Sort, a: TermId) -> TermId {
        self.app(Op::Fp(FpOp::FromSigned(FloatFormat::expect(sort))), &[a])
    }

    /// The unsigned value of a bit-vector.
    #[track_caller]
    pub fn fp_from_unsigned(&self, sort: &Sort, a: TermId) -> TermId {
        self.app(Op::Fp(FpOp::FromUnsigned(FloatFormat::expect(sort))), &[a])
    }

    /// The number with these bits (79 for the extended format).
    #[track_caller]
    pub fn fp_from_bits(&self, sort: &Sort, a: TermId) -> TermId {
        self.app(Op::Fp(FpOp::FromBits(FloatFormat::expect(sort))), &[a])
    }

    /// `a` truncated to a signed bit-vector; `100..0` for NaN and what does not fit.
    #[track_caller]
    pub fn fp_to_signed(&self, width: u32, a: TermId) -> TermId {
        self.app(Op::Fp(FpOp::ToSigned(width)), &[a])
    }

    /// `a` truncated to an unsigned bit-vector; `100..0` for NaN and what does not fit.
    #[track_caller]
    pub fn fp_to_unsigned(&self, width: u32, a: TermId) -> TermId {
        self.app(Op::Fp(FpOp::ToUnsigned(width)), &[a])
    }

    /// The 80 bits in which x86 stores a number of the extended format, integer bit included.
    #[track_caller]
    pub fn fp_to_x87_bits(&self, a: TermId) -> TermId {
        let bits = self.fp_to_bits(a);
        let exponent = self.extract(77, 63, bits);
        let integer = self.ite(
            self.eq(exponent, self.bv(15, 0)),
            self.bv(1, 0),
            self.bv(1, 1),
        );
        let low = self.concat(integer, self.extract(62, 0, bits));
        self.concat(self.extract(78, 63, bits), low)
    }

    /// The number that x86 reads from 80 bits: patterns without the integer bit where there must be
    /// one are NaN, those with it where there must be none have the exponent of normal numbers.
    #[track_caller]
    pub fn fp_from_x87_bits(&self, bits: TermId) -> TermId {
        let sort = FloatFormat::Extended.sort();
        let zero = self.bv(15, 0);
        let exponent = self.extract(78, 64, bits);
        let integer = self.eq(self.extract(63, 63, bits), self.bv(1, 1));
        let denormal = self.eq(exponent, zero);
        let effective = self.ite(self.and(&[denormal, integer]), self.bv(15, 1), exponent);
        let high = self.concat(self.extract(79, 79, bits), effective);
        let number = self.fp_from_bits(&sort, self.concat(high, self.extract(62, 0, bits)));
        let nan = self.fp(FloatValue::nan(FloatFormat::Extended));
        self.ite(self.or(&[integer, denormal]), number, nan)
    }
}
