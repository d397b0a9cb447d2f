//! Pushing lemmas to the next level, and noticing that nothing is left to push.
//!
//! A lemma that could not be pushed leaves a witness: a state from which a step breaks it. As long
//! as the frame at the step's start still contains that state, asking again is useless.

use super::consecution::Assuming;
use super::cube::Cube;
use super::options::Part;
use super::search::Search;
use super::solvers::{Purpose, Reached};
use super::stop::Stop;
use super::system::{PlaceId, StepId};
use invar_solver::Model;
use invar_term::Evaluator;
use invar_verdict::Reason;

impl Search<'_> {
    /// Moves lemmas up as far as they hold.
    ///
    /// ensures `Some(i)`: no lemma is at level `i` at any place, so `F(i) = F(i+1)`.
    pub(crate) fn push(&mut self) -> Result<Option<u32>, Stop> {
        for level in 1..=self.frontier {
            let places: Vec<PlaceId> = self.system.inner().collect();
            for place in places {
                for cube in self.frames.own(place, level) {
                    let activity = format!("pushing level {level}");
                    self.context.proceed(&self.system.terms, &activity)?;
                    self.tell(&activity, Some(place));
                    // A lemma pushed before may have made this one superfluous.
                    if self.frames.excludes(place, &cube, level + 1) {
                        self.frames.raise(place, &cube, level + 1);
                        continue;
                    }
                    if self.holds_further(place, &cube, level)? {
                        self.raise(place, &cube, level + 1)?;
                    }
                }
            }
            if !self.frames.has_own(level) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// Whether `F(level, l) and T(l, place)` implies the lemma for every step.
    fn holds_further(&mut self, place: PlaceId, cube: &Cube, level: u32) -> Result<bool, Stop> {
        let key = (place, cube.clone());
        if self.options.has(Part::Trigger)
            && let Some((step, model)) = self.witnesses.of.get(&key)
            && self.still_in_frame(*step, model, level)
        {
            self.context.counters.add("pushes spared", 1);
            return Ok(false);
        }
        for step in self.system.place(place).incoming.clone() {
            let answer = self.consecution.reached(
                &self.frames,
                step,
                level,
                cube.literals(),
                Assuming::Nothing,
                Purpose::Push,
            )?;
            match answer {
                Ok(Reached::No(_)) => {}
                Ok(Reached::Yes(model)) => {
                    self.witnesses.of.insert(key, (step, model));
                    return Ok(false);
                }
                // Not pushing is always right; only the end of the time ends the search.
                Err(Reason::SolverGaveUp { .. }) => return Ok(false),
                Err(reason) => return Err(reason.into()),
            }
        }
        Ok(true)
    }

    fn still_in_frame(&self, step: StepId, model: &Model, level: u32) -> bool {
        let from = self.system.step(step).from;
        let mut evaluator = Evaluator::new(&self.system.terms, model);
        let mut lemmas = self.frames.at(from, level);
        lemmas.all(|lemma| evaluator.eval_bool(lemma.clause).unwrap_or(false))
    }

    /// Moves a lemma to a level.
    pub(crate) fn raise(&mut self, place: PlaceId, cube: &Cube, level: u32) -> Result<(), Stop> {
        self.context.counters.add("lemmas pushed", 1);
        let clause = cube.clause(&self.system.terms);
        self.consecution.learn(place, clause, level)?;
        self.frames.raise(place, cube, level);
        Ok(())
    }
}
