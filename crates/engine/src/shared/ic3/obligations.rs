//! The obligation queue: what must be shown unreachable, lowest level first. Pure data.

use super::cube::Cube;
use super::system::{PlaceId, StepId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Name of an obligation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct ObligationId(u32);

/// Show that no execution of at most `level` steps ends at `place` in `cube`.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub place: PlaceId,
    pub cube: Cube,
    /// Steps from here to the target.
    pub depth: u32,
    /// From every state of the cube this step leads into that obligation's cube.
    pub cause: Option<(StepId, ObligationId)>,
}

/// All obligations, and those that are open with their level.
#[derive(Debug, Default)]
pub(crate) struct Obligations {
    all: Vec<Obligation>,
    /// Level first: required, so that what is popped has no open predecessor. Then the deepest
    /// and the oldest: heuristic.
    open: BinaryHeap<Reverse<(u32, Reverse<u32>, u32)>>,
}

impl Obligations {
    /// Adds an open obligation.
    pub(crate) fn add(&mut self, level: u32, obligation: Obligation) -> ObligationId {
        let id = ObligationId(self.all.len() as u32);
        self.all.push(obligation);
        self.open_at(id, level);
        id
    }

    /// Opens a known obligation at a level.
    pub(crate) fn open_at(&mut self, id: ObligationId, level: u32) {
        let depth = self.get(id).depth;
        self.open.push(Reverse((level, Reverse(depth), id.0)));
    }

    /// Takes the next open obligation; it is no longer open.
    pub(crate) fn pop(&mut self) -> Option<(u32, ObligationId)> {
        let Reverse((level, _, id)) = self.open.pop()?;
        Some((level, ObligationId(id)))
    }

    /// Closes the open obligations that `is_doomed` chooses.
    pub(crate) fn forget(&mut self, is_doomed: impl Fn(&Obligations, ObligationId) -> bool) {
        let mut open = std::mem::take(&mut self.open);
        open.retain(|Reverse((_, _, id))| !is_doomed(self, ObligationId(*id)));
        self.open = open;
    }

    /// Forgets every open obligation.
    pub(crate) fn clear(&mut self) {
        self.open.clear();
        self.all.clear();
    }

    /// Number of open obligations.
    pub(crate) fn open_count(&self) -> usize {
        self.open.len()
    }

    /// An obligation.
    pub(crate) fn get(&self, id: ObligationId) -> &Obligation {
        &self.all[id.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Cube, Obligation, Obligations, PlaceId};

    #[test]
    fn the_lowest_level_comes_first_then_the_deepest() {
        let mut queue = Obligations::default();
        let obligation = |depth| Obligation {
            place: PlaceId(1),
            cube: Cube::default(),
            depth,
            cause: None,
        };
        let late = queue.add(3, obligation(0));
        let shallow = queue.add(2, obligation(1));
        let deep = queue.add(2, obligation(4));
        assert_eq!(queue.pop(), Some((2, deep)));
        queue.open_at(deep, 3);
        assert_eq!(queue.pop(), Some((2, shallow)));
        assert_eq!(queue.pop(), Some((3, deep)));
        assert_eq!(queue.pop(), Some((3, late)));
        assert_eq!(queue.pop(), None);
    }
}
