//! Linear equations over integers, reals, and bit-vectors modulo two to the width.

use crate::shared::linear::{Constraint, LinearExpression, Relation};
use dashu_int::ops::Gcd;
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest coefficient of an equation over bit-vectors: multiplication is what solvers fear.
const MAX_BV_COEFFICIENT: u64 = 64;
/// Largest coefficient and constant of other equations.
const MAX_COEFFICIENT: u64 = 1 << 40;

/// `expression = 0`. Over bit-vectors the numbers are integers and the sum is read modulo two to
/// the width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Equation {
    expression: LinearExpression,
    sort: Sort,
}

impl Equation {
    /// An equation of linear sums, of which at least one is no constant.
    pub(crate) fn of(terms: &TermStore, term: TermId) -> Option<Equation> {
        if *terms.op(term) != Op::Eq {
            return None;
        }
        let sort = terms.sort(*terms.args(term).first()?).clone();
        let expression = if let Some(width) = sort.width() {
            let [a, b] = *terms.args(term) else {
                return None;
            };
            modular_sum(terms, a)
                .minus(&modular_sum(terms, b))
                .modulo(width)
        } else {
            Constraint::of(terms, term)?.expression
        };
        (!expression.terms.is_empty()).then_some(Equation { expression, sort })
    }

    /// `sum of coefficient * atom = constant`, unless its numbers are too large.
    pub(crate) fn new(
        sum: impl IntoIterator<Item = (TermId, RBig)>,
        constant: RBig,
        sort: &Sort,
    ) -> Option<Equation> {
        let mut expression = LinearExpression::constant(-constant);
        for (atom, coefficient) in sum {
            expression.add_atom(atom, &coefficient);
        }
        Equation::normal(expression, sort)
    }

    fn normal(expression: LinearExpression, sort: &Sort) -> Option<Equation> {
        let expression = match sort.width() {
            Some(width) => expression.modulo(width),
            None => Constraint::new(expression, Relation::Zero, sort).expression,
        };
        let most = RBig::from(if sort.width().is_some() {
            MAX_BV_COEFFICIENT
        } else {
            MAX_COEFFICIENT
        });
        let fits = |number: &RBig| *number <= most && -number <= most;
        let is_small = expression.terms.values().all(fits)
            && (sort.width().is_some() || fits(&expression.constant));
        (is_small && !expression.terms.is_empty()).then_some(Equation {
            expression,
            sort: sort.clone(),
        })
    }

    /// The sort of its sums.
    pub(crate) fn sort(&self) -> &Sort {
        &self.sort
    }

    /// What the two sides differ by if the atoms have these values, as a number near zero.
    pub(crate) fn residual(&self, mut value: impl FnMut(TermId) -> Option<Value>) -> Option<RBig> {
        let mut sum = self.expression.constant.clone();
        for (atom, coefficient) in &self.expression.terms {
            sum += number(&value(*atom)?)? * coefficient;
        }
        Some(match self.sort.width() {
            Some(width) => modulo(&sum, width),
            None => sum,
        })
    }

    /// The equation that follows from this one and `other` and holds at a point where this one
    /// is off by `mine` and the other by `theirs`.
    ///
    /// `theirs * self - mine * other`, divided by what the residuals have in common.
    pub(crate) fn joined(&self, mine: &RBig, other: &Equation, theirs: &RBig) -> Option<Equation> {
        let scale = if self.sort == Sort::Real {
            RBig::ONE
        } else {
            RBig::from(IBig::from((&mine.floor()).gcd(&theirs.floor())))
        };
        let sum = self.expression.scaled(&(theirs / &scale));
        let difference = sum.minus(&other.expression.scaled(&(mine / &scale)));
        Equation::normal(difference, &self.sort)
    }

