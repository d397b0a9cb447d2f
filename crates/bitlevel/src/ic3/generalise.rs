//! A blocked cube made small: literals are dropped as long as what is left is inductive relative
//! to the frame below (MIC), with counterexamples to generalisation blocked on the way (ctgDown).

use super::Search;
use super::solvers::{Exhausted, Reach, Target};
use crate::model::Cube;
use crate::options::{Effort, Order};
use invar_circuit::Lit;
use std::collections::BTreeSet;

/// What activities are divided by when they grow too large.
const LARGE: f64 = 1e100;

/// The effort for an obligation that came back this often.
pub(super) fn dynamic(returns: u32) -> Effort {
    match returns {
        0..10 => Effort::PLAIN,
        10..40 => Effort {
            depth: 1,
            counterexamples: 3,
            joins: 0,
        },
        _ => Effort {
            depth: 1,
            counterexamples: 5 + returns.min(100) / 10,
            joins: u32::MAX,
        },
    }
}

impl Search<'_> {
    /// A part of the cube that is blocked in `frame`; the cube itself is.
    pub(super) fn generalise(
        &mut self,
        frame: usize,
        cube: Cube,
        effort: Effort,
        depth: u32,
    ) -> Result<Cube, Exhausted> {
        let mut cube = cube;
        let mut order = cube.clone();
        self.order(&mut order);
        let mut needed: BTreeSet<Lit> = BTreeSet::new();
        if self.options.order == Order::Good
            && frame > 1
            && let Some(part) = self.frames.part_of(&cube, frame - 1)
            && part.len() < cube.len()
        {
            needed.extend(part);
            order.retain(|l| !needed.contains(l));
        }
        for literal in order {
            if !cube.contains(&literal) {
                continue;
            }
            let candidate: Cube = cube.iter().copied().filter(|l| *l != literal).collect();
            match self.down(frame, candidate, &needed, effort, depth)? {
                Some(smaller) => cube = smaller,
                None => {
                    needed.insert(literal);
                }
            }
        }
        Ok(cube)
    }

    /// A part of the candidate that is blocked in the frame and keeps what is needed.
    fn down(
        &mut self,
        frame: usize,
        candidate: Cube,
        needed: &BTreeSet<Lit>,
        effort: Effort,
        depth: u32,
    ) -> Result<Option<Cube>, Exhausted> {
        let mut candidate = candidate;
        let mut blocked = 0;
        let mut joined = 0;
        loop {
            if self.model.meets_reset(&candidate) {
                return Ok(None);
            }
            if self.consecution(frame - 1, &candidate)? == Reach::Blocked {
                return Ok(Some(self.solvers.core(frame - 1, &candidate)));
            }
            if depth >= effort.depth {
                return Ok(None);
            }
            // Read before the solver is asked again.
            let agrees = |l: &&Lit| self.solvers.value(frame - 1, **l) == Some(true);
            let meeting: Cube = candidate.iter().filter(agrees).copied().collect();
            if blocked < effort.counterexamples && frame > 1 {
                let target = Target::Cube(&candidate);
                let state = self.solvers.predecessor(frame - 1, target)?.cube;
                if self.block_counterexample(frame - 1, &state, effort, depth)? {
                    blocked += 1;
                    continue;
                }
            }
            if joined >= effort.joins || needed.iter().any(|l| !meeting.contains(l)) {
                return Ok(None);
            }
            blocked = 0;
            joined += 1;
            candidate = meeting;
        }
    }

    /// Blocks a state in the frame, if it is that simple.
    fn block_counterexample(
        &mut self,
        frame: usize,
        state: &Cube,
        effort: Effort,
        depth: u32,
    ) -> Result<bool, Exhausted> {
        if self.model.meets_reset(state) || self.consecution(frame - 1, state)? != Reach::Blocked {
            return Ok(false);
        }
        let mut core = self.solvers.core(frame - 1, state);
        let mut height = frame;
        while height < self.frames.top() && self.consecution(height, &core)? == Reach::Blocked {
            core = self.solvers.core(height, &core);
            height += 1;
        }
        let lemma = self.generalise(height, core, effort, depth + 1)?;
        self.learn(lemma, height);
        Ok(true)
    }

    /// Which literals are tried first: those whose latches are rarely in lemmas.
    fn order(&self, cube: &mut Cube) {
        let activity = |l: &Lit| self.activity[l.var().index()];
        cube.sort_by(|a, b| activity(a).total_cmp(&activity(b)).then(a.cmp(b)));
    }

    /// Notes that these latches are in a lemma.
    pub(super) fn bump(&mut self, cube: &Cube) {
        self.increment *= 1.0 / 0.99;
        for literal in cube {
            self.activity[literal.var().index()] += self.increment;
        }
        if self.increment > LARGE {
            self.increment /= LARGE;
            self.activity.iter_mut().for_each(|a| *a /= LARGE);
        }
    }
}
