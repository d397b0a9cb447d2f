//! Literals that follow from one other literal: weaker bounds of the same term.
//!
//! All literals hold in one model, so an equation with a constant makes every bound of the same
//! term superfluous.

use crate::shared::linear::{Constraint, LinearExpression, Relation};
use invar_term::{BvValue, Op, RBig, Sort, TermId, TermStore};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What is bounded, and in which order and direction.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Bounded {
    /// `sum + c <= 0`, `sum + c < 0`.
    Sum(BTreeMap<TermId, RBig>),
    /// `term <= c`, `term < c`, or the other way round, by the operator.
    Bits(TermId, Op, Side),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Lower,
    Upper,
}

/// How tight a bound is; greater is tighter.
type Tightness = (RBig, bool);

/// The literals without those that another one implies, in the same order.
///
/// requires a model of all literals;
/// ensures `and(result) <-> and(literals)`.
pub(crate) fn without_subsumed(terms: &TermStore, literals: &[TermId]) -> Vec<TermId> {
    let bounds: Vec<Option<(Bounded, Tightness)>> =
        literals.iter().map(|l| bound(terms, *l)).collect();
    let mut sums: Vec<BTreeMap<TermId, RBig>> = Vec::new();
    let mut bits: FxHashSet<TermId> = FxHashSet::default();
    for literal in literals {
        match fixed(terms, *literal) {
            Some(Fixed::Sum(sum)) => {
                sums.push(sum.negated().terms);
                sums.push(sum.terms);
            }
            Some(Fixed::Bits(term)) => {
                bits.insert(term);
            }
            None => {}
        }
    }
    sums.sort();
    let is_fixed = |bounded: &Bounded| match bounded {
        Bounded::Sum(sum) => sums.binary_search(sum).is_ok(),
        Bounded::Bits(term, ..) => bits.contains(term),
    };
    let mut tightest: BTreeMap<&Bounded, (usize, &Tightness)> = BTreeMap::new();
    for (position, found) in bounds.iter().enumerate() {
        if let Some((bounded, tightness)) = found
            && tightest
                .get(bounded)
                .is_none_or(|(_, known)| *known < tightness)
        {
            tightest.insert(bounded, (position, tightness));
        }
    }
    let kept = |position: usize| match &bounds[position] {
        None => true,
        Some((bounded, _)) => !is_fixed(bounded) && tightest[bounded].0 == position,
    };
    let mut seen = FxHashSet::default();
    literals
        .iter()
        .enumerate()
        .filter(|(position, literal)| kept(*position) && seen.insert(**literal))
        .map(|(_, literal)| *literal)
        .collect()
}

/// A term whose value an equation says.
enum Fixed {
    Sum(LinearExpression),
    Bits(TermId),
}

fn fixed(terms: &TermStore, literal: TermId) -> Option<Fixed> {
    if *terms.op(literal) != Op::Eq {
        return None;
    }
    let [a, b] = *terms.args(literal) else {
        return None;
    };
    match terms.sort(a) {
        Sort::Int | Sort::Real => Constraint::of(terms, literal).map(|c| Fixed::Sum(c.expression)),
        Sort::BitVec(_) => match (terms.as_bv(a), terms.as_bv(b)) {
            (None, Some(_)) => Some(Fixed::Bits(a)),
            (Some(_), None) => Some(Fixed::Bits(b)),
            _ => None,
        },
        _ => None,
    }
}

fn bound(terms: &TermStore, literal: TermId) -> Option<(Bounded, Tightness)> {
    let op = terms.op(literal);
    let (order, strict) = match op {
        Op::Lt | Op::Le => return linear_bound(terms, literal),
        Op::BvUlt => (Op::BvUle, true),
        Op::BvSlt => (Op::BvSle, true),
        Op::BvUle | Op::BvSle => (op.clone(), false),
        _ => return None,
    };
    let [a, b] = *terms.args(literal) else {
        return None;
    };
    let rank = |value: BvValue| match order {
        Op::BvUle => RBig::from(value.unsigned()),
        _ => RBig::from(value.signed()),
    };
    match (terms.as_bv(a), terms.as_bv(b)) {
        (Some(low), None) => Some((
            Bounded::Bits(b, order.clone(), Side::Lower),
            (rank(low), strict),
        )),
        (None, Some(high)) => Some((
            Bounded::Bits(a, order.clone(), Side::Upper),
            (-rank(high), strict),
        )),
        _ => None,
    }
}

fn linear_bound(terms: &TermStore, literal: TermId) -> Option<(Bounded, Tightness)> {
    let Constraint {
        expression,
        relation,
    } = Constraint::of(terms, literal)?;
    let strict = relation == Relation::BelowZero;
    Some((
        Bounded::Sum(expression.terms),
        (expression.constant, strict),
    ))
}
