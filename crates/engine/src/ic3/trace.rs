//! From an abstract counterexample to inputs.
//!
//! Every state of an obligation's cube has inputs that lead on, so the path is executed from the
//! start: in each step a solver finds inputs that lead from the present state into the next cube.

use super::consecution::Purpose;
use super::cube::Cube;
use super::predecessor::Total;
use super::search::{Path, Search, Stop};
use super::system::StepId;
use invar_solver::Model;
use invar_term::{Evaluator, Substitution, SymbolId, TermId, Value};
use invar_verdict::Reason;
use std::collections::BTreeMap;

/// The inputs of each step of an execution.
pub(crate) type Inputs = Vec<BTreeMap<SymbolId, Value>>;

impl Search<'_> {
    /// The inputs that drive an execution along the path.
    ///
    /// # Errors
    /// If a solver does not find them.
    pub(crate) fn inputs(&mut self, path: &Path) -> Result<Inputs, Stop> {
        let mut state: Vec<(TermId, Value)> = Vec::new();
        let mut inputs = Inputs::new();
        let mut model = path.model.clone();
        let mut step = path.first;
        let mut at = path.into;
        loop {
            let values = self.taken(step, &model);
            state = self.after(step, &state, &values)?;
            inputs.push(values);
            let Some((next, into)) = self.queue.get(at).cause else {
                return Ok(inputs);
            };
            let cube = self.queue.get(into).cube.clone();
            model = self.continued(next, &state, &cube)?;
            (step, at) = (next, into);
        }
    }

    fn taken(&self, step: StepId, model: &Model) -> BTreeMap<SymbolId, Value> {
        let inputs = self.system.step(step).inputs.iter();
        inputs
            .filter_map(|symbol| Some((*symbol, model.get(*symbol)?.clone())))
            .collect()
    }

    /// Inputs with which the step leads from `state` into `cube`.
    fn continued(
        &mut self,
        step: StepId,
        state: &[(TermId, Value)],
        cube: &Cube,
    ) -> Result<Model, Stop> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        let pairs = state.iter().map(|(s, v)| (*s, terms.constant(v)));
        let mut here = Substitution::new(terms, pairs);
        let images = cube.literals().iter().map(|l| body.image(terms, *l));
        let formulas: Vec<TermId> = std::iter::once(body.guard)
            .chain(images)
            .map(|f| here.apply(terms, f))
            .collect();
        let found = self.consecution.satisfiable(&formulas, Purpose::Trace)??;
        found
            .ok_or_else(|| Stop::Reason(Reason::Internal("a counterexample does not go on".into())))
    }

    /// The state behind a step.
    fn after(
        &self,
        step: StepId,
        state: &[(TermId, Value)],
        inputs: &BTreeMap<SymbolId, Value>,
    ) -> Result<Vec<(TermId, Value)>, Stop> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        let mut values: rustc_hash::FxHashMap<SymbolId, Value> =
            inputs.iter().map(|(s, v)| (*s, v.clone())).collect();
        for (symbol, value) in state {
            if let Some(symbol) = terms.as_symbol(*symbol) {
                values.insert(symbol, value.clone());
            }
        }
        let model = Model::new(values);
        let total = Total {
            terms,
            model: &model,
        };
        let mut evaluator = Evaluator::new(terms, &total);
        let mut after = Vec::new();
        for symbol in &self.system.place(body.to).live {
            let symbol = terms.symbol_term(*symbol);
            after.push((symbol, evaluator.eval(body.image(terms, symbol))?));
        }
        Ok(after)
    }
}
