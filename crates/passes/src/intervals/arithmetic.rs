//! Bit-vector operators on ranges: the answer contains every possible result.

use super::range::{Bits, Range};

/// The range spanned by the four combinations of ends; exact bounds for operations that are
/// monotone in each argument. `None` if a combination has no value.
fn corners(a: Range, b: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
    let mut hull: Option<Range> = None;
    for x in [a.low, a.high] {
        for y in [b.low, b.high] {
            let point = Range::point(f(x, y)?);
            hull = Some(hull.map_or(point, |h| h.hull(point)));
        }
    }
    hull
}

/// Numbers small enough to be moved around without overflow.
fn bounded(value: i128) -> Option<i128> {
    (value.unsigned_abs() < 1 << 126).then_some(value)
}

pub(crate) fn add(a: Bits, b: Bits) -> Bits {
    let sum = |x: Range, y: Range| {
        Some(Range {
            low: x.low + y.low,
            high: x.high + y.high,
        })
    };
    Bits::wrapped(
        a.width,
        sum(a.unsigned, b.unsigned),
        sum(a.signed, b.signed),
    )
}

pub(crate) fn subtract(a: Bits, b: Bits) -> Bits {
    let difference = |x: Range, y: Range| {
        Some(Range {
            low: x.low - y.high,
            high: x.high - y.low,
        })
    };
    Bits::wrapped(
        a.width,
        difference(a.unsigned, b.unsigned),
        difference(a.signed, b.signed),
    )
}

pub(crate) fn multiply(a: Bits, b: Bits) -> Bits {
    let product = |x: i128, y: i128| bounded(x.checked_mul(y)?);
    let (unsigned, signed) = (
        corners(a.unsigned, b.unsigned, product),
        corners(a.signed, b.signed, product),
    );
    Bits::wrapped(a.width, unsigned, signed)
}

/// A result known by its unsigned reading alone.
fn by_unsigned(width: u32, range: Range) -> Bits {
    Bits::of(width, range, Range::signed(width)).unwrap_or(Bits::top(width))
}

/// A result known by its signed reading alone.
fn by_signed(width: u32, range: Range) -> Bits {
    Bits::of(width, Range::unsigned(width), range).unwrap_or(Bits::top(width))
}

/// `x / 0` is all ones, so nothing is said when the divisor may be zero.
pub(crate) fn unsigned_divide(a: Bits, b: Bits) -> Bits {
    if b.unsigned.low == 0 {
        return Bits::top(a.width);
    }
    let quotient = Range {
        low: a.unsigned.low / b.unsigned.high,
        high: a.unsigned.high / b.unsigned.low,
    };
    by_unsigned(a.width, quotient)
}

/// The remainder is at most the dividend, and below the divisor unless that is zero.
pub(crate) fn unsigned_remainder(a: Bits, b: Bits) -> Bits {
    if a.unsigned.high < b.unsigned.low {
        return a;
    }
    let mut high = a.unsigned.high;
    if b.unsigned.low > 0 {
        high = high.min(b.unsigned.high - 1);
    }
    by_unsigned(a.width, Range { low: 0, high })
}

/// Truncated division is monotone in each argument while the divisor keeps its sign.
pub(crate) fn signed_divide(a: Bits, b: Bits) -> Bits {
    if b.signed.low <= 0 && b.signed.high >= 0 {
        return Bits::top(a.width);
    }
    let quotient = corners(a.signed, b.signed, i128::checked_div);
    Bits::wrapped(a.width, None, quotient)
}

/// The remainder lies between zero and the dividend, and is smaller in size than the divisor
/// unless that is zero.
pub(crate) fn signed_remainder(a: Bits, b: Bits) -> Bits {
    let (mut low, mut high) = (a.signed.low.min(0), a.signed.high.max(0));
    if b.signed.low > 0 || b.signed.high < 0 {
        let size = b.signed.low.abs().max(b.signed.high.abs()) - 1;
        low = low.max(-size);
        high = high.min(size);
    }
    by_signed(a.width, Range { low, high })
}

pub(crate) fn complement(a: Bits) -> Bits {
    let all = Range::unsigned(a.width).high;
    let unsigned = Range {
        low: all - a.unsigned.high,
        high: all - a.unsigned.low,
    };
    let signed = Range {
        low: -1 - a.signed.high,
        high: -1 - a.signed.low,
    };
    Bits::of(a.width, unsigned, signed).unwrap_or(Bits::top(a.width))
}

pub(crate) fn bitwise_and(a: Bits, b: Bits) -> Bits {
    let high = a.unsigned.high.min(b.unsigned.high);
    by_unsigned(a.width, Range { low: 0, high })
}

/// The least `2^k - 1` that is not below `value`.
fn ones_above(value: i128) -> i128 {
    (1i128 << (128 - value.leading_zeros())) - 1
}

pub(crate) fn bitwise_or(a: Bits, b: Bits) -> Bits {
    let low = a.unsigned.low.max(b.unsigned.low);
    let high = ones_above(a.unsigned.high | b.unsigned.high);
    by_unsigned(a.width, Range { low, high })
}

pub(crate) fn bitwise_xor(a: Bits, b: Bits) -> Bits {
    let high = ones_above(a.unsigned.high | b.unsigned.high);
    by_unsigned(a.width, Range { low: 0, high })
}

/// `x << n = x * 2^n` as long as `n` is below the width.
pub(crate) fn shift_left(a: Bits, b: Bits) -> Bits {
    if b.unsigned.high >= i128::from(a.width) {
        return Bits::top(a.width);
    }
    let shifted = |x: i128, n: i128| bounded(x.checked_mul(1i128.checked_shl(n as u32)?)?);
    let (unsigned, signed) = (
        corners(a.unsigned, b.unsigned, shifted),
        corners(a.signed, b.unsigned, shifted),
    );
    Bits::wrapped(a.width, unsigned, signed)
}

