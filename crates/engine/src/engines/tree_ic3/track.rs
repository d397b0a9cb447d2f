//! The frames of one path. Pure data.
//!
//! Position `p` is before the step `p` and after the step `p - 1`. `F(p)` is the label there with
//! what was found.

use crate::shared::ic3::{Cube, PlaceId, StepId, System};
use crate::shared::tree::Path;
use invar_term::{TermId, TermStore};

/// A clause that was found.
struct Found {
    cube: Cube,
    clause: TermId,
}

/// What is known at one position.
struct Frame {
    place: PlaceId,
    label: Vec<TermId>,
    found: Vec<Found>,
}

/// A path with what was found on it.
pub(super) struct Track {
    steps: Vec<StepId>,
    frames: Vec<Frame>,
}

impl Track {
    /// requires the path has a step, and each step starts where the one before it ends.
    pub(super) fn new(system: &System, path: &Path) -> Track {
        let mut frames: Vec<Frame> = path
            .steps
            .iter()
            .zip(&path.labels)
            .map(|(step, label)| Frame {
                place: system.step(*step).from,
                label: label.clone(),
                found: Vec::new(),
            })
            .collect();
        let last = path.steps.last().expect("a path has a step");
        frames.push(Frame {
            place: system.step(*last).to,
            label: Vec::new(),
            found: Vec::new(),
        });
        Track {
            steps: path.steps.clone(),
            frames,
        }
    }

    /// The position after the last step.
    pub(super) fn end(&self) -> usize {
        self.steps.len()
    }

    /// The step that leads to a position; there is none to the first.
    pub(super) fn step_to(&self, position: usize) -> StepId {
        self.steps[position - 1]
    }

    /// The place at a position.
    pub(super) fn place(&self, position: usize) -> PlaceId {
        self.frames[position].place
    }

    /// `F(position)`.
    pub(super) fn known(&self, position: usize) -> Vec<TermId> {
        let frame = &self.frames[position];
        let found = frame.found.iter().map(|found| found.clause);
        frame.label.iter().copied().chain(found).collect()
    }

    /// What was found at a position.
    pub(super) fn found(&self, position: usize) -> Vec<TermId> {
        let found = self.frames[position].found.iter();
        found.map(|found| found.clause).collect()
    }

    /// The first position at which nothing is possible.
    pub(super) fn blocked_at(&self) -> Option<usize> {
        let empty = |found: &Found| found.cube.literals().is_empty();
        self.frames
            .iter()
            .position(|frame| frame.found.iter().any(empty))
    }

    /// Adds a clause and removes those it makes superfluous.
    pub(super) fn learn(&mut self, terms: &TermStore, position: usize, cube: Cube) {
        let clause = cube.clause(terms);
        let found = &mut self.frames[position].found;
        found.retain(|other| !cube.subsumes(&other.cube));
        found.push(Found { cube, clause });
    }

    /// The cubes that are excluded wherever the path is at the same place as at a position, each
    /// once, in the order of the path.
    pub(super) fn excluded(&self, terms: &TermStore, position: usize) -> Vec<Cube> {
        let mut cubes = Vec::new();
        let mut add = |cube| {
            if !cubes.contains(&cube) {
                cubes.push(cube);
            }
        };
        let place = self.place(position);
        for frame in self.frames.iter().filter(|frame| frame.place == place) {
            let labels = frame.label.iter();
            labels
                .filter_map(|clause| Cube::excluded_by(terms, *clause))
                .for_each(&mut add);
            let found = frame.found.iter().map(|found| found.cube.clone());
            found.for_each(&mut add);
        }
        cubes
    }
}
