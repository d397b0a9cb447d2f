//! Sums of atoms with rational coefficients.

use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// `constant + sum of coefficient * atom`. Atoms are symbols, selects and every other term that
/// is no sum; no coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LinearExpression {
    /// Atoms with their coefficients.
    pub terms: BTreeMap<TermId, RBig>,
    /// What is added to them.
    pub constant: RBig,
}

impl LinearExpression {
    /// The expression without atoms.
    pub(crate) fn constant(constant: RBig) -> LinearExpression {
        LinearExpression {
            terms: BTreeMap::new(),
            constant,
        }
    }

    /// `term` as a sum; `None` if it is neither an integer nor a real.
    pub(crate) fn of(terms: &TermStore, term: TermId) -> Option<LinearExpression> {
        if !matches!(terms.sort(term), Sort::Int | Sort::Real) {
            return None;
        }
        // Sums share parts: coefficients flow from parents to children, each node once.
        let mut entered = FxHashSet::default();
        let order =
            terms.postorder_where(&[term], |t| parts(terms, t).is_some() && entered.insert(t));
        let mut sum = LinearExpression::default();
        let mut flowing: FxHashMap<TermId, RBig> = FxHashMap::default();
        flowing.insert(term, RBig::ONE);
        for t in order.into_iter().rev() {
            let coefficient = flowing.remove(&t).unwrap_or_default();
            for (part, factor) in parts(terms, t).into_iter().flatten() {
                let share = &coefficient * factor;
                if entered.contains(&part) {
                    *flowing.entry(part).or_default() += share;
                } else {
                    sum.add_leaf(terms, part, &share);
                }
            }
        }
        if !entered.contains(&term) {
            sum.add_leaf(terms, term, &RBig::ONE);
        }
        Some(sum)
    }

    fn add_leaf(&mut self, terms: &TermStore, leaf: TermId, coefficient: &RBig) {
        match number(terms, leaf) {
            Some(value) => self.constant += value * coefficient,
            None => self.add_atom(leaf, coefficient),
        }
    }

    /// Adds `coefficient * atom`.
    pub(crate) fn add_atom(&mut self, atom: TermId, coefficient: &RBig) {
        let entry = self.terms.entry(atom).or_default();
        *entry += coefficient;
        if *entry == RBig::ZERO {
            self.terms.remove(&atom);
        }
    }

    /// The coefficient of an atom.
    pub(crate) fn coefficient(&self, atom: TermId) -> RBig {
        self.terms.get(&atom).cloned().unwrap_or_default()
    }

    /// `self + other`.
    pub(crate) fn plus(&self, other: &LinearExpression) -> LinearExpression {
        let mut sum = self.clone();
        for (atom, coefficient) in &other.terms {
            sum.add_atom(*atom, coefficient);
        }
        sum.constant += &other.constant;
        sum
    }

    /// `factor * self`.
    pub(crate) fn scaled(&self, factor: &RBig) -> LinearExpression {
        if *factor == RBig::ZERO {
            return LinearExpression::default();
        }
        LinearExpression {
            terms: self
                .terms
                .iter()
                .map(|(atom, coefficient)| (*atom, coefficient * factor))
                .collect(),
            constant: &self.constant * factor,
        }
    }

    /// `-self`.
    pub(crate) fn negated(&self) -> LinearExpression {
        self.scaled(&RBig::from(-1))
    }

    /// `self - other`.
    pub(crate) fn minus(&self, other: &LinearExpression) -> LinearExpression {
        self.plus(&other.negated())
    }

    /// The sort of its atoms, if it has any.
    pub(crate) fn sort(&self, terms: &TermStore) -> Option<Sort> {
        let atom = self.terms.keys().next()?;
        Some(terms.sort(*atom).clone())
    }

    /// The expression without one of its atoms.
    pub(crate) fn without(&self, atom: TermId) -> LinearExpression {
        let mut rest = self.clone();
        rest.terms.remove(&atom);
        rest
    }

    /// The sum as a term of sort `sort`, which is the sort of the atoms.
    ///
    /// Over integers all numbers in it must be integers.
    pub(crate) fn to_term(&self, terms: &TermStore, sort: &Sort) -> TermId {
        let constant = constant_term(terms, sort, &self.constant);
        let mut sum: Option<TermId> = None;
        for (atom, coefficient) in &self.terms {
            let product = terms.mul(*atom, constant_term(terms, sort, coefficient));
            sum = Some(sum.map_or(product, |s| terms.add(s, product)));
        }
        sum.map_or(constant, |s| terms.add(s, constant))
    }
}

/// The number as a constant of sort integer or real.
fn constant_term(terms: &TermStore, sort: &Sort, number: &RBig) -> TermId {
    terms.constant(&match sort {
        Sort::Int => {
            debug_assert!(number.is_int(), "a fraction among integers");
            Value::Int(number.floor())
        }
        _ => Value::Real(number.clone()),
    })
}

/// The constant that a term is.
fn number(terms: &TermStore, term: TermId) -> Option<RBig> {
    match terms.op(term) {
        Op::IntConst(value) => Some(RBig::from(value.clone())),
        Op::RealConst(value) => Some(value.clone()),
        _ => None,
    }
}

/// What a sum, negation or multiple consists of; `None` for atoms and constants.
fn parts(terms: &TermStore, term: TermId) -> Option<Vec<(TermId, RBig)>> {
    let args = terms.args(term);
    Some(match terms.op(term) {
        Op::Add => args.iter().map(|a| (*a, RBig::ONE)).collect(),
        Op::Neg => vec![(args[0], RBig::from(IBig::from(-1)))],
        Op::Mul => match (number(terms, args[0]), number(terms, args[1])) {
            (_, Some(factor)) => vec![(args[0], factor)],
            (Some(factor), _) => vec![(args[1], factor)],
            _ => return None,
        },
        Op::RealDiv => match number(terms, args[1]) {
            Some(divisor) if divisor != RBig::ZERO => vec![(args[0], RBig::ONE / divisor)],
            _ => return None,
        },
        _ => return None,
    })
}
