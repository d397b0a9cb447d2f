//! Rules for cutting and joining bit-vectors: pointers are joined from an object and an offset,
//! and scalars in memory from bytes.

use super::rule::Rule;
use crate::{Op, TermId, TermStore};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "extract-concat",
        apply: extract_concat,
    },
    Rule {
        name: "extract-above-extended",
        apply: extract_above_extended,
    },
    Rule {
        name: "low-bits-of-sum",
        apply: low_bits_of_sum,
    },
    Rule {
        name: "concat-adjacent",
        apply: concat_adjacent,
    },
    Rule {
        name: "concat-zero",
        apply: concat_zero,
    },
    Rule {
        name: "add-into-concat",
        apply: add_into_concat,
    },
    Rule {
        name: "constant-outwards",
        apply: constant_outwards,
    },
    Rule {
        name: "eq-concat",
        apply: eq_concat,
    },
];

/// Bits of a concatenation are bits of its parts.
fn extract_concat(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Extract { high, low }, [a]) = (op, args) else {
        return None;
    };
    if *s.op(*a) != Op::Concat {
        return None;
    }
    let (upper, lower) = (s.args(*a)[0], s.args(*a)[1]);
    let width = s.width(lower);
    Some(if *low >= width {
        s.extract(high - width, low - width, upper)
    } else if *high < width {
        s.extract(*high, *low, lower)
    } else {
        s.concat(
            s.extract(high - width, 0, upper),
            s.extract(width - 1, *low, lower),
        )
    })
}

/// Bits of an extension from some bit on.
fn extract_above_extended(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Extract { high, low }, [a]) = (op, args) else {
        return None;
    };
    if !matches!(s.op(*a), Op::ZeroExtend(_) | Op::SignExtend(_)) {
        return None;
    }
    let x = s.args(*a)[0];
    let width = s.width(x);
    if *high < width {
        return Some(s.extract(*high, *low, x));
    }
    matches!(s.op(*a), Op::ZeroExtend(_) if *low >= width).then(|| s.bv(high - low + 1, 0))
}

/// The low bits of `x + k` and `x * k` depend only on the low bits of `x`; those of a sum of extensions are the sum of what
/// was extended.
fn low_bits_of_sum(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Extract { high, low: 0 }, [a]) = (op, args) else {
        return None;
    };
    let inner = s.op(*a).clone();
    if !matches!(inner, Op::BvAdd | Op::BvMul) {
        return None;
    }
    let (x, k) = (s.args(*a)[0], s.args(*a)[1]);
    let is_extended = |part: TermId| {
        let extends = matches!(s.op(part), Op::ZeroExtend(_) | Op::SignExtend(_));
        extends && s.width(s.args(part)[0]) <= high + 1
    };
    if s.as_bv(k).is_none() && !(is_extended(x) && is_extended(k)) {
        return None;
    }
    let parts = [s.extract(*high, 0, x), s.extract(*high, 0, k)];
    Some(s.app(inner, &parts))
}

/// Neighbouring bits of one term join again.
fn concat_adjacent(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Concat, [a, b]) = (op, args) else {
        return None;
    };
    let (Op::Extract { high, low }, Op::Extract { high: h, low: l }) = (s.op(*a), s.op(*b)) else {
        return None;
    };
    let (x, y) = (s.args(*a)[0], s.args(*b)[0]);
    (x == y && *low == h + 1).then(|| s.extract(*high, *l, x))
}

/// Zeros on top are an extension.
fn concat_zero(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Concat, [a, b]) = (op, args) else {
        return None;
    };
    let top = s.as_bv(*a)?;
    top.is_zero().then(|| s.zero_extend(top.width(), *b))
}

/// `concat(a, k) + l` is `concat(a, k + l)` where nothing carries over.
fn add_into_concat(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::BvAdd, [a, l]) = (op, args) else {
        return None;
    };
    if *s.op(*a) != Op::Concat {
        return None;
    }
    let (upper, lower) = (s.args(*a)[0], s.args(*a)[1]);
    let (k, l) = (s.as_bv(lower)?, s.as_bv(*l)?);
    let sum = k.unsigned().checked_add(l.unsigned())?;
    let fits = k.width() == 128 || sum >> k.width() == 0;
    fits.then(|| s.concat(upper, s.bv(k.width(), sum)))
}

/// `(x + k) + y` is `(x + y) + k`, so that constants meet.
fn constant_outwards(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::BvAdd, [a, b]) = (op, args) else {
        return None;
    };
    let split = |term: TermId| {
        let [x, k] = *s.args(term) else { return None };
        (*s.op(term) == Op::BvAdd && s.as_bv(k).is_some()).then_some((x, k))
    };
    if s.as_bv(*b).is_some() {
        return None;
    }
    let ((x, k), y) = match (split(*a), split(*b)) {
        (Some(parts), _) => (parts, *b),
        (None, Some(parts)) => (parts, *a),
        (None, None) => return None,
    };
    Some(s.bv_add(s.bv_add(x, y), k))
}

/// Concatenations are equal where their parts are.
fn eq_concat(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Eq, [a, b]) = (op, args) else {
        return None;
    };
    let (joined, other) = match (s.op(*a), s.op(*b)) {
        (Op::Concat, Op::Concat | Op::BvConst(_)) => (*a, *b),
        (Op::BvConst(_), Op::Concat) => (*b, *a),
        _ => return None,
    };
    let (upper, lower) = (s.args(joined)[0], s.args(joined)[1]);
    let (width, all) = (s.width(lower), s.width(joined));
    if *s.op(other) == Op::Concat && s.width(s.args(other)[1]) != width {
        return None;
    }
    Some(s.and(&[
        s.eq(upper, s.extract(all - 1, width, other)),
        s.eq(lower, s.extract(width - 1, 0, other)),
    ]))
}
