//! Which variables matter at a cut point.
//!
//! Passes drop assignments to variables that nobody reads any more; at places where a variable is
//! dead its value in the prepared program says nothing about the source program. Facts that are
//! to hold on the source program may therefore speak of live variables only.

use crate::BlockGraph;
use invar_cfa::{LocId, VarId};
use invar_term::TermId;
use std::collections::{BTreeMap, BTreeSet};

impl BlockGraph {
    /// Whether a fact speaks of variables in `live` only.
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

    /// The same where some variables are read at some cut points besides.
    pub(crate) fn live_with(
        &self,
        besides: &BTreeMap<LocId, BTreeSet<VarId>>,
    ) -> BTreeMap<LocId, BTreeSet<VarId>> {
        let mut live: BTreeMap<LocId, BTreeSet<VarId>> = self
            .nodes()
            .iter()
            .map(|n| (n.location, BTreeSet::new()))
            .collect();
        let mut pending: BTreeSet<LocId> = live.keys().copied().collect();
        while let Some(location) = pending.pop_first() {
            let node = self.node(location);
            let mut here = besides.get(&location).cloned().unwrap_or_default();
            for id in &node.outgoing {
                let block = self.block(*id);
                let ahead = &live[&block.to];
                let mut roots = vec![block.guard];
                let mut passed = ahead.clone();
                for (variable, term) in &block.updates {
                    if passed.remove(variable) {
                        roots.push(*term);
                    }
                }
                here.extend(passed);
                let symbols = self.terms.symbols_of(&roots);
                here.extend(symbols.into_iter().filter_map(|s| self.variable(s)));
            }
            if here != live[&location] {
                live.insert(location, here);
                pending.extend(node.incoming.iter().map(|id| self.block(*id).from));
            }
        }
        live
    }
}
