//! From a blocked cube to a lemma that excludes more.
//!
//! Each file is one way to generalise, with the contract
//!
//! ```text
//! requires blocked(level, place, cube)      ensures blocked(level, place, result)
//! ```
//!
//! and the result contains the cube. Blocked means that no incoming step leads into the cube from
//! the frame one level below, a self-loop assuming the negated cube.

mod cluster;
mod drop;
mod interpolate;
mod widen;

use super::consecution::Purpose;
use super::cube::Cube;
use super::options::Part;
use super::search::{Attack, Search, Stop};
use super::system::{PlaceId, StepId};
use invar_solver::Model;
use invar_term::TermId;
use invar_verdict::Reason;
use std::collections::BTreeSet;

/// Whether a generalised cube is blocked too.
pub(crate) enum Tried {
    /// It is, and so is this part of it.
    Blocked(Cube),
    /// A step leads into it.
    Reached(StepId, Model),
    /// The solver does not know.
    Unknown,
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
        let (cube, origin) = self.generalise(level, place, cube, core)?;
        self.learn_as_high(level, place, cube, origin)
    }

    fn generalise(
        &mut self,
        level: u32,
        place: PlaceId,
        cube: &Cube,
        core: &BTreeSet<TermId>,
    ) -> Result<(Cube, &'static str), Stop> {
        let counters = &self.context.counters;
        counters.add(
            "literals before generalisation",
            cube.literals().len() as u64,
        );
        let mut origin = "cube";
        let mut best = cube.clone();
        if self.options.has(Part::Core) {
            best = cube.filtered(|l| core.contains(&l));
            if best != *cube {
                origin = "core";
            }
        }
        for part in [Part::Drop, Part::Widen, Part::Interpolate, Part::Cluster] {
            if !self.options.has(part) {
                continue;
            }
            let before = best.clone();
            let result = match part {
                Part::Drop => self.drop_literals(level, place, before)?,
                Part::Widen => self.widen(level, place, before)?,
                Part::Interpolate => self.interpolate(level, place, before)?,
                _ => self.cluster(level, place, before)?,
            };
            if result != best {
                origin = part.name();
                self.context.counters.add(success_counter(part), 1);
                best = result;
            }
        }
        let counters = &self.context.counters;
        counters.add(
            "literals after generalisation",
            best.literals().len() as u64,
        );
        Ok((best, origin))
    }

    /// Learns the lemma at the highest level at which it is blocked right away.
    pub(crate) fn learn_as_high(
        &mut self,
        mut level: u32,
        place: PlaceId,
        cube: Cube,
        origin: &'static str,
    ) -> Result<u32, Stop> {
        while level < self.frontier {
            match self.attempt(level + 1, place, &cube)? {
                Tried::Blocked(_) => level += 1,
                Tried::Reached(..) | Tried::Unknown => break,
            }
        }
        self.learn(place, cube, level, origin)?;
        Ok(level)
    }

    /// Asks whether a cube is blocked; the answer names the part of it that matters.
    pub(crate) fn attempt(
        &mut self,
        level: u32,
        place: PlaceId,
        cube: &Cube,
    ) -> Result<Tried, Stop> {
        match self.attack(level, place, cube, Purpose::Generalise) {
            Ok(Attack::Blocked(core)) => {
                let core = cube.filtered(|l| core.contains(&l));
                Ok(Tried::Blocked(core))
            }
            Ok(Attack::Reached(step, model)) => Ok(Tried::Reached(step, model)),
            Err(Stop::Reason(Reason::SolverGaveUp { .. })) => Ok(Tried::Unknown),
            Err(stop) => Err(stop),
        }
    }
}

fn success_counter(part: Part) -> &'static str {
    match part {
        Part::Drop => "generalised by dropping",
        Part::Widen => "generalised by widening",
        Part::Interpolate => "generalised by interpolation",
        Part::Cluster => "generalised by clusters",
        _ => "generalised otherwise",
    }
}
