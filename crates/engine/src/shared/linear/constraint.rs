//! Linear constraints: a sum compared with zero.

use super::LinearExpression;
use super::integral::coprime_scale;
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore};

/// How a sum is related to zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Relation {
    /// `e <= 0`.
    AtMostZero,
    /// `e < 0`; never over integers.
    BelowZero,
    /// `e = 0`.
    Zero,
}

/// A linear constraint whose coefficients are coprime integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Constraint {
    /// The sum.
    pub expression: LinearExpression,
    /// What holds of it.
    pub relation: Relation,
}

impl Constraint {
    /// A literal as a constraint: `<`, `<=`, `=` and negated `<`, `<=` over integers or reals.
    pub(crate) fn of(terms: &TermStore, literal: TermId) -> Option<Constraint> {
        let negated = *terms.op(literal) == Op::Not;
        let atom = if negated {
            terms.args(literal)[0]
        } else {
            literal
        };
        let [a, b] = *terms.args(atom) else {
            return None;
        };
        let (left, right, relation) = match (terms.op(atom), negated) {
            (Op::Lt, false) => (a, b, Relation::BelowZero),
            (Op::Le, false) => (a, b, Relation::AtMostZero),
            (Op::Eq, false) => (a, b, Relation::Zero),
            (Op::Lt, true) => (b, a, Relation::AtMostZero),
            (Op::Le, true) => (b, a, Relation::BelowZero),
            _ => return None,
        };
        let sum = LinearExpression::of(terms, left)?.minus(&LinearExpression::of(terms, right)?);
        Some(Constraint::new(sum, relation, terms.sort(left)))
    }

    /// `expression relation 0` over the sort, in normal form: coprime integer coefficients, over
    /// integers no strict relation and the constant rounded to the tightest integer.
    pub(crate) fn new(expression: LinearExpression, relation: Relation, sort: &Sort) -> Constraint {
        let scale = coprime_scale(expression.terms.values());
        let mut expression = expression.scaled(&scale);
        let mut relation = relation;
        if *sort == Sort::Int {
            match relation {
                // e + c < 0 is e <= ceil(-c) - 1, that is e + floor(c) + 1 <= 0.
                Relation::BelowZero => {
                    expression.constant = RBig::from(expression.constant.floor() + IBig::ONE);
                    relation = Relation::AtMostZero;
                }
                // e + c <= 0 is e <= floor(-c), that is e + ceil(c) <= 0.
                Relation::AtMostZero => {
                    expression.constant = RBig::from(expression.constant.ceil());
                }
                // No integers sum up to a fraction.
                Relation::Zero if !expression.constant.is_int() => {
                    expression = LinearExpression::constant(RBig::ONE);
                }
                Relation::Zero => {}
            }
        }
        if relation == Relation::Zero
            && expression
                .terms
                .values()
                .next()
                .is_some_and(|c| *c < RBig::ZERO)
        {
            expression = expression.negated();
        }
        Constraint {
            expression,
            relation,
        }
    }

    /// Whether it has no atom and does not hold.
    #[cfg(test)]
    pub(crate) fn is_absurd(&self) -> bool {
        self.expression.terms.is_empty() && !self.constant_holds()
    }

    fn constant_holds(&self) -> bool {
        let constant = &self.expression.constant;
        match self.relation {
            Relation::AtMostZero => *constant <= RBig::ZERO,
            Relation::BelowZero => *constant < RBig::ZERO,
            Relation::Zero => *constant == RBig::ZERO,
        }
    }

    /// The constraint as a term without negative numbers: each atom is on the side where its
    /// coefficient is positive.
    pub(crate) fn to_term(&self, terms: &TermStore) -> TermId {
        let Some(first) = self.expression.terms.keys().next() else {
            return terms.bool(self.constant_holds());
        };
        let sort = terms.sort(*first);
        let (mut left, mut right) = (LinearExpression::default(), LinearExpression::default());
        for (atom, coefficient) in &self.expression.terms {
            if *coefficient > RBig::ZERO {
                left.add_atom(*atom, coefficient);
            } else {
                right.add_atom(*atom, &-coefficient);
            }
        }
        let constant = &self.expression.constant;
        // Over integers, a + 1 <= b is a < b.
        if *sort == Sort::Int && self.relation == Relation::AtMostZero && *constant == RBig::ONE {
            return terms.lt(left.to_term(terms, sort), right.to_term(terms, sort));
        }
        if *constant > RBig::ZERO {
            left.constant = constant.clone();
        } else {
            right.constant = -constant;
        }
        let (left, right) = (left.to_term(terms, sort), right.to_term(terms, sort));
        match self.relation {
            Relation::AtMostZero => terms.le(left, right),
            Relation::BelowZero => terms.lt(left, right),
            Relation::Zero => terms.eq(left, right),
        }
    }

    #[cfg(test)]
    /// Constraints of which one holds where this one does not; the sort is that of the atoms.
    pub(crate) fn negated(&self, sort: &Sort) -> Vec<Constraint> {
        let opposite = self.expression.negated();
        let new = |expression, relation| Constraint::new(expression, relation, sort);
        match self.relation {
            Relation::AtMostZero => vec![new(opposite, Relation::BelowZero)],
            Relation::BelowZero => vec![new(opposite, Relation::AtMostZero)],
            Relation::Zero => vec![
                new(self.expression.clone(), Relation::BelowZero),
                new(opposite, Relation::BelowZero),
            ],
        }
    }
}
