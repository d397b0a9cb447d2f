//! Bounds over integers and reals: of variables, of sums and differences of two, of sums that the
//! program compares. A bound is a constant of the program, or what executions attain.

use super::equation::number;
use super::head::{Head, Range};
use super::vocabulary::{Sum, Vocabulary};
use crate::shared::linear::{Constraint, LinearExpression, Relation};
use invar_cfa::VarId;
use invar_term::{RBig, Sort, TermId, Value};

/// Variables that are added to and subtracted from one another.
const MAX_PAIRED: usize = 12;

/// Variables that are compared with multiples of one another.
const MAX_SLOPED: usize = 8;
/// Multiples that are tried.
const SLOPES: usize = 4;
/// Larger multiples bound nothing that matters.
const STEEPEST: i64 = 1_000_000;
/// Constants that are tried on each side.
const NEAREST: usize = 3;

/// Candidates about single variables.
pub(super) fn singles(head: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let terms = head.terms();
    let mut candidates = Vec::new();
    for variable in numeric(head) {
        let sum = vec![(variable, RBig::ONE)];
        let constants = vocabulary.constants(head.program.sort(variable));
        let range = head.range(&sum);
        for value in constants {
            let Some(k) = number(value) else { continue };
            let x = head.program.symbol(variable);
            match &range {
                Some(range) if range.least < k && k < range.most => {
                    candidates.push(terms.ne(x, terms.constant(value)));
                }
                Some(range) => {
                    let above = (k >= range.most).then(|| at_most(head, &sum, &k));
                    let below = (k <= range.least).then(|| at_least(head, &sum, &k));
                    candidates.extend(above.into_iter().chain(below));
                }
                None => candidates.extend([at_most(head, &sum, &k), at_least(head, &sum, &k)]),
            }
        }
        if let Some(range) = range {
            candidates.extend(ends(head, &sum, &range, constants));
        }
    }
    candidates
}

/// Candidates about sums and differences of two variables.
pub(super) fn pairs(head: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let paired: Vec<VarId> = numeric(head).take(MAX_PAIRED).collect();
    let mut candidates = Vec::new();
    for (index, a) in paired.iter().enumerate() {
        for b in &paired[index + 1..] {
            if head.program.sort(*a) != head.program.sort(*b) {
                continue;
            }
            for factor in [-1, 1] {
                let sum = vec![(*a, RBig::ONE), (*b, RBig::from(factor))];
                candidates.extend(around_zero(head, &sum, vocabulary));
            }
        }
    }
    candidates
}

/// Candidates `x <= k y + c` for constants `k` of the program: what is added up in a loop that runs
/// at most `k` times, or grows by at most `k` in each of `y` rounds.
pub(super) fn slopes(head: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let paired: Vec<VarId> = numeric(head).take(MAX_SLOPED).collect();
    let mut candidates = Vec::new();
    for (x, y) in paired
        .iter()
        .flat_map(|x| paired.iter().map(move |y| (*x, *y)))
    {
        if x == y || head.program.sort(x) != head.program.sort(y) {
            continue;
        }
        let constants = vocabulary.constants(head.program.sort(x));
        let steep = RBig::from(STEEPEST);
        let factors = constants.iter().filter_map(number);
        let factors = factors.filter(|k| *k > RBig::ONE && *k < steep);
        for factor in factors.take(SLOPES) {
            let sum = vec![(x, RBig::ONE), (y, -factor.clone())];
            let bounds = [RBig::ZERO, RBig::ONE, factor];
            let range = head.range(&sum);
            let above = bounds
                .iter()
                .find(|k| range.as_ref().is_some_and(|r| **k >= r.most));
            candidates.extend(above.map(|k| at_most(head, &sum, k)));
        }
    }
    candidates
}

/// The closest of some bounds, in order, that the samples allow. A constant comes with its
/// neighbours, so the closest alone would often be one too close.
fn nearest(head: &Head<'_>, sum: &Sum, range: &Range, bounds: &[RBig]) -> Vec<TermId> {
    let above = bounds.iter().filter(|k| **k >= range.most).take(NEAREST);
    let below = bounds
        .iter()
        .rev()
        .filter(|k| **k <= range.least)
        .take(NEAREST);
    let above = above.map(|k| at_most(head, sum, k));
    let below = below.map(|k| at_least(head, sum, k));
    above.chain(below).collect()
}

/// Candidates about sums that the program compares.
pub(super) fn sums(head: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let is_here = |sum: &&Sum| sum.iter().all(|(v, _)| head.variables.contains(v));
    let sums = vocabulary.sums.iter().filter(is_here);
    sums.flat_map(|sum| around_zero(head, sum, vocabulary))
        .collect()
}

/// Bounds near zero that the samples allow, and those that executions attain.
fn around_zero(head: &Head<'_>, sum: &Sum, vocabulary: &Vocabulary) -> Vec<TermId> {
    let sort = head.program.sort(sum[0].0);
    let Some(range) = head.range(sum) else {
        let zero = RBig::ZERO;
        return vec![at_most(head, sum, &zero), at_least(head, sum, &zero)];
    };
    let mut candidates = Vec::new();
    for k in [-1, 0, 1].map(RBig::from) {
        if range.most <= k {
            candidates.push(at_most(head, sum, &k));
        }
        if range.least >= k {
            candidates.push(at_least(head, sum, &k));
        }
    }
    let constants = vocabulary.constants(sort);
    let mut mentioned: Vec<RBig> = constants.iter().filter_map(number).collect();
    // What bounds a difference from above bounds it the other way round from below.
    let negated: Vec<RBig> = mentioned.iter().map(|k| -k).collect();
    mentioned.extend(negated);
    mentioned.sort();
    mentioned.dedup();
    candidates.extend(nearest(head, sum, &range, &mentioned));
    candidates.extend(ends(head, sum, &range, constants));
    candidates
}

/// The ends of the range of a sum that look like bounds.
fn ends(head: &Head<'_>, sum: &Sum, range: &Range, constants: &[Value]) -> Vec<TermId> {
    let is_mentioned = |end: &RBig| constants.iter().any(|k| number(k).as_ref() == Some(end));
    let mut candidates = Vec::new();
    if range.attains_most() || is_mentioned(&range.most) {
        candidates.push(at_most(head, sum, &range.most));
    }
    if range.attains_least() || is_mentioned(&range.least) {
        candidates.push(at_least(head, sum, &range.least));
    }
    candidates
}

fn numeric<'h>(head: &'h Head<'_>) -> impl Iterator<Item = VarId> + use<'h> {
    let variables = head.variables.iter().copied();
    let program = head.program;
    variables.filter(|v| matches!(program.sort(*v), Sort::Int | Sort::Real))
}

/// `sum <= bound`.
fn at_most(head: &Head<'_>, sum: &Sum, bound: &RBig) -> TermId {
    let mut expression = LinearExpression::constant(-bound);
    for (variable, coefficient) in sum {
        expression.add_atom(head.program.symbol(*variable), coefficient);
    }
    let sort = head.program.sort(sum[0].0);
    Constraint::new(expression, Relation::AtMostZero, sort).to_term(head.terms())
}

/// `sum >= bound`.
fn at_least(head: &Head<'_>, sum: &Sum, bound: &RBig) -> TermId {
    let opposite: Sum = sum.iter().map(|(v, c)| (*v, -c)).collect();
    at_most(head, &opposite, &-bound)
}
