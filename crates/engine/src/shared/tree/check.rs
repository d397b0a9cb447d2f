//! Whether an answer about a path keeps what [`Refutation`] promises, asked of a new solver.

use super::path::{Path, Refutation};
use crate::query::Incremental;
use crate::shared::ic3::{Cube, Inputs, PlaceId, Setting};
use invar_solver::Answer;
use invar_term::{Substitution, TermId, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// Time for each query.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

/// How sure it is that an answer keeps its promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Confirmed {
    /// Every query confirms it.
    Entirely,
    /// No query says otherwise, but some are not answered.
    Partly,
}

/// Facts by place.
pub(crate) type Facts = BTreeMap<PlaceId, Vec<TermId>>;

/// Confirms an answer about a path and goals.
///
/// # Errors
/// What the answer promises and does not keep.
pub(crate) fn check_refutation(
    setting: Setting<'_>,
    facts: &Facts,
    path: &Path,
    goals: &[Cube],
    refutation: &Refutation,
) -> Result<Confirmed, String> {
    let solver = Incremental::new(&setting.system.terms, setting.context);
    let mut check = Check {
        setting,
        facts,
        path,
        goals,
        solver: solver.map_err(|error| error.to_string())?,
        confirmed: Confirmed::Entirely,
    };
    match refutation {
        Refutation::Refuted(found) => check.refuted(found)?,
        Refutation::Feasible(inputs) => check.feasible(inputs)?,
        Refutation::TooHard => {}
    }
    Ok(check.confirmed)
}

/// What a query should say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Model,
    NoModel,
}

struct Check<'c, 'r> {
    setting: Setting<'r>,
    facts: &'c Facts,
    path: &'c Path,
    goals: &'c [Cube],
    solver: Incremental,
    confirmed: Confirmed,
}

impl Check<'_, '_> {
    fn refuted(&mut self, found: &[Vec<TermId>]) -> Result<(), String> {
        let terms = &self.setting.system.terms;
        let mut before: &[TermId] = &[];
        for (index, step) in self.path.steps.iter().enumerate() {
            let body = self.setting.system.step(*step);
            let here = found.get(index);
            let here = here.ok_or_else(|| format!("nothing is said after step {index}"))?;
            let live = &self.setting.system.place(body.to).live;
            let symbols = terms.symbols_of(here);
            if let Some(dead) = symbols.iter().find(|symbol| !live.contains(symbol)) {
                let name = terms.symbol_name(*dead);
                return Err(format!("{name} is not live after step {index}"));
            }
            for formula in here {
                let mut query = self.known(index, before);
                query.extend(body.breaking(terms, Some(*formula)));
                let what = format!("what is found after step {index} does not hold there");
                self.ask(&query, Wanted::NoModel, &what)?;
            }
            if here.iter().any(|formula| terms.is_false(*formula)) {
                return Ok(());
            }
            before = here;
        }
        let last = self.path.steps.len() - 1;
        let body = self.setting.system.step(self.path.steps[last]);
        let before = last.checked_sub(1).map_or(&[][..], |index| &found[index]);
        for goal in self.goals {
            let mut query = self.known(last, before);
            query.push(body.guard);
            let after = found[last].iter().chain(goal.literals());
            query.extend(after.map(|formula| body.image(terms, *formula)));
            self.ask(&query, Wanted::NoModel, "a goal is reached")?;
        }
        Ok(())
    }

    /// Some state that satisfies the first label is led into a goal by the inputs.
    fn feasible(&mut self, inputs: &Inputs) -> Result<(), String> {
        if inputs.len() != self.path.steps.len() {
            return Err("there are not inputs for each step".into());
        }
        let system = self.setting.system;
        let terms = &system.terms;
        let mut query = self.known(0, &[]);
        // The state before each step, over the state before the path.
        let mut state = Substitution::default();
        for (step, values) in self.path.steps.iter().zip(inputs) {
            let body = system.step(*step);
            let fixed = body.inputs.iter().filter_map(|symbol| {
                let term = terms.symbol_term(*symbol);
                let value = values.get(symbol).cloned();
                let value = value.or_else(|| Value::zero(terms.sort(term)))?;
                Some((term, terms.constant(&value)))
            });
            let mut fixed = Substitution::new(terms, fixed);
            let mut at_start = |formula| {
                let formula = fixed.apply(terms, formula);
                state.apply(terms, formula)
            };
            query.push(at_start(body.guard));
            let live = system.place(body.to).live.iter();
            let updates: Vec<_> = live
                .map(|symbol| terms.symbol_term(*symbol))
                .map(|symbol| (symbol, at_start(body.image(terms, symbol))))
                .collect();
            state = Substitution::new(terms, updates);
        }
        let goals = self.goals.iter().map(|goal| terms.and(goal.literals()));
        let goals: Vec<TermId> = goals.map(|goal| state.apply(terms, goal)).collect();
        query.push(terms.or(&goals));
        self.ask(&query, Wanted::Model, "the inputs do not lead into a goal")
    }

    /// The label before a step, with facts and what is found there.
    fn known(&self, index: usize, found: &[TermId]) -> Vec<TermId> {
        let from = self.setting.system.step(self.path.steps[index]).from;
        let facts = self.facts.get(&from).map_or(&[][..], Vec::as_slice);
        let known = facts.iter().chain(&self.path.labels[index]).chain(found);
        known.copied().collect()
    }

    fn ask(&mut self, formulas: &[TermId], wanted: Wanted, otherwise: &str) -> Result<(), String> {
        let terms = &self.setting.system.terms;
        let query = terms.and(formulas);
        let answer = if terms.is_false(query) {
            Wanted::NoModel
        } else {
            let budget = self.setting.context.budget.at_most(QUERY_TIMEOUT);
            match self.solver.check(&[query], &budget) {
                Answer::Sat(_) => Wanted::Model,
                Answer::Unsat(_) => Wanted::NoModel,
                Answer::Unknown(_) => {
                    self.confirmed = Confirmed::Partly;
                    return Ok(());
                }
            }
        };
        if answer == wanted {
            return Ok(());
        }
        Err(otherwise.to_owned())
    }
}
