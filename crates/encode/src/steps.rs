//! The blocks out of a cut point as steps: substitutions of the variables that matter after them.

use crate::{BlockGraph, Origin, Unrolling};
use invar_cfa::{LocId, VarId};
use invar_term::{Substitution, SymbolId, TermId};
use std::collections::{BTreeMap, BTreeSet};

/// What a block does, as far as it matters.
#[derive(Clone, Debug)]
pub struct BlockStep {
    /// The cut point at its end.
    pub to: LocId,
    /// When it can be taken.
    pub guard: TermId,
    /// The symbols that it changes, of variables that are live at its end, with their new values.
    pub updates: Vec<(TermId, TermId)>,
    /// What guard and updates read from the environment.
    pub inputs: BTreeSet<SymbolId>,
}

impl BlockGraph {
    /// The blocks out of a cut point as steps, over zero or any state at its start. `live` is
    /// [`BlockGraph::live`].
    pub fn steps_from(
        &self,
        from: LocId,
        origin: Origin,
        live: &BTreeMap<LocId, BTreeSet<VarId>>,
    ) -> Vec<BlockStep> {
        let terms = &self.terms;
        let unrolling = Unrolling::new(self, origin);
        let start = unrolling.start(terms.tru());
        let mut zero = match origin {
            Origin::Zero => Substitution::new(terms, self.zeros(self.node(from).reads.iter())),
            Origin::Arbitrary => Substitution::default(),
        };
        let mut steps = Vec::new();
        for id in &self.node(from).outgoing {
            let block = self.block(*id);
            let mut updates = Vec::new();
            for variable in &live[&block.to] {
                let symbol = self.symbol(*variable);
                let updated = block.updates.binary_search_by_key(variable, |(v, _)| *v);
                let value = match updated {
                    Ok(index) => zero.apply(terms, block.updates[index].1),
                    Err(_) => unrolling.value(&start, *variable),
                };
                if value != symbol {
                    updates.push((symbol, value));
                }
            }
            let guard = zero.apply(terms, block.guard);
            let mut roots: Vec<TermId> = updates.iter().map(|(_, value)| *value).collect();
            roots.push(guard);
            let inputs = terms
                .symbols_of(&roots)
                .into_iter()
                .filter(|s| self.variable(*s).is_none())
                .collect();
            steps.push(BlockStep {
                to: block.to,
                guard,
                updates,
                inputs,
            });
        }
        steps
    }

    /// The symbols of variables with the values that they have where execution starts.
    pub fn zeros<'v>(&self, variables: impl Iterator<Item = &'v VarId>) -> Vec<(TermId, TermId)> {
        variables
            .map(|v| (self.symbol(*v), self.zero(*v)))
            .collect()
    }

    /// Those of `symbols` that are not live at a place, with their zeros.
    pub fn dead_at(
        &self,
        live: &BTreeSet<VarId>,
        symbols: &BTreeSet<SymbolId>,
    ) -> Vec<(TermId, TermId)> {
        let variables = symbols.iter().filter_map(|s| self.variable(*s));
        let dead: Vec<VarId> = variables.filter(|v| !live.contains(v)).collect();
        self.zeros(dead.iter())
    }
}
