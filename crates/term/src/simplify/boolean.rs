//! Rules for connectives and conditionals.

use super::rule::Rule;
use crate::{Op, Sort, TermId, TermStore};
use smallvec::SmallVec;

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "not-not",
        apply: not_not,
    },
    Rule {
        name: "not-less",
        apply: not_less,
    },
    Rule {
        name: "junction-units",
        apply: junction_units,
    },
    Rule {
        name: "junction-absorb",
        apply: junction_absorb,
    },
    Rule {
        name: "xor-constant",
        apply: xor_constant,
    },
    Rule {
        name: "ite-constant-condition",
        apply: ite_constant_condition,
    },
    Rule {
        name: "ite-same",
        apply: ite_same,
    },
    Rule {
        name: "ite-negated-condition",
        apply: ite_negated_condition,
    },
    Rule {
        name: "ite-boolean",
        apply: ite_boolean,
    },
    Rule {
        name: "ite-nested-condition",
        apply: ite_nested_condition,
    },
];

fn not_not(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Not, [a]) = (op, args) else {
        return None;
    };
    (*s.op(*a) == Op::Not).then(|| s.args(*a)[0])
}

/// `not (a < b) = b <= a` for every total order we have.
fn not_less(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Not, [a]) = (op, args) else {
        return None;
    };
    let flipped = match s.op(*a) {
        Op::BvUlt => Op::BvUle,
        Op::BvUle => Op::BvUlt,
        Op::BvSlt => Op::BvSle,
        Op::BvSle => Op::BvSlt,
        Op::Lt => Op::Le,
        Op::Le => Op::Lt,
        _ => return None,
    };
    let inner = s.args(*a);
    Some(s.app(flipped, &[inner[1], inner[0]]))
}

/// Units vanish, repeated arguments vanish, the zero or a complementary pair decides.
fn junction_units(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (unit, zero) = match op {
        Op::And => (s.tru(), s.fls()),
        Op::Or => (s.fls(), s.tru()),
        _ => return None,
    };
    if args.contains(&zero) {
        return Some(zero);
    }
    let mut kept: SmallVec<[TermId; 8]> = args.iter().copied().filter(|a| *a != unit).collect();
    kept.sort_unstable();
    kept.dedup();
    for a in &kept {
        if *s.op(*a) == Op::Not && kept.binary_search(&s.args(*a)[0]).is_ok() {
            return Some(zero);
        }
        // `b <= a` is the negation of `a < b`.
        let negation = s.not(*a);
        if *s.op(negation) != Op::Not && kept.binary_search(&negation).is_ok() {
            return Some(zero);
        }
    }
    match kept.as_slice() {
        [] => Some(unit),
        [single] => Some(*single),
        _ if kept.as_slice() == args => None,
        _ => Some(s.raw(op.clone(), &kept)),
    }
}

/// `a and (a or b) = a`, `a and (a and b) = a and b`, and the duals.
fn junction_absorb(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let dual = match op {
        Op::And => Op::Or,
        Op::Or => Op::And,
        _ => return None,
    };
    let [a, b] = args else { return None };
    for (x, y) in [(a, b), (b, a)] {
        if s.args(*y).contains(x) {
            if *s.op(*y) == dual {
                return Some(*x);
            }
            if s.op(*y) == op {
                return Some(*y);
            }
        }
    }
    None
}

fn xor_constant(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Xor, [a, b]) = (op, args) else {
        return None;
    };
    if a == b {
        return Some(s.fls());
    }
    match s.op(*b) {
        Op::True => Some(s.not(*a)),
        Op::False => Some(*a),
        _ => None,
    }
}

fn ite_constant_condition(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Ite, [c, a, b]) = (op, args) else {
        return None;
    };
    match s.op(*c) {
        Op::True => Some(*a),
        Op::False => Some(*b),
        _ => None,
    }
}

fn ite_same(_: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Ite, [_, a, b]) = (op, args) else {
        return None;
    };
    (a == b).then_some(*a)
}

fn ite_negated_condition(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Ite, [c, a, b]) = (op, args) else {
        return None;
    };
    (*s.op(*c) == Op::Not).then(|| s.ite(s.args(*c)[0], *b, *a))
}

/// A conditional between truth values is a connective when one side is a constant.
fn ite_boolean(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Ite, [c, a, b]) = (op, args) else {
        return None;
    };
    if *s.sort(*a) != Sort::Bool {
        return None;
    }
    match (s.op(*a), s.op(*b)) {
        (Op::True, _) => Some(s.or(&[*c, *b])),
        (Op::False, _) => Some(s.and(&[s.not(*c), *b])),
        (_, Op::True) => Some(s.or(&[s.not(*c), *a])),
        (_, Op::False) => Some(s.and(&[*c, *a])),
        _ => None,
    }
}

/// The inner conditional on the same condition is decided.
fn ite_nested_condition(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Ite, [c, a, b]) = (op, args) else {
        return None;
    };
    let inner = |t: TermId| (*s.op(t) == Op::Ite && s.args(t)[0] == *c).then(|| s.args(t));
    if let Some(then) = inner(*a) {
        return Some(s.ite(*c, then[1], *b));
    }
    inner(*b).map(|otherwise| s.ite(*c, *a, otherwise[2]))
}
