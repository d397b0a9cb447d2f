//! From an abstract counterexample to inputs.
//!
//! Every state of an obligation's cube has inputs that lead into the next, so the path is executed
//! from the start: in each step a solver finds inputs that lead from the present state into the
//! next cube.

use super::counterexample::{Inputs, Path, PathForm};
use super::cube::Cube;
use super::predecessor::Total;
use super::search::Search;
use super::setting::Setting;
use super::solvers::{Purpose, Solvers};
use super::stop::Stop;
use super::system::{PlaceId, StepId, System};
use invar_solver::Model;
use invar_term::{Assignment, Evaluator, Substitution, SymbolId, TermId, Value};
use invar_verdict::Reason;
use std::collections::BTreeMap;

/// The values of some symbols.
pub(crate) type State = Vec<(TermId, Value)>;

/// The state of a model at a place.
pub(crate) fn state_of(system: &System, place: PlaceId, model: &Model) -> State {
    let terms = &system.terms;
    let total = Total { terms, model };
    let live = system.place(place).live.iter();
    live.filter_map(|symbol| Some((terms.symbol_term(*symbol), total.value(*symbol)?)))
        .collect()
}

impl Search<'_> {
    /// The inputs that drive an execution along the path.
    ///
    /// # Errors
    /// If a solver does not find them.
    pub(crate) fn inputs(&mut self, path: Path) -> Result<Inputs, Stop> {
        let (first, model) = match path.form {
            PathForm::Causes(first, model) => (first, model),
            PathForm::Inputs(inputs) => return Ok(inputs),
        };
        let mut cubes = Vec::new();
        let mut at = path.into;
        while let Some((step, into)) = self.queue.get(at).cause {
            cubes.push((step, self.queue.get(into).cube.clone()));
            at = into;
        }
        let start = (first, State::new(), &model);
        let setting = self.setting();
        setting.inputs(&mut self.consecution.solvers, start, &cubes)
    }
}

impl Setting<'_> {
    /// The inputs that drive an execution by a first step as its model says, from a state, and
    /// then by steps into cubes.
    ///
    /// requires from every state of a cube, and after the first step, the next step leads into
    /// the next cube.
    ///
    /// # Errors
    /// If a solver does not find them.
    pub(crate) fn inputs(
        &self,
        solvers: &mut Solvers<'_>,
        (first, state, model): (StepId, State, &Model),
        cubes: &[(StepId, Cube)],
    ) -> Result<Inputs, Stop> {
        let values = self.taken(first, model);
        let mut state = self.after(first, &state, &values)?;
        let mut inputs = vec![values];
        for (step, cube) in cubes {
            let model = self.continued(solvers, *step, &state, cube)?;
            let values = self.taken(*step, &model);
            state = self.after(*step, &state, &values)?;
            inputs.push(values);
        }
        Ok(inputs)
    }

    fn taken(&self, step: StepId, model: &Model) -> BTreeMap<SymbolId, Value> {
        let inputs = self.system.step(step).inputs.iter();
        inputs
            .filter_map(|symbol| Some((*symbol, model.get(*symbol)?.clone())))
            .collect()
    }

    /// Inputs with which the step leads from `state` into `cube`.
    fn continued(
        &self,
        solvers: &mut Solvers<'_>,
        step: StepId,
        state: &[(TermId, Value)],
        cube: &Cube,
    ) -> Result<Model, Stop> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        let pairs = state.iter().map(|(s, v)| (*s, terms.constant(v)));
        let mut here = Substitution::new(terms, pairs);
        let formulas = body.reaching(terms, cube).into_iter();
        let formulas: Vec<TermId> = formulas.map(|f| here.apply(terms, f)).collect();
        let found = solvers.satisfiable(&formulas, Purpose::Trace)??;
        found
            .ok_or_else(|| Stop::Reason(Reason::Internal("a counterexample does not go on".into())))
    }

    /// The state after a step.
    fn after(
        &self,
        step: StepId,
        state: &[(TermId, Value)],
        inputs: &BTreeMap<SymbolId, Value>,
    ) -> Result<State, Stop> {
        let terms = &self.system.terms;
        let mut values: rustc_hash::FxHashMap<SymbolId, Value> =
            inputs.iter().map(|(s, v)| (*s, v.clone())).collect();
        for (symbol, value) in state {
            if let Some(symbol) = terms.as_symbol(*symbol) {
                values.insert(symbol, value.clone());
            }
        }
        self.state_after(step, &Model::new(values))
    }

    /// The state after a step from the state and with the inputs of a model.
    pub(crate) fn state_after(&self, step: StepId, model: &Model) -> Result<State, Stop> {
        let terms = &self.system.terms;
        let body = self.system.step(step);
        let total = Total { terms, model };
        let mut evaluator = Evaluator::new(terms, &total);
        let mut after = Vec::new();
        for symbol in &self.system.place(body.to).live {
            let symbol = terms.symbol_term(*symbol);
            after.push((symbol, evaluator.eval(body.image(terms, symbol))?));
        }
        Ok(after)
    }
}
