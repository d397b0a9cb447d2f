//! Projection of integers and reals by linear bounds (Loos and Weispfenning; Cooper).
//!
//! The symbol takes the greatest lower bound under the model, or the least upper bound. Where
//! there is no bound on one side, all literals vanish.

use super::project::{Projector, containing};
use crate::shared::linear::{Constraint, LinearExpression, Relation};
use invar_term::{EvalError, IBig, Op, RBig, Sort, SymbolId, TermId, Value};
use std::cmp::Ordering;

/// `x >= expression`, `x <= expression`, `x = expression` or the strict forms.
struct Bound {
    /// Over the rationals: the constraint divided by the coefficient of `x`.
    expression: LinearExpression,
    /// The absolute value of the coefficient of `x`.
    coefficient: RBig,
    strict: Strict,
    value: RBig,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strict {
    No,
    Yes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

#[derive(Default)]
struct Bounds {
    lower: Vec<Bound>,
    upper: Vec<Bound>,
    equal: Vec<Bound>,
    /// Constraints from which the symbol cancels out.
    free: Vec<TermId>,
}

impl Projector<'_> {
    /// Every literal with `x` is linear in it.
    pub(super) fn by_linear_bounds(
        &mut self,
        x: SymbolId,
    ) -> Result<Option<Vec<TermId>>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        let sort = self.terms.sort(symbol);
        if !matches!(sort, Sort::Int | Sort::Real) {
            return Ok(None);
        }
        let Some(bounds) = self.linear_bounds(x)? else {
            return Ok(None);
        };
        if bounds.equal.is_empty() && (bounds.lower.is_empty() || bounds.upper.is_empty()) {
            return Ok(Some(bounds.free));
        }
        let pivot = pivot(&bounds, sort);
        Ok(Some(self.at_pivot(&bounds, pivot, sort)?))
    }

    fn linear_bounds(&mut self, x: SymbolId) -> Result<Option<Bounds>, EvalError> {
        let symbol = self.terms.symbol_term(x);
        let literals = self.with(x);
        let inside = containing(self.terms, &literals, symbol);
        let mut bounds = Bounds::default();
        for literal in literals {
            let Some(constraint) = Constraint::of(self.terms, literal) else {
                return Ok(None);
            };
            let sum = &constraint.expression;
            if sum.terms.keys().any(|t| *t != symbol && inside.contains(t)) {
                return Ok(None);
            }
            let coefficient = sum.coefficient(symbol);
            if coefficient == RBig::ZERO {
                bounds.free.push(constraint.to_term(self.terms));
                continue;
            }
            // c * x + e <= 0 bounds x by -e / c: from above if c > 0, from below otherwise.
            let expression = sum.without(symbol).scaled(&(RBig::from(-1) / &coefficient));
            let value = self.value_of(&expression)?;
            let upper = coefficient > RBig::ZERO;
            let bound = Bound {
                expression,
                coefficient: if upper { coefficient } else { -coefficient },
                strict: match constraint.relation {
                    Relation::BelowZero => Strict::Yes,
                    _ => Strict::No,
                },
                value,
            };
            match constraint.relation {
                Relation::Zero => bounds.equal.push(bound),
                _ if upper => bounds.upper.push(bound),
                _ => bounds.lower.push(bound),
            }
        }
        Ok(Some(bounds))
    }

