//! Lifting: of a state that leads on, the variables that matter.
//!
//! The state and the inputs of a model together exclude that the step leads elsewhere; the core of
//! that keeps few equations. Inputs are dropped: every state of the result leads on with the
//! model's inputs.

use super::cegar::Cegar;
use crate::ic3::{Cube, PlaceId, Purpose, START, Search, StepId, Stop, Total};
use invar_solver::{Answer, Model};
use invar_term::{Assignment, SymbolId, TermId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

impl<'r> Cegar<'r> {
    /// Equations of variables with their values in the model.
    ///
    /// requires the model is one of a query about the step into the goal;
    /// ensures every state of the result has inputs with which the step leads into the goal, and
    /// the model's state is one of them.
    pub(super) fn lifted(
        &mut self,
        search: &mut Search<'r>,
        step: StepId,
        goal: &Cube,
        model: &Model,
    ) -> Result<Cube, Stop> {
        let system = self.system;
        let terms = &system.terms;
        let body = system.step(step);
        let mut taken = vec![body.guard];
        taken.extend(goal.literals().iter().map(|l| body.image(terms, *l)));
        let used: BTreeSet<SymbolId> = terms.symbols_of(&taken).into_iter().collect();
        let live = &system.place(body.from).live;
        let state = self.equations(live.intersection(&used), model);
        let inputs = self.equations(body.inputs.intersection(&used), model);
        let elsewhere = terms.not(terms.and(&taken));
        let mut question: Vec<TermId> = inputs;
        question.extend(&state);
        question.push(elsewhere);
        question.retain(|formula| !terms.is_true(*formula));
        let answer = search
            .consecution
            .solvers
            .ask(START, &question, Purpose::Lift)?;
        let state = match answer {
            Answer::Unsat(core) => {
                let core: FxHashSet<TermId> = core.assumptions.into_iter().collect();
                state.into_iter().filter(|e| core.contains(e)).collect()
            }
            Answer::Sat(_) | Answer::Unknown(_) => state,
        };
        self.context.counters.add("states lifted", 1);
        Ok(Cube::new(terms, state).unwrap_or_default())
    }

    fn equations<'s>(
        &self,
        symbols: impl Iterator<Item = &'s SymbolId>,
        model: &Model,
    ) -> Vec<TermId> {
        let terms = &self.system.terms;
        let total = Total { terms, model };
        symbols
            .filter_map(|symbol| {
                let value = total.value(*symbol)?;
                Some(terms.eq(terms.symbol_term(*symbol), terms.constant(&value)))
            })
            .collect()
    }

    /// The values that a lifted state gives to variables.
    pub(super) fn values(
        &self,
        place: PlaceId,
        state: &Cube,
    ) -> Vec<(SymbolId, invar_term::Value)> {
        let terms = &self.system.terms;
        let mut values = Vec::new();
        for symbol in &self.system.place(place).live {
            let term = terms.symbol_term(*symbol);
            for literal in state.literals() {
                if let [a, b] = *terms.args(*literal) {
                    let other = if a == term { b } else { a };
                    if (a == term || b == term)
                        && let Some(value) = terms.as_constant(other)
                    {
                        values.push((*symbol, value));
                    }
                }
            }
        }
        values
    }
}
