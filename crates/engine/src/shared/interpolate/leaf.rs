//! Interpolants of a conjunction of literals: a Boolean conflict, or Farkas multipliers.
//!
//! Let the multipliers `m_i` refute constraints `e_i <= 0`. The sum of `m_i * e_i` over the parts
//! before cut `k`, compared with zero, is `I_k`: adding the constraints of the next part gives the
//! next sum, an atom that does not occur after the cut has cancelled already, and the sum of all is
//! the contradiction. Over integers a constraint and its tightened form have the same solutions, so
//! tightening every `I_k` changes none of these implications.

use super::Piece;
use super::divisible::divisible;
use crate::shared::linear::{Constraint, LinearExpression, Relation, point, refute};
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Constraints that are refuted together: the simplex method does not check the budget.
const LARGEST: usize = 200;

/// What becomes of a conjunction of literals.
pub(super) enum Leaf {
    /// Interpolants at all cuts.
    Sequence(Vec<TermId>),
    /// One of these holds in any case, and they may help: a case distinction of this part.
    Cases { part: usize, cases: Vec<TermId> },
    /// No refutation was found.
    Stuck,
}

/// A constraint of a part.
#[derive(Clone)]
pub(super) struct Placed {
    pub(super) part: usize,
    pub(super) constraint: Constraint,
}

/// Refutes literals.
pub(super) fn leaf(terms: &TermStore, pieces: &[Piece], parts: usize) -> Leaf {
    if let Some(sequence) = conflict(terms, pieces, parts) {
        return Leaf::Sequence(sequence);
    }
    if let Some(sequence) = farkas(
        terms,
        &constraints(terms, pieces, &Sort::Real),
        parts,
        &Sort::Real,
    ) {
        return Leaf::Sequence(sequence);
    }
    let mut integers = constraints(terms, pieces, &Sort::Int);
    if let Some(sequence) = farkas(terms, &integers, parts, &Sort::Int) {
        return Leaf::Sequence(sequence);
    }
    let before = integers.len();
    add_quotients(terms, &mut integers);
    if integers.len() > before
        && let Some(sequence) = farkas(terms, &integers, parts, &Sort::Int)
    {
        return Leaf::Sequence(sequence);
    }
    if let Some(sequence) = divisible(terms, &integers, parts) {
        return Leaf::Sequence(sequence);
    }
    between(terms, &integers)
}

/// A literal that is false, or that is there with its opposite.
fn conflict(terms: &TermStore, pieces: &[Piece], parts: usize) -> Option<Vec<TermId>> {
    let mut place: FxHashMap<TermId, usize> = FxHashMap::default();
    for piece in pieces {
        let after = |cut: usize| terms.bool(cut <= piece.part);
        if terms.is_false(piece.formula) {
            return Some((0..=parts).map(after).collect());
        }
        if let Some(other) = place.get(&terms.not(piece.formula)) {
            let (first, last) = (piece.part.min(*other), piece.part.max(*other));
            let carried = if *other < piece.part {
                terms.not(piece.formula)
            } else {
                piece.formula
            };
            let at = |cut: usize| match cut {
                _ if cut <= first => terms.tru(),
                _ if cut <= last => carried,
                _ => terms.fls(),
            };
            return Some((0..=parts).map(at).collect());
        }
        place.insert(piece.formula, piece.part);
    }
    None
}

fn constraints(terms: &TermStore, pieces: &[Piece], sort: &Sort) -> Vec<Placed> {
    pieces
        .iter()
        .filter_map(|piece| {
            let constraint = Constraint::of(terms, piece.formula)?;
            let of_sort = match constraint.expression.sort(terms) {
                Some(found) => found == *sort,
                None => true,
            };
            of_sort.then_some(Placed {
                part: piece.part,
                constraint,
            })
        })
        .collect()
}

fn farkas(terms: &TermStore, placed: &[Placed], parts: usize, sort: &Sort) -> Option<Vec<TermId>> {
    if placed.len() > LARGEST {
        return None;
    }
    let all: Vec<Constraint> = placed.iter().map(|p| p.constraint.clone()).collect();
    let multipliers = refute(&all)?;
    let at = |cut: usize| {
        let mut sum = LinearExpression::default();
        let mut relation = Relation::AtMostZero;
        for (placed, multiplier) in placed.iter().zip(&multipliers) {
            if placed.part < cut && *multiplier != RBig::ZERO {
                sum = sum.plus(&placed.constraint.expression.scaled(multiplier));
                if placed.constraint.relation == Relation::BelowZero {
                    relation = Relation::BelowZero;
                }
            }
        }
        Constraint::new(sum, relation, sort).to_term(terms)
    };
    Some((0..=parts).map(at).collect())
}

/// Adds what defines quotients and remainders by constants: `c*q <= x < c*q + |c|` for `q = x div
/// c`, and `x = c*q + m` for `m = x mod c`.
fn add_quotients(terms: &TermStore, placed: &mut Vec<Placed>) {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut next = 0;
    while let Some(Placed { part, constraint }) = placed.get(next).cloned() {
        next += 1;
        for atom in constraint.expression.terms.keys() {
            if !seen.insert(*atom) {
                continue;
            }
            let [x, divisor] = *terms.args(*atom) else {
                continue;
            };
            let Op::IntConst(c) = terms.op(divisor) else {
                continue;
            };
            if *c == IBig::ZERO || !matches!(terms.op(*atom), Op::IntDiv | Op::IntMod) {
                continue;
            }
            let size = if *c < IBig::ZERO { -c } else { c.clone() };
            let quotient = terms.app(Op::IntDiv, &[x, divisor]);
            let (Some(x), Some(quotient)) = (
                LinearExpression::of(terms, x),
                LinearExpression::of(terms, quotient),
            ) else {
                continue;
            };
            seen.extend(quotient.terms.keys());
            let rest = x.minus(&quotient.scaled(&RBig::from(c.clone())));
            let mut most = rest.clone();
            most.constant -= RBig::from(size - IBig::ONE);
            let mut add = |expression, relation| {
                placed.push(Placed {
                    part,
                    constraint: Constraint::new(expression, relation, &Sort::Int),
                });
            };
            add(rest.negated(), Relation::AtMostZero);
            add(most, Relation::AtMostZero);
            if *terms.op(*atom) == Op::IntMod {
                let mut remainder = LinearExpression::default();
                remainder.add_atom(*atom, &RBig::ONE);
                add(rest.minus(&remainder), Relation::Zero);
            }
        }
    }
}

/// The integers around a fraction in a rational solution.
fn between(terms: &TermStore, placed: &[Placed]) -> Leaf {
    if placed.len() > LARGEST {
        return Leaf::Stuck;
    }
    let all: Vec<Constraint> = placed.iter().map(|p| p.constraint.clone()).collect();
    let Some(point) = point(&all) else {
        return Leaf::Stuck;
    };
    let Some((atom, value)) = point.into_iter().find(|(_, value)| !value.is_int()) else {
        return Leaf::Stuck;
    };
    let owner = placed
        .iter()
        .find(|p| p.constraint.expression.terms.contains_key(&atom));
    let Some(owner) = owner else {
        return Leaf::Stuck;
    };
    let mut below = LinearExpression::default();
    below.add_atom(atom, &RBig::ONE);
    below.constant = -RBig::from(value.floor());
    let mut above = below.negated();
    above.constant += RBig::ONE;
    let case = |e| Constraint::new(e, Relation::AtMostZero, &Sort::Int).to_term(terms);
    Leaf::Cases {
        part: owner.part,
        cases: vec![case(below), case(above)],
    }
}
