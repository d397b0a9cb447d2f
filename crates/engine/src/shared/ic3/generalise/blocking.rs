//! What it means to be blocked, as the methods to generalise see it.

use crate::shared::ic3::cube::Cube;
use crate::shared::ic3::setting::Setting;
use crate::shared::ic3::stop::Stop;
use crate::shared::ic3::system::StepId;
use invar_solver::Model;
use invar_term::{RBig, TermId};

/// Whether a generalised cube is blocked too.
pub(crate) enum Tried {
    /// It is, and so is this part of it.
    Blocked(Cube),
    /// A step leads into it.
    Reached(StepId, Model),
    /// The solver does not know.
    Unknown,
}

/// Blocks cubes at points of a search.
pub(crate) trait Blocking<'r> {
    /// A point at which a cube is blocked or not.
    type At: Copy;

    /// What the parts refer to.
    fn setting(&self) -> Setting<'r>;

    /// Integer constants that bounds can be moved to, in order.
    fn constants(&self) -> &[RBig];

    /// Asks whether a cube is blocked; the answer names the part of it that matters.
    ///
    /// # Errors
    /// Why the search must stop.
    fn attempt(&mut self, at: Self::At, cube: &Cube) -> Result<Tried, Stop>;

    /// Some step to the point that can be taken.
    ///
    /// # Errors
    /// Why the search must stop.
    fn some_step(&mut self, at: Self::At) -> Result<Option<(StepId, Model)>, Stop>;

    /// What is known before a step to the point, if the cube is not reached there.
    fn known_before(&self, at: Self::At, step: StepId, cube: &Cube) -> Vec<TermId>;

    /// The cubes that lemmas of the same place exclude.
    fn excluded(&self, at: Self::At) -> Vec<Cube>;

    /// The point before a step, if lemmas can be learnt there.
    fn before(&self, at: Self::At, step: StepId) -> Option<Self::At>;

    /// Learns from a blocked counterexample to generalisation.
    ///
    /// # Errors
    /// Why the search must stop.
    fn learn_counterexample(&mut self, at: Self::At, cube: Cube) -> Result<(), Stop>;
}
