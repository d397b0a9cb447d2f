//! Minimal inductive clauses of abstract states, with counterexamples to generalisation.
//!
//! MIC and `ctgDown` of Hassan, Bradley and Somenzi (2013) as the thesis has them: a
//! counterexample is abstracted, then blocked one level below or joined with the cube.

use super::cegar::Cegar;
use crate::shared::ic3::{
    ConsecutionResult, Cube, Level, PlaceId, Purpose, START, Search, StepId, Stop, Total, Tried,
};
use invar_solver::Model;
use invar_term::{Evaluator, TermId};
use invar_verdict::Reason;
use std::collections::BTreeSet;

impl<'r> Cegar<'r> {
    /// Asks whether steps lead into an abstract state; the core of the others' answers is enough
    /// for the steps from the start too if the initial condition is joined.
    ///
    /// ensures as [`Search::check_consecution`].
    pub(super) fn consecution(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        place: PlaceId,
        cube: &Cube,
        purpose: Purpose,
    ) -> Result<ConsecutionResult, Stop> {
        let (starts, others) = self.incoming(place);
        let mut core = match search.check_consecution_by(&others, level, cube, purpose)? {
            ConsecutionResult::Blocked(core) => core,
            reached => return Ok(reached),
        };
        if starts.is_empty() {
            return Ok(ConsecutionResult::Blocked(core));
        }
        let mut part = cube.filtered(|l| core.contains(&l));
        if let ConsecutionResult::Blocked(_) =
            search.check_consecution_by(&starts, level, &part, purpose)?
        {
            return Ok(ConsecutionResult::Blocked(core));
        }
        let joined = self.not_initial.get(&place);
        if let Some(literal) = joined.filter(|l| cube.literals().contains(l)) {
            core.insert(*literal);
            part = cube.filtered(|l| core.contains(&l));
            if let ConsecutionResult::Blocked(_) =
                search.check_consecution_by(&starts, level, &part, purpose)?
            {
                return Ok(ConsecutionResult::Blocked(core));
            }
        }
        Ok(
            match search.check_consecution_by(&starts, level, cube, purpose)? {
                ConsecutionResult::Blocked(more) => {
                    core.extend(more);
                    ConsecutionResult::Blocked(core)
                }
                reached => reached,
            },
        )
    }

    /// Learns a lemma from a blocked cube; returns the level at which it holds.
    pub(super) fn generalise_and_learn(
        &mut self,
        search: &mut Search<'r>,
        at: Level,
        cube: Cube,
    ) -> Result<u32, Stop> {
        let cube = self.minimal(search, at, cube, 1)?;
        search.learn_as_high(at, cube, "abstract")
    }

    /// Drops literals of a blocked cube, or weakens them, as long as it stays blocked.
    fn minimal(
        &mut self,
        search: &mut Search<'r>,
        at: Level,
        mut cube: Cube,
        depth: u32,
    ) -> Result<Cube, Stop> {
        let order: Vec<TermId> = cube.literals().to_vec();
        let mut weakenings = 0;
        for literal in order.into_iter().rev() {
            if !cube.literals().contains(&literal) {
                continue;
            }
            let candidate = cube.filtered(|l| l != literal);
            if let Some(smaller) = self.down(search, at, candidate, depth)? {
                cube = smaller;
            } else if weakenings < self.options.max_geometric {
                cube = self.weaken(search, at, cube, literal, depth, &mut weakenings)?;
            }
        }
        Ok(cube)
    }