    /// The literals with `x` replaced by the pivot.
    fn at_pivot(
        &mut self,
        bounds: &Bounds,
        pivot: Pivot<'_>,
        sort: &Sort,
    ) -> Result<Vec<TermId>, EvalError> {
        let mut result = bounds.free.clone();
        let mut point = pivot.bound.expression.clone();
        if *sort == Sort::Int && pivot.bound.coefficient != RBig::ONE {
            // x = (l + r) / a for the remainder r that makes l + r divisible under the model.
            let scaled = point.scaled(&pivot.bound.coefficient);
            let divisor = &pivot.bound.coefficient;
            let rounded = match pivot.side {
                Side::Lower => pivot.bound.value.ceil(),
                Side::Upper => pivot.bound.value.floor(),
            };
            let mut moved = scaled.clone();
            moved.constant += (RBig::from(rounded) - &pivot.bound.value) * divisor;
            point = moved.scaled(&(RBig::ONE / divisor));
            let modulus = self.terms.constant(&Value::Int(divisor.floor()));
            let remainder = self
                .terms
                .app(Op::IntMod, &[moved.to_term(self.terms, sort), modulus]);
            let zero = self.terms.constant(&Value::Int(IBig::ZERO));
            result.push(self.terms.eq(remainder, zero));
        }
        let mut push = |difference: LinearExpression, relation| {
            result.push(Constraint::new(difference, relation, sort).to_term(self.terms));
        };
        // The pivot is infinitesimally above (below) a strict lower (upper) bound.
        let besides = pivot.bound.strict;
        for bound in &bounds.lower {
            let relation = match (pivot.side, besides, bound.strict) {
                (Side::Lower, Strict::Yes, _) => Relation::AtMostZero,
                (Side::Upper, Strict::Yes, _) | (_, Strict::No, Strict::Yes) => Relation::BelowZero,
                (_, Strict::No, Strict::No) => Relation::AtMostZero,
            };
            push(bound.expression.minus(&point), relation);
        }
        for bound in &bounds.upper {
            let relation = match (pivot.side, besides, bound.strict) {
                (Side::Upper, Strict::Yes, _) => Relation::AtMostZero,
                (Side::Lower, Strict::Yes, _) | (_, Strict::No, Strict::Yes) => Relation::BelowZero,
                (_, Strict::No, Strict::No) => Relation::AtMostZero,
            };
            push(point.minus(&bound.expression), relation);
        }
        for bound in &bounds.equal {
            push(point.minus(&bound.expression), Relation::Zero);
        }
        Ok(result)
    }

    fn value_of(&mut self, expression: &LinearExpression) -> Result<RBig, EvalError> {
        let mut sum = expression.constant.clone();
        for (atom, coefficient) in &expression.terms {
            let value = match self.values.eval(*atom)? {
                Value::Int(value) => RBig::from(value),
                Value::Real(value) => value,
                _ => return Err(EvalError::Sort(self.terms.op(*atom).clone())),
            };
            sum += coefficient * value;
        }
        Ok(sum)
    }
}

/// The bound whose place the symbol takes.
#[derive(Clone, Copy)]
struct Pivot<'b> {
    bound: &'b Bound,
    side: Side,
}

/// An equation if there is one, else the tightest bound of the side where it needs no division.
fn pivot<'b>(bounds: &'b Bounds, sort: &Sort) -> Pivot<'b> {
    if let Some(bound) = bounds
        .equal
        .iter()
        .min_by(|a, b| a.coefficient.cmp(&b.coefficient))
    {
        return Pivot {
            bound,
            side: Side::Lower,
        };
    }
    // Equal values: the strict one decides; then the one that needs no division.
    let prefer = |a: &Bound, b: &Bound| -> Ordering {
        (a.strict.cmp(&b.strict)).then_with(|| b.coefficient.cmp(&a.coefficient))
    };
    let lower = bounds
        .lower
        .iter()
        .max_by(|a, b| a.value.cmp(&b.value).then_with(|| prefer(a, b)))
        .expect("both sides have bounds");
    let upper = bounds
        .upper
        .iter()
        .max_by(|a, b| b.value.cmp(&a.value).then_with(|| prefer(a, b)))
        .expect("both sides have bounds");
    let divides = |b: &Bound| *sort == Sort::Int && b.coefficient != RBig::ONE;
    if divides(lower) && !divides(upper) {
        Pivot {
            bound: upper,
            side: Side::Upper,
        }
    } else {
        Pivot {
            bound: lower,
            side: Side::Lower,
        }
    }
}
