//! The main loop: strengthen, push, repeat.
//!
//! Invariants between two rounds, with `N` the frontier:
//!
//! ```text
//! F(i+1, l) is a subset of F(i, l) as a set of lemmas
//! F(i, l) and T(l, m) implies F(i+1, m)'
//! F(N, l) and T(l, target) is unsatisfiable
//! ```

use super::consecution::{Assuming, Consecution};
use super::cube::Cube;
use super::facts::PlacedFacts;
use super::frames::{ALWAYS, Frames};
use super::generalise::constants_of;
use super::minimise::needed;
use super::obligations::{Obligation, ObligationId, Obligations};
use super::options::{AtUnsupported, Options};
use super::push::Witnesses;
use super::setting::Setting;
use super::shared_lemmas::{Placing, by_location};
use super::solvers::{Purpose, Reached};
use super::system::{PlaceId, PlaceKind, START, StepId, System};
use super::trace::Inputs;
use crate::{Context, EngineError, Event, Learnt};
use invar_cfa::{LocId, UnsupportedId};
use invar_encode::NodeKind;
use invar_solver::Model;
use invar_term::{EvalError, RBig, TermId};
use invar_verdict::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// Why a search stops without an answer.
#[derive(Debug)]
pub(crate) enum Stop {
    /// For a reason that the user should know.
    Reason(Reason),
    /// Because something was reached that is not modelled.
    Unsupported(UnsupportedId),
    /// Because a solver cannot be used.
    Error(EngineError),
}

impl From<EngineError> for Stop {
    fn from(error: EngineError) -> Stop {
        Stop::Error(error)
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Stop {
        Stop::Reason(reason)
    }
}

impl From<EvalError> for Stop {
    fn from(error: EvalError) -> Stop {
        let message = format!("a model could not be evaluated: {error}");
        Stop::Reason(Reason::SolverGaveUp { message })
    }
}

/// What a search finds.
#[derive(Debug)]
pub(crate) enum Found {
    /// Nothing is reached: lemmas by place.
    Invariant(BTreeMap<PlaceId, Vec<TermId>>),
    /// Steps with their inputs lead from the start to an error.
    Path(Path),
    /// No error is reached, but something that is not modelled is.
    Unsupported(UnsupportedId),
}

/// A counterexample: a path from the start through an obligation to its target.
#[derive(Debug)]
pub(crate) struct Path {
    pub into: ObligationId,
    pub form: PathForm,
}

/// How the path of a counterexample is given.
#[derive(Debug)]
pub(crate) enum PathForm {
    /// From the start by this step into the obligation's cube; its chain of causes is the rest.
    Causes(StepId, Model),
    /// As the inputs of each step.
    Inputs(Inputs),
}

/// What a search does with an open obligation.
pub(crate) trait Discharge<'r> {
    /// The obligations of the last round are forgotten, those of the next begin.
    fn begin(&mut self, _search: &mut Search<'r>) -> Result<(), Stop> {
        Ok(())
    }

    /// Other engines found lemmas that hold in every execution.
    fn know(&mut self, _shared_lemmas: &PlacedFacts) {}

    /// Looks at one obligation: blocks it, or opens it again together with a predecessor, or finds
    /// a path from the start.
    ///
    /// # Errors
    /// Why the search must stop.
    fn discharge(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Option<Path>, Stop>;
}

/// Obligations are cubes of states, predecessors come from pre-images.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact;

/// Whether any incoming step leads into a cube: the result of [`Search::check_consecution`].
pub(crate) enum ConsecutionResult {
    /// No step leads into the cube, already because of these literals.
    Blocked(BTreeSet<TermId>),
    /// A step does.
    Reached(StepId, Model),
}

/// One run of IC3.
pub(crate) struct Search<'r> {
    pub name: &'static str,
    pub system: &'r System,
    pub context: &'r Context<'r>,
    pub options: &'r Options,
    pub frames: Frames,
    pub queue: Obligations,
    pub consecution: Consecution<'r>,
    pub frontier: u32,
    pub witnesses: Witnesses,
    /// Integer constants of the program, their neighbours and negations, in order.
    pub constants: Vec<RBig>,
    /// Where lemmas are reported whose place has no location.
    pub default_location: LocId,
    /// Maps lemmas of other engines to places.
    pub(super) placing: Placing<'r>,
    unsupported: Option<UnsupportedId>,
    given_up: BTreeSet<PlaceId>,
}

