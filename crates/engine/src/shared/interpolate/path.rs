//! Refuting a path by interpolants of its formulas.

use super::process::chosen;
use super::shape::conjuncts;
use super::{Effort, Interpolate, Interpolated, Unfolded};
use crate::Context;
use crate::shared::ic3::{Cube, PlacedFacts, Stop, System, add_facts};
use crate::shared::tree::{Path, Refutation, Refute};

/// Unfolds paths and interpolates them.
pub(crate) struct PathInterpolator<'r> {
    system: &'r System,
    facts: PlacedFacts,
    interpolation: Box<dyn Interpolate + 'r>,
}

impl<'r> PathInterpolator<'r> {
    /// Paths of `system`, at whose places `facts` hold.
    pub(crate) fn new(
        system: &'r System,
        facts: &PlacedFacts,
        context: &'r Context<'r>,
        effort: Effort,
    ) -> Self {
        PathInterpolator {
            system,
            facts: facts.clone(),
            interpolation: chosen(&system.terms, context, effort),
        }
    }

    /// Facts hold at their places from now on.
    pub(crate) fn know(&mut self, shared_lemmas: &PlacedFacts) {
        add_facts(&mut self.facts, shared_lemmas);
    }
}

impl Refute for PathInterpolator<'_> {
    fn refute(&mut self, path: &Path, goals: &[Cube]) -> Result<Refutation, Stop> {
        let terms = &self.system.terms;
        let unfolded = Unfolded::new(self.system, &self.facts, path, goals);
        let sequence = match self.interpolation.sequence(&unfolded.parts)? {
            Interpolated::Sequence(sequence) => sequence,
            Interpolated::Satisfiable(model) => {
                return Ok(Refutation::Feasible(unfolded.inputs(&model)));
            }
            Interpolated::TooHard => return Ok(Refutation::TooHard),
        };
        // The interpolant before the first step is `true`.
        let mut found = Vec::new();
        let after = sequence.iter().enumerate().skip(1).take(path.steps.len());
        for (position, formula) in after {
            match unfolded.state_formula(terms, position, *formula) {
                Some(formula) => found.push(conjuncts(terms, &[formula])),
                None => {
                    debug_assert!(false, "an interpolant speaks of what is not live");
                    return Ok(Refutation::TooHard);
                }
            }
        }
        Ok(Refutation::Refuted(found))
    }

    fn know(&mut self, shared_lemmas: &PlacedFacts) -> Result<(), Stop> {
        PathInterpolator::know(self, shared_lemmas);
        Ok(())
    }
}
