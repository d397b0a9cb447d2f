//! The only part of IC3 that queries a solver: one incremental solver per place.
//!
//! A solver holds the facts of its place and what its user asserts when it is made. A query about a
//! step assumes the guard, what else may be used, and the images of the literals that are asked
//! about.

use super::facts::PlacedFacts;
use super::system::{PlaceId, START, StepId, System};
use crate::query::Incremental;
use crate::{Context, EngineError};
use invar_solver::{Answer, Model};
use invar_term::TermId;
use invar_verdict::Reason;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Assertions after which a solver is rebuilt: many of them belong to cubes that are no longer
/// queried.
const LOAD: usize = 1_000;

/// What a query is for, in the statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Is an obligation's cube reached?
    Block,
    /// Is a more general cube reached?
    Generalise,
    /// Does a lemma hold one level further?
    Push,
    /// Which inputs continue a counterexample?
    Trace,
    /// Which lemmas does the proof need?
    Minimise,
    /// What holds at nodes of a tree?
    Tree,
    /// Which variables of a state matter?
    Lift,
    /// Is a state of an obligation left?
    Cover,
    /// Which predicate implies which?
    Order,
}

impl Purpose {
    fn counter(self) -> &'static str {
        match self {
            Purpose::Block => "queries block",
            Purpose::Generalise => "queries generalise",
            Purpose::Push => "queries push",
            Purpose::Trace => "queries trace",
            Purpose::Minimise => "queries minimise",
            Purpose::Tree => "queries tree",
            Purpose::Lift => "queries lift",
            Purpose::Cover => "queries cover",
            Purpose::Order => "queries order",
        }
    }
}

/// The answer about one step.
#[derive(Debug)]
pub(crate) enum Reached {
    /// The step does not lead there, already because of these literals.
    No(Vec<TermId>),
    /// It does, from this state with these inputs.
    Yes(Model),
}

struct PlaceSolver {
    solver: Incremental,
    /// What was asserted, with the literals' implications.
    load: usize,
    asserted: FxHashSet<TermId>,
}

/// The solvers of all places.
pub(crate) struct Solvers<'r> {
    system: &'r System,
    context: &'r Context<'r>,
    facts: BTreeMap<PlaceId, Vec<TermId>>,
    solvers: BTreeMap<PlaceId, PlaceSolver>,
}

impl<'r> Solvers<'r> {
    pub(crate) fn new(
        system: &'r System,
        context: &'r Context<'r>,
        facts: BTreeMap<PlaceId, Vec<TermId>>,
    ) -> Self {
        Solvers {
            system,
            context,
            facts,
            solvers: BTreeMap::new(),
        }
    }

    /// Asserts facts from now on.
    ///
    /// # Errors
    /// If a solver cannot be used.
    pub(crate) fn know(&mut self, shared_lemmas: &PlacedFacts) -> Result<(), EngineError> {
        for (place, facts) in shared_lemmas {
            for fact in facts {
                let known = self.facts.entry(*place).or_default();
                if !known.contains(fact) {
                    known.push(*fact);
                    self.assert(*place, *fact)?;
                }
            }
        }
        Ok(())
    }

    /// The facts that are known of a place.
    pub(crate) fn facts(&self, place: PlaceId) -> &[TermId] {
        self.facts.get(&place).map_or(&[], Vec::as_slice)
    }

    /// All facts.
    pub(crate) fn all_facts(&self) -> &BTreeMap<PlaceId, Vec<TermId>> {
        &self.facts
    }

    /// Asserts a formula at a place that has a solver. One that is made later must be given it.
    pub(crate) fn assert(&mut self, place: PlaceId, formula: TermId) -> Result<(), EngineError> {
        if let Some(solver) = self.solvers.get_mut(&place) {
            solver.load += 1;
            solver.solver.assert(formula)?;
        }
        Ok(())
    }

    fn make(
        &self,
        place: PlaceId,
        held: impl IntoIterator<Item = TermId>,
    ) -> Result<PlaceSolver, EngineError> {
        let mut solver = Incremental::new(&self.system.terms, self.context)?;
        for formula in self.facts(place).iter().copied().chain(held) {
            solver.assert(formula)?;
        }
        Ok(PlaceSolver {
            solver,
            load: 0,
            asserted: FxHashSet::default(),
        })
    }

