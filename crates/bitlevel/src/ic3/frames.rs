//! Lemmas by the highest frame that has them; no solver here.
//!
//! Frame `i` is the conjunction of the negated cubes at `i` and above. Frame 0 is the first states
//! and owns no lemma.

use crate::model::Cube;
use invar_circuit::Lit;

/// A cube that no state of a frame is in.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub cube: Cube,
    /// One bit per literal: a cube can only be part of another if its bits are.
    signature: u64,
    /// A state of its frame from which a state of the cube was reached when the lemma was tried in
    /// the next frame, as far as the question was about it.
    pub obstacle: Option<Cube>,
}

fn signature(cube: &[Lit]) -> u64 {
    let bit = |l: &Lit| 1u64 << (l.0.wrapping_mul(0x9E37_79B1) >> 26);
    cube.iter().fold(0, |all, l| all | bit(l))
}

/// Whether the sorted `part` is part of the sorted `whole`.
pub(crate) fn is_part(part: &[Lit], whole: &[Lit]) -> bool {
    if part.len() > whole.len() {
        return false;
    }
    let mut rest = whole.iter();
    part.iter().all(|l| rest.by_ref().any(|m| m == l))
}

impl Lemma {
    pub(crate) fn new(cube: Cube) -> Lemma {
        let signature = signature(&cube);
        Lemma {
            cube,
            signature,
            obstacle: None,
        }
    }

    /// Whether it excludes all of the cube.
    fn excludes(&self, cube: &[Lit], bits: u64) -> bool {
        self.signature & !bits == 0 && is_part(&self.cube, cube)
    }
}

/// The frames.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    own: Vec<Vec<Lemma>>,
    /// Lemmas that are inductive by themselves.
    pub forever: Vec<Lemma>,
}

impl Frames {
    /// Whether there is no frame yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// Number of the last frame.
    pub(crate) fn top(&self) -> usize {
        self.own.len().saturating_sub(1)
    }

    pub(crate) fn extend(&mut self) {
        self.own.push(Vec::new());
    }

    /// What a frame owns.
    pub(crate) fn own(&self, frame: usize) -> &[Lemma] {
        &self.own[frame]
    }

    /// The lemma of a frame with this cube.
    pub(crate) fn find(&mut self, frame: usize, cube: &[Lit]) -> Option<&mut Lemma> {
        self.own[frame].iter_mut().find(|l| l.cube == cube)
    }

    /// The highest frame, from `from` on, that excludes the cube; `None` if none does. The last
    /// frame's number plus one means all frames.
    pub(crate) fn excluded_at(&self, cube: &[Lit], from: usize) -> Option<usize> {
        let bits = signature(cube);
        if self.forever.iter().any(|l| l.excludes(cube, bits)) {
            return Some(self.own.len());
        }
        (from..self.own.len())
            .rev()
            .find(|i| self.own[*i].iter().any(|l| l.excludes(cube, bits)))
    }

    /// The newest lemma that a frame owns whose cube is part of this one.
    pub(crate) fn part_of(&self, cube: &[Lit], frame: usize) -> Option<&Cube> {
        let bits = signature(cube);
        let mut own = self.own[frame].iter().rev();
        own.find(|l| l.excludes(cube, bits)).map(|l| &l.cube)
    }

    /// Adds a lemma to frames up to `frame`; weaker ones go. Gives the frames whose solvers do not
    /// have it yet, the first of them; `None` if nothing is new.
    pub(crate) fn add(&mut self, cube: Cube, frame: usize) -> Option<usize> {
        if self.excluded_at(&cube, frame).is_some() {
            return None;
        }
        let lemma = Lemma::new(cube);
        let mut first = 1;
        for (i, own) in self.own.iter_mut().enumerate().take(frame + 1) {
            own.retain(|old| {
                let weaker = lemma.excludes(&old.cube, old.signature);
                if weaker && old.cube.len() == lemma.cube.len() {
                    first = first.max(i + 1);
                }
                !weaker
            });
        }
        self.own[frame].push(lemma);
        Some(first)
    }

    /// Adds a lemma to all frames, also future ones.
    pub(crate) fn add_forever(&mut self, cube: Cube) {
        let lemma = Lemma::new(cube);
        for own in self.own.iter_mut().chain([&mut self.forever]) {
            own.retain(|old| !lemma.excludes(&old.cube, old.signature));
        }
        self.forever.push(lemma);
    }

    /// The lemmas of a frame.
    pub(crate) fn all_from(&self, frame: usize) -> impl Iterator<Item = &Lemma> {
        self.own[frame.min(self.own.len())..]
            .iter()
            .flatten()
            .chain(&self.forever)
    }
}

#[cfg(test)]
mod tests {
    use super::{Frames, is_part};
    use invar_circuit::Lit;

    #[test]
    fn parts_are_found() {
        let (a, b, c) = (Lit(2), Lit(4), Lit(6));
        assert!(is_part(&[a, c], &[a, b, c]));
        assert!(!is_part(&[a, !c], &[a, b, c]));
        assert!(is_part(&[], &[a]));
    }

    #[test]
    fn a_stronger_lemma_replaces_weaker_ones_below() {
        let (a, b) = (Lit(2), Lit(4));
        let mut frames = Frames::default();
        (0..4).for_each(|_| frames.extend());
        assert_eq!(frames.add(vec![a, b], 1), Some(1));
        assert_eq!(frames.add(vec![a, b], 2), Some(2));
        assert_eq!(frames.add(vec![a], 3), Some(1));
        assert!(frames.own(2).is_empty());
        assert_eq!(frames.add(vec![a, b], 2), None);
        assert_eq!(frames.excluded_at(&[a, b], 1), Some(3));
        assert_eq!(frames.excluded_at(&[b], 1), None);
    }
}
