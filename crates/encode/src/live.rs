//! Which variables matter at a cut point.
//!
//! Passes drop assignments to variables that are not read afterwards; where a variable is dead, its
//! value in the prepared program says nothing about the source program. Facts that must hold on the
//! source program may therefore mention live variables only.

use crate::{BlockGraph, BlockId};
use invar_cfa::{LocId, VarId};
use invar_term::TermId;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

impl BlockGraph {
    /// Whether a fact mentions only variables in `live`.
    pub fn speaks_of(&self, fact: TermId, live: &BTreeSet<VarId>) -> bool {
        let mut symbols = self.terms.symbols_of(&[fact]).into_iter();
        symbols.all(|s| self.variable(s).is_some_and(|v| live.contains(&v)))
    }

    /// The variables whose value at a cut point some execution from there reads:
    ///
    /// `live(l)` is the least solution that contains, for each block from `l` to `m`, the variables
    /// of its guard, those of the updates of variables in `live(m)`, and `live(m)` without the
    /// updated variables.
    pub fn live(&self) -> BTreeMap<LocId, BTreeSet<VarId>> {
        self.live_with(&BTreeMap::new())
    }

    /// Live variables, where some variables are also read at some cut points.
    pub(crate) fn live_with(
        &self,
        besides: &BTreeMap<LocId, BTreeSet<VarId>>,
    ) -> BTreeMap<LocId, BTreeSet<VarId>> {
        let mut live: BTreeMap<LocId, BTreeSet<VarId>> = self
            .nodes()
            .iter()
            .map(|n| {
                (
                    n.location,
                    besides.get(&n.location).cloned().unwrap_or_default(),
                )
            })
            .collect();
        let mut read: BTreeMap<BlockId, ReadTerms> = BTreeMap::new();
        let mut pending: BTreeSet<LocId> = live.keys().copied().collect();
        // Variables become live backwards: the last locations first.
        while let Some(location) = pending.pop_last() {
            let node = self.node(location);
            let mut here = live[&location].clone();
            for id in &node.outgoing {
                let block = self.block(*id);
                let read = read.entry(*id).or_default();
                let mut passed = live[&block.to].clone();
                let mut roots = vec![block.guard];
                for (variable, term) in &block.updates {
                    if passed.remove(variable) {
                        roots.push(*term);
                    }
                }
                here.extend(passed);
                here.extend(read.new_variables(self, &roots));
            }
            if here.len() > live[&location].len() {
                live.insert(location, here);
                pending.extend(node.incoming.iter().map(|id| self.block(*id).from));
            }
        }
        live
    }
}

/// The terms of a block that were looked at: live variables only become more, so each term is looked at once.
#[derive(Default)]
struct ReadTerms(FxHashSet<TermId>);

impl ReadTerms {
    fn new_variables(&mut self, graph: &BlockGraph, roots: &[TermId]) -> Vec<VarId> {
        let terms = graph.terms.postorder_new(roots, &mut self.0);
        let symbols = terms.into_iter().filter_map(|t| graph.terms.as_symbol(t));
        symbols.filter_map(|s| graph.variable(s)).collect()
    }
}
