//! What a run of `ic3-cegar` knows in addition to the frames: the domain, spurious steps, mined
//! states.

use super::domain::{Domain, Predicate};
use super::initial::Condition;
use super::mine::{Mine, Point};
use super::options::CegarOptions;
use super::preimage::Preimages;
use crate::Context;
use crate::shared::ic3::{Cube, ObligationId, PlaceId, Stop, System, Total};
use crate::shared::interpolate::PathInterpolator;
use invar_solver::Model;
use invar_term::{Evaluator, SymbolId, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// A spurious step: it leads into the abstraction of an obligation, not into the obligation.
#[derive(Clone, Debug)]
pub(super) struct Spurious {
    /// The level at which the obligation could not be blocked.
    pub level: u32,
    /// The part of the obligation, and of the abstract state, that no step leads into.
    pub core: Cube,
}

/// One run.
pub(super) struct Cegar<'r> {
    pub system: &'r System,
    pub context: &'r Context<'r>,
    pub options: &'r CegarOptions,
    pub domain: Domain,
    /// The initial condition of each place.
    pub conditions: BTreeMap<PlaceId, Condition>,
    /// Predicates that the domain begins with.
    pub seeds: Vec<TermId>,
    /// The literal that says that a state is not initial, by place.
    pub not_initial: BTreeMap<PlaceId, TermId>,
    pub paths: PathInterpolator<'r>,
    /// The obligations whose step to their cause is spurious.
    pub spurious: BTreeMap<ObligationId, Spurious>,
    /// What was computed for refinement by pre-images.
    pub preimages: Preimages,
    /// The symbol of the program counter, if states have one.
    pub counter: Option<SymbolId>,
    /// The values of the obligations that are lifted states.
    pub points: BTreeMap<ObligationId, Point>,
    pub mine: Mine,
}

impl<'r> Cegar<'r> {
    /// The abstract state of a model: the value of every predicate of the place that mentions one
    /// of the symbols.
    pub(super) fn abstract_state(
        &self,
        place: PlaceId,
        symbols: &BTreeSet<SymbolId>,
        model: &Model,
    ) -> Result<Cube, Stop> {
        self.context.counters.add("abstract states", 1);
        self.valued(self.domain.relevant(place, symbols), model)
    }

    /// What a model says of predicates.
    pub(super) fn valued<'d>(
        &self,
        predicates: impl Iterator<Item = &'d Predicate>,
        model: &Model,
    ) -> Result<Cube, Stop> {
        let terms = &self.system.terms;
        let total = Total { terms, model };
        let mut evaluator = Evaluator::new(terms, &total);
        let mut literals = Vec::new();
        for predicate in predicates {
            literals.push(if evaluator.eval_bool(predicate.positive)? {
                predicate.positive
            } else {
                predicate.negative
            });
        }
        Ok(Cube::new(terms, literals).unwrap_or_default())
    }

    pub(super) fn symbols_of(&self, cube: &Cube) -> BTreeSet<SymbolId> {
        let terms = &self.system.terms;
        terms.symbols_of(cube.literals()).into_iter().collect()
    }
}
