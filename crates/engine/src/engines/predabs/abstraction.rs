//! Boolean abstraction: the strongest combination of predicates that holds after a step.
//!
//! One solver per step knows its guard, the facts of the place where it starts, and for each
//! predicate `p` of the place where it ends a symbol `b <-> p[X := update]`.

use super::enumeration::{Enumeration, Said, State};
use crate::Context;
use crate::query::Incremental;
use crate::shared::ic3::{PlacedFacts, StepId, Stop, System, add_facts};
use invar_term::{Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is known after a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Abstract {
    /// A conjunction of combinations of predicates.
    pub(super) label: Vec<TermId>,
    /// Some states that the step leads to.
    pub(super) witnesses: Rc<[State]>,
}

/// A step with the predicates after it.
struct StepSolver {
    solver: Incremental,
    /// The symbol of each predicate.
    symbols: FxHashMap<TermId, TermId>,
}

/// The label, the step, and the number of predicates that a result was computed from.
type Question = (Vec<TermId>, StepId, usize);

/// Computes abstractions.
pub(super) struct Abstraction<'r> {
    system: &'r System,
    context: &'r Context<'r>,
    facts: PlacedFacts,
    solvers: BTreeMap<StepId, StepSolver>,
    known: FxHashMap<Question, Abstract>,
}

impl<'r> Abstraction<'r> {
    pub(super) fn new(
        system: &'r System,
        context: &'r Context<'r>,
        facts: &PlacedFacts,
    ) -> Abstraction<'r> {
        Abstraction {
            system,
            context,
            facts: facts.clone(),
            solvers: BTreeMap::new(),
            known: FxHashMap::default(),
        }
    }

    /// Facts hold at their places from now on; what was computed without them may be too weak.
    pub(super) fn know(&mut self, shared_lemmas: &PlacedFacts) {
        add_facts(&mut self.facts, shared_lemmas);
        self.solvers.clear();
        self.known.clear();
    }

    /// What is known after a step.
    ///
    /// requires the predicates of a place are only ever added to, at the end;
    /// ensures `label and facts and guard -> result[X := update]`; the resulting label is the
    /// strongest such combination of predicates unless `abstractions that are cartesian` was
    /// counted.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn after(
        &mut self,
        label: &[TermId],
        step: StepId,
        predicates: &[TermId],
    ) -> Result<Abstract, Stop> {
        let mut question = (label.to_vec(), step, predicates.len());
        question.0.sort_unstable();
        if let Some(known) = self.known.get(&question) {
            self.context.counters.add("abstractions known", 1);
            return Ok(known.clone());
        }
        self.context.counters.add("abstractions", 1);
        let said = self.prepare(label, step, predicates)?;
        let solver = &mut self
            .solvers
            .get_mut(&step)
            .expect("preparing makes the solver of the step")
            .solver;
        solver.push()?;
        for formula in label {
            solver.assert(*formula)?;
        }
        let mut enumeration = Enumeration {
            system: self.system,
            step,
            terms: &self.system.terms,
            context: self.context,
            solver,
            predicates,
            said,
            witnesses: Vec::new(),
        };
        let found = enumeration.run();
        let witnesses = enumeration.witnesses.into();
        solver.pop()?;
        let label = found?;
        let found = Abstract { label, witnesses };
        self.known.insert(question, found.clone());
        Ok(found)
    }

    /// Makes the solver of the step, and symbols for those predicates whose value is not plain.
    fn prepare(
        &mut self,
        label: &[TermId],
        step: StepId,
        predicates: &[TermId],
    ) -> Result<Vec<Said>, Stop> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        if !self.solvers.contains_key(&step) {
            let mut solver = Incremental::new(terms, self.context)?;
            let facts = self.facts.get(&body.from).map_or(&[][..], Vec::as_slice);
            for formula in facts.iter().chain([&body.guard]) {
                solver.assert(*formula)?;
            }
            let symbols = FxHashMap::default();
            self.solvers.insert(step, StepSolver { solver, symbols });
        }
        let known = self
            .solvers
            .get_mut(&step)
            .expect("the solver was made above");
        let holds: FxHashSet<TermId> = label.iter().copied().collect();
        let mut said = Vec::with_capacity(predicates.len());
        for predicate in predicates {
            let image = body.image(terms, *predicate);
            if terms.is_true(image) || holds.contains(&image) {
                said.push(Said::Value(true));
            } else if terms.is_false(image) || holds.contains(&terms.not(image)) {
                said.push(Said::Value(false));
            } else if let Some(symbol) = known.symbols.get(predicate) {
                said.push(Said::Symbol(*symbol));
            } else {
                let name = format!("after!{}!{}", step.0, known.symbols.len());
                let symbol = terms.symbol(&name, &Sort::Bool);
                let definition = terms.eq(symbol, image);
                known.solver.assert(definition)?;
                known.symbols.insert(*predicate, symbol);
                said.push(Said::Symbol(symbol));
            }
        }
        Ok(said)
    }
}
