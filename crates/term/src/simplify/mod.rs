//! Local simplification at the root of an application.
//!
//! A [`Rule`] takes an operator and arguments that are already simplified and may return a simpler
//! term with the same value under every assignment. Every rule is proved by a solver in the tests
//! of the solver crate, which draw random applications until each rule has fired.

mod array;
mod bitvector;
mod boolean;
mod compare;
mod float;
mod number;
mod rule;
mod slices;

pub use rule::Rule;

use crate::{Op, TermId, TermStore, eval};
use smallvec::SmallVec;

/// Every rule, in the order in which they are tried.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().flat_map(|group| group.iter())
}

static GROUPS: [&[Rule]; 8] = [
    &COMMON,
    boolean::RULES,
    compare::RULES,
    bitvector::RULES,
    slices::RULES,
    array::RULES,
    float::RULES,
    number::RULES,
];

static COMMON: [Rule; 2] = [
    Rule {
        name: "fold-constants",
        apply: fold_constants,
    },
    Rule {
        name: "order-commutative",
        apply: order_commutative,
    },
];

/// The first rule that applies, if any.
pub(crate) fn rewrite(store: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    if args.is_empty() {
        return match op {
            Op::And => Some(store.tru()),
            Op::Or => Some(store.fls()),
            _ => None,
        };
    }
    rules_for(op)
        .iter()
        .flat_map(|group| group.iter())
        .find_map(|r| (r.apply)(store, op, args))
}

/// The groups that can apply to an operator.
fn rules_for(op: &Op) -> [&'static [Rule]; 4] {
    let joined: &'static [Rule] = match op {
        Op::Eq | Op::Extract { .. } | Op::Concat | Op::BvAdd => slices::RULES,
        _ => &[],
    };
    let numbers: &'static [Rule] = match op {
        Op::Add | Op::Neg | Op::Mul | Op::Eq | Op::Lt | Op::Le | Op::IntMod => number::RULES,
        _ => &[],
    };
    let group: &'static [Rule] = match op {
        Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite => boolean::RULES,
        Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Lt | Op::Le => compare::RULES,
        Op::Select | Op::Store => array::RULES,
        Op::Fp(_) => float::RULES,
        _ => bitvector::RULES,
    };
    [&COMMON, group, joined, numbers]
}

/// An operator applied to constants is the constant it evaluates to.
fn fold_constants(store: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let values: SmallVec<[crate::Value; 3]> = args
        .iter()
        .map(|a| store.as_constant(*a))
        .collect::<Option<_>>()?;
    let references: SmallVec<[&crate::Value; 3]> = values.iter().collect();
    let value = eval::apply_op(op, &references).ok()?;
    // Arrays are not folded: their constants are terms already.
    (!matches!(value, crate::Value::Array(_))).then(|| store.constant(&value))
}

/// `f(b, a) = f(a, b)`: constants last, otherwise older terms first.
fn order_commutative(store: &TermStore, op: &Op, args: &[TermId]) -> Option<TermId> {
    let [a, b] = args else { return None };
    if !op.is_commutative() {
        return None;
    }
    let key = |t: TermId| (store.as_constant(t).is_some(), t);
    (key(*b) < key(*a)).then(|| store.app(op.clone(), &[*b, *a]))
}