pub(crate) fn shift_right_zeros(a: Bits, b: Bits) -> Bits {
    let shifted = |x: i128, n: i128| if n >= i128::from(a.width) { 0 } else { x >> n };
    let low = shifted(a.unsigned.low, b.unsigned.high);
    let high = shifted(a.unsigned.high, b.unsigned.low);
    by_unsigned(a.width, Range { low, high })
}

pub(crate) fn shift_right_sign(a: Bits, b: Bits) -> Bits {
    let most = i128::from(a.width - 1);
    match corners(a.signed, b.unsigned, |x, n| Some(x >> n.min(most))) {
        Some(range) => by_signed(a.width, range),
        None => Bits::top(a.width),
    }
}

/// `a` as the high bits; the result has at most the widest tracked width.
pub(crate) fn concat(a: Bits, b: Bits) -> Bits {
    let join = |x: i128, y: i128| (x << b.width) + y;
    let low = join(a.unsigned.low, b.unsigned.low);
    let high = join(a.unsigned.high, b.unsigned.high);
    by_unsigned(a.width + b.width, Range { low, high })
}

/// Dropping low bits divides, dropping high bits wraps.
pub(crate) fn extract(a: Bits, high: u32, low: u32) -> Bits {
    let divide = |r: Range| {
        Some(Range {
            low: r.low >> low,
            high: r.high >> low,
        })
    };
    Bits::wrapped(high - low + 1, divide(a.unsigned), divide(a.signed))
}

pub(crate) fn zero_extend(a: Bits, by: u32) -> Bits {
    by_unsigned(a.width + by, a.unsigned)
}

pub(crate) fn sign_extend(a: Bits, by: u32) -> Bits {
    by_signed(a.width + by, a.signed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_term::{BvValue, Op, Value, apply_op};

    fn all(width: u32) -> Vec<Bits> {
        let mut all = Vec::new();
        let (u, s) = (Range::unsigned(width), Range::signed(width));
        for low in u.low..=u.high {
            for high in low..=u.high {
                all.push(by_unsigned(width, Range { low, high }));
                let signed = Range {
                    low: low + s.low,
                    high: high + s.low,
                };
                all.push(by_signed(width, signed));
            }
        }
        all
    }

    fn members(a: Bits) -> Vec<BvValue> {
        (0..1u128 << a.width)
            .map(|bits| BvValue::new(a.width, bits))
            .filter(|v| has(a, *v))
            .collect()
    }

    fn has(a: Bits, value: BvValue) -> bool {
        a.unsigned.contains(Range::point(value.unsigned() as i128))
            && a.signed.contains(Range::point(value.signed()))
    }

    #[test]
    fn every_result_lies_in_the_answer() {
        type Binary = fn(Bits, Bits) -> Bits;
        let operators: [(Op, Binary); 14] = [
            (Op::BvAdd, add),
            (Op::BvSub, subtract),
            (Op::BvMul, multiply),
            (Op::BvUdiv, unsigned_divide),
            (Op::BvUrem, unsigned_remainder),
            (Op::BvSdiv, signed_divide),
            (Op::BvSrem, signed_remainder),
            (Op::BvAnd, bitwise_and),
            (Op::BvOr, bitwise_or),
            (Op::BvXor, bitwise_xor),
            (Op::BvShl, shift_left),
            (Op::BvLshr, shift_right_zeros),
            (Op::BvAshr, shift_right_sign),
            (Op::Concat, concat),
        ];
        let ranges = all(3);
        for (op, transfer) in operators {
            let mut informative = 0;
            for a in &ranges {
                for b in &ranges {
                    let answer = transfer(*a, *b);
                    informative += usize::from(answer != Bits::top(answer.width));
                    for x in members(*a) {
                        for y in members(*b) {
                            let result = apply_op(&op, &[&Value::Bv(x), &Value::Bv(y)]).unwrap();
                            let result = result.as_bv().unwrap();
                            assert!(has(answer, result), "{op:?} {a:?} {b:?}: {result:?}");
                        }
                    }
                }
            }
            assert!(informative > ranges.len(), "{op:?} knows nothing");
        }
    }

    #[test]
    fn every_unary_result_lies_in_the_answer() {
        type Unary = fn(Bits) -> Bits;
        let operators: [(Op, Unary); 7] = [
            (Op::BvNot, complement),
            (Op::ZeroExtend(2), |a| zero_extend(a, 2)),
            (Op::SignExtend(2), |a| sign_extend(a, 2)),
            (Op::Extract { high: 3, low: 1 }, |a| extract(a, 3, 1)),
            (Op::Extract { high: 1, low: 0 }, |a| extract(a, 1, 0)),
            (Op::Extract { high: 2, low: 0 }, |a| extract(a, 2, 0)),
            (Op::Extract { high: 3, low: 2 }, |a| extract(a, 3, 2)),
        ];
        for (op, transfer) in operators {
            for a in all(4) {
                let answer = transfer(a);
                for x in members(a) {
                    let result = apply_op(&op, &[&Value::Bv(x)]).unwrap().as_bv().unwrap();
                    assert!(has(answer, result), "{op:?} {a:?}: {result:?}");
                }
            }
        }
    }

    #[test]
    fn the_widest_vectors_do_not_overflow() {
        let top = Bits::top(super::super::range::MAX_WIDTH);
        for f in [
            add,
            subtract,
            multiply,
            signed_divide,
            shift_left,
            bitwise_or,
            shift_right_sign,
        ] {
            assert_eq!(f(top, top), top);
        }
    }
}