    /// Does the step lead from a state that satisfies `premises` to one that satisfies all of
    /// `literals`? The guard is among the premises; `held` are asserted at its place.
    ///
    /// ensures `No(core)`: core is a subset of `literals` and
    /// `held and premises and core[X := update]` has no model;
    /// `Yes(m)`: m is a model of it with all literals.
    ///
    /// # Errors
    /// The reason to stop; the outer error if the solver cannot be used.
    pub(crate) fn reached(
        &mut self,
        step: StepId,
        held: impl IntoIterator<Item = TermId>,
        premises: Vec<TermId>,
        literals: &[TermId],
        purpose: Purpose,
    ) -> Result<Result<Reached, Reason>, EngineError> {
        let system = self.system;
        let terms = &system.terms;
        let body = system.step(step);
        let mut images = Vec::with_capacity(literals.len());
        for literal in literals {
            let image = body.image(terms, *literal);
            if terms.is_false(image) {
                return Ok(Ok(Reached::No(vec![*literal])));
            }
            images.push(image);
        }
        let mut assumptions = premises;
        assumptions.extend(&images);
        assumptions.retain(|a| !terms.is_true(*a));
        self.context.counters.add(purpose.counter(), 1);
        Ok(match self.check(body.from, held, &assumptions)? {
            Answer::Sat(model) => Ok(Reached::Yes(model)),
            Answer::Unsat(core) => {
                let core: FxHashSet<TermId> = core.assumptions.into_iter().collect();
                let used = literals.iter().zip(&images);
                let used = used.filter(|(_, image)| core.contains(image));
                Ok(Reached::No(used.map(|(literal, _)| *literal).collect()))
            }
            Answer::Unknown(cause) => Err(self.context.stop(cause, "asking about a step")),
        })
    }

    /// Is there a model of all of `formulas`, without any lemma?
    ///
    /// # Errors
    /// As [`Solvers::reached`].
    pub(crate) fn satisfiable(
        &mut self,
        formulas: &[TermId],
        purpose: Purpose,
    ) -> Result<Result<Option<Model>, Reason>, EngineError> {
        self.state(START, [], formulas, purpose)
    }

    /// A state of a place that satisfies all formulas, if there is one; `held` are asserted there.
    ///
    /// # Errors
    /// As [`Solvers::reached`].
    pub(crate) fn state(
        &mut self,
        place: PlaceId,
        held: impl IntoIterator<Item = TermId>,
        formulas: &[TermId],
        purpose: Purpose,
    ) -> Result<Result<Option<Model>, Reason>, EngineError> {
        self.context.counters.add(purpose.counter(), 1);
        Ok(match self.check(place, held, formulas)? {
            Answer::Sat(model) => Ok(Some(model)),
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(cause) => Err(self.context.stop(cause, "asking about a formula")),
        })
    }

    /// The lemmas that exclude all of `rest` together; `None` if they do not or the solver gives no
    /// answer.
    ///
    /// ensures `Some(c)`: c is a subset of `lemmas` and `and(c) and and(rest)` has no model.
    pub(crate) fn premises(
        &mut self,
        place: PlaceId,
        lemmas: &[TermId],
        rest: &[TermId],
    ) -> Option<Vec<TermId>> {
        let terms = &self.system.terms;
        if rest.iter().any(|f| terms.is_false(*f)) {
            return Some(Vec::new());
        }
        let rest = rest.iter().filter(|f| !terms.is_true(**f));
        let assumptions: Vec<TermId> = rest.chain(lemmas).copied().collect();
        self.context.counters.add(Purpose::Minimise.counter(), 1);
        match self.check(place, [], &assumptions) {
            Ok(Answer::Unsat(core)) => {
                let core: FxHashSet<TermId> = core.assumptions.into_iter().collect();
                let used = lemmas.iter().copied().filter(|l| core.contains(l));
                Some(used.collect())
            }
            _ => None,
        }
    }

    /// Is there a state of a place, with its facts, that satisfies all formulas?
    ///
    /// # Errors
    /// If the solver cannot be used.
    pub(crate) fn ask(
        &mut self,
        place: PlaceId,
        formulas: &[TermId],
        purpose: Purpose,
    ) -> Result<Answer, EngineError> {
        self.context.counters.add(purpose.counter(), 1);
        self.check(place, [], formulas)
    }

    fn check(
        &mut self,
        place: PlaceId,
        held: impl IntoIterator<Item = TermId>,
        assumptions: &[TermId],
    ) -> Result<Answer, EngineError> {
        if self.solvers.get(&place).is_none_or(|s| s.load > LOAD) {
            let made = self.make(place, held)?;
            self.solvers.insert(place, made);
        }
        let solver = self
            .solvers
            .get_mut(&place)
            .expect("the solver was made above");
        let new = assumptions.iter().filter(|a| solver.asserted.insert(**a));
        solver.load += new.count();
        Ok(solver.solver.check(assumptions, &self.context.budget))
    }
}
