//! Interpolants: the part of a refutation over the symbols that both sides share.
//!
//! Reading order: `interpolator` (the phases), `query_solver` (the solver), `core` (what a refutation
//! needs), `shape` and `tableau` (Boolean structure, after the sequent calculus for
//! interpolants), `leaf` and `divisible` (linear literals), `backward` (everything else), `check`,
//! `process` (another program's interpolants), `unfold` and `path` (interpolants of a path through a
//! program).
//!
//! Interpolation is a separate ability (trait `Interpolate`): all interpolants of a sequence of formulas from one refutation.
//! The solver only decides satisfiability; `tableau` makes case distinctions, `leaf` has Farkas multipliers and `divisible`
//! equations over integers; `backward` builds weakest preconditions (or, from the other end, images) for every other theory.
//! `check` always compares symbols, and in builds with debug assertions asks a separate solver about every cut. With
//! `INVAR_INTERPOLATION`, `process` asks another program (`Interpolating` in `solver`, dialects and reading of terms in
//! `solver/src/smtlib`): its interpolants are checked in all builds, and ours replace those that fail. `unfold` writes a path
//! over versions of its symbols, `path` refutes paths by interpolants.

mod backward;
mod check;
mod core;
mod divisible;
mod interpolator;
mod leaf;
mod path;
mod process;
mod query_solver;
mod shape;
mod tableau;
#[cfg(test)]
mod tests;
mod unfold;

pub(crate) use interpolator::{Effort, Interpolator};
pub(crate) use path::PathInterpolator;
pub(crate) use shape::{conditional, conjuncts};
pub(crate) use unfold::Unfolded;

use crate::shared::ic3::Stop;
use invar_solver::Model;
use invar_term::TermId;

/// What comes of the search for interpolants.
#[derive(Debug)]
pub(crate) enum Interpolated {
    /// For parts `f_1 .. f_n`: formulas `I_0 .. I_n` with `I_0 = true`, `I_n = false`,
    /// `I_(k-1) and f_k` implies `I_k`, and `I_k` has only symbols that occur in some `f_i` with
    /// `i <= k` and in some `f_j` with `j > k`.
    Sequence(Vec<TermId>),
    /// The parts have a model together.
    Satisfiable(Model),
    /// They may have interpolants, but none was found within the limits.
    TooHard,
}

/// Computes interpolants.
pub(crate) trait Interpolate {
    /// The interpolants between consecutive parts, each a conjunction of formulas.
    ///
    /// # Errors
    /// Why the search must stop.
    fn sequence(&mut self, parts: &[Vec<TermId>]) -> Result<Interpolated, Stop>;

    /// The interpolant between two formulas, as the middle one of a sequence.
    ///
    /// # Errors
    /// As [`Interpolate::sequence`].
    #[allow(
        dead_code,
        reason = "engines ask for sequences; so far only tests ask for one interpolant"
    )]
    fn binary(&mut self, a: &[TermId], b: &[TermId]) -> Result<Interpolated, Stop> {
        self.sequence(&[a.to_vec(), b.to_vec()])
    }
}

/// A conjunct of a part.
///
/// Parts are counted from zero here; the parts `p < k` are before cut `k`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Piece {
    part: usize,
    formula: TermId,
}
