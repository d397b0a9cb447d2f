//! C text of IEEE numbers and of operators over them.
//!
//! Every text of a number has exactly the C type of its format, so C rounds where the term does.

use super::text::{Computed, Reading, Text, literal, read, type_name};
use invar_term::{BvValue, FloatFormat, FloatValue, FpOp, RoundingMode, TruncationRange};

fn c_type(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "float",
        FloatFormat::Double => "double",
        FloatFormat::Extended => "long double",
        FloatFormat::Quad => "_Float128",
    }
}

/// What literals and functions of a format end with.
fn suffix(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Single => "f",
        FloatFormat::Double => "",
        FloatFormat::Extended => "l",
        FloatFormat::Quad => "f128",
    }
}

/// A number as a constant expression that has its value: the shortest decimal literal, a
/// hexadecimal one for wide formats, a builtin for infinities and NaN.
pub fn float_literal(value: FloatValue) -> String {
    let (magnitude, end) = (value.magnitude(), suffix(value.format()));
    let sign = if value.is_negative() { "-" } else { "" };
    if value.is_nan() {
        format!("__builtin_nan{end}(\"\")")
    } else if value.is_infinite() {
        format!("{sign}__builtin_inf{end}()")
    } else {
        format!("{sign}{}{end}", magnitude.c_text())
    }
}

/// A name, a literal or a call.
pub(super) fn atom(text: String) -> Text {
    // Reading and type are those of integers and not looked at.
    Text::atom(text, Reading::Either, Computed::INT)
}

fn compound(text: String) -> Text {
    Text::new(text, Reading::Either, Computed::INT)
}

pub(super) fn constant(value: FloatValue) -> Text {
    let text = float_literal(value);
    if value.is_negative() {
        compound(text)
    } else {
        atom(text)
    }
}

/// `condition ? a : b` of numbers.
pub(super) fn choice(condition: &Text, a: &Text, b: &Text) -> Text {
    compound(format!(
        "{} ? {} : {}",
        condition.operand(),
        a.operand(),
        b.operand()
    ))
}

/// Identity of numbers: C's equality, but for the zeros and NaN. `known` is the constant that `b`
/// is, if it is one.
pub(super) fn identity(a: &Text, b: &Text, known: Option<FloatValue>) -> Text {
    let (x, y) = (a.operand(), b.operand());
    match known {
        Some(value) if value.is_nan() => Text {
            negated: Some(format!("{x} == {x}")),
            ..Text::truth(format!("{x} != {x}"))
        },
        Some(value) if value.is_zero() => {
            let sign = if value.is_negative() { "!=" } else { "==" };
            Text::truth(format!("({x} == 0) && (__builtin_signbit({x}) {sign} 0)"))
        }
        Some(_) => equality(&x, &y),
        None => Text::truth(format!(
            "({x} == {y}) ? (!__builtin_signbit({x}) == !__builtin_signbit({y})) : \
             (({x} != {x}) && ({y} != {y}))"
        )),
    }
}

fn equality(x: &str, y: &str) -> Text {
    Text {
        negated: Some(format!("{x} != {y}")),
        ..Text::truth(format!("{x} == {y}"))
    }
}