    /// The equation as a term without negative coefficients.
    pub(crate) fn to_term(&self, terms: &TermStore) -> TermId {
        let Some(width) = self.sort.width() else {
            let constraint = Constraint {
                expression: self.expression.clone(),
                relation: Relation::Zero,
            };
            return constraint.to_term(terms);
        };
        let constant = |number: &RBig| {
            let value = i128::try_from(number.floor()).unwrap_or_default();
            terms.bv_signed(width, value)
        };
        let (mut left, mut right) = (terms.bv(width, 0), constant(&-&self.expression.constant));
        for (atom, coefficient) in &self.expression.terms {
            if *coefficient > RBig::ZERO {
                left = terms.bv_add(left, terms.bv_mul(*atom, constant(coefficient)));
            } else {
                right = terms.bv_add(right, terms.bv_mul(*atom, constant(&-coefficient)));
            }
        }
        terms.eq(left, right)
    }
}

/// The number that a value is, bits in their signed reading.
pub(crate) fn number(value: &Value) -> Option<RBig> {
    Some(match value {
        Value::Bv(bits) => RBig::from(IBig::from(bits.signed())),
        Value::Int(number) => RBig::from(number.clone()),
        Value::Real(number) => number.clone(),
        _ => return None,
    })
}

/// Whether bit-vectors of this width with these values can be added up a few times and stay what
/// they are over the integers.
pub(crate) fn is_far_from_wrapping(point: &[RBig], width: u32) -> bool {
    let limit = RBig::from(1u64 << width.saturating_sub(4).min(60));
    point.iter().all(|x| *x < limit && -x < limit)
}

/// The representative of an integer modulo two to the width that is nearest to zero.
fn modulo(number: &RBig, width: u32) -> RBig {
    let modulus = IBig::ONE << (width as usize);
    let half = IBig::ONE << (width as usize - 1);
    let shifted = number.floor() + &half;
    let residue = ((shifted % &modulus) + &modulus) % &modulus;
    RBig::from(residue - half)
}

trait Modulo {
    fn modulo(self, width: u32) -> Self;
}

impl Modulo for LinearExpression {
    fn modulo(self, width: u32) -> LinearExpression {
        let mut reduced = LinearExpression::constant(modulo(&self.constant, width));
        for (atom, coefficient) in self.terms {
            reduced.add_atom(atom, &modulo(&coefficient, width));
        }
        reduced
    }
}

/// A bit-vector term as a sum with integer coefficients, right modulo two to the width.
fn modular_sum(terms: &TermStore, term: TermId) -> LinearExpression {
    let mut entered = FxHashSet::default();
    let order = terms.postorder_where(&[term], |t| parts(terms, t).is_some() && entered.insert(t));
    let mut sum = LinearExpression::default();
    // Coefficients flow from parents to children, each node once.
    let mut flowing: FxHashMap<TermId, RBig> = FxHashMap::default();
    flowing.insert(term, RBig::ONE);
    let mut leaf = |leaf: TermId, coefficient: &RBig| match terms.as_bv(leaf) {
        Some(value) => sum.constant += RBig::from(IBig::from(value.signed())) * coefficient,
        None => sum.add_atom(leaf, coefficient),
    };
    for t in order.into_iter().rev() {
        let coefficient = flowing.remove(&t).unwrap_or_default();
        for (part, factor) in parts(terms, t).into_iter().flatten() {
            let share = &coefficient * RBig::from(factor);
            if entered.contains(&part) {
                *flowing.entry(part).or_default() += share;
            } else {
                leaf(part, &share);
            }
        }
    }
    if !entered.contains(&term) {
        leaf(term, &RBig::ONE);
    }
    sum
}

/// What a sum, difference, negation or multiple consists of; `None` for other bit-vectors.
fn parts(terms: &TermStore, term: TermId) -> Option<Vec<(TermId, IBig)>> {
    let args = terms.args(term);
    let factor = |t: TermId| Some(IBig::from(terms.as_bv(t)?.signed()));
    Some(match terms.op(term) {
        Op::BvAdd => args.iter().map(|a| (*a, IBig::ONE)).collect(),
        Op::BvSub => vec![(args[0], IBig::ONE), (args[1], IBig::NEG_ONE)],
        Op::BvNeg => vec![(args[0], IBig::NEG_ONE)],
        Op::BvMul => match (factor(args[0]), factor(args[1])) {
            (_, Some(by)) => vec![(args[0], by)],
            (Some(by), None) => vec![(args[1], by)],
            (None, None) => return None,
        },
        _ => return None,
    })
}
