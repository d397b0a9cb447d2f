//! One abstraction: which predicates have one value after a step, and which valuations the others
//! have together.

use super::cubes::{Valuation, conjunction, disjunction, literals};
use crate::Context;
use crate::query::Incremental;
use crate::shared::ic3::{StepId, Stop, System, Total};
use invar_solver::{Answer, Model};
use invar_term::{Evaluator, SymbolId, TermId, TermStore, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Valuations that an enumeration may find. With more, only what follows outright is kept.
const VALUATIONS: usize = 64;

/// States after a step that are kept, at most: what some of them violate does not cover it.
const WITNESSES: usize = 4;

/// A state of a place.
pub(super) type State = FxHashMap<SymbolId, Value>;

/// What is said of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// Its value, known without a query.
    Value(bool),
    /// That this symbol has its value.
    Symbol(TermId),
}

/// How an abstraction was computed.
enum Enumerated {
    /// These are all valuations.
    All(BTreeSet<Valuation>),
    /// There are more, or the solver gave no answer.
    TooMany,
}

/// One abstraction: the solver knows label, guard and the symbols of the predicates.
pub(super) struct Enumeration<'q> {
    pub(super) system: &'q System,
    pub(super) step: StepId,
    pub(super) terms: &'q TermStore,
    pub(super) context: &'q Context<'q>,
    pub(super) solver: &'q mut Incremental,
    pub(super) predicates: &'q [TermId],
    pub(super) said: Vec<Said>,
    pub(super) witnesses: Vec<State>,
}

/// The answer to one query of an enumeration.
enum Reply {
    Model(Model),
    None,
    /// The solver does not know, though there would be time.
    Silence,
}

impl Enumeration<'_> {
    /// The strongest combination of the predicates, as a conjunction.
    ///
    /// # Errors
    /// Why the search must stop.
    pub(super) fn run(&mut self) -> Result<Vec<TermId>, Stop> {
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
        Ok(self.solver.assert(clause)?)
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
    fn state_after(&self, model: &Model) -> Option<State> {
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
                    self.witnesses.extend(self.state_after(&model));
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
