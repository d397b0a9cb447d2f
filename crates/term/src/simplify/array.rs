//! Rules for arrays.

use super::rule::Rule;
use crate::bitvector::BvValue;
use crate::{Op, TermId, TermStore};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "select-store",
        apply: select_store,
    },
    Rule {
        name: "select-constant-array",
        apply: select_constant_array,
    },
    Rule {
        name: "select-ite",
        apply: select_ite,
    },
    Rule {
        name: "store-store",
        apply: store_store,
    },
    Rule {
        name: "store-selected",
        apply: store_selected,
    },
];

/// Whether two indices visibly differ: constants, the same term moved by different constants, or
/// different constants in the low bits.
fn distinct(s: &TermStore, a: TermId, b: TermId) -> bool {
    if a == b {
        return false;
    }
    if s.as_constant(a).is_some() && s.as_constant(b).is_some() {
        return true;
    }
    if super::number::apart(s, a, b) {
        return true;
    }
    let (x, y) = (moved(s, a), moved(s, b));
    if x.0 == y.0 {
        return x.1 != y.1;
    }
    match (low_constant(s, a), low_constant(s, b)) {
        (Some(low), Some(other)) => low.width() == other.width() && low != other,
        _ => false,
    }
}

/// `x + k` as `(x, k)`; any other term moved by nothing.
fn moved(s: &TermStore, term: TermId) -> (TermId, Option<BvValue>) {
    if *s.op(term) == Op::BvAdd
        && let [x, k] = *s.args(term)
        && let Some(constant) = s.as_bv(k)
    {
        return (x, Some(constant));
    }
    (term, None)
}

/// The constant that a concatenation ends with.
fn low_constant(s: &TermStore, term: TermId) -> Option<BvValue> {
    match s.op(term) {
        Op::Concat => s.as_bv(s.args(term)[1]),
        _ => None,
    }
}

/// Reading where something was just written, or past writes to other constant indices.
fn select_store(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Select, [array, index]) = (op, args) else {
        return None;
    };
    let mut current = *array;
    while *s.op(current) == Op::Store {
        let written = s.args(current);
        if written[1] == *index {
            return Some(written[2]);
        }
        if !distinct(s, written[1], *index) {
            break;
        }
        current = written[0];
    }
    (current != *array).then(|| s.select(current, *index))
}

fn select_constant_array(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Select, [array, _]) = (op, args) else {
        return None;
    };
    matches!(s.op(*array), Op::ConstArray(_)).then(|| s.args(*array)[0])
}

/// Reading from a conditional at a constant index reads both sides: they often fold.
fn select_ite(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Select, [array, index]) = (op, args) else {
        return None;
    };
    if *s.op(*array) != Op::Ite || s.as_constant(*index).is_none() {
        return None;
    }
    let (c, a, b) = (s.args(*array)[0], s.args(*array)[1], s.args(*array)[2]);
    // One level only: nested conditionals would be rebuilt along every path.
    if *s.op(a) == Op::Ite || *s.op(b) == Op::Ite {
        return None;
    }
    Some(s.ite(c, s.select(a, *index), s.select(b, *index)))
}

/// The second write to the same index wins.
fn store_store(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Store, [array, index, element]) = (op, args) else {
        return None;
    };
    if *s.op(*array) != Op::Store {
        return None;
    }
    let inner = s.args(*array);
    (inner[1] == *index).then(|| s.store(inner[0], *index, *element))
}

/// Writing back what is there already.
fn store_selected(s: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let (Op::Store, [array, index, element]) = (op, args) else {
        return None;
    };
    (*s.op(*element) == Op::Select && s.args(*element) == [*array, *index]).then_some(*array)
}
