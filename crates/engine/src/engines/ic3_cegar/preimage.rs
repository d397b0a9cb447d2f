//! Refinement by pre-images, as the thesis has it under that heading.
//!
//! A step leads from `r` to `s2` in the abstraction of a state `s`, but not to `s`. A trace is
//! followed: from `s2` into the abstraction of `t`, the state after `s`, then into that of its
//! successor, and so on. Where it ends, the literals of the pre-image of the missed abstraction
//! become predicates, which distinguish `s2` from `s`, and the search restarts. Where it reaches
//! the target, `r` and its successors really lead to the error, and become obligations.
//!
//! Deviations: the abstraction of a state is the conjunction of what it says of each predicate, and
//! only the part of it that is missed, by core, gets a pre-image: the whole would add the pre-image
//! of every predicate each time. A pre-image is a bounded number of cubes, each from a model, with
//! the inputs projected; so it may be less than all of it. If the abstraction of `s` is reached
//! even then, interpolants are used: required, or there would be no progress. Nothing here needs
//! trust: predicates are only candidates, and obligations are made of steps that were taken.

use super::cegar::Cegar;
use crate::shared::ic3::{
    ConsecutionResult, Cube, Obligation, ObligationId, Purpose, START, Search, StepId, Stop,
};
use invar_solver::{Answer, Model};
use invar_term::TermId;
use invar_verdict::Reason;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Cubes of one pre-image, at most.
const PIECES: usize = 16;
/// Traces that are followed for one refinement, at most.
const TRACES: usize = 32;

/// The literals of the pre-images that were computed, by step and goal.
pub(super) type Preimages = BTreeMap<(StepId, Cube), Vec<TermId>>;

/// Whether a refinement is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Helped {
    /// The abstraction is no longer reached, or there are new obligations.
    Yes,
    /// It may still be reached.
    No,
}

/// How far a trace goes.
enum Trace {
    /// From the obligation's abstraction this step does not lead into this one.
    Ends(ObligationId, StepId, Cube),
    /// By these steps, each with a model of where it starts and what it reads, into a target.
    Whole(Vec<(StepId, Model)>, ObligationId),
    /// The solver gave no answer.
    Unknown,
}

/// Whether a step leads from a state into a goal.
enum Onward {
    /// Yes, with the inputs of this model.
    By(Model),
    /// No, already because of this part of the goal.
    Misses(Cube),
    /// The solver gave no answer.
    Unknown,
}