/// An operator applied to texts. `from` is the format of the first argument, if it is a number, and
/// `width` its width, if it is a bit-vector.
pub(super) fn application(
    op: FpOp,
    args: &[&Text],
    from: Option<FloatFormat>,
    width: u32,
) -> Option<Text> {
    match op {
        FpOp::FromSigned(to) => {
            let x = read(args[0], width, true)?;
            return Some(atom(format!("({}){}", c_type(to), x.operand())));
        }
        FpOp::FromUnsigned(to) => {
            let x = read(args[0], width, false)?;
            return Some(atom(format!("({}){}", c_type(to), x.operand())));
        }
        FpOp::FromBits(_) | FpOp::ToBits => return None,
        _ => {}
    }
    let from = from?;
    let x = args[0].operand();
    let second = || args.get(1).map(|b| b.operand());
    let infix = |symbol: &str| Some(format!("{x} {symbol} {}", second()?));
    Some(match op {
        FpOp::Neg => compound(format!("-{x}")),
        FpOp::Add => compound(infix("+")?),
        FpOp::Sub => compound(infix("-")?),
        FpOp::Mul => compound(infix("*")?),
        FpOp::Div => compound(infix("/")?),
        FpOp::Abs | FpOp::Sqrt | FpOp::Rem | FpOp::Fma | FpOp::RoundToIntegral(_) => {
            call(op, from, args)?
        }
        FpOp::Eq => equality(&x, &second()?),
        FpOp::Lt => Text::truth(infix("<")?),
        FpOp::Le => Text::truth(infix("<=")?),
        FpOp::IsNan => Text {
            negated: Some(format!("{x} == {x}")),
            ..Text::truth(format!("{x} != {x}"))
        },
        FpOp::IsZero => equality(&x, "0"),
        FpOp::IsInfinite => Text::truth(format!("__builtin_isinf({x}) != 0")),
        FpOp::IsNormal => Text::truth(format!("__builtin_isnormal({x}) != 0")),
        FpOp::IsSubnormal => {
            let least = float_literal(least_normal(from));
            let small = format!("({x} < {least}) && ({x} > (-{least}))");
            Text::truth(format!("{small} && ({x} != 0)"))
        }
        FpOp::IsNegative => Text::truth(format!("({x} == {x}) && (__builtin_signbit({x}) != 0)")),
        FpOp::FromFloat(to) => atom(format!("({}){x}", c_type(to))),
        FpOp::ToSigned(width) => truncation(op, from, &x, width, Reading::Signed)?,
        FpOp::ToUnsigned(width) => truncation(op, from, &x, width, Reading::Unsigned)?,
        FpOp::FromSigned(_) | FpOp::FromUnsigned(_) | FpOp::FromBits(_) | FpOp::ToBits => {
            return None;
        }
    })
}

fn least_normal(format: FloatFormat) -> FloatValue {
    FloatValue::from_bits(format, 1 << (format.significand() - 1))
}

/// A function of the mathematical library, by its builtin name, which needs no header.
fn call(op: FpOp, format: FloatFormat, args: &[&Text]) -> Option<Text> {
    let name = match op {
        FpOp::Abs => "fabs",
        FpOp::Sqrt => "sqrt",
        FpOp::Rem => "remainder",
        FpOp::Fma => "fma",
        FpOp::RoundToIntegral(RoundingMode::NearestEven) => "rint",
        FpOp::RoundToIntegral(RoundingMode::NearestAway) => "round",
        FpOp::RoundToIntegral(RoundingMode::TowardPositive) => "ceil",
        FpOp::RoundToIntegral(RoundingMode::TowardNegative) => "floor",
        FpOp::RoundToIntegral(RoundingMode::TowardZero) => "trunc",
        _ => return None,
    };
    // Compilers do not agree on the builtins of this format.
    if format == FloatFormat::Quad {
        return None;
    }
    let list: Vec<&str> = args.iter().map(|a| a.text.as_str()).collect();
    let end = suffix(format);
    Some(atom(format!("__builtin_{name}{end}({})", list.join(", "))))
}

/// The truncation, with the value that terms give to what C leaves undefined.
fn truncation(op: FpOp, from: FloatFormat, x: &str, width: u32, reading: Reading) -> Option<Text> {
    let signed = reading == Reading::Signed;
    let name = type_name(width, signed)?;
    let range = TruncationRange::of(from, op)?;
    let low = constant(range.low).operand();
    let high = constant(range.high).operand();
    let compare = if range.low_included { ">=" } else { ">" };
    let indefinite = literal(BvValue::new(width, 1 << (width - 1)), signed)?;
    let fits = format!("({x} {compare} {low}) && ({x} < {high})");
    let text = format!("({fits}) ? ({name}){x} : ({name}){}", indefinite.operand());
    Some(Text::new(text, reading, Computed::promoted(width, signed)))
}
