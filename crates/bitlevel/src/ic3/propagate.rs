//! Lemmas carried forward; the fixpoint.

use super::Search;
use super::solvers::{Exhausted, Reach};
use crate::model::Cube;

impl Search<'_> {
    /// Carries every lemma to the next frame if it holds there; gives a frame that is left without
    /// lemmas of its own: it equals the next one.
    pub(super) fn propagate(&mut self) -> Result<Option<usize>, Exhausted> {
        for frame in 1..self.frames.top() {
            let mut own: Vec<Cube> = self
                .frames
                .own(frame)
                .iter()
                .map(|l| l.cube.clone())
                .collect();
            own.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
            for cube in own {
                let still = self.frames.own(frame).iter().any(|l| l.cube == cube);
                if !still || self.consecution(frame, &cube)? == Reach::Reached {
                    continue;
                }
                let core = self.solvers.core(frame, &cube);
                if let Some(first) = self.frames.add(core.clone(), frame + 1) {
                    self.solvers.exclude(&core, first..=frame + 1);
                }
            }
            if self.frames.own(frame).is_empty() {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }
}
