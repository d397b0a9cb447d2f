//! What `ic3-cegar` does with an open obligation: steps into targets, abstract states to exclude,
//! spurious steps, the start of the search.

use super::cegar::{Cegar, Spurious};
use super::implicit::gave_up;
use super::initial::Condition;
use super::lift::Lifted;
use super::options::AbstractionKind;
use crate::shared::ic3::{
    ConsecutionResult, Cube, Discharge, Level, Obligation, ObligationId, Path, PathForm, PlaceKind,
    PlacedFacts, Purpose, START, Search, StepId, Stop,
};
use invar_solver::Model;

impl<'r> Discharge<'r> for Cegar<'r> {
    fn begin(&mut self, search: &mut Search<'r>) -> Result<(), Stop> {
        self.spurious.clear();
        self.points.clear();
        if search.frontier == 1 {
            self.start(search)?;
        }
        Ok(())
    }

    fn know(&mut self, shared_lemmas: &PlacedFacts) {
        self.paths.know(shared_lemmas);
    }

    fn discharge(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Option<Path>, Stop> {
        self.context.counters.add("obligations", 1);
        let obligation = search.queue.get(id).clone();
        if self.options.abstraction == AbstractionKind::Implicit {
            return self.discharge_abstract(search, level, id, &obligation);
        }
        if matches!(
            search.system.place(obligation.place).kind,
            PlaceKind::Target(_)
        ) {
            return self.approach(search, level, id, &obligation);
        }
        self.exclude(search, level, id, &obligation)
    }
}

impl<'r> Cegar<'r> {
    /// The first frame is the initial condition, the domain has its first predicates.
    fn start(&mut self, search: &mut Search<'r>) -> Result<(), Stop> {
        let terms = &self.system.terms;
        for predicate in std::mem::take(&mut self.seeds) {
            let negated = terms.not(predicate);
            let is_condition = |c: &Condition| c.formula == predicate || c.formula == negated;
            if self.conditions.values().any(is_condition) {
                self.add_predicate(search, predicate)?
            } else {
                self.learn_predicate(search, predicate)?
            };
        }
        for (place, condition) in std::mem::take(&mut self.conditions) {
            let Some(elsewhere) = Cube::new(terms, [terms.not(condition.formula)]) else {
                continue;
            };
            if let [literal] = elsewhere.literals() {
                self.not_initial.insert(place, *literal);
            }
            search.learn(place, elsewhere, 1, "initial condition")?;
        }
        let count = self.domain.len() as u64;
        self.context
            .counters
            .raise("predicates at the start", count);
        self.context.counters.raise("predicates", count);
        Ok(())
    }

    /// Looks for a step into a target.
    fn approach(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
        obligation: &Obligation,
    ) -> Result<Option<Path>, Stop> {
        match search.check_consecution(level, obligation.place, &obligation.cube, Purpose::Block)? {
            ConsecutionResult::Blocked(_) => Ok(None),
            ConsecutionResult::Reached(step, model) => self.precede(search, level, id, step, model),
        }
    }

    /// A step leads into an obligation: its start is an obligation too, or a counterexample ends.
    pub(super) fn precede(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
        step: StepId,
        model: Model,
    ) -> Result<Option<Path>, Stop> {
        if search.system.step(step).from == START {
            if self.refine_nearest_spurious(search, id)? {
                return Ok(None);
            }
            let form = PathForm::Causes(step, model);
            return Ok(Some(Path { into: id, form }));
        }
        let goal = search.queue.get(id).cube.clone();
        let state = self.lifted(search, step, &goal, &model)?;
        self.open_before(search, level, id, step, state);
        search.queue.open_at(id, level);
        Ok(None)
    }

    /// Adds the obligation at the start of a step into another.
    pub(super) fn open_before(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
        step: StepId,
        state: Lifted,
    ) -> ObligationId {
        let predecessor = Obligation {
            place: search.system.step(step).from,
            cube: state.cube,
            depth: search.queue.get(id).depth + 1,
            cause: Some((step, id)),
        };
        let depth = u64::from(predecessor.depth);
        self.context.counters.raise("deepest obligation", depth);
        let added = search.queue.add(level - 1, predecessor);
        self.points.insert(added, state.point);
        added
    }

