//! What the syntax of a predicate shows about implications: its symbols, and the values of a sum
//! that a linear constraint allows.

use crate::shared::linear::{Constraint, Relation};
use invar_term::{RBig, SymbolId, TermId, TermStore};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What syntax shows of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Its symbols, sorted.
    pub symbols: Vec<SymbolId>,
    linear: Option<Linear>,
}

/// A sum between bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Linear {
    /// Coprime coefficients, the first one positive.
    sum: BTreeMap<TermId, RBig>,
    least: Option<Bound>,
    most: Option<Bound>,
    values: Values,
}

/// The end of an interval.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bound {
    value: RBig,
    end: End,
}

/// Whether an end belongs to its interval.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Open,
    Closed,
}

/// What values a sum can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Values {
    /// All of its sort, and independently of every other sum that is no multiple: it is one of
    /// symbols, with coprime coefficients.
    All,
    /// Perhaps not all.
    Some,
}

impl Shape {
    pub(super) fn of(terms: &TermStore, predicate: TermId) -> Shape {
        let mut symbols = terms.symbols_of(&[predicate]);
        symbols.sort_unstable();
        let linear = Constraint::of(terms, predicate).and_then(|c| Linear::of(terms, &c));
        Shape { symbols, linear }
    }

    /// Whether it is a linear constraint; then predicates of the same shape are equivalent.
    pub(super) fn is_linear(&self) -> bool {
        self.linear.is_some()
    }

    /// Whether it is certain that it is no constant.
    pub(super) fn varies(&self) -> bool {
        let linear = self.linear.as_ref();
        linear.is_some_and(|linear| linear.values == Values::All)
    }
}

impl Linear {
    /// `None` for a constraint without atoms.
    fn of(terms: &TermStore, constraint: &Constraint) -> Option<Linear> {
        let sum = &constraint.expression;
        let negative = *sum.terms.values().next()? < RBig::ZERO;
        let end = match constraint.relation {
            Relation::BelowZero => End::Open,
            Relation::AtMostZero | Relation::Zero => End::Closed,
        };
        let sum = if negative { sum.negated() } else { sum.clone() };
        let value = -&sum.constant;
        let bound = Some(Bound { value, end });
        // s + c <= 0 is s <= -c; with all signs turned it was -s - c <= 0, that is s >= -c.
        let (least, most) = match (constraint.relation, negative) {
            (Relation::Zero, _) => (bound.clone(), bound),
            (_, false) => (None, bound),
            (_, true) => (bound, None),
        };
        let all = sum
            .terms
            .keys()
            .all(|atom| terms.as_symbol(*atom).is_some());
        Some(Linear {
            sum: sum.terms,
            least,
            most,
            values: if all { Values::All } else { Values::Some },
        })
    }

    /// Whether every value that it allows is allowed by the other one, for the same sum.
    fn is_within(&self, other: &Linear) -> bool {
        let within =
            |mine: &Option<Bound>, theirs: &Option<Bound>, inner: Ordering| match (mine, theirs) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(mine), Some(theirs)) => {
                    let order = mine.value.cmp(&theirs.value);
                    order == inner || order == Ordering::Equal && mine.end <= theirs.end
                }
            };
        within(&self.least, &other.least, Ordering::Greater)
            && within(&self.most, &other.most, Ordering::Less)
    }
}

/// Whether one predicate implies another syntactically. Neither is a constant.
pub(super) fn follows(stronger: &Shape, weaker: &Shape) -> Option<bool> {
    // A model of the stronger one and one of the negation of the weaker one fit together.
    if !intersect(&stronger.symbols, &weaker.symbols) {
        return Some(false);
    }
    let (Some(a), Some(b)) = (&stronger.linear, &weaker.linear) else {
        return None;
    };
    let free = a.values == Values::All && b.values == Values::All;
    if a.sum == b.sum && a.is_within(b) {
        return Some(true);
    }
    // Sums that are no multiples of each other: there is a direction in which the first does not
    // change and the second grows or falls without end. Multiples with coprime coefficients are
    // equal here.
    free.then_some(false)
}

/// Whether two sorted lists have a common element.
fn intersect(a: &[SymbolId], b: &[SymbolId]) -> bool {
    a.iter().any(|symbol| b.binary_search(symbol).is_ok())
}