impl<'r> Search<'r> {
    pub(crate) fn new(
        name: &'static str,
        system: &'r System,
        context: &'r Context<'r>,
        options: &'r Options,
        facts: BTreeMap<PlaceId, Vec<TermId>>,
        default_location: LocId,
    ) -> Search<'r> {
        Search {
            name,
            system,
            context,
            options,
            frames: Frames::default(),
            queue: Obligations::default(),
            consecution: Consecution::new(system, context, facts),
            frontier: 0,
            witnesses: Witnesses::default(),
            constants: constants_of(system),
            default_location,
            placing: by_location(system),
            unsupported: None,
            given_up: BTreeSet::new(),
        }
    }

    /// What the parts refer to.
    pub(crate) fn setting(&self) -> Setting<'r> {
        Setting {
            system: self.system,
            context: self.context,
            options: self.options,
        }
    }

    /// Something that is not modelled and can be reached, if that is known.
    pub(crate) fn unsupported(&self) -> Option<UnsupportedId> {
        self.unsupported
    }

    /// Searches until there is an answer.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn run(&mut self, by: &mut impl Discharge<'r>) -> Result<Found, Stop> {
        loop {
            self.frontier += 1;
            self.context.counters.raise("frames", self.frontier.into());
            self.tell("strengthening", None);
            self.take_shared_lemmas(by)?;
            if let Some(path) = self.strengthen(by)? {
                return Ok(Found::Path(path));
            }
            if let Some(level) = self.push()? {
                if let Some(id) = self.unsupported {
                    return Ok(Found::Unsupported(id));
                }
                return Ok(Found::Invariant(needed(
                    self.system,
                    self.context,
                    self.invariant(level),
                )));
            }
        }
    }

    /// Reports how far the search is, and at which place it works.
    pub(crate) fn tell(&self, activity: &str, place: Option<PlaceId>) {
        self.context.tell(self.frontier, || Event {
            lemmas: self.frames.len() as u64,
            obligations: self.queue.open_count() as u64,
            location: place.and_then(|place| self.system.place(place).location),
            ..Event::new(self.name, self.frontier, activity)
        });
    }

    /// Makes the frontier exclude every target.
    ///
    /// ensures `None`: `F(N, l) and T(l, target)` is unsatisfiable for every target that counts.
    fn strengthen(&mut self, by: &mut impl Discharge<'r>) -> Result<Option<Path>, Stop> {
        self.queue.clear();
        by.begin(self)?;
        let targets: Vec<PlaceId> = self.system.targets().collect();
        for place in targets {
            if self.given_up.contains(&place) {
                continue;
            }
            let root = Obligation {
                place,
                cube: Cube::default(),
                depth: 0,
                cause: None,
            };
            self.queue.add(self.frontier + 1, root);
        }
        while let Some((level, id)) = self.queue.pop() {
            let activity = format!("blocking at level {level} of {}", self.frontier);
            self.context.proceed(&self.system.terms, &activity)?;
            self.tell(&activity, Some(self.queue.get(id).place));
            if let Some(path) = by.discharge(self, level, id)? {
                let target = self.target_of(path.into);
                match self.system.place(target).kind {
                    PlaceKind::Target(NodeKind::Unsupported(id)) => {
                        self.unsupported.get_or_insert(id);
                        if self.options.at_unsupported() == AtUnsupported::Stop {
                            return Err(Stop::Unsupported(id));
                        }
                        self.give_up(target);
                    }
                    _ => return Ok(Some(path)),
                }
            }
        }
        Ok(None)
    }

    /// Stops looking for paths to a target that is known to be reached.
    fn give_up(&mut self, target: PlaceId) {
        self.given_up.insert(target);
        let doomed = |queue: &Obligations, id| Self::target_in(queue, id) == target;
        self.queue.forget(doomed);
    }

    fn target_of(&self, id: ObligationId) -> PlaceId {
        Self::target_in(&self.queue, id)
    }

    fn target_in(queue: &Obligations, mut id: ObligationId) -> PlaceId {
        while let Some((_, next)) = queue.get(id).cause {
            id = next;
        }
        queue.get(id).place
    }

    /// A blocked obligation is checked again one level higher. This is a heuristic: bad states of
    /// one level are often bad at the next.
    pub(crate) fn again(&mut self, level: u32, id: ObligationId) {
        if level < self.frontier {
            self.queue.open_at(id, level + 1);
        }
    }

    /// Checks for every incoming step whether it leads into a cube; blocked only if none does.
    ///
    /// ensures `Blocked(c)`: `F(level-1, l) and (not c if l is the place) and T(l, place) and c'`
    /// is unsatisfiable for every step, for the cube and for every cube between `c` and it.
    pub(crate) fn check_consecution(
        &mut self,
        level: u32,
        place: PlaceId,
        cube: &Cube,
        purpose: Purpose,
    ) -> Result<ConsecutionResult, Stop> {
        let steps = self.system.place(place).incoming.clone();
        self.check_consecution_by(&steps, level, cube, purpose)
    }

    /// Checks some incoming steps of one place.
    ///
    /// ensures as [`Search::check_consecution`], restricted to these steps.
    pub(crate) fn check_consecution_by(
        &mut self,
        steps: &[StepId],
        level: u32,
        cube: &Cube,
        purpose: Purpose,
    ) -> Result<ConsecutionResult, Stop> {
        let mut core = BTreeSet::new();
        for step in steps.iter().copied() {
            // Edge-relative induction: only a self-loop may assume the negated cube.
            let body = self.system.step(step);
            let assuming = if body.from == body.to {
                Assuming::Also(cube.clause(&self.system.terms))
            } else {
                Assuming::Nothing
            };
            let literals = cube.literals();
            match self.consecution.reached(
                &self.frames,
                step,
                level - 1,
                literals,
                assuming,
                purpose,
            )?? {
                Reached::Yes(model) => return Ok(ConsecutionResult::Reached(step, model)),
                Reached::No(used) => core.extend(used),
            }
        }
        Ok(ConsecutionResult::Blocked(core))
    }

    /// Adds a lemma.
    pub(crate) fn learn(
        &mut self,
        place: PlaceId,
        cube: Cube,
        level: u32,
        origin: &'static str,
    ) -> Result<(), Stop> {
        let fact = cube.clause(&self.system.terms);
        self.context.counters.add("lemmas", 1);
        self.context.observer.learnt(&Learnt {
            location: self
                .system
                .place(place)
                .location
                .unwrap_or(self.default_location),
            level: (level != ALWAYS).then_some(level),
            fact,
            origin,
        });
        self.consecution.learn(place, fact, level)?;
        self.frames.add(&self.system.terms, place, cube, level);
        Ok(())
    }

    /// The lemmas above a level at which no place has a lemma.
    fn invariant(&self, level: u32) -> BTreeMap<PlaceId, Vec<TermId>> {
        let facts = |place| {
            let known = self.consecution.facts(place).iter().copied();
            let lemmas = self.frames.at(place, level + 1).map(|lemma| lemma.clause);
            known.chain(lemmas).collect()
        };
        self.system
            .inner()
            .map(|place| (place, facts(place)))
            .collect()
    }
}

impl<'r> Discharge<'r> for Exact {
    fn discharge(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
    ) -> Result<Option<Path>, Stop> {
        let obligation = search.queue.get(id).clone();
        let (place, cube) = (obligation.place, &obligation.cube);
        search.context.counters.add("obligations", 1);
        if search.frames.excludes(place, cube, level) {
            search.again(level, id);
            return Ok(None);
        }
        match search.check_consecution(level, place, cube, Purpose::Block)? {
            ConsecutionResult::Reached(first, model) if search.system.step(first).from == START => {
                let form = PathForm::Causes(first, model);
                return Ok(Some(Path { into: id, form }));
            }
            ConsecutionResult::Reached(step, model) => {
                let predecessor = Obligation {
                    place: search.system.step(step).from,
                    cube: search.setting().predecessor(step, cube, &model)?,
                    depth: obligation.depth + 1,
                    cause: Some((step, id)),
                };
                search.queue.open_at(id, level);
                search.queue.add(level - 1, predecessor);
            }
            ConsecutionResult::Blocked(core) => {
                if search.system.place(place).kind == PlaceKind::Inner {
                    let level = search.generalise_and_learn(level, place, cube, &core)?;
                    search.again(level, id);
                }
            }
        }
        Ok(None)
    }
}
