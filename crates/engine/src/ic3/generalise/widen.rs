//! Widening the bound of a literal: an equation becomes an inequality, a bound moves away.

use super::Tried;
use crate::ic3::cube::Cube;
use crate::ic3::search::{Search, Stop};
use crate::ic3::system::PlaceId;
use invar_term::{Op, Sort, TermId, TermStore};

impl Search<'_> {
    /// Replaces equations by one of their halves where the cube stays blocked.
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
        Ok(cube)
    }
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
