//! Refinement: predicates that exclude a spurious step into a state.

use super::cegar::Cegar;
use super::lattice::Implication;
use super::options::{Equations, Refinement};
use super::preimage::Helped;
use crate::shared::ic3::{
    Cube, ObligationId, PlaceId, Purpose, START, Search, Solvers, StepId, Stop,
};
use crate::shared::interpolate::conjuncts;
use crate::shared::linear::{Constraint, Relation};
use crate::shared::tree::{Path, Refutation, Refute};
use invar_term::{Op, Sort, SymbolId, TermId, TermStore};
use invar_verdict::Reason;

impl<'r> Cegar<'r> {
    /// Adds predicates so that the obligation's abstraction is no longer reached at the level.
    ///
    /// requires no step leads into `core` at the level, which is part of the obligation's cube
    /// together with one of its abstract states.
    /// Returns how many are new, obligations that lead to the error counting as one.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn refine(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        id: ObligationId,
        core: &Cube,
    ) -> Result<u32, Stop> {
        self.context.counters.add("refinements", 1);
        let place = search.queue.get(id).place;
        let known = self.domain.len();
        self.mine(search, place, id)?;
        if self.options.refinement == Refinement::Preimage
            && self.refine_by_preimages(search, level, id)? == Helped::Yes
        {
            self.context.counters.add("refinements by preimages", 1);
            return Ok(self.grown_since(known).max(1));
        }
        for step in self.system.place(place).incoming.clone() {
            self.refine_by_interpolant(search, level, place, step, core)?;
        }
        if self.domain.len() == known {
            self.context.counters.add("refinements by states", 1);
            for literal in core.literals().to_vec() {
                self.learn_predicate(search, literal)?;
            }
        }
        Ok(self.grown_since(known))
    }

    /// The number of predicates beyond `known`.
    fn grown_since(&self, known: usize) -> u32 {
        let count = self.domain.len();
        self.context.counters.raise("predicates", count as u64);
        (count - known) as u32
    }

    /// Adds predicates that the states refined so far have in common.
    fn mine(
        &mut self,
        search: &mut Search<'r>,
        place: PlaceId,
        id: ObligationId,
    ) -> Result<(), Stop> {
        let Some(mut point) = self.points.get(&id).cloned() else {
            return Ok(());
        };
        let counter = point.iter().position(|(s, _)| Some(*s) == self.counter);
        let counter = counter.map(|index| point.remove(index).1);
        if self.counter.is_some() && counter.is_none() {
            // The thesis skips states that may be anywhere.
            return Ok(());
        }
        let mut mined = 0;
        for predicate in self.mine.record((place, counter), point) {
            mined += self.learn_predicate(search, predicate)?;
        }
        self.context.counters.add("predicates mined", mined.into());
        Ok(())
    }

    /// Predicates of the interpolant between what a step leads to and a state.
    fn refine_by_interpolant(
        &mut self,
        search: &mut Search<'r>,
        level: u32,
        place: PlaceId,
        step: StepId,
        core: &Cube,
    ) -> Result<(), Stop> {
        let terms = &self.system.terms;
        let from = self.system.step(step).from;
        if level == 1 && from != START {
            // It has no predecessor yet.
            return Ok(());
        }
        let lemmas = search.frames.at(from, level - 1);
        let mut known: Vec<TermId> = lemmas.map(|lemma| lemma.clause).collect();
        if from == place {
            known.push(core.clause(terms));
        }
        let path = Path {
            steps: vec![step],
            labels: vec![known],
        };
        let found = match self.paths.refute(&path, std::slice::from_ref(core))? {
            Refutation::Refuted(found) => found,
            Refutation::TooHard | Refutation::Feasible(_) => {
                self.context.counters.add("refinements too hard", 1);
                return Ok(());
            }
        };
        for formula in found.iter().flatten() {
            for part in conjuncts(terms, &[terms.not(*formula)]) {
                self.learn_predicate(search, part)?;
            }
        }
        Ok(())
    }

    /// Adds a predicate, an equation as the options say; returns how many were new.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn learn_predicate(
        &mut self,
        search: &mut Search<'r>,
        predicate: TermId,
    ) -> Result<u32, Stop> {
        let terms = &self.system.terms;
        let mut parts = Vec::new();
        let is_counter = |s: SymbolId| Some(s) == self.counter;
        if terms.symbols_of(&[predicate]).into_iter().all(is_counter) {
            // Numbers of locations have no order.
            return self.add_predicate(search, predicate);
        }
        match Constraint::of(terms, predicate) {
            Some(constraint) if constraint.relation == Relation::Zero => {
                let sort = constraint.expression.sort(terms).unwrap_or(Sort::Int);
                let half = |e| Constraint::new(e, Relation::AtMostZero, &sort).to_term(terms);
                parts.push(half(constraint.expression.clone()));
                parts.push(match self.options.equations {
                    Equations::Halves => half(constraint.expression.negated()),
                    Equations::WholeAndHalf => predicate,
                });
            }
            _ => match bit_halves(terms, predicate) {
                Some([below, above]) if self.options.equations == Equations::Halves => {
                    parts.extend([below, above]);
                }
                Some([below, _]) => parts.extend([below, predicate]),
                None => parts.push(predicate),
            },
        }
        let mut added = 0;
        for part in parts {
            added += self.add_predicate(search, part)?;
        }
        Ok(added)
    }

    /// Adds a predicate unchanged; returns how many were new.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn add_predicate(
        &mut self,
        search: &mut Search<'r>,
        predicate: TermId,
    ) -> Result<u32, Stop> {
        let added = if self.options.max_geometric > 0 {
            let mut ask = Asking(&mut search.consecution.solvers, &self.system.terms);
            self.domain.add(self.system, predicate, &mut ask)?
        } else {
            self.domain.add(self.system, predicate, &mut Unasked)?
        };
        Ok(u32::from(added))
    }
}

/// Implications by queries: the order of predicates matters where it is climbed.
struct Asking<'a, 'r>(&'a mut Solvers<'r>, &'a TermStore);

impl Implication for Asking<'_, '_> {
    fn implies(&mut self, stronger: TermId, weaker: TermId) -> Result<bool, Stop> {
        let formulas = [stronger, self.1.not(weaker)];
        match self.0.satisfiable(&formulas, Purpose::Order)? {
            Ok(model) => Ok(model.is_none()),
            Err(Reason::SolverGaveUp { .. }) => Ok(false),
            Err(reason) => Err(reason.into()),
        }
    }
}

/// Only implications that need no query: where the lattice is not climbed, they only find
/// duplicates.
struct Unasked;

impl Implication for Unasked {
    fn implies(&mut self, _stronger: TermId, _weaker: TermId) -> Result<bool, Stop> {
        Ok(false)
    }
}

/// An equation of bit-vectors with a constant or another as two signed inequalities.
fn bit_halves(terms: &TermStore, equation: TermId) -> Option<[TermId; 2]> {
    if *terms.op(equation) != Op::Eq {
        return None;
    }
    let [a, b] = *terms.args(equation) else {
        return None;
    };
    match terms.sort(a) {
        Sort::BitVec(width) if *width > 1 => Some([terms.bv_sle(a, b), terms.bv_sle(b, a)]),
        _ => None,
    }
}
