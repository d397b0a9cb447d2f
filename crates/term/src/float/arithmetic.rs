//! Concrete evaluation of operators over IEEE numbers.

use super::{FloatFormat, FloatValue, FpOp, RoundingMode, exact};
use crate::{BvValue, Value};
use rustc_apfloat::ieee::{Double, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round};
use std::cmp::Ordering;

/// Applies an operator to values; `None` if they do not fit.
pub(crate) fn apply(op: FpOp, args: &[&Value]) -> Option<Value> {
    if args.len() != op.arity() {
        return None;
    }
    match (op, args) {
        (FpOp::FromSigned(to), [Value::Bv(v)]) => {
            let value = v.signed();
            let rounded = exact::round_integer(to, value < 0, value.unsigned_abs());
            return Some(Value::Float(rounded));
        }
        (FpOp::FromUnsigned(to), [Value::Bv(v)]) => {
            let rounded = exact::round_integer(to, false, v.unsigned());
            return Some(Value::Float(rounded));
        }
        (FpOp::FromBits(to), [Value::Bv(v)]) if v.width() == to.width() => {
            return Some(Value::Float(FloatValue::from_bits(to, v.unsigned())));
        }
        _ => {}
    }
    let numbers: smallvec::SmallVec<[FloatValue; 3]> =
        args.iter().map(|v| v.as_float()).collect::<Option<_>>()?;
    let a = numbers[0];
    if numbers.iter().any(|n| n.format() != a.format()) {
        return None;
    }
    let second = || numbers.get(1).copied();
    let truth = |holds: bool| Some(Value::Bool(holds));
    let number = |value: FloatValue| Some(Value::Float(value));
    match op {
        FpOp::Neg => number(a.negated()),
        FpOp::Abs => number(a.magnitude()),
        FpOp::Sqrt => number(exact::square_root(a)),
        FpOp::FromFloat(to) => number(exact::convert(a, to)),
        FpOp::Add
        | FpOp::Sub
        | FpOp::Mul
        | FpOp::Div
        | FpOp::Fma
        | FpOp::Rem
        | FpOp::RoundToIntegral(_) => number(rounded(op, &numbers)?),
        FpOp::Eq => truth(compare(a, second()?) == Some(Ordering::Equal)),
        FpOp::Lt => truth(compare(a, second()?) == Some(Ordering::Less)),
        FpOp::Le => truth(compare(a, second()?).is_some_and(Ordering::is_le)),
        FpOp::IsNan => truth(a.is_nan()),
        FpOp::IsInfinite => truth(a.is_infinite()),
        FpOp::IsZero => truth(a.is_zero()),
        FpOp::IsNormal => truth(a.is_normal()),
        FpOp::IsSubnormal => truth(a.is_subnormal()),
        FpOp::IsNegative => truth(a.is_negative()),
        FpOp::ToSigned(width) => Some(Value::Bv(to_signed(a, width))),
        FpOp::ToUnsigned(width) => Some(Value::Bv(to_unsigned(a, width))),
        FpOp::ToBits => Some(Value::Bv(BvValue::new(a.format().width(), a.bits()))),
        FpOp::FromSigned(_) | FpOp::FromUnsigned(_) | FpOp::FromBits(_) => None,
    }
}

/// What x86 gives for a number that does not fit.
fn indefinite(width: u32) -> BvValue {
    BvValue::new(width, 1 << (width - 1))
}

fn to_signed(value: FloatValue, width: u32) -> BvValue {
    let limit = 1u128 << (width - 1);
    let magnitude = value.is_finite().then(|| exact::truncate(value)).flatten();
    match (magnitude, value.is_negative()) {
        (Some(m), false) if m < limit => BvValue::new(width, m),
        (Some(m), true) if m <= limit => BvValue::new(width, m.wrapping_neg()),
        _ => indefinite(width),
    }
}

fn to_unsigned(value: FloatValue, width: u32) -> BvValue {
    let magnitude = value.is_finite().then(|| exact::truncate(value)).flatten();
    match (magnitude, value.is_negative()) {
        (Some(0), _) => BvValue::new(width, 0),
        (Some(m), false) if m.leading_zeros() >= 128 - width => BvValue::new(width, m),
        _ => indefinite(width),
    }
}

/// The order of numbers; nothing is comparable with NaN, the zeros are equal.
fn compare(a: FloatValue, b: FloatValue) -> Option<Ordering> {
    if a.is_nan() || b.is_nan() {
        return None;
    }
    // Magnitudes are ordered as their bits are.
    let key = |x: FloatValue| {
        let magnitude = x.magnitude().bits() as i128;
        if x.is_negative() {
            -magnitude
        } else {
            magnitude
        }
    };
    Some(key(a).cmp(&key(b)))
}

fn direction(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

fn rounded(op: FpOp, numbers: &[FloatValue]) -> Option<FloatValue> {
    let format = numbers.first()?.format();
    let bits: smallvec::SmallVec<[u128; 3]> = numbers.iter().map(|n| stored(*n)).collect();
    let result = match format {
        FloatFormat::Single => compute::<Single>(op, &bits)?,
        FloatFormat::Double => compute::<Double>(op, &bits)?,
        FloatFormat::Extended => compute::<X87DoubleExtended>(op, &bits)?,
        FloatFormat::Quad => compute::<Quad>(op, &bits)?,
    };
    Some(loaded(format, result))
}

fn compute<F: Float>(op: FpOp, bits: &[u128]) -> Option<u128> {
    let a = F::from_bits(bits[0]);
    let nth = |i: usize| bits.get(i).map(|b| F::from_bits(*b));
    let result = match op {
        FpOp::Add => (a + nth(1)?).value,
        FpOp::Sub => (a - nth(1)?).value,
        FpOp::Mul => (a * nth(1)?).value,
        FpOp::Div => (a / nth(1)?).value,
        FpOp::Rem => a.ieee_rem(nth(1)?).value,
        FpOp::Fma => a.mul_add(nth(1)?, nth(2)?).value,
        FpOp::RoundToIntegral(mode) => a.round_to_integral(direction(mode)).value,
        _ => return None,
    };
    Some(result.to_bits())
}

/// Where x86 keeps the integer bit of the extended format.
const INTEGER_BIT: u32 = 63;

/// The bits as the machine stores them: with the integer bit in the extended format.
fn stored(value: FloatValue) -> u128 {
    if value.format() != FloatFormat::Extended {
        return value.bits();
    }
    let integer = u128::from(value.exponent_field() != 0);
    let high = value.bits() >> INTEGER_BIT;
    (high << (INTEGER_BIT + 1)) | (integer << INTEGER_BIT) | value.fraction_field()
}

fn loaded(format: FloatFormat, bits: u128) -> FloatValue {
    if format != FloatFormat::Extended {
        return FloatValue::from_bits(format, bits);
    }
    let fraction = bits & ((1 << INTEGER_BIT) - 1);
    let high = bits >> (INTEGER_BIT + 1);
    FloatValue::from_bits(format, (high << INTEGER_BIT) | fraction)
}
