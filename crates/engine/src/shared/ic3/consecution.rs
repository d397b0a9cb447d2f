//! Queries relative to frames.
//!
//! The solver of a place holds its lemmas, each under an activation literal of its level:
//! `at!i -> lemma`. A query about a step assumes the activation literals of the levels it may use.

use super::frames::{ALWAYS, Frames};
use super::solvers::{Purpose, Reached, Solvers};
use super::system::{PlaceId, START, StepId, System};
use crate::{Context, EngineError};
use invar_solver::Model;
use invar_term::{Sort, TermId, TermStore};
use invar_verdict::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// Which lemmas a query may use in addition to those of the level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Assuming {
    /// None.
    Nothing,
    /// This formula over the state before the step.
    Also(TermId),
}

/// The solvers of all places with the lemmas of frames.
pub(crate) struct Consecution<'r> {
    system: &'r System,
    pub solvers: Solvers<'r>,
}

impl<'r> Consecution<'r> {
    pub(crate) fn new(
        system: &'r System,
        context: &'r Context<'r>,
        facts: BTreeMap<PlaceId, Vec<TermId>>,
    ) -> Self {
        Consecution {
            system,
            solvers: Solvers::new(system, context, facts),
        }
    }

    /// The facts that are known of a place.
    pub(crate) fn facts(&self, place: PlaceId) -> &[TermId] {
        self.solvers.facts(place)
    }

    /// Adds a lemma to the solver of a place. A solver that does not exist yet gets it when it is
    /// made.
    pub(crate) fn learn(
        &mut self,
        place: PlaceId,
        clause: TermId,
        level: u32,
    ) -> Result<(), EngineError> {
        let term = guarded(&self.system.terms, level, clause);
        self.solvers.assert(place, term)
    }

    /// Does the step lead from `F(level, from)`, strengthened as said, to a state that satisfies
    /// all of `literals`?
    ///
    /// ensures `No(core)`: core is a subset of `literals` and
    /// `F(level, from) and also and guard and core[X := update]` has no model;
    /// `Yes(m)`: m is a model of it with all literals.
    ///
    /// # Errors
    /// As [`Solvers::reached`].
    pub(crate) fn reached(
        &mut self,
        frames: &Frames,
        step: StepId,
        level: u32,
        literals: &[TermId],
        assuming: Assuming,
        purpose: Purpose,
    ) -> Result<Result<Reached, Reason>, EngineError> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        if level == 0 && body.from != START {
            return Ok(Ok(Reached::No(Vec::new())));
        }
        let mut premises = activations(terms, frames, body.from, level);
        premises.push(body.guard);
        if let Assuming::Also(formula) = assuming {
            premises.push(formula);
        }
        let held = held(terms, frames, body.from);
        self.solvers
            .reached(step, held, premises, literals, purpose)
    }

    /// A state of `F(level, place)` that satisfies all formulas, if there is one.
    ///
    /// # Errors
    /// As [`Solvers::reached`].
    pub(crate) fn state(
        &mut self,
        frames: &Frames,
        place: PlaceId,
        level: u32,
        formulas: &[TermId],
        purpose: Purpose,
    ) -> Result<Result<Option<Model>, Reason>, EngineError> {
        let terms = &self.system.terms;
        let mut premises = activations(terms, frames, place, level);
        premises.extend(formulas);
        let held = held(terms, frames, place);
        self.solvers.state(place, held, &premises, purpose)
    }
}

/// The activation literals of the lemmas of `F(level, place)`.
fn activations(terms: &TermStore, frames: &Frames, place: PlaceId, level: u32) -> Vec<TermId> {
    let levels: BTreeSet<u32> = frames.at(place, level).map(|l| l.level).collect();
    let levels = levels.into_iter().filter(|l| *l != ALWAYS);
    levels.map(|l| activation(terms, l)).collect()
}

/// What a solver of a place asserts when it is made.
fn held(terms: &TermStore, frames: &Frames, place: PlaceId) -> impl Iterator<Item = TermId> {
    let lemmas = frames.at(place, 1);
    lemmas.map(|lemma| guarded(terms, lemma.level, lemma.clause))
}

fn activation(terms: &TermStore, level: u32) -> TermId {
    terms.symbol(&format!("at!{level}"), &Sort::Bool)
}

fn guarded(terms: &TermStore, level: u32, clause: TermId) -> TermId {
    if level == ALWAYS {
        return clause;
    }
    terms.implies(activation(terms, level), clause)
}
