//! Boolean abstraction: the strongest combination of predicates that holds behind a step.
//!
//! One solver per step knows its guard, the facts of the place where it starts, and for each
//! predicate `p` of the place where it ends a symbol `b <-> p[X := update]`. Values that follow
//! outright are found first, by models that show which do not; valuations of the others are
//! enumerated.

use super::cubes::{Valuation, conjunction, disjunction, literals};
use crate::Context;
use crate::ic3::{PlaceId, StepId, Stop, System, Total};
use invar_solver::{Answer, Model, Solver};
use invar_term::{Evaluator, Sort, SymbolId, TermId, TermStore, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Valuations that an enumeration may find. With more, only what follows outright is kept.
const VALUATIONS: usize = 64;

/// States behind a step that are kept, at most: what some of them violate does not cover it.
const WITNESSES: usize = 4;

/// A state of a place.
pub(super) type State = FxHashMap<SymbolId, Value>;

/// What is known behind a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Abstract {
    /// A conjunction of combinations of predicates.
    pub(super) label: Vec<TermId>,
    /// Some states that the step leads to.
    pub(super) witnesses: Rc<[State]>,
}

/// A step with the predicates behind it.
struct StepSolver {
    solver: Box<dyn Solver>,
    /// The symbol of each predicate.
    symbols: FxHashMap<TermId, TermId>,
}

/// What is said of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Said {
    /// Its value, known without a query.
    Value(bool),
    /// That this symbol has its value.
    Symbol(TermId),
}

/// How an abstraction was computed.
enum Enumerated {
    /// These are all valuations.
    All(BTreeSet<Valuation>),
    /// There are more, or nobody knows.
    TooMany,
}

/// The label, the step, and the number of predicates that a result was computed from.
type Question = (Vec<TermId>, StepId, usize);

/// Computes abstractions.
pub(super) struct Abstraction<'r> {
    system: &'r System,
    context: &'r Context<'r>,
    facts: &'r BTreeMap<PlaceId, Vec<TermId>>,
    solvers: BTreeMap<StepId, StepSolver>,
    known: FxHashMap<Question, Abstract>,
}

impl<'r> Abstraction<'r> {
    pub(super) fn new(
        system: &'r System,
        context: &'r Context<'r>,
        facts: &'r BTreeMap<PlaceId, Vec<TermId>>,
    ) -> Abstraction<'r> {
        Abstraction {
            system,
            context,
            facts,
            solvers: BTreeMap::new(),
            known: FxHashMap::default(),
        }
    }

    /// What is known behind a step.
    ///
    /// requires the predicates of a place are only ever added to, at the end;
    /// ensures `label and facts and guard -> result[X := update]`; the resulting label is the
    /// strongest such combination of predicates unless `abstractions that are cartesian` was
    /// counted.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn behind(
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
        solver.push().map_err(crate::EngineError::from)?;
        for formula in label {
            solver.assert(*formula).map_err(crate::EngineError::from)?;
        }
        let mut enumeration = Enumeration {
            system: self.system,
            step,
            terms: &self.system.terms,
            context: self.context,
            solver: solver.as_mut(),
            predicates,
            said,
            witnesses: Vec::new(),
        };
        let found = enumeration.run();
        let witnesses = enumeration.witnesses.into();
        solver.pop().map_err(crate::EngineError::from)?;
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
            let mut solver = self
                .context
                .solver
                .make(terms)
                .map_err(crate::EngineError::from)?;
            let facts = self.facts.get(&body.from).map_or(&[][..], Vec::as_slice);
            for formula in facts.iter().chain([&body.guard]) {
                solver.assert(*formula).map_err(crate::EngineError::from)?;
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
                let name = format!("behind!{}!{}", step.0, known.symbols.len());
                let symbol = terms.symbol(&name, &Sort::Bool);
                let definition = terms.eq(symbol, image);
                known
                    .solver
                    .assert(definition)
                    .map_err(crate::EngineError::from)?;
                known.symbols.insert(*predicate, symbol);
                said.push(Said::Symbol(symbol));
            }
        }
        Ok(said)
    }
}

/// One abstraction: the solver knows label, guard and the symbols of the predicates.
struct Enumeration<'q> {
    system: &'q System,
    step: StepId,
    terms: &'q TermStore,
    context: &'q Context<'q>,
    solver: &'q mut dyn Solver,
    predicates: &'q [TermId],
    said: Vec<Said>,
    witnesses: Vec<State>,
}

/// The answer to one query of an enumeration.
enum Reply {
    Model(Model),
    None,
    /// The solver does not know, though there would be time.
    Silence,
}

