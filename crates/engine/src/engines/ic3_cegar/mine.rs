//! Refinement state mining: predicates from what refined states have in common (section 3.4 of the
//! thesis), pure data.
//!
//! | predicates | file |
//! |---|---|
//! | linear equations through refined states of one site, or of several | `equations` |
//! | inequalities between states of executions and refined states | `inequalities` |
//!
//! Both look at the states in groups (`group`). All of it is a heuristic: any predicate refines the
//! domain soundly.

mod equations;
mod group;
mod inequalities;
#[cfg(test)]
mod tests;

use super::options::{CegarOptions, Mining};
use crate::Task;
use crate::shared::candidates::equation::Equation;
use crate::shared::ic3::System;
use crate::shared::sample::{self, Memory};
use equations::{Sites, Unexplained};
use group::{Key, Projection, projections};
pub(super) use group::{Point, Site};
use inequalities::Separation;
use invar_cfa::LocId;
use invar_solver::Budget;
use invar_term::{RBig, SymbolId, TermId, TermStore, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Equations that one set of points may give. Few points in many variables satisfy very many.
const MAX_EQUATIONS: usize = 16;
/// Inequalities that one refined state may give.
const MAX_INEQUALITIES: usize = 4;

/// Refined states, and what was mined from them.
pub(super) struct Mine {
    terms: Arc<TermStore>,
    /// Number of states from which mining starts; no mining, if `None`.
    min_points: Option<usize>,
    kinds: BTreeSet<Mining>,
    samples: BTreeMap<Site, Vec<Memory>>,
    unexplained: BTreeMap<Key, Unexplained>,
    separations: BTreeMap<Key, Separation>,
    returned: BTreeSet<TermId>,
}

impl Mine {
    /// Nothing refined yet; `samples` are states that executions pass.
    pub(super) fn new(
        terms: &Arc<TermStore>,
        options: &CegarOptions,
        samples: BTreeMap<Site, Vec<Memory>>,
    ) -> Mine {
        Mine {
            terms: Arc::clone(terms),
            min_points: options.min_points.map(|points| points as usize),
            kinds: options.mining.clone(),
            samples,
            unexplained: BTreeMap::new(),
            separations: BTreeMap::new(),
            returned: BTreeSet::new(),
        }
    }

    /// Remembers a state that was refined; returns predicates worth adding: equations, then
    /// inequalities, none of which was returned before.
    pub(super) fn record(&mut self, site: Site, point: Point) -> Vec<TermId> {
        let Some(min_points) = self.min_points else {
            return Vec::new();
        };
        let projections = projections(&point);
        let mut equations = Vec::new();
        let mut separating = Vec::new();
        for projection in &projections {
            let here = Key::at(&site, projection);
            equations.extend(self.equations(here.clone(), Sites::One, &site, projection));
            if self.kinds.contains(&Mining::Across) {
                let across = Key::across(projection);
                equations.extend(self.equations(across, Sites::Several, &site, projection));
            }
            if self.kinds.contains(&Mining::Inequalities) {
                let samples = self.samples.get(&site).map_or(&[][..], Vec::as_slice);
                let separation = self
                    .separations
                    .entry(here)
                    .or_insert_with(|| Separation::new(projection, samples));
                separating.extend(separation.add(&projection.values, min_points));
            }
        }
        let mut found: Vec<TermId> = Vec::new();
        for equation in equations {
            found.extend(self.fresh(equation));
        }
        // Stable: what ranks alike stays in the order of the variables.
        separating.sort_by_key(|inequality| inequality.rank);
        let mut wanted = MAX_INEQUALITIES;
        for inequality in separating {
            if wanted == 0 {
                break;
            }
            let term = inequality.to_term(&self.terms);
            if let Some(term) = term.and_then(|term| self.fresh(term)) {
                found.push(term);
                wanted -= 1;
            }
        }
        found
    }

    /// The equations that a new point of a group completes.
    fn equations(
        &mut self,
        key: Key,
        sites: Sites,
        site: &Site,
        projection: &Projection,
    ) -> Vec<TermId> {
        let (Some(min_points), true) = (self.min_points, projection.is_additive()) else {
            return Vec::new();
        };
        let terms = &self.terms;
        let unexplained = self.unexplained.entry(key).or_default();
        unexplained.add(&projection.values, site);
        unexplained.explain(min_points, sites, |hull| {
            equation_terms(terms, projection, hull)
        })
    }

    /// The predicate, unless it or its negation was returned before or is trivial.
    fn fresh(&mut self, predicate: TermId) -> Option<TermId> {
        let says_nothing = self.terms.as_constant(predicate).is_some();
        let negation = self.terms.not(predicate);
        if says_nothing || self.returned.contains(&negation) {
            return None;
        }
        self.returned.insert(predicate).then_some(predicate)
    }
}

/// The equations of a hull that have usable numbers, those between few variables first.
fn equation_terms(
    terms: &TermStore,
    projection: &Projection,
    mut hull: Vec<(Vec<RBig>, RBig)>,
) -> Vec<TermId> {
    hull.sort_by_key(|(coefficients, _)| coefficients.iter().filter(|c| **c != RBig::ZERO).count());
    let symbols = projection.variables.iter().map(|v| terms.symbol_term(*v));
    let term = |(coefficients, constant)| {
        let sum = symbols.clone().zip::<Vec<RBig>>(coefficients);
        Some(Equation::new(sum, constant, &projection.sort)?.to_term(terms))
    };
    hull.into_iter()
        .filter_map(term)
        .take(MAX_EQUATIONS)
        .collect()
}

/// States that executions pass, by site; `counter` says which site a location is, if it is one.
pub(super) fn samples(
    task: &Task<'_>,
    system: &System,
    counter: impl Fn(LocId) -> Option<Site>,
) -> BTreeMap<Site, Vec<Memory>> {
    let graph = task.blocks;
    let live = graph.live();
    let locations = graph.nodes().iter().map(|node| node.location);
    let sites: BTreeMap<LocId, Site> = locations
        .filter_map(|location| Some((location, counter(location)?)))
        .collect();
    let wanted = sites
        .keys()
        .map(|location| {
            let symbols = sample::symbols_of_variables(graph, &live[location]);
            (*location, symbols)
        })
        .collect();
    let collected = sample::collect(graph, &wanted, &Budget::unlimited());
    let mut samples: BTreeMap<Site, Vec<Memory>> = BTreeMap::new();
    for (location, here) in collected {
        let site = &sites[&location];
        // What a system with a program counter gives to variables that are dead at a location.
        let dead = graph.dead_at(&live[&location], &system.place(site.0).live);
        let value = |(symbol, zero)| {
            Some((
                graph.terms.as_symbol(symbol)?,
                graph.terms.as_constant(zero)?,
            ))
        };
        let dead: Vec<(SymbolId, Value)> = dead.into_iter().filter_map(value).collect();
        let states = here.into_iter().map(|sample| {
            let mut memory = sample.memory;
            memory.extend(dead.iter().cloned());
            memory
        });
        samples.entry(site.clone()).or_default().extend(states);
    }
    samples
}
