//! From a model of a step to a cube of predecessors.
//!
//! ensures every state of the result at the step's start has inputs with which the step leads
//! into the given cube, and the model's state is in the result.

use super::cube::Cube;
use super::options::Part;
use super::setting::Setting;
use super::system::{Step, StepId};
use crate::shared::preimage::{implicant, project};
use invar_solver::Model;
use invar_term::{Assignment, EvalError, SymbolId, TermId, TermStore, Value};

/// A model with zeros for symbols that its query did not mention: their value does not matter.
pub(crate) struct Total<'m> {
    pub terms: &'m TermStore,
    pub model: &'m Model,
}

impl Assignment for Total<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let known = self.model.get(symbol).cloned();
        known.or_else(|| Value::zero(self.terms.sort(self.terms.symbol_term(symbol))))
    }
}

impl Setting<'_> {
    /// The predecessors that a model represents.
    pub(crate) fn predecessor(
        &self,
        step: StepId,
        cube: &Cube,
        model: &Model,
    ) -> Result<Cube, EvalError> {
        let terms = &self.system.terms;
        let step = self.system.step(step);
        let total = Total { terms, model };
        if !self.options.has(Part::Lift) {
            return Ok(self.point(step, &total));
        }
        let literals = implicant(terms, &step.reaching(terms, cube), &total)?;
        let literals = if self.options.has(Part::Project) {
            let projection = project(terms, &literals, &step.inputs, &total)?;
            let points = projection.points as u64;
            self.context
                .counters
                .add("inputs replaced by values", points);
            projection.literals
        } else {
            let mut fixed = fixed_inputs(terms, step, &total);
            literals.iter().map(|l| fixed.apply(terms, *l)).collect()
        };
        Ok(match Cube::new(terms, literals) {
            Some(cube) => cube,
            None => self.point(step, &total),
        })
    }

    /// The model's state at the start of a step.
    fn point(&self, step: &Step, model: &Total<'_>) -> Cube {
        self.context.counters.add("predecessors that are points", 1);
        let terms = &self.system.terms;
        let equations = self
            .system
            .place(step.from)
            .live
            .iter()
            .filter_map(|symbol| {
                let value = model.value(*symbol)?;
                let symbol = terms.symbol_term(*symbol);
                Some(terms.eq(symbol, terms.constant(&value)))
            });
        Cube::new(terms, equations).unwrap_or_default()
    }
}

fn fixed_inputs(terms: &TermStore, step: &Step, model: &Total<'_>) -> invar_term::Substitution {
    let value = |symbol: &SymbolId| -> Option<(TermId, TermId)> {
        let value = model.value(*symbol)?;
        Some((terms.symbol_term(*symbol), terms.constant(&value)))
    };
    invar_term::Substitution::new(terms, step.inputs.iter().filter_map(value))
}
