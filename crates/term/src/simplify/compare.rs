//! Rules for equality and order.

use super::rule::Rule;
use crate::{Op, Sort, TermId, TermStore};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "compare-same",
        apply: compare_same,
    },
    Rule {
        name: "eq-boolean",
        apply: eq_boolean,
    },
    Rule {
        name: "eq-ite-constants",
        apply: eq_ite_constants,
    },
    Rule {
        name: "eq-extended-constant",
        apply: eq_extended_constant,
    },
    Rule {
        name: "eq-add-constant",
        apply: eq_add_constant,
    },
    Rule {
        name: "unsigned-bounds",
        apply: unsigned_bounds,
    },
    Rule {
        name: "signed-bounds",
        apply: signed_bounds,
    },
    Rule {
        name: "less-zero-extended",
        apply: less_zero_extended,
    },
    Rule {
        name: "less-both-extended",
        apply: less_both_extended,
    },
];

fn compare_same(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, b] = args else { return None };
    if a != b {
        return None;
    }
    match op {
        Op::Eq | Op::BvUle | Op::BvSle | Op::Le => Some(s.tru()),
        Op::BvUlt | Op::BvSlt | Op::Lt => Some(s.fls()),
        _ => None,
    }
}

fn eq_boolean(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Eq, [a, b]) = (op, args) else {
        return None;
    };
    if *s.sort(*a) != Sort::Bool {
        return None;
    }
    match s.op(*b) {
        Op::True => Some(*a),
        Op::False => Some(s.not(*a)),
        _ if s.not(*a) == *b => Some(s.fls()),
        _ => None,
    }
}

/// `ite(c, k, x) = k'` with different constants decides the condition; C's comparisons yield
/// `ite(c, 1, 0)` and test it against 0.
fn eq_ite_constants(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Eq, [a, k]) = (op, args) else {
        return None;
    };
    if *s.op(*a) != Op::Ite || s.as_constant(*k).is_none() {
        return None;
    }
    let (condition, then, otherwise) = (s.args(*a)[0], s.args(*a)[1], s.args(*a)[2]);
    let constant = |t: TermId| s.as_constant(t).is_some();
    if constant(then) && constant(otherwise) {
        // Both sides fold, and the rules of the connectives do the rest.
        return Some(s.ite(condition, s.eq(then, *k), s.eq(otherwise, *k)));
    }
    if constant(then) && then != *k {
        return Some(s.and(&[s.not(condition), s.eq(otherwise, *k)]));
    }
    (constant(otherwise) && otherwise != *k).then(|| s.and(&[condition, s.eq(then, *k)]))
}

/// `extend(x) = k`: the added bits of `k` must be what the extension adds.
fn eq_extended_constant(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Eq, [a, k]) = (op, args) else {
        return None;
    };
    let value = s.as_bv(*k)?;
    let inner = *s.args(*a).first()?;
    let narrow = match s.op(*a) {
        Op::ZeroExtend(_) | Op::SignExtend(_) => s.bv(s.width(inner), value.unsigned()),
        _ => return None,
    };
    if s.app(s.op(*a).clone(), &[narrow]) == *k {
        Some(s.eq(inner, narrow))
    } else {
        Some(s.fls())
    }
}

/// `x + k = l` is `x = l - k`.
fn eq_add_constant(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Eq, [a, l]) = (op, args) else {
        return None;
    };
    s.as_bv(*l)?;
    if *s.op(*a) != Op::BvAdd {
        return None;
    }
    let (x, k) = (s.args(*a)[0], s.args(*a)[1]);
    s.as_bv(k)?;
    Some(s.eq(x, s.bv_sub(*l, k)))
}

/// Nothing is below 0, nothing above the maximum.
fn unsigned_bounds(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, b] = args else { return None };
    let (low, high) = (s.as_bv(*a), s.as_bv(*b));
    match op {
        Op::BvUlt if high.is_some_and(|v| v.is_zero()) || low.is_some_and(|v| v.is_ones()) => {
            Some(s.fls())
        }
        Op::BvUle if low.is_some_and(|v| v.is_zero()) || high.is_some_and(|v| v.is_ones()) => {
            Some(s.tru())
        }
        Op::BvUlt if low.is_some_and(|v| v.is_zero()) => Some(s.ne(*b, *a)),
        Op::BvUle if high.is_some_and(|v| v.is_zero()) => Some(s.eq(*a, *b)),
        _ => None,
    }
}

fn signed_bounds(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, b] = args else { return None };
    let minimum = |t: TermId| {
        s.as_bv(t)
            .is_some_and(|v| v.unsigned() == 1u128 << (v.width() - 1))
    };
    let maximum = |t: TermId| {
        s.as_bv(t)
            .is_some_and(|v| v.unsigned() == (1u128 << (v.width() - 1)) - 1)
    };
    match op {
        Op::BvSlt if minimum(*b) || maximum(*a) => Some(s.fls()),
        Op::BvSle if minimum(*a) || maximum(*b) => Some(s.tru()),
        _ => None,
    }
}

/// A signed comparison of a zero-extended term with a non-negative constant is unsigned.
fn less_zero_extended(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let unsigned = match op {
        Op::BvSlt => Op::BvUlt,
        Op::BvSle => Op::BvUle,
        _ => return None,
    };
    let [a, b] = args else { return None };
    let non_negative = |t: TermId| match s.op(t) {
        Op::ZeroExtend(by) => *by > 0,
        Op::BvConst(v) => !v.sign_bit(),
        _ => false,
    };
    (non_negative(*a) && non_negative(*b)).then(|| s.app(unsigned, &[*a, *b]))
}

/// Comparing two terms extended alike is comparing the terms.
fn less_both_extended(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, b] = args else { return None };
    let extends = match op {
        Op::BvUlt | Op::BvUle => |o: &Op| matches!(o, Op::ZeroExtend(_)),
        Op::BvSlt | Op::BvSle => |o: &Op| matches!(o, Op::SignExtend(_)),
        Op::Eq => |o: &Op| matches!(o, Op::ZeroExtend(_) | Op::SignExtend(_)),
        _ => return None,
    };
    (extends(s.op(*a)) && s.op(*a) == s.op(*b))
        .then(|| s.app(op.clone(), &[s.args(*a)[0], s.args(*b)[0]]))
}
