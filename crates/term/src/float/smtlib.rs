//! IEEE numbers as SMT-LIB text.
//!
//! What SMT-LIB leaves open (conversions out of range) is guarded by a test that keeps it from
//! being observed. SMT-LIB has no function from numbers to bits: a constant is declared and defined
//! by [`bits_definition`].

use super::{FloatFormat, FloatValue, FpOp, RoundingMode, TruncationRange};
use crate::Sort;

pub(crate) fn value_text(value: FloatValue) -> String {
    let format = value.format();
    let sizes = format!("{} {}", format.exponent(), format.significand());
    let sign = if value.is_negative() { '-' } else { '+' };
    if value.is_nan() {
        format!("(_ NaN {sizes})")
    } else if value.is_infinite() {
        format!("(_ {sign}oo {sizes})")
    } else if value.is_zero() {
        format!("(_ {sign}zero {sizes})")
    } else {
        format!(
            "(fp #b{} #b{:0exponent$b} #b{:0fraction$b})",
            u8::from(value.is_negative()),
            value.exponent_field(),
            value.fraction_field(),
            exponent = format.exponent() as usize,
            fraction = format.significand() as usize - 1,
        )
    }
}

fn mode_text(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "RNE",
        RoundingMode::NearestAway => "RNA",
        RoundingMode::TowardPositive => "RTP",
        RoundingMode::TowardNegative => "RTN",
        RoundingMode::TowardZero => "RTZ",
    }
}

fn sizes(format: FloatFormat) -> String {
    format!("{} {}", format.exponent(), format.significand())
}

/// The application of any operator but [`FpOp::ToBits`] to arguments with these texts, the first of
/// sort `sort`.
pub(crate) fn application_text(op: FpOp, sort: &Sort, args: &[&str]) -> String {
    let head = match op {
        FpOp::Neg => "fp.neg".into(),
        FpOp::Abs => "fp.abs".into(),
        FpOp::Add => "fp.add RNE".into(),
        FpOp::Sub => "fp.sub RNE".into(),
        FpOp::Mul => "fp.mul RNE".into(),
        FpOp::Div => "fp.div RNE".into(),
        FpOp::Fma => "fp.fma RNE".into(),
        FpOp::Sqrt => "fp.sqrt RNE".into(),
        FpOp::Rem => "fp.rem".into(),
        FpOp::RoundToIntegral(mode) => format!("fp.roundToIntegral {}", mode_text(mode)),
        FpOp::Eq => "fp.eq".into(),
        FpOp::Lt => "fp.lt".into(),
        FpOp::Le => "fp.leq".into(),
        FpOp::IsNan => "fp.isNaN".into(),
        FpOp::IsInfinite => "fp.isInfinite".into(),
        FpOp::IsZero => "fp.isZero".into(),
        FpOp::IsNormal => "fp.isNormal".into(),
        FpOp::IsSubnormal => "fp.isSubnormal".into(),
        FpOp::IsNegative => "fp.isNegative".into(),
        FpOp::FromFloat(to) => format!("(_ to_fp {}) RNE", sizes(to)),
        // cvc5 crashes where the magnitude has exactly one bit less (signed) or more (unsigned)
        // than the significand.
        FpOp::FromSigned(to) => {
            let critical = sort.width() == Some(to.significand());
            let extend = if critical { "(_ sign_extend 1)" } else { "" };
            return conversion("to_fp", to, extend, args[0]);
        }
        FpOp::FromUnsigned(to) => {
            let critical = sort.width() == Some(to.significand() + 1);
            let extend = if critical { "(_ zero_extend 1)" } else { "" };
            return conversion("to_fp_unsigned", to, extend, args[0]);
        }
        FpOp::FromBits(to) => format!("(_ to_fp {})", sizes(to)),
        FpOp::ToSigned(width) => {
            return truncation(op, sort, args[0], "fp.to_sbv", width);
        }
        FpOp::ToUnsigned(width) => {
            return truncation(op, sort, args[0], "fp.to_ubv", width);
        }
        FpOp::ToBits => unreachable!("printed by its definition"),
    };
    format!("({head} {})", args.join(" "))
}

fn conversion(function: &str, to: FloatFormat, extend: &str, x: &str) -> String {
    let sizes = sizes(to);
    if extend.is_empty() {
        format!("((_ {function} {sizes}) RNE {x})")
    } else {
        format!("((_ {function} {sizes}) RNE ({extend} {x}))")
    }
}

fn truncation(op: FpOp, sort: &Sort, x: &str, function: &str, width: u32) -> String {
    let range = FloatFormat::of(sort).and_then(|format| TruncationRange::of(format, op));
    let range = range.expect("truncations are applied to numbers");
    let low = if range.low_included {
        "fp.leq"
    } else {
        "fp.lt"
    };
    // cvc5 crashes on conversions to one bit; what fits into a few bits fits into eight.
    let converted = if width < 8 {
        format!("((_ extract {} 0) ((_ {function} 8) RTZ {x}))", width - 1)
    } else {
        format!("((_ {function} {width}) RTZ {x})")
    };
    format!(
        "(ite (and ({low} {} {x}) (fp.lt {x} {})) {converted} (_ bv{} {width}))",
        value_text(range.low),
        value_text(range.high),
        1u128 << (width - 1),
    )
}

/// The formula that makes the constant `bits` the bits of the number `x`. It has exactly one
/// solution, so asserting it excludes nothing.
pub(crate) fn bits_definition(format: FloatFormat, bits: &str, x: &str) -> String {
    format!(
        "(ite (fp.isNaN {x}) (= {bits} (_ bv{} {})) (= ((_ to_fp {}) {bits}) {x}))",
        FloatValue::nan(format).bits(),
        format.width(),
        sizes(format),
    )
}
