//! Generalising on a path.
//!
//! Blocked at a position means that the step to it does not lead into the cube from the frame
//! before it. Nothing is relative to the cube itself: a step of a path is taken once.

use super::track::Track;
use crate::EngineError;
use crate::shared::ic3::{Blocking, Cube, Purpose, Reached, Setting, Solvers, StepId, Stop, Tried};
use invar_solver::Model;
use invar_term::{RBig, TermId};
use invar_verdict::Reason;

/// A path that is worked on, with what that takes.
pub(super) struct OnPath<'p, 'r> {
    pub setting: Setting<'r>,
    pub constants: &'p [RBig],
    pub solvers: &'p mut Solvers<'r>,
    pub track: Track,
}

impl OnPath<'_, '_> {
    /// Does the step to a position lead from the frame before it to a state that satisfies all of
    /// `literals`?
    ///
    /// ensures as [`Solvers::reached`] with `F(position - 1)` and the guard as premises.
    pub(super) fn reached(
        &mut self,
        position: usize,
        literals: &[TermId],
        purpose: Purpose,
    ) -> Result<Result<Reached, Reason>, EngineError> {
        let system = self.setting.system;
        let step = self.track.step_to(position);
        let mut premises = self.track.known(position - 1);
        premises.push(system.step(step).guard);
        if premises
            .iter()
            .any(|premise| system.terms.is_false(*premise))
        {
            return Ok(Ok(Reached::No(Vec::new())));
        }
        self.solvers.reached(step, [], premises, literals, purpose)
    }
}

impl<'r> Blocking<'r> for OnPath<'_, 'r> {
    type At = usize;

    fn setting(&self) -> Setting<'r> {
        self.setting
    }

    fn constants(&self) -> &[RBig] {
        self.constants
    }

    fn attempt(&mut self, position: usize, cube: &Cube) -> Result<Tried, Stop> {
        match self.reached(position, cube.literals(), Purpose::Generalise)? {
            Ok(Reached::No(core)) => Ok(Tried::Blocked(cube.filtered(|l| core.contains(&l)))),
            Ok(Reached::Yes(model)) => Ok(Tried::Reached(self.track.step_to(position), model)),
            Err(Reason::SolverGaveUp { .. }) => Ok(Tried::Unknown),
            Err(reason) => Err(reason.into()),
        }
    }

    fn some_step(&mut self, position: usize) -> Result<Option<(StepId, Model)>, Stop> {
        match self.attempt(position, &Cube::default())? {
            Tried::Reached(step, model) => Ok(Some((step, model))),
            Tried::Blocked(_) | Tried::Unknown => Ok(None),
        }
    }

    fn known_before(&self, position: usize, _: StepId, _: &Cube) -> Vec<TermId> {
        let mut known = self.track.known(position - 1);
        known.extend(self.solvers.facts(self.track.place(position - 1)));
        known
    }

    fn excluded(&self, position: usize) -> Vec<Cube> {
        self.track.excluded(&self.setting.system.terms, position)
    }

    fn before(&self, position: usize, _: StepId) -> Option<usize> {
        (position > 1).then(|| position - 1)
    }

    fn learn_counterexample(&mut self, position: usize, cube: Cube) -> Result<(), Stop> {
        self.setting.context.counters.add("clauses on paths", 1);
        self.track.learn(&self.setting.system.terms, position, cube);
        Ok(())
    }
}
