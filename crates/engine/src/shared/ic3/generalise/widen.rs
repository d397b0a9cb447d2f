//! Widening the bound of a literal: an equation becomes an inequality, a bound moves away.

use super::blocking::{Blocking, Tried};
use crate::shared::ic3::cube::Cube;
use crate::shared::ic3::stop::Stop;
use crate::shared::ic3::system::System;
use crate::shared::linear::{Constraint, Relation};
use invar_term::{Op, RBig, Sort, TermId, TermStore};
use std::collections::BTreeSet;

/// Bounds that are tried per literal.
const BOUNDS: usize = 3;

/// Replaces equations by one of their halves, and bounds by the farthest of a few constants of
/// the program, where the cube stays blocked.
pub(super) fn widen<'r, B: Blocking<'r>>(
    blocking: &mut B,
    at: B::At,
    mut cube: Cube,
) -> Result<Cube, Stop> {
    let terms = &blocking.setting().system.terms;
    for literal in cube.literals().to_vec() {
        for half in halves(terms, literal) {
            let Some(wider) = cube.replaced(terms, literal, Some(half)) else {
                continue;
            };
            if let Tried::Blocked(core) = blocking.attempt(at, &wider)? {
                cube = core;
                break;
            }
        }
    }
    for literal in cube.literals().to_vec() {
        let Some(constraint) = Constraint::of(terms, literal) else {
            continue;
        };
        for bound in farther(blocking.constants(), &constraint) {
            let wider = wider(terms, &constraint, bound);
            let Some(candidate) = cube.replaced(terms, literal, Some(wider)) else {
                continue;
            };
            if let Tried::Blocked(core) = blocking.attempt(at, &candidate)? {
                cube = core;
                break;
            }
        }
    }
    Ok(cube)
}

/// Constants of the program that weaken `e + c <= 0`, the weakest first.
fn farther(constants: &[RBig], constraint: &Constraint) -> Vec<RBig> {
    if constraint.relation == Relation::Zero {
        return Vec::new();
    }
    let constant = &constraint.expression.constant;
    let weaker: Vec<&RBig> = constants.iter().filter(|k| *k < constant).collect();
    let all = weaker.len();
    let mut chosen: Vec<usize> = vec![0, all / 2, all.saturating_sub(1)];
    chosen.dedup();
    let chosen = chosen.into_iter().take(BOUNDS).filter(|i| *i < all);
    chosen.map(|i| weaker[i].clone()).collect()
}

/// `e + bound` in the relation of `e + c`.
fn wider(terms: &TermStore, constraint: &Constraint, bound: RBig) -> TermId {
    let mut constraint = constraint.clone();
    constraint.expression.constant = bound;
    constraint.to_term(terms)
}

/// The inequalities whose conjunction an equation is.
fn halves(terms: &TermStore, literal: TermId) -> Vec<TermId> {
    if *terms.op(literal) != Op::Eq {
        return Vec::new();
    }
    let [a, b] = *terms.args(literal) else {
        return Vec::new();
    };
    match terms.sort(a) {
        Sort::Int | Sort::Real => vec![terms.le(a, b), terms.le(b, a)],
        Sort::BitVec(width) if *width > 1 => vec![
            terms.bv_sle(a, b),
            terms.bv_sle(b, a),
            terms.bv_ule(a, b),
            terms.bv_ule(b, a),
        ],
        _ => Vec::new(),
    }
}

/// Constants that bounds can be moved to.
pub(crate) fn constants_of(system: &System) -> Vec<RBig> {
    let roots: Vec<TermId> = system.steps.iter().map(|step| step.guard).collect();
    let mut found = BTreeSet::new();
    for term in system.terms.postorder(&roots) {
        let value = match system.terms.op(term) {
            Op::IntConst(value) => RBig::from(value.clone()),
            Op::RealConst(value) => value.clone(),
            _ => continue,
        };
        for near in [&value - RBig::ONE, &value + RBig::ONE, value] {
            found.insert(-near.clone());
            found.insert(near);
        }
    }
    found.into_iter().collect()
}
