//! Obligations, lowest frame first.

use super::solvers::{Exhausted, Reach, Target};
use super::{Search, generalise};
use crate::model::Cube;
use crate::options::Generalisation;

impl Search<'_> {
    /// Blocks every open obligation; gives the number of one that meets the first states.
    pub(super) fn block(&mut self) -> Result<Option<usize>, Exhausted> {
        while let Some((frame, number)) = self.obligations.pop() {
            let obligation = self.obligations.get(number);
            if self.model.meets_reset(&obligation.cube) {
                return Ok(Some(number));
            }
            if let Some(known) = self.frames.excluded_at(&obligation.cube, frame) {
                self.reopen(number, known + 1);
                continue;
            }
            let cube = obligation.cube.clone();
            let depth = obligation.depth;
            match self.consecution(frame - 1, &cube)? {
                Reach::Blocked => {
                    let core = self.solvers.core(frame - 1, &cube);
                    let effort = self.effort(number);
                    let lemma = self.generalise(frame, core, effort, 0)?;
                    let height = self.push(lemma, frame)?;
                    self.obligations.came_back(number);
                    self.reopen(number, height + 1);
                }
                Reach::Reached => {
                    let target = Target::Cube(&cube);
                    let next = Some((number, depth));
                    let before = self.solvers.obligation(frame - 1, target, next)?;
                    self.obligations.add(before, frame - 1);
                    self.obligations.open(number, frame);
                }
            }
        }
        Ok(None)
    }

    fn effort(&self, number: usize) -> crate::options::Effort {
        match self.options.generalisation {
            Generalisation::Fixed(effort) => effort,
            Generalisation::Dynamic => generalise::dynamic(self.obligations.get(number).returns),
        }
    }

    /// Asks for the obligation again in a higher frame: runs longer than the frontier are found so.
    fn reopen(&mut self, number: usize, frame: usize) {
        if frame <= self.frames.top() {
            self.obligations.open(number, frame);
        }
    }

    /// Carries a new lemma of `frame` as high as it goes and adds it there; gives that frame.
    fn push(&mut self, lemma: Cube, frame: usize) -> Result<usize, Exhausted> {
        let mut height = frame;
        let mut lemma = lemma;
        while height < self.frames.top() {
            if self.consecution(height, &lemma)? == Reach::Reached {
                break;
            }
            lemma = self.solvers.core(height, &lemma);
            height += 1;
        }
        self.learn(lemma, height);
        Ok(height)
    }

    /// Adds a lemma to the frames up to this one.
    pub(super) fn learn(&mut self, lemma: Cube, frame: usize) {
        self.bump(&lemma);
        self.solvers.counters.lemmas += 1;
        if let Some(first) = self.frames.add(lemma.clone(), frame) {
            self.solvers.exclude(&lemma, first..=frame);
        }
    }

    /// Whether a state of the frame outside the cube leads into it.
    pub(super) fn consecution(
        &mut self,
        frame: usize,
        cube: &[invar_circuit::Lit],
    ) -> Result<Reach, Exhausted> {
        let lemmas = self.frames.all_from(frame.max(1)).map(|l| &l.cube);
        self.solvers.refresh(frame, lemmas);
        self.solvers.consecution(frame, cube)
    }
}
