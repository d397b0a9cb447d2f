//! Postdominators and control dependence.
//!
//! The graph is that of the automaton with one more node, the end of all executions: targets,
//! places without an edge, and the failing side of an assumption that is not a branch lead there.
//! So does the head of a loop from which executions end only in a target: it may run forever, and
//! without that exit the target would count as inevitable. Locations that the entry does not reach
//! may lie on cycles without a head; each of them leads to the end, so that every location has a
//! postdominator. The method is the iterative one of Cooper, Harvey and Kennedy (2001) on the
//! reversed graph.

use crate::{AssumeReason, Cfa, CutPoints, EdgeId, LocId, LocationKind, Operation, Program};
use smallvec::SmallVec;

/// The immediate postdominators of a program whose every location has a path to its end.
pub struct Postdominators {
    /// By location; the last entry is the end itself.
    immediate: Vec<u32>,
}

/// Where execution may go from each location, as numbers; the end is the number of locations.
pub struct Flow {
    next: Vec<SmallVec<[u32; 3]>>,
}

impl Flow {
    /// Every path that execution may take.
    pub fn of(cfa: &Cfa) -> Flow {
        Flow::with(cfa, |_| true, |_| true)
    }

    /// As [`Flow::of`], as if no path ended because of undefined behaviour.
    pub fn where_defined(cfa: &Cfa) -> Flow {
        Flow::with(cfa, can_fail_where_defined, |_| true)
    }

    /// As [`Flow::where_defined`], as if nothing led only to what is not modelled. It describes most executions, not
    /// all of them.
    pub fn where_modelled(cfa: &Cfa) -> Flow {
        let lost = lost(cfa);
        let is_lost = |at: LocId| lost[at.0 as usize];
        Flow::with(cfa, can_fail_where_defined, |edge| {
            let edge = cfa.edge(edge);
            is_lost(edge.from) || !is_lost(edge.to)
        })
    }

    fn with(
        cfa: &Cfa,
        can_fail: impl Fn(AssumeReason) -> bool,
        is_open: impl Fn(EdgeId) -> bool,
    ) -> Flow {
        let ways = |l| direct(cfa, l, &can_fail, &is_open);
        let mut flow = Flow {
            next: cfa.location_ids().map(ways).collect(),
        };
        let cuts = CutPoints::of(cfa);
        let ends = flow.can_end(cfa);
        for location in cfa.location_ids() {
            let next = &mut flow.next[location.0 as usize];
            if cuts.is_loop_head(location) && !ends[location.0 as usize] {
                next.push(cfa.location_count() as u32);
            }
        }
        flow.end_stranded(cfa);
        flow
    }

    /// Adds a path to the end for the locations that have none.
    fn end_stranded(&mut self, cfa: &Cfa) {
        let end = cfa.location_count() as u32;
        let mut reaches = vec![false; cfa.location_count()];
        for node in reversed_postorder(cfa, self) {
            if node != end {
                reaches[node as usize] = true;
            }
        }
        for (next, reaches) in self.next.iter_mut().zip(reaches) {
            if !reaches {
                next.push(end);
            }
        }
    }

    /// Where execution may go from a location.
    pub fn next(&self, location: LocId) -> &[u32] {
        &self.next[location.0 as usize]
    }

    /// Whether execution branches here.
    pub fn is_branch(&self, location: LocId) -> bool {
        self.next(location).len() > 1
    }

    /// The locations from which the end is reached along a path without a target.
    fn can_end(&self, cfa: &Cfa) -> Vec<bool> {
        let end = cfa.location_count() as u32;
        let mut can = vec![false; cfa.location_count()];
        let mut pending: Vec<LocId> = cfa
            .location_ids()
            .filter(|l| !Program::is_target(cfa, *l) && self.next(*l).contains(&end))
            .collect();
        while let Some(location) = pending.pop() {
            if !std::mem::replace(&mut can[location.0 as usize], true) {
                pending.extend(cfa.incoming(location).map(|(_, edge)| edge.from));
            }
        }
        can
    }
}

fn can_fail_where_defined(reason: AssumeReason) -> bool {
    !matches!(reason, AssumeReason::Undefined(_))
}

