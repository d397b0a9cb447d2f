//! Contracting edges that do nothing.
//!
//! Correctness. If the only edge out of `a` is a skip to `b`, an execution at `a` is next at `b` in
//! the same state, so `a` can be taken for `b`; if moreover that edge is the only edge into `b`,
//! `b` can be taken for `a`. Targets, loop heads, entry and exit keep their identity: evidence is
//! stated about them. Every cycle has a loop head, so merging never runs in a circle.

use crate::rebuild::{Draft, Fate, Rewritten, rebuild};
use invar_cfa::{Cfa, CutPoints, EdgeId, LocId, Operation, Program};

/// Removes skip edges by merging their ends where one of them needs no separate identity.
pub fn contract(program: &Program) -> Rewritten {
    merge(program, Direction::Forward).then(|middle| merge(middle, Direction::Backward))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// The source of a skip becomes its target.
    Forward,
    /// The target of a skip becomes its source.
    Backward,
}

fn merge(program: &Program, direction: Direction) -> Rewritten {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let anonymous = |l: LocId| {
        l != cfa.entry && l != cfa.exit && !cuts.is_loop_head(l) && !Program::is_target(cfa, l)
    };
    let mut fates = vec![Fate::Keep; cfa.location_count()];
    let mut gone = vec![false; cfa.edge_count()];
    for id in cfa.edge_ids() {
        let edge = cfa.edge(id);
        if !is_lone_skip(cfa, id) || edge.from == edge.to {
            continue;
        }
        match direction {
            Direction::Forward if anonymous(edge.from) => {
                fates[edge.from.0 as usize] = Fate::Merge(edge.to);
            }
            Direction::Backward
                if anonymous(edge.to) && cfa.location(edge.to).incoming().len() == 1 =>
            {
                fates[edge.to.0 as usize] = Fate::Merge(edge.from);
            }
            _ => continue,
        }
        gone[id.0 as usize] = true;
    }
    let edges = cfa
        .edge_ids()
        .filter(|id| !gone[id.0 as usize])
        .map(|id| Draft::of(cfa, id, cfa.edge(id).operation.clone()))
        .collect();
    rebuild(program, &fates, edges)
}

/// Whether an edge does nothing and is the only one out of its source.
fn is_lone_skip(cfa: &Cfa, id: EdgeId) -> bool {
    let edge = cfa.edge(id);
    edge.operation == Operation::Skip && cfa.location(edge.from).outgoing().len() == 1
}
