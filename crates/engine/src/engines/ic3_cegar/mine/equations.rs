//! Linear equations through refined states: algorithms 4 and 5 of the thesis, with exact linear
//! algebra in place of a solver.
//!
//! The thesis asks a solver for one equation and, if there is none, for an unsat core. Here the
//! affine hull gives all equations, and the core is a set of affinely independent points that
//! span the space.

use super::group::Site;
use crate::shared::linear::{affine_basis, affine_hull};
use invar_term::{RBig, TermId};
use std::collections::BTreeSet;

/// Sets of points that are tried when one is added: the recursion over cores is exponential.
const MAX_ATTEMPTS: u32 = 200;
/// Points that are remembered while no equation explains them, the latest.
const MAX_POINTS: usize = 32;
/// Any two points lie on a line, which says nothing about others.
const TOO_FEW: usize = 2;

/// At how many sites there must be points that an equation explains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sites {
    One,
    Several,
}

/// The points of a group that no equation explains yet (`S` of the thesis), oldest first.
#[derive(Default)]
pub(super) struct Unexplained {
    spots: Vec<Spot>,
}

/// A point and where it was seen.
struct Spot {
    values: Vec<RBig>,
    sites: BTreeSet<Site>,
}

/// The points that equations explain, by position, and the equations.
type Explained = (Vec<usize>, Vec<TermId>);

impl Unexplained {
    /// `S <- S + {s}`.
    pub(super) fn add(&mut self, values: &[RBig], site: &Site) {
        match self.spots.iter_mut().find(|spot| spot.values == values) {
            Some(spot) => {
                spot.sites.insert(site.clone());
            }
            None => self.spots.push(Spot {
                values: values.to_vec(),
                sites: BTreeSet::from([site.clone()]),
            }),
        }
    }

    /// Equations that hold on many of the points, which then leave: `S <- S \ R`. `usable` makes
    /// predicates of the equations that it likes.
    pub(super) fn explain(
        &mut self,
        min_points: usize,
        sites: Sites,
        usable: impl Fn(Vec<(Vec<RBig>, RBig)>) -> Vec<TermId>,
    ) -> Vec<TermId> {
        if self.spots.len() > MAX_POINTS.max(min_points) {
            self.spots.remove(0);
        }
        if self.spots.len() < min_points {
            return Vec::new();
        }
        let mut search = Search {
            spots: &self.spots,
            sites,
            usable: &usable,
            tried: BTreeSet::new(),
        };
        let Some((explained, equations)) = search.mine_states((0..self.spots.len()).collect())
        else {
            return Vec::new();
        };
        for position in explained.into_iter().rev() {
            self.spots.remove(position);
        }
        equations
    }
}

/// The search for a subset of the points that satisfies an equation.
struct Search<'a> {
    spots: &'a [Spot],
    sites: Sites,
    usable: &'a dyn Fn(Vec<(Vec<RBig>, RBig)>) -> Vec<TermId>,
    tried: BTreeSet<Vec<usize>>,
}

impl Search<'_> {
    /// `MINESTATES`. The thesis takes any `u1` of the core `U` and tries `G \ {u1}` and
    /// `G \ (U \ {u1})`. Here `u1` is the oldest, since the latest points are those of the
    /// divergence, and then the other points of the core are left out one by one: points on one
    /// line are found wherever those beside it are in the order, as long as attempts last.
    fn mine_states(&mut self, group: Vec<usize>) -> Option<Explained> {
        let is_spent = self.tried.len() >= MAX_ATTEMPTS as usize;
        let sites = group.iter().flat_map(|p| &self.spots[*p].sites);
        let is_local = sites.collect::<BTreeSet<_>>().len() < 2;
        if group.len() <= TOO_FEW
            || is_spent
            || (self.sites == Sites::Several && is_local)
            || !self.tried.insert(group.clone())
        {
            return None;
        }
        let core = match self.create_linear_equalities(&group) {
            Ok(equations) if equations.is_empty() => return None,
            Ok(equations) => return Some((group, equations)),
            Err(core) => core,
        };
        let (first, others) = core.split_first()?;
        let without = |left_out: &[usize]| -> Vec<usize> {
            let kept = group.iter().filter(|p| !left_out.contains(p));
            kept.copied().collect()
        };
        self.mine_states(without(&[*first]))
            .or_else(|| self.mine_states(without(others)))
            .or_else(|| {
                let mut others = others.iter();
                others.find_map(|other| self.mine_states(without(&[*other])))
            })
    }

    /// `CREATELINEAREQUALITY`: the usable equations of the points, or points that together
    /// satisfy none.
    fn create_linear_equalities(&self, group: &[usize]) -> Result<Vec<TermId>, Vec<usize>> {
        let values = |p: &usize| self.spots[*p].values.as_slice();
        let points: Vec<&[RBig]> = group.iter().map(values).collect();
        let basis = affine_basis(&points);
        if basis.len() > points[0].len() {
            return Err(basis.into_iter().map(|index| group[index]).collect());
        }
        let spanning: Vec<Vec<RBig>> = basis.iter().map(|i| points[*i].to_vec()).collect();
        Ok((self.usable)(affine_hull(&spanning)))
    }
}
