//! Postdominators and control dependence.
//!
//! The graph is that of the automaton with one more node, the end of all executions: targets,
//! places without an edge, and the failing side of an assumption that is not a branch lead there.
//! The method is the iterative one of Cooper, Harvey and Kennedy (2001) on the reversed graph.

use invar_cfa::{Cfa, LocId, Operation};

/// The immediate postdominators of a program whose every location has a path to its end.
pub(super) struct Postdominators {
    /// By location; the last entry is the end itself.
    immediate: Vec<u32>,
}

/// Where execution may go from a location, as numbers; the end is the number of locations.
pub(super) fn successors(cfa: &Cfa, location: LocId) -> ([u32; 2], usize) {
    let end = cfa.location_count() as u32;
    match cfa.location(location).outgoing() {
        [] => ([end, end], 1),
        [only] => {
            let edge = cfa.edge(*only);
            let guarded = matches!(edge.operation, Operation::Assume { .. });
            ([edge.to.0, end], if guarded { 2 } else { 1 })
        }
        [first, second, ..] => ([cfa.edge(*first).to.0, cfa.edge(*second).to.0], 2),
    }
}

const UNKNOWN: u32 = u32::MAX;

impl Postdominators {
    pub(super) fn of(cfa: &Cfa) -> Postdominators {
        let count = cfa.location_count();
        let end = count as u32;
        let postorder = reversed_postorder(cfa);
        let mut number = vec![0u32; count + 1];
        for (position, node) in postorder.iter().enumerate() {
            number[*node as usize] = position as u32;
        }
        let mut immediate = vec![UNKNOWN; count + 1];
        immediate[count] = end;
        let mut changed = true;
        while changed {
            changed = false;
            for node in postorder.iter().rev().copied().filter(|n| *n != end) {
                let (next, arity) = successors(cfa, LocId(node));
                let mut meet = UNKNOWN;
                for successor in &next[..arity] {
                    if immediate[*successor as usize] == UNKNOWN {
                        continue;
                    }
                    meet = match meet {
                        UNKNOWN => *successor,
                        other => intersect(&immediate, &number, other, *successor),
                    };
                }
                if immediate[node as usize] != meet {
                    immediate[node as usize] = meet;
                    changed = true;
                }
            }
        }
        Postdominators { immediate }
    }

    /// The nearest place that every way from `location` passes; `None` if it is the end.
    pub(super) fn immediate(&self, location: LocId) -> Option<LocId> {
        let next = self.immediate[location.0 as usize];
        (next as usize + 1 < self.immediate.len()).then_some(LocId(next))
    }

    /// For every location the branches that decide whether it is reached.
    pub(super) fn control_dependence(&self, cfa: &Cfa) -> Vec<Vec<LocId>> {
        let mut controllers: Vec<Vec<LocId>> = vec![Vec::new(); cfa.location_count()];
        for branch in cfa.location_ids() {
            let (next, arity) = successors(cfa, branch);
            if arity < 2 {
                continue;
            }
            let stop = self.immediate[branch.0 as usize];
            for successor in next {
                let mut runner = successor;
                while runner != stop {
                    let list = &mut controllers[runner as usize];
                    if list.last() != Some(&branch) {
                        list.push(branch);
                    }
                    runner = self.immediate[runner as usize];
                }
            }
        }
        controllers
    }
}

/// The nearest common postdominator: nodes nearer to the end have larger numbers.
fn intersect(immediate: &[u32], number: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while number[a as usize] < number[b as usize] {
            a = immediate[a as usize];
        }
        while number[b as usize] < number[a as usize] {
            b = immediate[b as usize];
        }
    }
    a
}

/// The nodes from which the end is reached, in a postorder of the reversed graph from the end.
fn reversed_postorder(cfa: &Cfa) -> Vec<u32> {
    let end = cfa.location_count();
    let mut to_end = Vec::new();
    for location in cfa.location_ids() {
        let (next, arity) = successors(cfa, location);
        if next[..arity].contains(&(end as u32)) {
            to_end.push(location);
        }
    }
    let predecessor = |node: usize, i: usize| -> Option<LocId> {
        if node == end {
            to_end.get(i).copied()
        } else {
            let incoming = cfa.location(LocId(node as u32)).incoming();
            incoming.get(i).map(|e| cfa.edge(*e).from)
        }
    };
    let mut visited = vec![false; end + 1];
    visited[end] = true;
    let mut stack = vec![(end, 0)];
    let mut postorder = Vec::with_capacity(end + 1);
    while let Some((node, next)) = stack.last_mut() {
        match predecessor(*node, *next) {
            Some(before) => {
                *next += 1;
                if !std::mem::replace(&mut visited[before.0 as usize], true) {
                    stack.push((before.0 as usize, 0));
                }
            }
            None => {
                postorder.push(*node as u32);
                stack.pop();
            }
        }
    }
    postorder
}
