//! Pruning: what no execution reaches, and what reaches no target, goes.
//!
//! Correctness. A location that no path of edges with a condition other than `false` leads to is
//! not reached by an execution. An execution at a location from which no path leads to a target
//! never arrives at one. What remains has the same executions that end in targets.

use crate::rebuild::{Draft, Fate, Rewritten, rebuild};
use invar_cfa::{Cfa, LocId, Operation, Program};

/// Removes locations and edges that lie on no path from the entry to a target. If there is no
/// such path, the entry (with the exit, which every automaton has) remains, without edges.
pub fn prune(program: &Program) -> Rewritten {
    let cfa = program.entry_cfa();
    let passable = |operation: &Operation| match operation {
        Operation::Assume { condition, .. } => !program.terms.is_false(*condition),
        _ => true,
    };
    let forward = closure(cfa, vec![cfa.entry], |location, found| {
        found.extend(
            cfa.outgoing(location)
                .filter(|(_, e)| passable(&e.operation))
                .map(|(_, e)| e.to),
        );
    });
    let targets: Vec<LocId> = cfa
        .location_ids()
        .filter(|l| forward[l.0 as usize] && Program::is_target(cfa, *l))
        .collect();
    let backward = closure(cfa, targets, |location, found| {
        let arriving = cfa.incoming(location);
        found.extend(
            arriving
                .filter(|(_, e)| passable(&e.operation))
                .map(|(_, e)| e.from),
        );
    });
    let fates: Vec<Fate> = cfa
        .location_ids()
        .map(|l| match (forward[l.0 as usize], backward[l.0 as usize]) {
            (true, true) => Fate::Keep,
            (true, false) if l == cfa.entry => Fate::Keep,
            (true, false) => Fate::Harmless,
            (false, _) => Fate::Unreachable,
        })
        .collect();
    let edges = cfa
        .edge_ids()
        .filter(|id| {
            let edge = cfa.edge(*id);
            backward[edge.to.0 as usize] && passable(&edge.operation)
        })
        .map(|id| Draft::of(cfa, id, cfa.edge(id).operation.clone()))
        .collect();
    let mut rewritten = rebuild(program, &fates, edges);
    for id in cfa.edge_ids() {
        let edge = cfa.edge(id);
        if forward[edge.from.0 as usize] && !passable(&edge.operation) {
            rewritten.back.add_infeasible(id);
        }
    }
    rewritten
}

/// The locations found from `start` by repeatedly asking for neighbours.
fn closure(cfa: &Cfa, start: Vec<LocId>, neighbours: impl Fn(LocId, &mut Vec<LocId>)) -> Vec<bool> {
    let mut reached = vec![false; cfa.location_count()];
    let mut stack = start;
    for location in &stack {
        reached[location.0 as usize] = true;
    }
    let mut found = Vec::new();
    while let Some(location) = stack.pop() {
        neighbours(location, &mut found);
        for next in found.drain(..) {
            if !std::mem::replace(&mut reached[next.0 as usize], true) {
                stack.push(next);
            }
        }
    }
    reached
}