impl Enumeration<'_> {
    fn run(&mut self) -> Result<Vec<TermId>, Stop> {
        let mut values: Valuation = self
            .said
            .iter()
            .map(|said| match said {
                Said::Value(value) => Some(*value),
                Said::Symbol(_) => None,
            })
            .collect();
        let first = match self.ask(&[])? {
            Reply::None => return Ok(vec![self.terms.fls()]),
            Reply::Model(model) => self.valuation(&model),
            Reply::Silence => {
                self.context
                    .counters
                    .add("abstractions that are cartesian", 1);
                return Ok(self.implied(&values));
            }
        };
        let mut seen = BTreeSet::from([first]);
        self.add_implied(&mut values, &mut seen)?;
        let mut label = self.implied(&values);
        let open: Vec<usize> = (0..values.len()).filter(|i| values[*i].is_none()).collect();
        if open.is_empty() {
            return Ok(label);
        }
        match self.enumerate(&open, seen)? {
            Enumerated::All(valuations) => {
                let count = valuations.len() as u64;
                self.context.counters.add("valuations", count);
                let predicates: Vec<TermId> = open.iter().map(|i| self.predicates[*i]).collect();
                label.extend(disjunction(self.terms, &predicates, valuations));
            }
            Enumerated::TooMany => {
                self.context
                    .counters
                    .add("abstractions that are cartesian", 1);
            }
        }
        Ok(label)
    }

    fn implied(&self, values: &Valuation) -> Vec<TermId> {
        conjunction(self.terms, &literals(self.terms, self.predicates, values))
    }

    /// Finds the predicates that have one value only: a candidate is what all models so far
    /// agree on, and each query asks for a model that disagrees with some candidate.
    fn add_implied(
        &mut self,
        values: &mut Valuation,
        seen: &mut BTreeSet<Valuation>,
    ) -> Result<(), Stop> {
        let mut candidates: Vec<(usize, bool)> = seen
            .first()
            .into_iter()
            .flat_map(|first| first.iter().enumerate())
            .filter_map(|(index, value)| Some((index, (*value)?)))
            .filter(|(index, _)| values[*index].is_none())
            .collect();
        while !candidates.is_empty() {
            let differ: Vec<TermId> = candidates
                .iter()
                .filter_map(|(index, value)| self.literal(*index, !*value))
                .collect();
            match self.ask(&[self.terms.or(&differ)])? {
                Reply::Model(model) => {
                    let valuation = self.valuation(&model);
                    candidates.retain(|(index, value)| valuation[*index] == Some(*value));
                    seen.insert(valuation);
                }
                Reply::None => {
                    for (index, value) in candidates {
                        values[index] = Some(value);
                    }
                    return Ok(());
                }
                Reply::Silence => return Ok(()),
            }
        }
        Ok(())
    }

    /// All valuations of the predicates at `open`, some of which were seen.
    fn enumerate(&mut self, open: &[usize], seen: BTreeSet<Valuation>) -> Result<Enumerated, Stop> {
        let on_open = |valuation: &Valuation| -> Valuation {
            open.iter().map(|index| valuation[*index]).collect()
        };
        let mut found: BTreeSet<Valuation> = seen.iter().map(on_open).collect();
        for valuation in &found {
            self.block(open, valuation)?;
        }
        while found.len() <= VALUATIONS {
            match self.ask(&[])? {
                Reply::Model(model) => {
                    let valuation = on_open(&self.valuation(&model));
                    self.block(open, &valuation)?;
                    if !found.insert(valuation) {
                        return Ok(Enumerated::TooMany);
                    }
                }
                Reply::None => return Ok(Enumerated::All(found)),
                Reply::Silence => return Ok(Enumerated::TooMany),
            }
        }
        Ok(Enumerated::TooMany)
    }

    fn block(&mut self, open: &[usize], valuation: &Valuation) -> Result<(), Stop> {
        let differ: Vec<TermId> = open
            .iter()
            .zip(valuation)
            .filter_map(|(index, value)| self.literal(*index, !(*value)?))
            .collect();
        let clause = self.terms.or(&differ);
        Ok(self
            .solver
            .assert(clause)
            .map_err(crate::EngineError::from)?)
    }

    /// That the symbol of a predicate has a value.
    fn literal(&self, index: usize, value: bool) -> Option<TermId> {
        match (self.said[index], value) {
            (Said::Symbol(symbol), true) => Some(symbol),
            (Said::Symbol(symbol), false) => Some(self.terms.not(symbol)),
            (Said::Value(_), _) => None,
        }
    }

    /// The values of the predicates that have a symbol.
    fn valuation(&self, model: &Model) -> Valuation {
        let value = |said: &Said| match said {
            Said::Value(value) => Some(*value),
            Said::Symbol(symbol) => {
                let symbol = self.terms.as_symbol(*symbol)?;
                model.get(symbol)?.as_bool()
            }
        };
        self.said.iter().map(value).collect()
    }

    /// Where the step leads in a model; nowhere if that cannot be evaluated.
    fn state_behind(&self, model: &Model) -> Option<State> {
        let terms = self.terms;
        let body = self.system.step(self.step);
        let total = Total { terms, model };
        let mut evaluator = Evaluator::new(terms, &total);
        let live = self.system.place(body.to).live.iter();
        live.map(|symbol| {
            let value = body.image(terms, terms.symbol_term(*symbol));
            Some((*symbol, evaluator.eval(value).ok()?))
        })
        .collect()
    }

    fn ask(&mut self, assumptions: &[TermId]) -> Result<Reply, Stop> {
        self.context.counters.add("queries abstract", 1);
        match self.solver.check(assumptions, &self.context.budget) {
            Answer::Sat(model) => {
                if self.witnesses.len() < WITNESSES {
                    self.witnesses.extend(self.state_behind(&model));
                }
                Ok(Reply::Model(model))
            }
            Answer::Unsat(_) => Ok(Reply::None),
            Answer::Unknown(cause) if self.context.budget.is_exhausted() => {
                Err(self.context.stop(cause, "abstracting a step").into())
            }
            Answer::Unknown(_) => Ok(Reply::Silence),
        }
    }
}
