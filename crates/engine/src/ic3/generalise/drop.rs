//! Dropping literals, with counterexamples to generalisation.
//!
//! Somenzi & Bradley's MIC with the `ctgDown` of Hassan, Bradley and Somenzi (2013): when a
//! smaller cube is reached from a state of the frame below, that state is blocked first, if it can
//! be, up to a number of times.

use super::Tried;
use crate::ic3::cube::Cube;
use crate::ic3::options::Part;
use crate::ic3::search::{Search, Stop};
use crate::ic3::system::{PlaceId, START};
use invar_term::TermId;

/// Counterexamples that are blocked per attempt to drop a literal.
const COUNTEREXAMPLES: u32 = 3;

/// How far counterexamples to generalisation are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Depth {
    /// They may be blocked.
    Top,
    /// They are not: this is the generalisation of one.
    Nested,
}

impl Search<'_> {
    /// Drops one literal after the other as long as the cube stays blocked.
    pub(crate) fn drop_literals(
        &mut self,
        level: u32,
        place: PlaceId,
        cube: Cube,
    ) -> Result<Cube, Stop> {
        let depth = if self.options.has(Part::Ctg) {
            Depth::Top
        } else {
            Depth::Nested
        };
        self.minimal(level, place, cube, depth)
    }

    fn minimal(
        &mut self,
        level: u32,
        place: PlaceId,
        mut cube: Cube,
        depth: Depth,
    ) -> Result<Cube, Stop> {
        let order: Vec<TermId> = cube.literals().to_vec();
        for literal in order.into_iter().rev() {
            if !cube.literals().contains(&literal) {
                continue;
            }
            let candidate = cube.filtered(|l| l != literal);
            if let Some(smaller) = self.down(level, place, &candidate, depth)? {
                cube = smaller;
            }
        }
        Ok(cube)
    }

    /// The part of a candidate that is blocked, if it is.
    fn down(
        &mut self,
        level: u32,
        place: PlaceId,
        candidate: &Cube,
        depth: Depth,
    ) -> Result<Option<Cube>, Stop> {
        let mut counterexamples = 0;
        loop {
            let (step, model) = match self.attempt(level, place, candidate)? {
                Tried::Blocked(core) => return Ok(Some(core)),
                Tried::Unknown => return Ok(None),
                Tried::Reached(step, model) => (step, model),
            };
            let from = self.system.step(step).from;
            if depth == Depth::Nested
                || counterexamples == COUNTEREXAMPLES
                || level <= 1
                || from == START
            {
                return Ok(None);
            }
            counterexamples += 1;
            let state = self.predecessor(step, candidate, &model)?;
            let Tried::Blocked(core) = self.attempt(level - 1, from, &state)? else {
                return Ok(None);
            };
            self.context
                .counters
                .add("counterexamples to generalisation blocked", 1);
            let core = self.minimal(level - 1, from, core, Depth::Nested)?;
            self.learn_as_high(level - 1, from, core, "ctg")?;
        }
    }
}
