//! Refutations of linear constraints, and the interpolants in them.
//!
//! By Motzkin's theorem, constraints `e_i <= 0`, `e_i < 0`, `e_i = 0` have no rational solution
//! exactly if some multipliers (not negative, except for equations) make the atoms of
//! `sum of m_i * e_i` cancel and leave a constant `c > 0`, or `c = 0` with a strict constraint
//! among those that have a multiplier. The multipliers are themselves a linear problem.

use super::simplex::solve;
use super::{Constraint, LinearExpression, Relation};
use invar_term::{RBig, Sort, TermId};
use std::collections::BTreeSet;

/// Multipliers, one per constraint, that refute the conjunction; `None` if it has a rational
/// solution or the search is too long.
///
/// ensures `sum of m_i * e_i` is a constant `c` with `c > 0`, or `c = 0` and `m_i > 0` for a
/// strict constraint; `m_i >= 0` unless constraint `i` is an equation.
pub(crate) fn refute(constraints: &[Constraint]) -> Option<Vec<RBig>> {
    let multipliers = multipliers(constraints)?;
    let valid = is_refutation(constraints, &multipliers);
    debug_assert!(valid, "the multipliers do not refute the constraints");
    valid.then_some(multipliers)
}

fn multipliers(constraints: &[Constraint]) -> Option<Vec<RBig>> {
    let atoms: BTreeSet<TermId> = constraints
        .iter()
        .flat_map(|c| c.expression.terms.keys().copied())
        .collect();
    // One column per inequality, two of opposite signs per equation, one for the slack below.
    let mut columns: Vec<(usize, RBig)> = Vec::new();
    for (position, constraint) in constraints.iter().enumerate() {
        columns.push((position, RBig::ONE));
        if constraint.relation == Relation::Zero {
            columns.push((position, RBig::from(-1)));
        }
    }
    let row = |entry: &dyn Fn(&Constraint) -> RBig, slack: RBig| -> Vec<RBig> {
        let mut row: Vec<RBig> = columns
            .iter()
            .map(|(position, sign)| entry(&constraints[*position]) * sign)
            .collect();
        row.push(slack);
        row
    };
    // The atoms cancel.
    let mut rows: Vec<Vec<RBig>> = atoms
        .iter()
        .map(|atom| row(&|c| c.expression.coefficient(*atom), RBig::ZERO))
        .collect();
    let mut right = vec![RBig::ZERO; rows.len()];
    // c - slack = 0, so c is not negative; c plus the multipliers of strict constraints is 1.
    rows.push(row(&|c| c.expression.constant.clone(), RBig::from(-1)));
    right.push(RBig::ZERO);
    let strict = |c: &Constraint| match c.relation {
        Relation::BelowZero => RBig::ONE,
        _ => RBig::ZERO,
    };
    rows.push(row(&|c| &c.expression.constant + strict(c), RBig::ZERO));
    right.push(RBig::ONE);
    let solution = solve(rows, right)?;
    let mut multipliers = vec![RBig::ZERO; constraints.len()];
    for ((position, sign), value) in columns.iter().zip(&solution) {
        multipliers[*position] += sign * value;
    }
    Some(multipliers)
}

/// `sum of m_i * e_i`.
fn combination(constraints: &[Constraint], multipliers: &[RBig]) -> LinearExpression {
    let mut sum = LinearExpression::default();
    for (constraint, multiplier) in constraints.iter().zip(multipliers) {
        if *multiplier != RBig::ZERO {
            sum = sum.plus(&constraint.expression.scaled(multiplier));
        }
    }
    sum
}

fn uses_strict(constraints: &[Constraint], multipliers: &[RBig]) -> bool {
    constraints
        .iter()
        .zip(multipliers)
        .any(|(c, m)| c.relation == Relation::BelowZero && *m > RBig::ZERO)
}

/// Whether multipliers are what [`refute`] promises.
pub(super) fn is_refutation(constraints: &[Constraint], multipliers: &[RBig]) -> bool {
    let sum = combination(constraints, multipliers);
    let signs = constraints
        .iter()
        .zip(multipliers)
        .all(|(c, m)| c.relation == Relation::Zero || *m >= RBig::ZERO);
    let contradicts = sum.constant > RBig::ZERO
        || (sum.constant == RBig::ZERO && uses_strict(constraints, multipliers));
    multipliers.len() == constraints.len() && signs && sum.terms.is_empty() && contradicts
}

/// A constraint that follows from `b`, contradicts `a` and has only atoms of both: the part of a
/// refutation that comes from `b`. Of the strict and the weak form it is the weaker that does.
///
/// `None` if both together have a rational solution or the search is too long. The sort is that
/// of the atoms; over integers the constraint is tightened.
pub(crate) fn interpolant(a: &[Constraint], b: &[Constraint], sort: &Sort) -> Option<Constraint> {
    let both: Vec<Constraint> = a.iter().chain(b).cloned().collect();
    let multipliers = refute(&both)?;
    let (from_a, from_b) = multipliers.split_at(a.len());
    let total = combination(&both, &multipliers).constant;
    // sum_a <= 0 and sum_b <= 0 contradict each other if the total is positive, or zero and a's
    // part is strict.
    let relation = if total > RBig::ZERO || uses_strict(a, from_a) {
        Relation::AtMostZero
    } else {
        Relation::BelowZero
    };
    Some(Constraint::new(combination(b, from_b), relation, sort))
}
