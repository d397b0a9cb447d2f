//! Widening the bound of a literal: an equation becomes an inequality, a bound moves away.

use super::Tried;
use crate::ic3::cube::Cube;
use crate::ic3::search::{Search, Stop};
use crate::ic3::system::PlaceId;
use crate::linear::{Constraint, Relation};
use invar_term::{Op, RBig, Sort, TermId, TermStore};

/// Bounds that are tried per literal.
const BOUNDS: usize = 3;

impl Search<'_> {
    /// Replaces equations by one of their halves, and bounds by the farthest of a few constants of
    /// the program, where the cube stays blocked.
    pub(crate) fn widen(
        &mut self,
        level: u32,
        place: PlaceId,
        mut cube: Cube,
    ) -> Result<Cube, Stop> {
        for literal in cube.literals().to_vec() {
            for half in halves(&self.system.terms, literal) {
                let Some(wider) = cube.replaced(&self.system.terms, literal, Some(half)) else {
                    continue;
                };
                if let Tried::Blocked(core) = self.attempt(level, place, &wider)? {
                    cube = core;
                    break;
                }
            }
        }
        for literal in cube.literals().to_vec() {
            let Some(constraint) = Constraint::of(&self.system.terms, literal) else {
                continue;
            };
            for bound in self.farther(&constraint) {
                let wider = wider(&self.system.terms, &constraint, bound);
                let Some(candidate) = cube.replaced(&self.system.terms, literal, Some(wider))
                else {
                    continue;
                };
                if let Tried::Blocked(core) = self.attempt(level, place, &candidate)? {
                    cube = core;
                    break;
                }
            }
        }
        Ok(cube)
    }

    /// Constants of the program that weaken `e + c <= 0`, the weakest first.
    fn farther(&self, constraint: &Constraint) -> Vec<RBig> {
        if constraint.relation == Relation::Zero {
            return Vec::new();
        }
        let constant = &constraint.expression.constant;
        let weaker: Vec<&RBig> = self.constants.iter().filter(|k| *k < constant).collect();
        let all = weaker.len();
        let mut chosen: Vec<usize> = vec![0, all / 2, all.saturating_sub(1)];
        chosen.dedup();
        let chosen = chosen.into_iter().take(BOUNDS).filter(|i| *i < all);
        chosen.map(|i| weaker[i].clone()).collect()
    }
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