    /// Replaces a literal by weaker ones of the lattice, as far as the cube stays blocked.
    fn weaken(
        &mut self,
        search: &mut Search<'r>,
        at: Level,
        mut cube: Cube,
        literal: TermId,
        depth: u32,
        weakenings: &mut u32,
    ) -> Result<Cube, Stop> {
        let mut literal = literal;
        'weaker: loop {
            for weaker in self.weaker(at.place, literal) {
                if cube.literals().contains(&weaker) {
                    // Then the literal would only be dropped, and that was tried.
                    continue;
                }
                if *weakenings >= self.options.max_geometric {
                    return Ok(cube);
                }
                *weakenings += 1;
                let Some(candidate) = cube.replaced(&self.system.terms, literal, Some(weaker))
                else {
                    continue;
                };
                if let Some(smaller) = self.down(search, at, candidate, depth)? {
                    self.context.counters.add("literals weakened", 1);
                    cube = smaller;
                    if !cube.literals().contains(&weaker) {
                        return Ok(cube);
                    }
                    literal = weaker;
                    continue 'weaker;
                }
            }
            return Ok(cube);
        }
    }

    /// The part of a candidate that is blocked, if it is or can be made so.
    fn down(
        &mut self,
        search: &mut Search<'r>,
        at: Level,
        mut candidate: Cube,
        depth: u32,
    ) -> Result<Option<Cube>, Stop> {
        let mut counterexamples = 0;
        let mut joins = 0;
        loop {
            if self.is_initial(search, at, &candidate)? {
                return Ok(None);
            }
            let (step, model) = match self.attempt(search, at, &candidate)? {
                Tried::Blocked(part) => return Ok(Some(part)),
                Tried::Unknown => return Ok(None),
                Tried::Reached(step, model) => (step, model),
            };
            let from = self.system.step(step).from;
            if from == START || depth > self.options.max_depth {
                return Ok(None);
            }
            if counterexamples < self.options.max_ctgs
                && self.block_counterexample(search, at, (step, &model), &candidate, depth)?
            {
                counterexamples += 1;
            } else if from == at.place && self.options.max_joins.is_none_or(|most| joins < most) {
                counterexamples = 0;
                joins += 1;
                candidate = self.joined(&candidate, &model)?;
            } else {
                return Ok(None);
            }
        }
    }

    /// Whether a step from the start leads into a cube, for all that is known: joins do not help
    /// then.
    fn is_initial(
        &mut self,
        search: &mut Search<'r>,
        at: Level,
        cube: &Cube,
    ) -> Result<bool, Stop> {
        let (starts, _) = self.incoming(at.place);
        match search.check_consecution_by(&starts, at.level, cube, Purpose::Generalise) {
            Ok(ConsecutionResult::Blocked(_)) => Ok(false),
            Ok(ConsecutionResult::Reached(..)) | Err(Stop::Reason(Reason::SolverGaveUp { .. })) => {
                Ok(true)
            }
            Err(stop) => Err(stop),
        }
    }

    /// The steps into a place: those from the start, and the others.
    fn incoming(&self, place: PlaceId) -> (Vec<StepId>, Vec<StepId>) {
        let incoming = self.system.place(place).incoming.iter().copied();
        incoming.partition(|step| self.system.step(*step).from == START)
    }

    /// Blocks the abstraction of the state before a step one level below, if possible.
    fn block_counterexample(
        &mut self,
        search: &mut Search<'r>,
        at: Level,
        (step, model): (StepId, &Model),
        goal: &Cube,
        depth: u32,
    ) -> Result<bool, Stop> {
        if at.level < 2 {
            return Ok(false);
        }
        let below = Level {
            level: at.level - 1,
            place: self.system.step(step).from,
        };
        let state = self.lifted(search, step, goal, model)?;
        let symbols = self.symbols_of(&state.cube);
        let cube = self.abstract_state(below.place, &symbols, model)?;
        let Tried::Blocked(part) = self.attempt(search, below, &cube)? else {
            return Ok(false);
        };
        let counters = &self.context.counters;
        counters.add("counterexamples to generalisation blocked", 1);
        let part = self.minimal(search, below, part, depth + 1)?;
        search.learn_as_high(below, part, "ctg")?;
        Ok(true)
    }

    /// The literals of a cube that a state satisfies.
    fn joined(&self, cube: &Cube, model: &Model) -> Result<Cube, Stop> {
        let terms = &self.system.terms;
        let total = Total { terms, model };
        let mut evaluator = Evaluator::new(terms, &total);
        let mut kept = BTreeSet::new();
        for literal in cube.literals() {
            if evaluator.eval_bool(*literal)? {
                kept.insert(*literal);
            }
        }
        self.context.counters.add("joins", 1);
        Ok(cube.filtered(|l| kept.contains(&l)))
    }

    fn attempt(&mut self, search: &mut Search<'r>, at: Level, cube: &Cube) -> Result<Tried, Stop> {
        match self.consecution(search, at.level, at.place, cube, Purpose::Generalise) {
            Ok(ConsecutionResult::Blocked(core)) => {
                Ok(Tried::Blocked(cube.filtered(|l| core.contains(&l))))
            }
            Ok(ConsecutionResult::Reached(step, model)) => Ok(Tried::Reached(step, model)),
            Err(Stop::Reason(Reason::SolverGaveUp { .. })) => Ok(Tried::Unknown),
            Err(stop) => Err(stop),
        }
    }

    /// Literals of the place's predicates that are next weaker.
    fn weaker(&self, place: PlaceId, literal: TermId) -> Vec<TermId> {
        let mut weaker = self.domain.weaker(literal);
        weaker.retain(|literal| self.domain.is_at(place, *literal));
        weaker
    }
}
