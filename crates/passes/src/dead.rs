//! Dead assignments: values that are never read are not computed.
//!
//! Correctness. After an edge that changes `x`, if every path changes `x` again before it reads
//! it, the two values of `x` make no difference to any later condition or value, so the edge
//! can do nothing instead; executions correspond with equal values in all live variables.

use crate::liveness::Liveness;
use crate::rebuild::{Draft, Fate, Rewritten, rebuild};
use crate::uses::{Uses, target_of};
use invar_cfa::{Operation, Program};

/// Replaces assignments and havocs of variables that are not read afterwards by skips.
pub fn remove_dead_assignments(program: &Program) -> Rewritten {
    let cfa = program.entry_cfa();
    let liveness = Liveness::of(
        program,
        &Uses::of(program),
        &vec![false; cfa.location_count()],
    );
    let edges = cfa
        .edge_ids()
        .map(|id| {
            let operation = &cfa.edge(id).operation;
            let dead = target_of(operation).is_some() && !liveness.is_useful(id);
            Draft::of(
                cfa,
                id,
                if dead {
                    Operation::Skip
                } else {
                    operation.clone()
                },
            )
        })
        .collect();
    rebuild(program, &vec![Fate::Keep; cfa.location_count()], edges)
}