impl<'r> Cegar<'r> {
    /// Adds predicates of pre-images, or obligations that lead to the error.
    ///
    /// requires as [`Cegar::refine`].
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn refine_by_preimages(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Helped, Stop> {
        let mut helped = Helped::No;
        for _ in 0..TRACES {
            let Some((into, model)) = self.still_reached(search, level, id)? else {
                return Ok(helped);
            };
            match self.follow(search, id, into, &model)? {
                Trace::Whole(taken, target) => {
                    self.open_trace(search, (level, id), (into, &model), &taken, target)?;
                    return Ok(Helped::Yes);
                }
                Trace::Ends(at, step, goal) => {
                    if self.learn_preimage(search, at, step, goal)? == 0 {
                        return Ok(Helped::No);
                    }
                    helped = Helped::Yes;
                }
                Trace::Unknown => return Ok(Helped::No),
            }
        }
        Ok(Helped::No)
    }

    /// What an obligation's cube says of each predicate; what one of its states says, if they are
    /// parts of pre-images.
    fn cartesian(&mut self, search: &mut Search<'r>, id: ObligationId) -> Result<Cube, Stop> {
        let Obligation { place, cube, .. } = search.queue.get(id).clone();
        let solvers = &mut search.consecution.solvers;
        let Some(model) = solvers.satisfiable(cube.literals(), Purpose::Cover)?? else {
            return Ok(Cube::default());
        };
        let symbols = self.symbols_of(&cube);
        let relevant = self.domain.relevant(place, &symbols);
        let decided = relevant.filter(|predicate| predicate.symbols.is_subset(&symbols));
        self.valued(decided, &model)
    }

    /// Adds the literals of a pre-image as predicates; says how many were new.
    fn learn_preimage(
        &mut self,
        search: &mut Search<'r>,
        at: ObligationId,
        step: StepId,
        goal: Cube,
    ) -> Result<u32, Stop> {
        let key = (step, goal);
        if !self.preimages.contains_key(&key) {
            let first = search.queue.get(at).cube.clone();
            let found = self.preimage(search, step, &key.1, &first)?;
            self.preimages.insert(key.clone(), found);
        }
        let mut added = 0;
        for literal in self.preimages[&key].clone() {
            added += self.learn_predicate(search, literal)?;
        }
        Ok(added)
    }

    /// The literals of cubes of predecessors: from each of their states the step leads into a goal;
    /// one of them has states of `first`, if there are such.
    fn preimage(
        &mut self,
        search: &mut Search<'r>,
        step: StepId,
        goal: &Cube,
        first: &Cube,
    ) -> Result<Vec<TermId>, Stop> {
        self.context.counters.add("preimages", 1);
        let terms = &self.system.terms;
        let mut question = self.taking(step, goal);
        let mut narrowed = [&question[..], first.literals()].concat();
        let mut found = Vec::new();
        for _ in 0..PIECES {
            if question.iter().any(|formula| terms.is_false(*formula)) {
                return Ok(found);
            }
            let asked = if narrowed.is_empty() {
                question.clone()
            } else {
                std::mem::take(&mut narrowed)
            };
            let solvers = &mut search.consecution.solvers;
            let model = match solvers.satisfiable(&asked, Purpose::Lift)? {
                Ok(Some(model)) => model,
                Ok(None) if asked != question => continue,
                Ok(None) | Err(Reason::SolverGaveUp { .. }) => return Ok(found),
                Err(reason) => return Err(reason.into()),
            };
            let piece = search.setting().predecessor(step, goal, &model)?;
            found.extend(piece.literals());
            question.push(piece.clause(terms));
        }
        self.context.counters.add("preimages cut short", 1);
        Ok(found)
    }

    /// Formulas that hold together where a step leads into a goal.
    pub(super) fn taking(&self, step: StepId, goal: &Cube) -> Vec<TermId> {
        let terms = &self.system.terms;
        let mut formulas = self.system.step(step).reaching(terms, goal);
        formulas.retain(|formula| !terms.is_true(*formula));
        formulas
    }

    /// A step into the abstraction of a state of the obligation that no frame excludes.
    fn still_reached(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Option<(StepId, Model)>, Stop> {
        let Obligation { place, cube, .. } = search.queue.get(id).clone();
        let (frames, state) = (&search.frames, cube.literals());
        let consecution = &mut search.consecution;
        let left = consecution.state(frames, place, level, state, Purpose::Cover)??;
        let Some(model) = left else {
            return Ok(None);
        };
        let abstraction = self.abstract_state(place, &self.symbols_of(&cube), &model)?;
        Ok(
            match self.consecution(search, level, place, &abstraction, Purpose::Block)? {
                ConsecutionResult::Blocked(_) => None,
                ConsecutionResult::Reached(step, model) => Some((step, model)),
            },
        )
    }

    /// Continues after a step into an obligation's abstraction, through those of its causes.
    fn follow(
        &mut self,
        search: &mut Search<'r>,
        id: ObligationId,
        into: StepId,
        model: &Model,
    ) -> Result<Trace, Stop> {
        let mut state = self.after(search, into, model)?;
        let mut taken = Vec::new();
        let mut at = id;
        while let Some((step, cause)) = search.queue.get(at).cause {
            let goal = self.cartesian(search, cause)?;
            let model = match self.onward(search, step, &state, &goal)? {
                Onward::By(model) => model,
                Onward::Misses(part) => return Ok(Trace::Ends(at, step, part)),
                Onward::Unknown => return Ok(Trace::Unknown),
            };
            state = self.after(search, step, &model)?;
            taken.push((step, model));
            at = cause;
        }
        Ok(Trace::Whole(taken, at))
    }

    /// Whether a step leads from a state into a goal.
    fn onward(
        &mut self,
        search: &mut Search<'r>,
        step: StepId,
        state: &[TermId],
        goal: &Cube,
    ) -> Result<Onward, Stop> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        let mut question = self.taking(step, goal);
        if question.iter().any(|formula| terms.is_false(*formula)) {
            let part = goal.filtered(|l| terms.is_false(body.image(terms, l)));
            return Ok(Onward::Misses(part));
        }
        question.extend(state);
        let solvers = &mut search.consecution.solvers;
        Ok(match solvers.ask(START, &question, Purpose::Trace)? {
            Answer::Sat(model) => Onward::By(model),
            Answer::Unsat(core) => {
                let core: FxHashSet<TermId> = core.assumptions.into_iter().collect();
                Onward::Misses(goal.filtered(|l| core.contains(&body.image(terms, l))))
            }
            Answer::Unknown(_) => Onward::Unknown,
        })
    }

    /// The state after a step, as equations.
    fn after(&self, search: &Search<'r>, step: StepId, model: &Model) -> Result<Vec<TermId>, Stop> {
        let terms = &self.system.terms;
        let state = search.setting().state_after(step, model)?.into_iter();
        let equations = state.map(|(symbol, value)| terms.eq(symbol, terms.constant(&value)));
        Ok(equations.collect())
    }

    /// Opens the lifted states of a trace to a target, and the state before it.
    ///
    /// requires the trace begins after the step `into`, which leads into the abstraction of the
    /// obligation at its level.
    fn open_trace(
        &mut self,
        search: &mut Search<'r>,
        (level, id): (u32, ObligationId),
        (into, model): (StepId, &Model),
        taken: &[(StepId, Model)],
        target: ObligationId,
    ) -> Result<(), Stop> {
        self.context.counters.add("traces uncovered", 1);
        let mut at = target;
        for (index, (step, model)) in taken.iter().enumerate().rev() {
            let goal = search.queue.get(at).cube.clone();
            let state = self.lifted(search, *step, &goal, model)?;
            // What leads to the error must not be reached at any level up to the frontier.
            let here = search.frontier.min(level + index as u32);
            at = self.open_before(search, here + 1, at, *step, state);
        }
        if self.system.step(into).from == START {
            // The trace is a counterexample, which is detected when its first state is processed.
            // The obligation that it was found for has the same age, and would come first.
            search.queue.forget(|_, other| other == id);
            return Ok(());
        }
        let goal = search.queue.get(at).cube.clone();
        let state = self.lifted(search, into, &goal, model)?;
        self.open_before(search, level, at, into, state);
        Ok(())
    }
}
