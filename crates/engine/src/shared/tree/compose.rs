//! Several steps as one formula over the state before the first.
//!
//! Steps are functions of state and inputs, so nothing is quantified and no state between is named:
//! every formula on the way is a substitution. Inputs are renamed apart by position.

use crate::shared::ic3::{StepId, System};
use invar_term::{Substitution, SymbolId, TermId, TermStore};

/// Consecutive steps.
pub(crate) struct Composed {
    /// What must hold for the steps to be taken, and the labels between them.
    pub formulas: Vec<TermId>,
    /// Symbols of the state after the steps, as functions of the state before them.
    end_state: Substitution,
}

impl Composed {
    /// The steps, with labels before each.
    pub(crate) fn new(system: &System, steps: &[StepId], labels: &[Vec<TermId>]) -> Composed {
        let terms = &system.terms;
        let mut formulas = Vec::new();
        let mut here = Substitution::default();
        for (position, (step, label)) in steps.iter().zip(labels).enumerate() {
            let step = system.step(*step);
            formulas.extend(label.iter().map(|f| here.apply(terms, *f)));
            let mut pairs: Vec<(TermId, TermId)> = Vec::new();
            for symbol in &system.place(step.from).live {
                let symbol = terms.symbol_term(*symbol);
                pairs.push((symbol, here.apply(terms, symbol)));
            }
            for input in &step.inputs {
                let renamed = renamed(terms, *input, position);
                pairs.push((terms.symbol_term(*input), renamed));
            }
            let mut before = Substitution::new(terms, pairs);
            formulas.push(before.apply(terms, step.guard));
            let live = system.place(step.to).live.iter();
            let after: Vec<(TermId, TermId)> = live
                .map(|symbol| {
                    let symbol = terms.symbol_term(*symbol);
                    (symbol, before.apply(terms, step.image(terms, symbol)))
                })
                .collect();
            here = Substitution::new(terms, after);
        }
        formulas.retain(|f| !terms.is_true(*f));
        Composed {
            formulas,
            end_state: here,
        }
    }

    /// A formula about the state after the steps.
    pub(crate) fn image(&mut self, terms: &TermStore, term: TermId) -> TermId {
        self.end_state.apply(terms, term)
    }
}

fn renamed(terms: &TermStore, input: SymbolId, position: usize) -> TermId {
    let sort = terms.sort(terms.symbol_term(input));
    terms.symbol(&format!("{}@{position}", terms.symbol_name(input)), sort)
}