/// The locations from which every way leads to something that is not modelled.
fn lost(cfa: &Cfa) -> Vec<bool> {
    let mut lost = vec![false; cfa.location_count()];
    let is_gap = |l: &LocId| matches!(cfa.location(*l).kind, LocationKind::Unsupported(_));
    let mut pending: Vec<LocId> = cfa.location_ids().filter(is_gap).collect();
    while let Some(location) = pending.pop() {
        if std::mem::replace(&mut lost[location.0 as usize], true) {
            continue;
        }
        for (_, edge) in cfa.incoming(location) {
            let mut ways = cfa.outgoing(edge.from);
            if ways.all(|(_, way)| lost[way.to.0 as usize]) {
                pending.push(edge.from);
            }
        }
    }
    lost
}

/// Where the open edges lead, and the end where execution can stop.
fn direct(
    cfa: &Cfa,
    location: LocId,
    can_fail: &impl Fn(AssumeReason) -> bool,
    is_open: &impl Fn(EdgeId) -> bool,
) -> SmallVec<[u32; 3]> {
    let end = cfa.location_count() as u32;
    let outgoing = cfa.location(location).outgoing();
    let open = outgoing.iter().filter(|edge| is_open(**edge));
    let mut next: SmallVec<[u32; 3]> = open.map(|e| cfa.edge(*e).to.0).collect();
    let guarded = |e: &EdgeId| match cfa.edge(*e).operation {
        Operation::Assume { reason, .. } => can_fail(reason),
        _ => false,
    };
    match outgoing {
        [] => next.push(end),
        [only] if guarded(only) => next.push(end),
        _ => {}
    }
    next
}

const UNKNOWN: u32 = u32::MAX;

impl Postdominators {
    /// The postdominators of a graph.
    pub fn of(cfa: &Cfa, flow: &Flow) -> Postdominators {
        let count = cfa.location_count();
        let end = count as u32;
        let postorder = reversed_postorder(cfa, flow);
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
                let mut meet = UNKNOWN;
                for successor in flow.next(LocId(node)) {
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

    /// The nearest place that every path from `location` passes; `None` if it is the end.
    pub fn immediate(&self, location: LocId) -> Option<LocId> {
        let next = self.immediate[location.0 as usize];
        (next as usize + 1 < self.immediate.len()).then_some(LocId(next))
    }

    /// For every location the branches that decide whether it is reached.
    pub fn control_dependence(&self, cfa: &Cfa, flow: &Flow) -> Vec<Vec<LocId>> {
        let mut controllers: Vec<Vec<LocId>> = vec![Vec::new(); cfa.location_count()];
        for branch in cfa.location_ids() {
            if !flow.is_branch(branch) {
                continue;
            }
            let stop = self.immediate[branch.0 as usize];
            for successor in flow.next(branch) {
                let mut runner = *successor;
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
fn reversed_postorder(cfa: &Cfa, flow: &Flow) -> Vec<u32> {
    let end = cfa.location_count();
    let mut to_end = Vec::new();
    for location in cfa.location_ids() {
        if flow.next(location).contains(&(end as u32)) {
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

#[cfg(test)]
mod tests {
    use super::{Flow, Postdominators};
    use crate::{CallPathId, Cfa, LocId, LocationKind, Operation, StableId};

    /// The entry leads to the exit; an unreachable cycle has two paths through it.
    #[test]
    fn an_unreachable_cycle_has_postdominators() {
        let mut cfa = Cfa::new("f");
        let mut location = |name: &str| {
            let stable = StableId::of(&[name]);
            cfa.add_location(LocationKind::Plain, None, stable, CallPathId::ROOT)
        };
        let [head, left, right, tail] = ["head", "left", "right", "tail"].map(&mut location);
        let edges = [
            (cfa.entry, cfa.exit),
            (head, left),
            (head, right),
            (left, tail),
            (right, tail),
            (tail, head),
        ];
        for (from, to) in edges {
            cfa.add_edge(from, to, Operation::Skip, None);
        }
        let flow = Flow::of(&cfa);
        let postdominators = Postdominators::of(&cfa, &flow);
        let controllers = postdominators.control_dependence(&cfa, &flow);
        let controls = |location: LocId| controllers[location.0 as usize].contains(&head);
        assert!(controls(left) && controls(right));
        assert_eq!(controllers[cfa.exit.0 as usize], []);
    }
}
