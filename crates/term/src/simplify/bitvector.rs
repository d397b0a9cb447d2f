//! Rules for bit-vector and number arithmetic.

use super::rule::Rule;
use crate::{Op, TermId, TermStore};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "bv-unary-twice",
        apply: unary_twice,
    },
    Rule {
        name: "bv-neutral",
        apply: neutral,
    },
    Rule {
        name: "bv-zero",
        apply: zero,
    },
    Rule {
        name: "bv-same",
        apply: same,
    },
    Rule {
        name: "bv-sub-constant",
        apply: sub_constant,
    },
    Rule {
        name: "bv-add-constants",
        apply: add_constants,
    },
    Rule {
        name: "bv-shift-zero",
        apply: shift_zero,
    },
    Rule {
        name: "extract-whole",
        apply: extract_whole,
    },
    Rule {
        name: "extract-extract",
        apply: extract_extract,
    },
    Rule {
        name: "extract-extended",
        apply: extract_extended,
    },
    Rule {
        name: "extend-none",
        apply: extend_none,
    },
    Rule {
        name: "extend-extended",
        apply: extend_extended,
    },
    Rule {
        name: "push-into-ite-constants",
        apply: push_into_ite_constants,
    },
    Rule {
        name: "number-neutral",
        apply: number_neutral,
    },
];

fn unary_twice(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let ([a], Op::BvNot | Op::BvNeg | Op::Neg) = (args, op) else {
        return None;
    };
    (s.op(*a) == op).then(|| s.args(*a)[0])
}

/// `x + 0`, `x * 1`, `x & ones`, `x | 0`, `x ^ 0`, `x - 0`, `x / 1`.
fn neutral(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, k] = args else { return None };
    let k = s.as_bv(*k)?;
    let is_neutral = match op {
        Op::BvAdd | Op::BvSub | Op::BvOr | Op::BvXor => k.is_zero(),
        // A signed 1 of width 1 is -1; both quotients are still the dividend.
        Op::BvMul | Op::BvUdiv => k.unsigned() == 1,
        Op::BvSdiv => k.unsigned() == 1 && k.width() > 1,
        Op::BvAnd => k.is_ones(),
        _ => return None,
    };
    is_neutral.then_some(*a)
}

/// `x * 0`, `x & 0`, `x | ones`.
fn zero(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [_, k] = args else { return None };
    let value = s.as_bv(*k)?;
    let decides = match op {
        Op::BvMul | Op::BvAnd => value.is_zero(),
        Op::BvOr => value.is_ones(),
        _ => return None,
    };
    decides.then_some(*k)
}

/// `x - x`, `x ^ x`, `x & x`, `x | x`.
fn same(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, b] = args else { return None };
    if a != b {
        return None;
    }
    match op {
        Op::BvSub | Op::BvXor => Some(s.bv(s.width(*a), 0)),
        Op::BvAnd | Op::BvOr => Some(*a),
        _ => None,
    }
}

/// `x - k` is `x + (-k)`, so that constants meet in one operator.
fn sub_constant(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::BvSub, [a, k]) = (op, args) else {
        return None;
    };
    s.as_bv(*k)?;
    Some(s.bv_add(*a, s.bv_neg(*k)))
}

/// `(x + k) + l` is `x + (k + l)`.
fn add_constants(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::BvAdd, [a, l]) = (op, args) else {
        return None;
    };
    s.as_bv(*l)?;
    if *s.op(*a) != Op::BvAdd {
        return None;
    }
    let (x, k) = (s.args(*a)[0], s.args(*a)[1]);
    s.as_bv(k)?;
    Some(s.bv_add(x, s.bv_add(k, *l)))
}

/// Shifting by nothing, or logically by the whole width.
fn shift_zero(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, k] = args else { return None };
    let amount = s.as_bv(*k)?;
    match op {
        Op::BvShl | Op::BvLshr | Op::BvAshr if amount.is_zero() => Some(*a),
        Op::BvShl | Op::BvLshr if amount.unsigned() >= u128::from(amount.width()) => {
            Some(s.bv(amount.width(), 0))
        }
        _ => None,
    }
}

fn extract_whole(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Extract { high, low: 0 }, [a]) = (op, args) else {
        return None;
    };
    (high + 1 == s.width(*a)).then_some(*a)
}

fn extract_extract(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Extract { high, low }, [a]) = (op, args) else {
        return None;
    };
    let Op::Extract { low: inner, .. } = s.op(*a) else {
        return None;
    };
    Some(s.extract(high + inner, low + inner, s.args(*a)[0]))
}

/// Low bits of an extension are bits of the term, or a smaller extension of it.
fn extract_extended(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Extract { high, low: 0 }, [a]) = (op, args) else {
        return None;
    };
    let extend = match s.op(*a) {
        Op::ZeroExtend(_) => Op::ZeroExtend,
        Op::SignExtend(_) => Op::SignExtend,
        _ => return None,
    };
    let x = s.args(*a)[0];
    let width = s.width(x);
    if *high < width {
        Some(s.extract(*high, 0, x))
    } else {
        Some(s.app(extend(high + 1 - width), &[x]))
    }
}

fn extend_none(_: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::ZeroExtend(0) | Op::SignExtend(0), [a]) = (op, args) else {
        return None;
    };
    Some(*a)
}

/// Extending an extension; a term with zeros on top has a zero sign bit.
fn extend_extended(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a] = args else { return None };
    let x = || s.args(*a)[0];
    match (op, s.op(*a)) {
        (Op::ZeroExtend(m), Op::ZeroExtend(n)) => Some(s.zero_extend(m + n, x())),
        (Op::SignExtend(m), Op::SignExtend(n)) => Some(s.sign_extend(m + n, x())),
        (Op::SignExtend(m), Op::ZeroExtend(n)) if *n > 0 => Some(s.zero_extend(m + n, x())),
        _ => None,
    }
}

/// `f(ite(c, k, l))` with constants folds on both sides: C turns truth values into integers and
/// widens them.
fn push_into_ite_constants(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a] = args else { return None };
    if *s.op(*a) != Op::Ite {
        return None;
    }
    let (c, k, l) = (s.args(*a)[0], s.args(*a)[1], s.args(*a)[2]);
    s.as_constant(k)?;
    s.as_constant(l)?;
    if !matches!(
        op,
        Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { .. } | Op::BvNot | Op::BvNeg
    ) {
        return None;
    }
    Some(s.ite(c, s.app(op.clone(), &[k]), s.app(op.clone(), &[l])))
}

/// `x + 0`, `x * 1`, `x * 0` over integers and reals.
fn number_neutral(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, k] = args else { return None };
    let value = s.as_constant(*k)?;
    let is = |n: i64| match &value {
        crate::Value::Int(v) => *v == crate::IBig::from(n),
        crate::Value::Real(v) => *v == crate::RBig::from(n),
        _ => false,
    };
    match op {
        Op::Add if is(0) => Some(*a),
        Op::Mul if is(1) => Some(*a),
        Op::Mul if is(0) => Some(*k),
        _ => None,
    }
}
