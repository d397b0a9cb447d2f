//! For which objects the certifier has to use facts: those that edges name.

use crate::shared::universal::Universals;
use invar_cfa::{EdgeId, Operation, Program};
use invar_term::TermId;
use invar_verdict::Instance;

/// Accesses of which all pairs are instances.
const MAX_OF_PAIRS: usize = 24;

/// The values of universals that proofs about the program may need.
pub(super) fn instances(program: &Program, universals: &Universals) -> Vec<Instance> {
    let named = named(program, universals);
    let mut found = Vec::new();
    let mut add = |values: Vec<(EdgeId, TermId, TermId)>| found.push(Instance { values });
    let [one, two] = universals.symbols[..] else {
        return found;
    };
    for (edge, object) in &named {
        add(vec![(*edge, one, *object)]);
        add(vec![(*edge, two, *object)]);
        add(vec![(*edge, one, two), (*edge, two, *object)]);
        add(vec![(*edge, one, *object), (*edge, two, one)]);
    }
    if let Some((edge, _)) = named.first() {
        add(vec![(*edge, one, two)]);
    }
    for (edge, object) in named.iter().take(MAX_OF_PAIRS) {
        add(vec![(*edge, one, two), (*edge, two, one)]);
        for (other, second) in named.iter().take(MAX_OF_PAIRS) {
            if (other, second) != (edge, object) {
                add(vec![(*edge, one, *object), (*other, two, *second)]);
            }
        }
    }
    found
}

/// The objects that edges name.
fn named(program: &Program, universals: &Universals) -> Vec<(EdgeId, TermId)> {
    let cfa = program.entry_cfa();
    let mut found = Vec::new();
    for id in cfa.edge_ids() {
        let term = match &cfa.edge(id).operation {
            Operation::Assume { condition, .. } => *condition,
            Operation::Assign { value, .. } => *value,
            Operation::Skip | Operation::Havoc { .. } | Operation::Call { .. } => continue,
        };
        let objects = universals.objects(&program.terms, &[term]);
        found.extend(objects.into_iter().map(|object| (id, object)));
    }
    found
}
