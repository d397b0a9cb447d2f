//! Linear sums of number terms, with rational coefficients.

use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore};
use std::collections::BTreeMap;

/// More parts than any invariant has that a person would look at.
const MAX_PARTS: usize = 64;

/// `sum of coefficient * part + constant`; no coefficient is zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Sum {
    pub(super) parts: BTreeMap<TermId, RBig>,
    pub(super) constant: RBig,
}

impl Sum {
    pub(super) fn constant(constant: RBig) -> Sum {
        Sum {
            parts: BTreeMap::new(),
            constant,
        }
    }

    pub(super) fn part(term: TermId) -> Sum {
        Sum {
            parts: BTreeMap::from([(term, RBig::ONE)]),
            constant: RBig::ZERO,
        }
    }

    pub(super) fn scaled(&self, by: &RBig) -> Sum {
        if *by == RBig::ZERO {
            return Sum::default();
        }
        Sum {
            parts: self.parts.iter().map(|(t, c)| (*t, c * by)).collect(),
            constant: &self.constant * by,
        }
    }

    /// `self + by * other`.
    pub(super) fn plus(&self, by: &RBig, other: &Sum) -> Sum {
        let mut sum = self.clone();
        for (term, coefficient) in &other.parts {
            let place = sum.parts.entry(*term).or_insert(RBig::ZERO);
            *place += coefficient * by;
            if *place == RBig::ZERO {
                sum.parts.remove(term);
            }
        }
        sum.constant += &other.constant * by;
        sum
    }

    /// The sum scaled by a positive number to the smallest integer coefficients.
    pub(super) fn whole(&self) -> Whole {
        let numbers = || self.parts.values().chain([&self.constant]);
        let mut denominator = IBig::ONE;
        for number in numbers() {
            let own = IBig::from(number.denominator().clone());
            denominator = &denominator / greatest_divisor(&denominator, &own) * own;
        }
        let multiple = |number: &RBig| {
            number.numerator() * (&denominator / IBig::from(number.denominator().clone()))
        };
        let mut divisor = IBig::ZERO;
        for number in numbers() {
            divisor = greatest_divisor(&divisor, &multiple(number));
        }
        if divisor == IBig::ZERO {
            divisor = IBig::ONE;
        }
        Whole {
            parts: self
                .parts
                .iter()
                .map(|(t, c)| (*t, multiple(c) / &divisor))
                .collect(),
            constant: multiple(&self.constant) / &divisor,
        }
    }
}

/// A sum with whole coefficients.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Whole {
    pub(super) parts: Vec<(TermId, IBig)>,
    pub(super) constant: IBig,
}

impl Whole {
    pub(super) fn negated(&self) -> Whole {
        Whole {
            parts: self.parts.iter().map(|(t, c)| (*t, -c)).collect(),
            constant: -&self.constant,
        }
    }
}

/// The greatest common divisor, not negative.
fn greatest_divisor(a: &IBig, b: &IBig) -> IBig {
    let absolute = |x: &IBig| if *x < IBig::ZERO { -x } else { x.clone() };
    let (mut a, mut b) = (absolute(a), absolute(b));
    while b != IBig::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

/// A number term as a sum of parts that are no sums; `known` has the sums of its arguments.
pub(super) fn sum_of<'a>(
    terms: &TermStore,
    term: TermId,
    known: impl Fn(TermId) -> Option<&'a Sum>,
) -> Option<Sum> {
    let args = terms.args(term);
    let sum = match terms.op(term) {
        Op::IntConst(k) => Sum::constant(RBig::from(k.clone())),
        Op::RealConst(k) => Sum::constant(k.clone()),
        Op::Add => known(args[0])?.plus(&RBig::ONE, known(args[1])?),
        Op::Neg => known(args[0])?.scaled(&RBig::from(-1)),
        Op::Mul => {
            let (a, b) = (known(args[0])?, known(args[1])?);
            match (a.parts.is_empty(), b.parts.is_empty()) {
                (_, true) => a.scaled(&b.constant),
                (true, _) => b.scaled(&a.constant),
                _ => Sum::part(term),
            }
        }
        Op::ToReal => known(args[0])?.clone(),
        _ if matches!(terms.sort(term), Sort::Int | Sort::Real) => Sum::part(term),
        _ => return None,
    };
    (sum.parts.len() <= MAX_PARTS).then_some(sum)
}
