//! Lifting: the variables of a state that matter for its step.
//!
//! The state and the inputs of a model together exclude that the step leads elsewhere; the core of
//! that keeps few equations. Inputs are dropped: every state of the result takes the step with the
//! model's inputs.

use super::cegar::Cegar;
use super::mine::Point;
use super::options::States;
use crate::shared::ic3::{Cube, Purpose, START, Search, StepId, Stop, Total};
use invar_solver::{Answer, Model};
use invar_term::{Assignment, SymbolId, TermId, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A lifted state.
#[derive(Clone, Debug)]
pub(super) struct Lifted {
    /// Equations of variables with values, or other literals.
    pub cube: Cube,
    /// The values of its variables in a state of it, ordered by symbol.
    pub point: Point,
}

impl<'r> Cegar<'r> {
    /// Equations of variables with their values in the model, or a part of the pre-image.
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
    ) -> Result<Lifted, Stop> {
        if self.options.states == States::Cubes {
            return self.of_preimage(search, step, goal, model);
        }
        let system = self.system;
        let terms = &system.terms;
        let body = system.step(step);
        let taken = self.taking(step, goal);
        let used: BTreeSet<SymbolId> = terms.symbols_of(&taken).into_iter().collect();
        let live = &system.place(body.from).live;
        let mut state = self.equations(live.intersection(&used), model);
        let inputs = self.equations(body.inputs.intersection(&used), model);
        let elsewhere = terms.not(terms.and(&taken));
        let equations = inputs.iter().chain(&state);
        let mut question: Vec<TermId> = equations.map(|(_, _, equation)| *equation).collect();
        question.push(elsewhere);
        question.retain(|formula| !terms.is_true(*formula));
        let answer = search
            .consecution
            .solvers
            .ask(START, &question, Purpose::Lift)?;
        if let Answer::Unsat(core) = answer {
            let core: FxHashSet<TermId> = core.assumptions.into_iter().collect();
            state.retain(|(_, _, equation)| core.contains(equation));
        }
        self.context.counters.add("states lifted", 1);
        let equations = state.iter().map(|(_, _, equation)| *equation);
        Ok(Lifted {
            cube: Cube::new(terms, equations).unwrap_or_default(),
            point: state.into_iter().map(|(s, value, _)| (s, value)).collect(),
        })
    }

    /// A part of the pre-image with the model's state in it.
    fn of_preimage(
        &self,
        search: &Search<'r>,
        step: StepId,
        goal: &Cube,
        model: &Model,
    ) -> Result<Lifted, Stop> {
        let cube = search.setting().predecessor(step, goal, model)?;
        let symbols = self.symbols_of(&cube);
        let values = self.equations(symbols.iter(), model).into_iter();
        let point = values.map(|(symbol, value, _)| (symbol, value)).collect();
        Ok(Lifted { cube, point })
    }

    fn equations<'s>(
        &self,
        symbols: impl Iterator<Item = &'s SymbolId>,
        model: &Model,
    ) -> Vec<(SymbolId, Value, TermId)> {
        let terms = &self.system.terms;
        let total = Total { terms, model };
        symbols
            .filter_map(|symbol| {
                let value = total.value(*symbol)?;
                let equation = terms.eq(terms.symbol_term(*symbol), terms.constant(&value));
                Some((*symbol, value, equation))
            })
            .collect()
    }
}
