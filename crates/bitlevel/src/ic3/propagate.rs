//! Lemmas carried forward; the fixpoint.

use super::Search;
use super::solvers::{Exhausted, FOREVER, Reach, Target};
use crate::model::Cube;

impl Search<'_> {
    /// Carries every lemma to the next frame if it holds there; returns a frame that is left
    /// without lemmas: it equals the next one.
    pub(super) fn propagate(&mut self) -> Result<Option<usize>, Exhausted> {
        // A lemma whose obstacle is still there is not tried again. Whether it is there is judged
        // lemma by lemma, so some are there in appearance only: without anything new all are tried.
        let learnt = self.solvers.counters.lemmas;
        let something_new = learnt != self.learnt_before;
        self.learnt_before = learnt;
        for frame in 1..self.frames.top() {
            let mut own: Vec<Cube> = self
                .frames
                .own(frame)
                .iter()
                .map(|l| l.cube.clone())
                .collect();
            own.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
            for cube in own {
                let Some(lemma) = self.frames.find(frame, &cube) else {
                    continue;
                };
                if something_new
                    && let Some(obstacle) = lemma.obstacle.take()
                    && self.frames.excluded_at(&obstacle, frame).is_none()
                {
                    if let Some(lemma) = self.frames.find(frame, &cube) {
                        lemma.obstacle = Some(obstacle);
                    }
                    continue;
                }
                if self.consecution(frame, &cube)? == Reach::Reached {
                    let state = self.solvers.state(frame, Target::Cube(&cube));
                    if let Some(lemma) = self.frames.find(frame, &cube) {
                        lemma.obstacle = Some(state);
                    }
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
        self.settle()?;
        Ok(None)
    }

    /// Lemmas that came as far as the last frame are tried as lemmas of all frames.
    fn settle(&mut self) -> Result<(), Exhausted> {
        let last = self.frames.own(self.frames.top()).iter();
        let mut cubes: Vec<Cube> = last.map(|l| l.cube.clone()).collect();
        cubes.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        for cube in cubes {
            if self.consecution(FOREVER, &cube)? == Reach::Blocked {
                let core = self.solvers.core(FOREVER, &cube);
                self.solvers.exclude_forever(&core);
                self.frames.add_forever(core);
            }
        }
        Ok(())
    }
}
