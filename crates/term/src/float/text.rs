//! Numbers as C writes them: reading literals, writing texts that read back.

use super::exact::{self, Tail};
use super::{FloatFormat, FloatValue};
use crate::Sort;
use dashu_int::UBig;

/// Decimal exponents beyond this are out of every format's range (quad ends near 4932 and 4966).
const DECIMAL_LIMIT: i64 = 6_000;
/// The limit for binary exponents.
const BINARY_LIMIT: i64 = 20_000;

/// The number of a decimal (`1.5e-3`) or hexadecimal (`0x1.8p3`) text, correctly rounded to nearest
/// even; also `inf` and `nan`, in any case, and a sign. `None` if the text is none of these.
///
/// # Panics
/// If the sort is not a supported floating-point format.
#[track_caller]
pub fn float_from_text(sort: &Sort, text: &str) -> Option<FloatValue> {
    let format = FloatFormat::expect(sort);
    let (negative, body) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let lower = body.to_ascii_lowercase();
    match lower.as_str() {
        "inf" | "infinity" => return Some(exact::signed_infinity(format, negative)),
        "nan" => return Some(FloatValue::nan(format)),
        _ => {}
    }
    match lower.strip_prefix("0x") {
        Some(digits) => hexadecimal(format, negative, digits),
        None => decimal(format, negative, &lower),
    }
}

/// The digits of a number without its point, their count after the point, and the exponent.
struct Literal {
    digits: UBig,
    after_point: i64,
    length: i64,
    exponent: i64,
}

fn literal(text: &str, radix: u32, marker: char) -> Option<Literal> {
    let (mantissa, exponent) = match text.split_once(marker) {
        Some((mantissa, exponent)) => (mantissa, saturated(exponent)?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    Some(Literal {
        digits: UBig::from_str_radix(&digits, radix).ok()?,
        after_point: fraction.len() as i64,
        length: significant.len() as i64,
        exponent,
    })
}

/// An exponent; beyond any use it need not be exact.
fn saturated(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits
        .parse::<i64>()
        .unwrap_or(i64::MAX / 8)
        .min(i64::MAX / 8);
    Some(if negative { -magnitude } else { magnitude })
}

/// A number that is zero, or far beyond the range of every format.
fn extreme(format: FloatFormat, negative: bool, magnitude: i64, limit: i64) -> Option<FloatValue> {
    if magnitude > limit {
        Some(exact::signed_infinity(format, negative))
    } else if magnitude < -limit {
        Some(exact::signed_zero(format, negative))
    } else {
        None
    }
}

fn hexadecimal(format: FloatFormat, negative: bool, text: &str) -> Option<FloatValue> {
    let literal = literal(text, 16, 'p')?;
    if literal.digits == UBig::ZERO {
        return Some(exact::signed_zero(format, negative));
    }
    let exponent = literal.exponent - 4 * literal.after_point;
    let magnitude = exponent + 4 * literal.length;
    extreme(format, negative, magnitude, BINARY_LIMIT).or_else(|| {
        let digits = &literal.digits;
        Some(exact::round(
            format,
            negative,
            digits,
            exponent,
            Tail::Exact,
        ))
    })
}

fn decimal(format: FloatFormat, negative: bool, text: &str) -> Option<FloatValue> {
    let literal = literal(text, 10, 'e')?;
    if literal.digits == UBig::ZERO {
        return Some(exact::signed_zero(format, negative));
    }
    let exponent = literal.exponent - literal.after_point;
    let magnitude = exponent + literal.length;
    if let Some(value) = extreme(format, negative, magnitude, DECIMAL_LIMIT) {
        return Some(value);
    }
    let power = UBig::from(10u8).pow(exponent.unsigned_abs() as usize);
    Some(if exponent >= 0 {
        exact::round(format, negative, &(literal.digits * power), 0, Tail::Exact)
    } else {
        exact::round_quotient(format, negative, &literal.digits, &power, 0)
    })
}

impl FloatValue {
    /// The number in C's hexadecimal notation without a suffix, which reads back exactly; `inf` and
    /// `nan` for what has no literal.
    pub fn hexadecimal_text(self) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        if self.is_nan() {
            return "nan".into();
        }
        if self.is_infinite() {
            return format!("{sign}inf");
        }
        if self.is_zero() {
            return format!("{sign}0x0p+0");
        }
        let (significand, exponent) = self.parts();
        let zeros = significand.trailing_zeros();
        let odd = significand >> zeros;
        let length = 128 - odd.leading_zeros();
        // One digit before the point: the leading bit.
        let fraction = (length - 1).div_ceil(4) * 4;
        let aligned = odd << (fraction - (length - 1));
        let rest = aligned & !(1u128 << fraction);
        let exponent = exponent + i64::from(zeros + length - 1);
        let point = match fraction {
            0 => String::new(),
            _ => format!(".{rest:0width$x}", width = fraction as usize / 4),
        };
        format!("{sign}0x1{point}p{exponent:+}")
    }

    /// The number as people read it: the shortest decimal text that reads back in `float` and
    /// `double`, hexadecimal in wider formats.
    pub fn c_text(self) -> String {
        match self.format() {
            _ if !self.is_finite() => self.hexadecimal_text(),
            FloatFormat::Single => format!("{:?}", f32::from_bits(self.bits() as u32)),
            FloatFormat::Double => format!("{:?}", f64::from_bits(self.bits() as u64)),
            FloatFormat::Extended | FloatFormat::Quad => self.hexadecimal_text(),
        }
    }
}