    /// Makes a frame exclude an obligation, abstract state by abstract state, as long as one is
    /// left; a step into one of them gives a predecessor, or it is spurious.
    fn exclude(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
        obligation: &Obligation,
    ) -> Result<Option<Path>, Stop> {
        let (place, state) = (obligation.place, &obligation.cube);
        let symbols = self.symbols_of(state);
        let mut holds_at = None;
        loop {
            let terms = &self.system.terms;
            self.context.proceed(terms, "excluding a state")?;
            let left = search.consecution.state(
                &search.frames,
                place,
                level,
                state.literals(),
                Purpose::Cover,
            )??;
            let Some(model) = left else {
                search.again(holds_at.unwrap_or(level), id);
                return Ok(None);
            };
            let cube = self.abstract_state(place, &symbols, &model)?;
            match self.consecution(search, level, place, &cube, Purpose::Block)? {
                ConsecutionResult::Blocked(core) => {
                    let at = Level { level, place };
                    let cube = cube.filtered(|l| core.contains(&l));
                    let level = self.generalise_and_learn(search, at, cube)?;
                    holds_at = Some(holds_at.map_or(level, |known: u32| known.min(level)));
                }
                ConsecutionResult::Reached(step, model) => {
                    // A state may have several abstract ones, and a self-loop lead from one to
                    // another: both questions must be about the same one.
                    let both = state.literals().iter().chain(cube.literals()).copied();
                    let both = Cube::new(terms, both).unwrap_or_else(|| state.clone());
                    return match search.check_consecution(level, place, &both, Purpose::Block)? {
                        ConsecutionResult::Reached(step, model) => {
                            self.precede(search, level, id, step, model)
                        }
                        ConsecutionResult::Blocked(core) => {
                            search.queue.open_at(id, level);
                            let core = both.filtered(|l| core.contains(&l));
                            self.bear(search, (level, id), (step, &model), cube, core)
                        }
                    };
                }
            }
        }
    }

    /// A step into the abstraction of an obligation is spurious: the domain is refined, or the
    /// step's start becomes an obligation anyway.
    fn bear(
        &mut self,
        search: &mut Search<'r>,
        (level, id): (u32, ObligationId),
        (step, model): (StepId, &Model),
        cube: Cube,
        core: Cube,
    ) -> Result<Option<Path>, Stop> {
        self.context.counters.add("spurious steps", 1);
        let is_start = search.system.step(step).from == START;
        if is_start || self.spurious_causes(search, id) >= self.options.max_spurious {
            if self.refine(search, level, id, &core)? == 0 {
                return Err(gave_up(
                    "a state is excluded, but its predicates do not exclude it",
                ));
            }
            return Ok(None);
        }
        let before = self.lifted(search, step, &cube, model)?;
        // Nothing says that the step's start can be excluded at a higher level.
        let first = self.open_before(search, 2, id, step, before);
        self.spurious.insert(first, Spurious { level, core });
        Ok(None)
    }

    /// The spurious steps between an obligation and the target.
    fn spurious_causes(&self, search: &Search<'r>, id: ObligationId) -> u32 {
        let mut count = 0;
        let mut at = Some(id);
        while let Some(id) = at {
            count += u32::from(self.spurious.contains_key(&id));
            at = search.queue.get(id).cause.map(|(_, cause)| cause);
        }
        count
    }

    /// If there are spurious steps between an obligation and the target, the domain is refined so
    /// that the nearest is no longer spurious, and the obligations before it are closed.
    fn refine_nearest_spurious(
        &mut self,
        search: &mut Search<'r>,
        id: ObligationId,
    ) -> Result<bool, Stop> {
        let mut at = id;
        while let Some((_, cause)) = search.queue.get(at).cause {
            let Some(Spurious { level, core }) = self.spurious.get(&at).cloned() else {
                at = cause;
                continue;
            };
            self.context
                .counters
                .add("refinements after backtracking", 1);
            search.queue.forget(|queue, mut id| {
                while id != at {
                    match queue.get(id).cause {
                        Some((_, cause)) => id = cause,
                        None => return false,
                    }
                }
                true
            });
            self.refine(search, level, cause, &core)?;
            return Ok(true);
        }
        Ok(false)
    }
}
