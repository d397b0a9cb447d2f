//! The state of one run of IC3: frames, obligations, and the consecution queries relative to them.

use super::consecution::{Assuming, Consecution};
use super::cube::Cube;
use super::facts::{Placing, by_location};
use super::frames::{ALWAYS, Frames};
use super::generalise::constants_of;
use super::obligations::{ObligationId, Obligations};
use super::options::Options;
use super::setting::Setting;
use super::solvers::{Purpose, Reached};
use super::stop::Stop;
use super::system::{PlaceId, StepId, System};
use super::witnesses::Witnesses;
use crate::{Context, Event, Learnt};
use invar_cfa::{LocId, UnsupportedId};
use invar_solver::Model;
use invar_term::{RBig, TermId};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Something that is not modelled and was reached.
    pub(super) unsupported: Option<UnsupportedId>,
    /// Targets that are known to be reached and no longer searched for.
    pub(super) given_up: BTreeSet<PlaceId>,
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

    /// Reports how far the search is, and at which place it works.
    pub(crate) fn tell(&self, activity: &str, place: Option<PlaceId>) {
        self.context.tell(self.frontier, || Event {
            lemmas: self.frames.len() as u64,
            obligations: self.queue.open_count() as u64,
            location: place.and_then(|place| self.system.place(place).location),
            ..Event::new(self.name, self.frontier, activity)
        });
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
    pub(super) fn invariant(&self, level: u32) -> BTreeMap<PlaceId, Vec<TermId>> {
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
