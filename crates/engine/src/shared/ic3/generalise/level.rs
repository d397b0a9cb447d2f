//! Generalising in a search with frames.
//!
//! Blocked means that no incoming step leads into the cube from the frame one level below, a
//! self-loop assuming the negated cube.

use super::blocking::{Blocking, Tried};
use super::generalise;
use crate::shared::ic3::consecution::Assuming;
use crate::shared::ic3::cube::Cube;
use crate::shared::ic3::search::{ConsecutionResult, Search};
use crate::shared::ic3::setting::Setting;
use crate::shared::ic3::solvers::{Purpose, Reached};
use crate::shared::ic3::stop::Stop;
use crate::shared::ic3::system::{PlaceId, START, StepId};
use invar_solver::Model;
use invar_term::{RBig, TermId};
use invar_verdict::Reason;
use std::collections::BTreeSet;

/// A place at a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    pub level: u32,
    pub place: PlaceId,
}

impl<'r> Blocking<'r> for Search<'r> {
    type At = Level;

    fn setting(&self) -> Setting<'r> {
        Search::setting(self)
    }

    fn constants(&self) -> &[RBig] {
        &self.constants
    }

    fn attempt(&mut self, at: Level, cube: &Cube) -> Result<Tried, Stop> {
        match self.check_consecution(at.level, at.place, cube, Purpose::Generalise) {
            Ok(ConsecutionResult::Blocked(core)) => {
                let core = cube.filtered(|l| core.contains(&l));
                Ok(Tried::Blocked(core))
            }
            Ok(ConsecutionResult::Reached(step, model)) => Ok(Tried::Reached(step, model)),
            Err(Stop::Reason(Reason::SolverGaveUp { .. })) => Ok(Tried::Unknown),
            Err(stop) => Err(stop),
        }
    }

    fn some_step(&mut self, at: Level) -> Result<Option<(StepId, Model)>, Stop> {
        for step in self.system.place(at.place).incoming.clone() {
            let answer = self.consecution.reached(
                &self.frames,
                step,
                at.level - 1,
                &[],
                Assuming::Nothing,
                Purpose::Generalise,
            )?;
            if let Ok(Reached::Yes(model)) = answer {
                return Ok(Some((step, model)));
            }
        }
        Ok(None)
    }

    fn known_before(&self, at: Level, step: StepId, cube: &Cube) -> Vec<TermId> {
        let from = self.system.step(step).from;
        let lemmas = self.frames.at(from, at.level - 1);
        let mut known: Vec<TermId> = lemmas.map(|lemma| lemma.clause).collect();
        known.extend(self.consecution.facts(from));
        if from == at.place {
            known.push(cube.clause(&self.system.terms));
        }
        known
    }

    fn excluded(&self, at: Level) -> Vec<Cube> {
        let lemmas = self.frames.at(at.place, 1);
        lemmas.map(|lemma| lemma.cube.clone()).collect()
    }

    fn before(&self, at: Level, step: StepId) -> Option<Level> {
        let place = self.system.step(step).from;
        let level = at.level.checked_sub(1)?;
        (level >= 1 && place != START).then_some(Level { level, place })
    }

    fn learn_counterexample(&mut self, at: Level, cube: Cube) -> Result<(), Stop> {
        self.learn_as_high(at, cube, "ctg").map(|_| ())
    }
}

impl Search<'_> {
    /// Learns a lemma from a cube that is blocked at a level because of `core`; returns the level
    /// at which the lemma holds.
    pub(crate) fn generalise_and_learn(
        &mut self,
        level: u32,
        place: PlaceId,
        cube: &Cube,
        core: &BTreeSet<TermId>,
    ) -> Result<u32, Stop> {
        let at = Level { level, place };
        let (cube, origin) = generalise(self, at, cube, core)?;
        self.learn_as_high(at, cube, origin)
    }

    /// Learns the lemma at the highest level at which it is blocked right away; says which.
    pub(crate) fn learn_as_high(
        &mut self,
        at: Level,
        cube: Cube,
        origin: &'static str,
    ) -> Result<u32, Stop> {
        let Level { mut level, place } = at;
        while level < self.frontier {
            let higher = Level {
                level: level + 1,
                place,
            };
            match self.attempt(higher, &cube)? {
                Tried::Blocked(_) => level += 1,
                Tried::Reached(..) | Tried::Unknown => break,
            }
        }
        self.learn(place, cube, level, origin)?;
        Ok(level)
    }
}
