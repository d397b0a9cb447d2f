//! Operators on what is known about their arguments, and comparisons read backward.

use super::arithmetic as on;
use super::range::{Bits, Range};
use super::view::{Infeasible, Known};
use invar_term::Op;

/// The bit-vectors with these readings.
pub(super) fn readings(
    width: u32,
    unsigned: Option<Range>,
    signed: Option<Range>,
) -> Result<Bits, Infeasible> {
    let top = Bits::top(width);
    Bits::of(
        width,
        unsigned.unwrap_or(top.unsigned),
        signed.unwrap_or(top.signed),
    )
    .ok_or(Infeasible)
}

pub(super) fn negated(a: Bits) -> Bits {
    let zero = invar_term::BvValue::new(a.width, 0);
    on::subtract(Bits::constant(zero), a)
}

/// The operands of a comparison whose outcome is known.
pub(super) fn compared(
    op: &Op,
    outcome: bool,
    x: Bits,
    y: Bits,
) -> Result<(Bits, Bits), Infeasible> {
    // The negation of a comparison is the converse one with the operands exchanged.
    if !outcome && *op != Op::Eq {
        let converse = match op {
            Op::BvUlt => Op::BvUle,
            Op::BvUle => Op::BvUlt,
            Op::BvSlt => Op::BvSle,
            Op::BvSle => Op::BvSlt,
            _ => return Ok((x, y)),
        };
        let (y, x) = compared(&converse, true, y, x)?;
        return Ok((x, y));
    }
    let width = x.width;
    let ordered = |a: Range, b: Range, gap: i128| {
        let lower = Range::new(a.low, a.high.min(b.high - gap)).ok_or(Infeasible)?;
        let upper = Range::new(b.low.max(a.low + gap), b.high).ok_or(Infeasible)?;
        Ok((lower, upper))
    };
    match op {
        Op::Eq if outcome => {
            let both = x.meet(y).ok_or(Infeasible)?;
            Ok((both, both))
        }
        Op::Eq => Ok((without(x, y)?, without(y, x)?)),
        Op::BvUlt | Op::BvUle => {
            let (a, b) = ordered(x.unsigned, y.unsigned, i128::from(*op == Op::BvUlt))?;
            Ok((
                readings(width, Some(a), Some(x.signed))?,
                readings(width, Some(b), Some(y.signed))?,
            ))
        }
        Op::BvSlt | Op::BvSle => {
            let (a, b) = ordered(x.signed, y.signed, i128::from(*op == Op::BvSlt))?;
            Ok((
                readings(width, Some(x.unsigned), Some(a))?,
                readings(width, Some(y.unsigned), Some(b))?,
            ))
        }
        _ => Ok((x, y)),
    }
}

/// `x` without the value of `y`, where that is known and at an end of `x`.
fn without(x: Bits, y: Bits) -> Result<Bits, Infeasible> {
    let Some(value) = y.single() else {
        return Ok(x);
    };
    let trim = |range: Range, point: i128| {
        let low = range.low + i128::from(range.low == point);
        let high = range.high - i128::from(range.high == point);
        Range::new(low, high).ok_or(Infeasible)
    };
    let unsigned = trim(x.unsigned, value.unsigned() as i128)?;
    let signed = trim(x.signed, value.signed())?;
    readings(x.width, Some(unsigned), Some(signed))
}

/// An operator with a truth value on known arguments.
pub(super) fn truth_of(op: &Op, arguments: &[Known]) -> Option<bool> {
    use Known::{Bits as B, Truth as T};
    let all = |unit: bool| {
        if arguments.contains(&T(!unit)) {
            Some(!unit)
        } else {
            arguments.iter().all(|a| *a == T(unit)).then_some(unit)
        }
    };
    let below = |a: Range, b: Range, gap: i128| {
        if a.high <= b.low - gap {
            Some(true)
        } else if a.low > b.high - gap {
            Some(false)
        } else {
            None
        }
    };
    match (op, arguments) {
        (Op::True, _) => Some(true),
        (Op::False, _) => Some(false),
        (Op::Not, [T(a)]) => Some(!a),
        (Op::And, _) => all(true),
        (Op::Or, _) => all(false),
        (Op::Xor, [T(a), T(b)]) => Some(a != b),
        (Op::Eq, [T(a), T(b)]) => Some(a == b),
        (Op::Ite, [T(c), a, b]) => match if *c { a } else { b } {
            T(truth) => Some(*truth),
            _ => None,
        },
        (Op::Ite, [_, T(a), T(b)]) if a == b => Some(*a),
        (Op::Eq, [B(a), B(b)]) => match a.meet(*b) {
            None => Some(false),
            Some(_) => (a.single()? == b.single()?).then_some(true),
        },
        (Op::BvUlt, [B(a), B(b)]) => below(a.unsigned, b.unsigned, 1),
        (Op::BvUle, [B(a), B(b)]) => below(a.unsigned, b.unsigned, 0),
        (Op::BvSlt, [B(a), B(b)]) => below(a.signed, b.signed, 1),
        (Op::BvSle, [B(a), B(b)]) => below(a.signed, b.signed, 0),
        _ => None,
    }
}

/// An operator with a bit-vector value on known arguments.
pub(super) fn bits_of(op: &Op, arguments: &[Known]) -> Option<Bits> {
    use Known::{Bits as B, Truth as T};
    Some(match (op, arguments) {
        (Op::BvConst(value), []) => Bits::constant(*value),
        (Op::BvNot, [B(a)]) => on::complement(*a),
        (Op::BvNeg, [B(a)]) => negated(*a),
        (Op::BvAdd, [B(a), B(b)]) => on::add(*a, *b),
        (Op::BvSub, [B(a), B(b)]) => on::subtract(*a, *b),
        (Op::BvMul, [B(a), B(b)]) => on::multiply(*a, *b),
        (Op::BvUdiv, [B(a), B(b)]) => on::unsigned_divide(*a, *b),
        (Op::BvUrem, [B(a), B(b)]) => on::unsigned_remainder(*a, *b),
        (Op::BvSdiv, [B(a), B(b)]) => on::signed_divide(*a, *b),
        (Op::BvSrem, [B(a), B(b)]) => on::signed_remainder(*a, *b),
        (Op::BvAnd, [B(a), B(b)]) => on::bitwise_and(*a, *b),
        (Op::BvOr, [B(a), B(b)]) => on::bitwise_or(*a, *b),
        (Op::BvXor, [B(a), B(b)]) => on::bitwise_xor(*a, *b),
        (Op::BvShl, [B(a), B(b)]) => on::shift_left(*a, *b),
        (Op::BvLshr, [B(a), B(b)]) => on::shift_right_zeros(*a, *b),
        (Op::BvAshr, [B(a), B(b)]) => on::shift_right_sign(*a, *b),
        (Op::Concat, [B(a), B(b)]) => on::concat(*a, *b),
        (Op::Extract { high, low }, [B(a)]) => on::extract(*a, *high, *low),
        (Op::ZeroExtend(by), [B(a)]) => on::zero_extend(*a, *by),
        (Op::SignExtend(by), [B(a)]) => on::sign_extend(*a, *by),
        (Op::Ite, [T(c), B(a), B(b)]) => *(if *c { a } else { b }),
        (Op::Ite, [_, B(a), B(b)]) => a.hull(*b),
        _ => return None,
    })
}
