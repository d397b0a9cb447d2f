//! Projection by an equation that determines the symbol.

use super::project::{Projector, containing};
use crate::shared::linear::LinearExpression;
use invar_term::{EvalError, Op, RBig, Sort, SymbolId, TermId, TermStore};
use rustc_hash::FxHashSet;

/// `x = term` under conditions without `x`, equivalent to the equation it came from.
pub(crate) struct Solution {
    /// What the symbol equals; the symbol is not in it.
    pub term: TermId,
    /// What else the equation says.
    pub conditions: Vec<TermId>,
}

impl Projector<'_> {
    /// An equation with `x` on one side only is solved for `x` and used to replace it.
    pub(super) fn by_equation(&mut self, x: SymbolId) -> Result<Option<Vec<TermId>>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        let literals = self.with(x);
        for (position, equation) in literals.iter().enumerate() {
            if *self.terms.op(*equation) != Op::Eq {
                continue;
            }
            let Some(solution) = solve(self.terms, *equation, symbol) else {
                continue;
            };
            let mut others = literals.clone();
            others.remove(position);
            let mut replacement = self.substituted(&others, symbol, solution.term);
            replacement.extend(solution.conditions);
            return Ok(Some(replacement));
        }
        Ok(None)
    }
}

/// Solves `a = b` for a symbol that occurs in it.
pub(crate) fn solve(terms: &TermStore, equation: TermId, x: TermId) -> Option<Solution> {
    let [a, b] = *terms.args(equation) else {
        return None;
    };
    let inside = containing(terms, &[a, b], x);
    match terms.sort(a) {
        Sort::Int | Sort::Real => solve_linear(terms, a, b, x, &inside),
        _ => match (inside.contains(&a), inside.contains(&b)) {
            (true, false) => isolate(terms, a, b, x, &inside),
            (false, true) => isolate(terms, b, a, x, &inside),
            _ => None,
        },
    }
}

/// `c * x + e = 0` is `x = -e / c`; over integers if c is 1 or -1.
fn solve_linear(
    terms: &TermStore,
    a: TermId,
    b: TermId,
    x: TermId,
    inside: &FxHashSet<TermId>,
) -> Option<Solution> {
    let sum = LinearExpression::of(terms, a)?.minus(&LinearExpression::of(terms, b)?);
    let coefficient = sum.coefficient(x);
    if coefficient == RBig::ZERO || sum.terms.keys().any(|t| *t != x && inside.contains(t)) {
        return None;
    }
    let sort = terms.sort(x);
    let unit = coefficient == RBig::ONE || coefficient == RBig::from(-1);
    if *sort == Sort::Int && !unit {
        return None;
    }
    let rest = sum.without(x).scaled(&(RBig::from(-1) / coefficient));
    Some(Solution {
        term: rest.to_term(terms, sort),
        conditions: Vec::new(),
    })
}

/// Moves everything around `x` in `side = other` to the other side.
fn isolate(
    terms: &TermStore,
    side: TermId,
    other: TermId,
    x: TermId,
    inside: &FxHashSet<TermId>,
) -> Option<Solution> {
    let (mut side, mut other) = (side, other);
    let mut conditions = Vec::new();
    while side != x {
        let args = terms.args(side);
        let position = args.iter().position(|a| inside.contains(a))?;
        if args[position + 1..].iter().any(|a| inside.contains(a)) {
            return None;
        }
        let part = args[position];
        other = match (terms.op(side), position) {
            (Op::BvNeg, _) => terms.bv_neg(other),
            (Op::BvNot, _) => terms.bv_not(other),
            (Op::BvAdd, _) => terms.bv_sub(other, args[1 - position]),
            (Op::BvXor, _) => terms.bv_xor(other, args[1 - position]),
            // x - t = s, t - x = s.
            (Op::BvSub, 0) => terms.bv_add(other, args[1]),
            (Op::BvSub, _) => terms.bv_sub(args[0], other),
            (Op::BvMul, _) => {
                let factor = terms.as_bv(args[1 - position])?;
                let inverse = inverse(factor.unsigned())?;
                terms.bv_mul(other, terms.bv(factor.width(), inverse))
            }
            // An extension has one argument at most: the low bits, if they extend to the term.
            (Op::ZeroExtend(_) | Op::SignExtend(_), _) => {
                let low = terms.extract(terms.width(part) - 1, 0, other);
                let extended = terms.app(terms.op(side).clone(), &[low]);
                conditions.push(terms.eq(extended, other));
                low
            }
            (Op::Concat, _) => {
                let (width, middle) = (terms.width(side), terms.width(args[1]));
                let high = terms.extract(width - 1, middle, other);
                let low = terms.extract(middle - 1, 0, other);
                let (kept, rest) = if position == 0 {
                    (high, low)
                } else {
                    (low, high)
                };
                conditions.push(terms.eq(args[1 - position], rest));
                kept
            }
            _ => return None,
        };
        side = part;
    }
    Some(Solution {
        term: other,
        conditions,
    })
}

/// The inverse of an odd number modulo two to 128, and so modulo every smaller power.
fn inverse(factor: u128) -> Option<u128> {
    if factor.is_multiple_of(2) {
        return None;
    }
    // An odd number is its own inverse modulo 8; each round doubles the bits that are right.
    let mut inverse = factor;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(factor.wrapping_mul(inverse)));
    }
    Some(inverse)
}
