//! IEEE numbers as Z3 ASTs, and back.
#![allow(unsafe_code)]

use super::context::{Ast, Context, Failure, Outcome};
use invar_term::{BvValue, FloatFormat, FloatValue, FpOp, RoundingMode, TruncationRange};
use std::ffi::CString;
use std::rc::Rc;
use z3_sys as z3;

/// Builds numbers in one context; every intermediate AST is counted.
pub(super) struct Floats<'a> {
    pub(super) context: &'a Rc<Context>,
}

impl Floats<'_> {
    fn raw(&self) -> z3::Z3_context {
        self.context.raw()
    }

    fn bits(&self, value: BvValue) -> Outcome<Ast> {
        let digits = CString::new(value.unsigned().to_string()).expect("digits contain no NUL");
        let c = self.raw();
        // SAFETY: the sort is counted while the numeral is made; the string outlives the call.
        unsafe {
            let sort = self.context.own_sort(z3::Z3_mk_bv_sort(c, value.width()))?;
            self.context
                .own(z3::Z3_mk_numeral(c, digits.as_ptr(), sort.raw()))
        }
    }

    /// A constant; `sort` is that of its format.
    pub(super) fn constant(&self, value: FloatValue, sort: z3::Z3_sort) -> Outcome<Ast> {
        let bits = self.bits(BvValue::new(value.format().width(), value.bits()))?;
        let c = self.raw();
        // SAFETY: bits and sort are alive and of one width.
        let number = self
            .context
            .own(unsafe { z3::Z3_mk_fpa_to_fp_bv(c, bits.raw(), sort) })?;
        // SAFETY: as above; simplification turns the conversion into a number.
        self.context
            .own(unsafe { z3::Z3_simplify(c, number.raw()) })
    }

    fn mode(&self, mode: RoundingMode) -> Outcome<Ast> {
        let c = self.raw();
        // SAFETY: the context is alive.
        self.context.own(unsafe {
            match mode {
                RoundingMode::NearestEven => z3::Z3_mk_fpa_rne(c),
                RoundingMode::NearestAway => z3::Z3_mk_fpa_rna(c),
                RoundingMode::TowardPositive => z3::Z3_mk_fpa_rtp(c),
                RoundingMode::TowardNegative => z3::Z3_mk_fpa_rtn(c),
                RoundingMode::TowardZero => z3::Z3_mk_fpa_rtz(c),
            }
        })
    }

    /// Applies `op` to `args`. `from` is the format of the first argument, if it is a number;
    /// `sort` is the sort of numbers of the result's format or, if the result is none, of `from`.
    pub(super) fn apply(
        &self,
        op: FpOp,
        args: &[z3::Z3_ast],
        from: Option<FloatFormat>,
        sort: z3::Z3_sort,
    ) -> Outcome<Ast> {
        let c = self.raw();
        match (op, from) {
            (FpOp::ToSigned(_) | FpOp::ToUnsigned(_), Some(from)) => {
                return self.truncation(op, args[0], from, sort);
            }
            (FpOp::ToBits, Some(from)) => return self.to_bits(args[0], from),
            _ => {}
        }
        let mode = self.mode(match op {
            FpOp::RoundToIntegral(mode) => mode,
            _ => RoundingMode::NearestEven,
        })?;
        let rm = mode.raw();
        // SAFETY: arguments, mode and sort are alive; the store has checked the sorts.
        let made = unsafe {
            match (op, args) {
                (FpOp::Neg, [a]) => z3::Z3_mk_fpa_neg(c, *a),
                (FpOp::Abs, [a]) => z3::Z3_mk_fpa_abs(c, *a),
                (FpOp::Sqrt, [a]) => z3::Z3_mk_fpa_sqrt(c, rm, *a),
                (FpOp::RoundToIntegral(_), [a]) => z3::Z3_mk_fpa_round_to_integral(c, rm, *a),
                (FpOp::IsNan, [a]) => z3::Z3_mk_fpa_is_nan(c, *a),
                (FpOp::IsInfinite, [a]) => z3::Z3_mk_fpa_is_infinite(c, *a),
                (FpOp::IsZero, [a]) => z3::Z3_mk_fpa_is_zero(c, *a),
                (FpOp::IsNormal, [a]) => z3::Z3_mk_fpa_is_normal(c, *a),
                (FpOp::IsSubnormal, [a]) => z3::Z3_mk_fpa_is_subnormal(c, *a),
                (FpOp::IsNegative, [a]) => z3::Z3_mk_fpa_is_negative(c, *a),
                (FpOp::FromFloat(_), [a]) => z3::Z3_mk_fpa_to_fp_float(c, rm, *a, sort),
                (FpOp::FromSigned(_), [a]) => z3::Z3_mk_fpa_to_fp_signed(c, rm, *a, sort),
                (FpOp::FromUnsigned(_), [a]) => z3::Z3_mk_fpa_to_fp_unsigned(c, rm, *a, sort),
                (FpOp::FromBits(_), [a]) => z3::Z3_mk_fpa_to_fp_bv(c, *a, sort),
                (FpOp::Add, [a, b]) => z3::Z3_mk_fpa_add(c, rm, *a, *b),
                (FpOp::Sub, [a, b]) => z3::Z3_mk_fpa_sub(c, rm, *a, *b),
                (FpOp::Mul, [a, b]) => z3::Z3_mk_fpa_mul(c, rm, *a, *b),
                (FpOp::Div, [a, b]) => z3::Z3_mk_fpa_div(c, rm, *a, *b),
                (FpOp::Rem, [a, b]) => z3::Z3_mk_fpa_rem(c, *a, *b),
                (FpOp::Eq, [a, b]) => z3::Z3_mk_fpa_eq(c, *a, *b),
                (FpOp::Lt, [a, b]) => z3::Z3_mk_fpa_lt(c, *a, *b),
                (FpOp::Le, [a, b]) => z3::Z3_mk_fpa_leq(c, *a, *b),
                (FpOp::Fma, [a, b, d]) => z3::Z3_mk_fpa_fma(c, rm, *a, *b, *d),
                _ => return Err(Failure::Other(format!("{op:?} is not well sorted"))),
            }
        };
        self.context.own(made)
    }

    /// `ite(low < x < high, convert x, 100..0)`: Z3 leaves open what lies outside.
    fn truncation(
        &self,
        op: FpOp,
        x: z3::Z3_ast,
        from: FloatFormat,
        sort: z3::Z3_sort,
    ) -> Outcome<Ast> {
        let range = TruncationRange::of(from, op)
            .ok_or_else(|| Failure::Other(format!("{op:?} is no truncation")))?;
        let (low, high) = (
            self.constant(range.low, sort)?,
            self.constant(range.high, sort)?,
        );
        let rounding = self.mode(RoundingMode::TowardZero)?;
        let c = self.raw();
        // SAFETY: all ASTs are counted until the end of the function and well sorted.
        unsafe {
            let above = self.context.own(if range.low_included {
                z3::Z3_mk_fpa_leq(c, low.raw(), x)
            } else {
                z3::Z3_mk_fpa_lt(c, low.raw(), x)
            })?;
            let below = self.context.own(z3::Z3_mk_fpa_lt(c, x, high.raw()))?;
            let both = [above.raw(), below.raw()];
            let fits = self.context.own(z3::Z3_mk_and(c, 2, both.as_ptr()))?;
            let (converted, width) = match op {
                FpOp::ToSigned(width) => (z3::Z3_mk_fpa_to_sbv(c, rounding.raw(), x, width), width),
                FpOp::ToUnsigned(width) => {
                    (z3::Z3_mk_fpa_to_ubv(c, rounding.raw(), x, width), width)
                }
                _ => return Err(Failure::Other(format!("{op:?} is no truncation"))),
            };
            let converted = self.context.own(converted)?;
            let indefinite = self.bits(BvValue::new(width, 1 << (width - 1)))?;
            let chosen = z3::Z3_mk_ite(c, fits.raw(), converted.raw(), indefinite.raw());
            self.context.own(chosen)
        }
    }

    /// `ite(isNaN x, the bits of our NaN, bits x)`: Z3 leaves open which NaN it is.
    fn to_bits(&self, x: z3::Z3_ast, from: FloatFormat) -> Outcome<Ast> {
        let nan = self.bits(BvValue::new(from.width(), FloatValue::nan(from).bits()))?;
        let c = self.raw();
        // SAFETY: all ASTs are counted until the end of the function and well sorted.
        unsafe {
            let is_nan = self.context.own(z3::Z3_mk_fpa_is_nan(c, x))?;
            let bits = self.context.own(z3::Z3_mk_fpa_to_ieee_bv(c, x))?;
            let chosen = z3::Z3_mk_ite(c, is_nan.raw(), nan.raw(), bits.raw());
            self.context.own(chosen)
        }
    }

    /// The bits of a number of a model, as a bit-vector number; `None` for NaN.
    pub(super) fn model_bits(&self, number: &Ast) -> Outcome<Option<Ast>> {
        let c = self.raw();
        // SAFETY: the number is alive; the intermediate AST is counted.
        unsafe {
            if !z3::Z3_fpa_is_numeral(c, number.raw()) {
                return Err(Failure::Other(
                    "a value is not a floating-point number".into(),
                ));
            }
            if z3::Z3_fpa_is_numeral_nan(c, number.raw()) {
                return Ok(None);
            }
            let bits = self
                .context
                .own(z3::Z3_mk_fpa_to_ieee_bv(c, number.raw()))?;
            self.context.own(z3::Z3_simplify(c, bits.raw())).map(Some)
        }
    }
}
