//! The variables on which the rest of an execution depends.

use invar_cfa::{LocId, Operation, Program, VarId};
use invar_term::TermId;
use std::collections::BTreeSet;

/// The variables whose values at a location decide which edges can be taken from there on, for given inputs: those that
/// conditions read, and those that such variables are computed from.
pub fn live_at(program: &Program, location: LocId) -> BTreeSet<VarId> {
    let cfa = program.entry_cfa();
    let known = program.variables_by_symbol();
    let read = |term: TermId| -> Vec<VarId> {
        let symbols = program.terms.symbols_of(&[term]);
        symbols
            .iter()
            .filter_map(|symbol| known.get(symbol).copied())
            .collect()
    };
    let reads: Vec<Vec<VarId>> = cfa
        .edge_ids()
        .map(|id| match &cfa.edge(id).operation {
            Operation::Assume { condition, .. } => read(*condition),
            Operation::Assign { value, .. } => read(*value),
            Operation::Call { arguments, .. } => {
                arguments.iter().flat_map(|term| read(*term)).collect()
            }
            Operation::Skip | Operation::Havoc { .. } => Vec::new(),
        })
        .collect();
    let mut live: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); cfa.location_count()];
    let mut pending: Vec<LocId> = cfa.location_ids().collect();
    let mut is_pending = vec![true; cfa.location_count()];
    while let Some(location) = pending.pop() {
        is_pending[location.0 as usize] = false;
        let mut here = BTreeSet::new();
        for (id, edge) in cfa.outgoing(location) {
            let after = &live[edge.to.0 as usize];
            match &edge.operation {
                Operation::Assign { target, .. } if !after.contains(target) => here.extend(after),
                Operation::Assign { target, .. } => {
                    here.extend(after.iter().filter(|v| *v != target));
                    here.extend(&reads[id.0 as usize]);
                }
                Operation::Havoc { target, .. } => {
                    here.extend(after.iter().filter(|v| *v != target));
                }
                Operation::Skip | Operation::Assume { .. } | Operation::Call { .. } => {
                    here.extend(after);
                    here.extend(&reads[id.0 as usize]);
                }
            }
        }
        if here != live[location.0 as usize] {
            live[location.0 as usize] = here;
            for (_, edge) in cfa.incoming(location) {
                if !std::mem::replace(&mut is_pending[edge.from.0 as usize], true) {
                    pending.push(edge.from);
                }
            }
        }
    }
    std::mem::take(&mut live[location.0 as usize])
}
