//! Inequalities that hold in all states that executions pass at a site and fail in a state that was
//! refined there: refined states are excluded by frames, so probably not reachable.

use super::group::Projection;
use crate::shared::candidates::equation::number;
use crate::shared::linear::{Constraint, LinearExpression, Relation};
use crate::shared::sample::Memory;
use invar_term::{RBig, Sort, SymbolId, TermId, TermStore};
use std::cmp::Reverse;

/// Variables of which pairs are added up.
const MAX_PAIRED: usize = 8;
/// Refined points that are counted, the latest.
const MAX_POINTS: usize = 32;
/// Executed states in which a bound must be attained to count.
const FEW: usize = 3;
/// Coefficients of the sums of two variables, simple ones first.
const PAIRS: [(i64, i64); 12] = [
    (1, -1),
    (-1, 1),
    (1, 1),
    (-1, -1),
    (1, -2),
    (-1, 2),
    (2, -1),
    (-2, 1),
    (1, 2),
    (-1, -2),
    (2, 1),
    (-2, -1),
];

/// Variables with coefficients.
type Sum = Vec<(SymbolId, i64)>;

/// What executions and refined states of a group say.
pub(super) struct Separation {
    sort: Sort,
    variables: Vec<SymbolId>,
    /// Refined points, oldest first.
    points: Vec<Vec<RBig>>,
    fences: Vec<Fence>,
}

/// A sum, as positions of variables with coefficients, and the most that executions make of it.
struct Fence {
    sum: Vec<(usize, i64)>,
    most: RBig,
    /// In how many states it has that value.
    attained: usize,
}

/// Whether a bound looks like one of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Belief {
    /// Zero, or attained in several states.
    Likely,
    /// Perhaps only where the executions were stopped.
    Doubtful,
}

/// `sum <= bound`.
pub(super) struct Inequality {
    /// The best first: violated by most refined points, believable, small coefficients.
    pub rank: (Reverse<usize>, Belief, u64),
    sum: Sum,
    bound: RBig,
    sort: Sort,
}

impl Separation {
    /// No refined points yet.
    pub(super) fn new(projection: &Projection, samples: &[Memory]) -> Separation {
        let values = |memory: &Memory| -> Option<Vec<RBig>> {
            let variables = projection.variables.iter();
            variables.map(|v| number(memory.get(v)?)).collect()
        };
        let samples: Vec<Vec<RBig>> = samples.iter().filter_map(values).collect();
        let sums = sums(projection.variables.len(), &projection.sort);
        let fences = sums.into_iter().filter_map(|sum| fence(sum, &samples));
        Separation {
            sort: projection.sort.clone(),
            variables: projection.variables.clone(),
            points: Vec::new(),
            fences: fences.collect(),
        }
    }

    /// Inequalities that a refined point violates, once there are enough points. What only earlier
    /// ones violate was offered when they came. Nothing for a point that is known.
    pub(super) fn add(&mut self, point: &[RBig], min_points: usize) -> Vec<Inequality> {
        if self.fences.is_empty() || self.points.iter().any(|known| known == point) {
            return Vec::new();
        }
        self.points.push(point.to_vec());
        if self.points.len() > MAX_POINTS.max(min_points) {
            self.points.remove(0);
        }
        if self.points.len() < min_points {
            return Vec::new();
        }
        let fences = self.fences.iter();
        fences
            .flat_map(|fence| self.inequalities(fence, point))
            .collect()
    }

    /// The inequalities of a sum: the most that executions attain, and zero if it lies between.
    fn inequalities(&self, fence: &Fence, point: &[RBig]) -> Vec<Inequality> {
        // Differences of bit-vectors wrap: only their sign says something, as an order.
        let is_order = self.sort.width().is_some() && fence.sum.len() > 1;
        let mut bounds = vec![fence.most.clone(), RBig::ZERO];
        bounds.dedup();
        let value = value(&fence.sum, point);
        bounds.retain(|bound| fence.most <= *bound && *bound < value);
        bounds.retain(|bound| *bound == RBig::ZERO || !is_order);
        let inequality = |bound| self.inequality(fence, bound);
        bounds.into_iter().map(inequality).collect()
    }

    fn inequality(&self, fence: &Fence, bound: RBig) -> Inequality {
        let violates = |point: &&Vec<RBig>| self::value(&fence.sum, point) > bound;
        let violated = self.points.iter().filter(violates).count();
        let is_attained = bound == fence.most && fence.attained >= FEW;
        let belief = if bound == RBig::ZERO || is_attained {
            Belief::Likely
        } else {
            Belief::Doubtful
        };
        let weight = fence.sum.iter().map(|(_, c)| c.unsigned_abs()).sum();
        let variable = |(position, coefficient): &(usize, i64)| {
            let variable = self.variables[*position];
            (variable, *coefficient)
        };
        Inequality {
            rank: (Reverse(violated), belief, weight),
            sum: fence.sum.iter().map(variable).collect(),
            bound,
            sort: self.sort.clone(),
        }
    }
}

impl Inequality {
    /// The predicate; none if its bound is no number of the sort.
    pub(super) fn to_term(&self, terms: &TermStore) -> Option<TermId> {
        let Some(width) = self.sort.width() else {
            let mut expression = LinearExpression::constant(-&self.bound);
            for (variable, coefficient) in &self.sum {
                expression.add_atom(terms.symbol_term(*variable), &RBig::from(*coefficient));
            }
            let constraint = Constraint::new(expression, Relation::AtMostZero, &self.sort);
            return Some(constraint.to_term(terms));
        };
        let bound = i128::try_from(self.bound.floor()).ok()?;
        let constant = |number: i128| terms.bv_signed(width, number);
        let symbol = |variable: SymbolId| terms.symbol_term(variable);
        match *self.sum.as_slice() {
            [(x, 1)] => Some(terms.bv_sle(symbol(x), constant(bound))),
            [(x, -1)] => Some(terms.bv_sle(constant(-bound), symbol(x))),
            [(x, 1), (y, -1)] => Some(terms.bv_sle(symbol(x), symbol(y))),
            [(y, -1), (x, 1)] => Some(terms.bv_sle(symbol(x), symbol(y))),
            _ => None,
        }
    }
}

/// The sums that are considered, simple ones first.
fn sums(variables: usize, sort: &Sort) -> Vec<Vec<(usize, i64)>> {
    let singles = (0..variables).flat_map(|x| [vec![(x, 1)], vec![(x, -1)]]);
    // Only the order of two bit-vectors is a comparison that does not wrap.
    let pairs = match sort.width() {
        Some(_) => &PAIRS[..2],
        None => &PAIRS[..],
    };
    let paired = variables.min(MAX_PAIRED);
    let sums = pairs.iter().flat_map(|(a, b)| {
        let both = (0..paired).flat_map(move |x| (x + 1..paired).map(move |y| (x, y)));
        both.map(|(x, y)| vec![(x, *a), (y, *b)])
    });
    singles.chain(sums).collect()
}

fn fence(sum: Vec<(usize, i64)>, samples: &[Vec<RBig>]) -> Option<Fence> {
    let values: Vec<RBig> = samples.iter().map(|sample| value(&sum, sample)).collect();
    let most = values.iter().max()?.clone();
    let attained = values.iter().filter(|value| **value == most).count();
    Some(Fence {
        sum,
        most,
        attained,
    })
}

/// The value of a sum at a point.
fn value(sum: &[(usize, i64)], point: &[RBig]) -> RBig {
    let parts = sum.iter().map(|(x, c)| &point[*x] * RBig::from(*c));
    parts.fold(RBig::ZERO, |a, b| a + b)
}
