//! Rules for IEEE numbers.

use super::rule::Rule;
use crate::{FloatFormat, FloatValue, FpOp, Op, TermId, TermStore};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "fp-compare-same",
        apply: compare_same,
    },
    Rule {
        name: "fp-compare-nan",
        apply: compare_nan,
    },
    Rule {
        name: "fp-equal-constant",
        apply: equal_constant,
    },
    Rule {
        name: "fp-sign-of-sign",
        apply: sign_of_sign,
    },
    Rule {
        name: "fp-class-of-sign",
        apply: class_of_sign,
    },
    Rule {
        name: "fp-class-of-conversion",
        apply: class_of_conversion,
    },
    Rule {
        name: "fp-same-format",
        apply: same_format,
    },
    Rule {
        name: "fp-widened",
        apply: widened,
    },
    Rule {
        name: "fp-bits-and-back",
        apply: bits_and_back,
    },
    Rule {
        name: "fp-integer-and-back",
        apply: integer_and_back,
    },
];

fn operator(op: &Op) -> Option<FpOp> {
    match op {
        Op::Fp(op) => Some(*op),
        _ => None,
    }
}

/// The operator of a term, if it is one over IEEE numbers, and its first argument.
fn inner(s: &TermStore, term: TermId) -> Option<(FpOp, TermId)> {
    Some((operator(s.op(term))?, *s.args(term).first()?))
}

/// A number equals itself and is at most itself unless it is NaN; it is never below itself.
fn compare_same(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, b] = args else { return None };
    if a != b {
        return None;
    }
    match operator(op)? {
        FpOp::Eq | FpOp::Le => Some(s.not(s.fp_is_nan(*a))),
        FpOp::Lt => Some(s.fls()),
        _ => None,
    }
}

/// Nothing compares with NaN.
fn compare_nan(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    if !matches!(operator(op)?, FpOp::Eq | FpOp::Lt | FpOp::Le) {
        return None;
    }
    let nan = |t: &TermId| s.as_fp(*t).is_some_and(FloatValue::is_nan);
    args.iter().any(nan).then(|| s.fls())
}

/// Equality with a number other than zero is identity; the zeros are a class.
fn equal_constant(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (FpOp::Eq, [a, k]) = (operator(op)?, args) else {
        return None;
    };
    let value = s.as_fp(*k)?;
    if value.is_nan() {
        return None;
    }
    Some(if value.is_zero() {
        s.fp_is_zero(*a)
    } else {
        s.eq(*a, *k)
    })
}

/// `--x = x`, `|-x| = |x|`, `||x|| = |x|`.
fn sign_of_sign(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (inside, x) = inner(s, *args.first()?)?;
    match (operator(op)?, inside) {
        (FpOp::Neg, FpOp::Neg) => Some(x),
        (FpOp::Abs, FpOp::Neg) => Some(s.fp_abs(x)),
        (FpOp::Abs, FpOp::Abs) => Some(args[0]),
        _ => None,
    }
}

/// Classes do not depend on the sign.
fn class_of_sign(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (FpOp::Neg | FpOp::Abs, x) = inner(s, *args.first()?)? else {
        return None;
    };
    match operator(op)? {
        FpOp::IsNan | FpOp::IsInfinite | FpOp::IsZero | FpOp::IsNormal | FpOp::IsSubnormal => {
            Some(s.app(op.clone(), &[x]))
        }
        FpOp::IsNegative if *s.op(args[0]) == Op::Fp(FpOp::Abs) => Some(s.fls()),
        _ => None,
    }
}

/// Integers are never NaN, and a conversion between formats keeps NaN what it is.
fn class_of_conversion(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (inside, x) = inner(s, *args.first()?)?;
    match (operator(op)?, inside) {
        (FpOp::IsNan, FpOp::FromSigned(_) | FpOp::FromUnsigned(_)) => Some(s.fls()),
        (FpOp::IsSubnormal, FpOp::FromSigned(_) | FpOp::FromUnsigned(_)) => Some(s.fls()),
        (FpOp::IsNegative, FpOp::FromUnsigned(_)) => Some(s.fls()),
        (FpOp::IsNan, FpOp::FromFloat(_)) => Some(s.fp_is_nan(x)),
        _ => None,
    }
}

fn same_format(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let FpOp::FromFloat(to) = operator(op)? else {
        return None;
    };
    (FloatFormat::of(s.sort(*args.first()?)) == Some(to)).then(|| args[0])
}

/// After an exact conversion only the second one counts.
fn widened(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let FpOp::FromFloat(to) = operator(op)? else {
        return None;
    };
    let (FpOp::FromFloat(between), x) = inner(s, *args.first()?)? else {
        return None;
    };
    let from = FloatFormat::of(s.sort(x))?;
    between
        .contains(from)
        .then(|| s.fp_from_float(&to.sort(), x))
}

/// Bits and numbers correspond, but for the many patterns of NaN.
fn bits_and_back(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (inside, x) = inner(s, *args.first()?)?;
    match (operator(op)?, inside) {
        (FpOp::FromBits(to), FpOp::ToBits) => (*s.sort(x) == to.sort()).then_some(x),
        (FpOp::ToBits, FpOp::FromBits(format)) => {
            let canonical = s.bv(format.width(), FloatValue::nan(format).bits());
            Some(s.ite(s.fp_is_nan(args[0]), canonical, x))
        }
        _ => None,
    }
}

/// An integer that the format represents exactly comes back as it was.
fn integer_and_back(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (inside, x) = inner(s, *args.first()?)?;
    let (format, width) = match inside {
        FpOp::FromSigned(format) | FpOp::FromUnsigned(format) => (format, s.width(x)),
        _ => return None,
    };
    if width > format.significand() {
        return None;
    }
    match (operator(op)?, inside) {
        (FpOp::ToSigned(wide), FpOp::FromSigned(_)) if wide >= width => {
            Some(s.sign_extend(wide - width, x))
        }
        (FpOp::ToSigned(wide), FpOp::FromUnsigned(_)) if wide > width => {
            Some(s.zero_extend(wide - width, x))
        }
        (FpOp::ToUnsigned(wide), FpOp::FromUnsigned(_)) if wide >= width => {
            Some(s.zero_extend(wide - width, x))
        }
        _ => None,
    }
}
