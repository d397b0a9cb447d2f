//! A path through the tree, and what it means to refute it.

use crate::shared::ic3::{Cube, Inputs, PlacedFacts, StepId, Stop};
use invar_term::TermId;

/// Consecutive steps, with what is known where they start.
///
/// `labels[i]` holds before `steps[i]`, in addition to the known facts of its place. Nothing is
/// known after the last step.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub steps: Vec<StepId>,
    pub labels: Vec<Vec<TermId>>,
}

/// Whether a path can be taken.
#[derive(Debug)]
pub(crate) enum Refutation {
    /// It cannot. `found[i]` are formulas that hold after `steps[i]`, over what is live there.
    ///
    /// With `L(i) = labels[i] and found[i-1]` (`found[-1]` is empty):
    /// `L(i) and steps[i]` implies `found[i]`, and `L(n-1) and found[n-1] and` (the last step
    /// leads into a goal) has no model. A `false` among them ends the sequence: after it
    /// nothing needs to be said.
    Refuted(Vec<Vec<TermId>>),
    /// It can, with these inputs in each step, from a state that satisfies the first label.
    Feasible(Inputs),
    /// Unknown: it would have taken too long.
    TooHard,
}

/// Refutes paths.
pub(crate) trait Refute {
    /// Shows that a path leads into none of the goals, cubes over what is live after it; the empty
    /// cube is the place itself.
    ///
    /// # Errors
    /// Why the search must stop.
    fn refute(&mut self, path: &Path, goals: &[Cube]) -> Result<Refutation, Stop>;

    /// Facts hold at their places from now on.
    ///
    /// # Errors
    /// Why the search must stop.
    fn know(&mut self, shared_lemmas: &PlacedFacts) -> Result<(), Stop>;
}
