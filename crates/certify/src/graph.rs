//! Order, loops and dominators of an automaton, computed for certification alone.

use invar_cfa::{Cfa, Edge, EdgeId, LocId, Operation, Program, VarId};
use std::collections::BTreeSet;

/// An automaton without some of its edges.
pub(crate) struct View<'a> {
    pub cfa: &'a Cfa,
    removed: BTreeSet<EdgeId>,
}

impl<'a> View<'a> {
    pub fn new(cfa: &'a Cfa, removed: &[EdgeId]) -> View<'a> {
        View {
            cfa,
            removed: removed.iter().copied().collect(),
        }
    }

    pub fn outgoing(&self, location: LocId) -> impl Iterator<Item = (EdgeId, &'a Edge)> {
        self.cfa
            .outgoing(location)
            .filter(|(id, _)| !self.removed.contains(id))
    }

    fn incoming(&self, location: LocId) -> impl Iterator<Item = (EdgeId, &'a Edge)> {
        self.cfa
            .incoming(location)
            .filter(|(id, _)| !self.removed.contains(id))
    }
}

/// The shape of an automaton.
pub(crate) struct Graph {
    /// Position in a reverse postorder of a depth-first search; `None` if unreachable.
    position: Vec<Option<u32>>,
    /// Locations in that order.
    pub order: Vec<LocId>,
    /// Targets of retreating edges, in order of location.
    pub heads: BTreeSet<LocId>,
    dominator: Vec<Option<LocId>>,
    /// Whether some path leads from a location to a target.
    leads_to_target: Vec<bool>,
}

impl Graph {
    pub fn of(view: &View<'_>) -> Graph {
        let count = view.cfa.location_count();
        let order = reverse_postorder(view);
        let mut position = vec![None; count];
        for (i, location) in order.iter().enumerate() {
            position[location.0 as usize] = Some(i as u32);
        }
        let mut graph = Graph {
            position,
            order,
            heads: BTreeSet::new(),
            dominator: vec![None; count],
            leads_to_target: leads_to_target(view),
        };
        for location in &graph.order {
            for (_, edge) in view.outgoing(*location) {
                if graph.retreats(*location, edge.to) {
                    graph.heads.insert(edge.to);
                }
            }
        }
        graph.compute_dominators(view);
        graph
    }

    /// Position in a reverse postorder; `None` if unreachable.
    pub fn position(&self, location: LocId) -> Option<u32> {
        self.position[location.0 as usize]
    }

    /// Whether some path leads from a location to a target. Executions elsewhere do not matter.
    pub fn leads_to_target(&self, location: LocId) -> bool {
        self.leads_to_target[location.0 as usize]
    }

    /// From now on, a path to a target may use every edge of `view`.
    pub fn lead_along(&mut self, view: &View<'_>) {
        self.leads_to_target = leads_to_target(view);
    }

    /// Whether an edge closes a cycle. Every cycle has such an edge, because along all others
    /// the position grows.
    pub fn retreats(&self, from: LocId, to: LocId) -> bool {
        self.position[to.0 as usize] <= self.position[from.0 as usize]
    }

    /// Iterated intersection along the immediate dominators (Cooper, Harvey and Kennedy 2001).
    fn compute_dominators(&mut self, view: &View<'_>) {
        let entry = view.cfa.entry;
        self.dominator[entry.0 as usize] = Some(entry);
        let mut changed = true;
        while changed {
            changed = false;
            for i in 1..self.order.len() {
                let location = self.order[i];
                let mut common: Option<LocId> = None;
                for (_, edge) in view.incoming(location) {
                    if self.dominator[edge.from.0 as usize].is_some() {
                        common = Some(common.map_or(edge.from, |c| self.meet(c, edge.from)));
                    }
                }
                if common != self.dominator[location.0 as usize] {
                    self.dominator[location.0 as usize] = common;
                    changed = true;
                }
            }
        }
    }

    fn meet(&self, mut a: LocId, mut b: LocId) -> LocId {
        let position = |l: LocId| self.position[l.0 as usize];
        while a != b {
            let later = if position(a) > position(b) {
                &mut a
            } else {
                &mut b
            };
            match self.dominator[later.0 as usize] {
                Some(dominator) if dominator != *later => *later = dominator,
                _ => return *later,
            }
        }
        a
    }

    /// Whether every path from the entry to `b` passes `a`.
    pub fn dominates(&self, a: LocId, mut b: LocId) -> bool {
        loop {
            if a == b {
                return true;
            }
            match self.dominator[b.0 as usize] {
                Some(next) if next != b => b = next,
                _ => return false,
            }
        }
    }

    /// What can change between two visits of a head: everything assigned in its loop. `None` if the
    /// loop can be entered without passing its head.
    pub fn changed_in_loop(&self, view: &View<'_>, head: LocId) -> Option<BTreeSet<VarId>> {
        let mut inside = BTreeSet::from([head]);
        let mut pending = Vec::new();
        for (_, edge) in view.incoming(head) {
            let reachable = self.position[edge.from.0 as usize].is_some();
            if reachable && self.retreats(edge.from, head) {
                if !self.dominates(head, edge.from) {
                    return None;
                }
                pending.push(edge.from);
            }
        }
        while let Some(location) = pending.pop() {
            if inside.insert(location) {
                let before = view.incoming(location).map(|(_, edge)| edge.from);
                // What no execution reaches changes nothing.
                pending.extend(before.filter(|from| self.position(*from).is_some()));
            }
        }
        let mut changed = BTreeSet::new();
        for location in &inside {
            for (_, edge) in view.outgoing(*location) {
                if let Operation::Assign { target, .. } | Operation::Havoc { target, .. } =
                    edge.operation
                {
                    changed.insert(target);
                }
            }
        }
        Some(changed)
    }
}

/// The locations from which a target is reached along edges of the view.
fn leads_to_target(view: &View<'_>) -> Vec<bool> {
    let mut leads = vec![false; view.cfa.location_count()];
    let mut pending: Vec<LocId> = view
        .cfa
        .location_ids()
        .filter(|l| Program::is_target(view.cfa, *l))
        .collect();
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut leads[location.0 as usize], true) {
            pending.extend(view.incoming(location).map(|(_, edge)| edge.from));
        }
    }
    leads
}

fn reverse_postorder(view: &View<'_>) -> Vec<LocId> {
    let mut entered = vec![false; view.cfa.location_count()];
    let mut order = Vec::new();
    let successors = |location: LocId| -> Vec<LocId> {
        view.outgoing(location).map(|(_, edge)| edge.to).collect()
    };
    let entry = view.cfa.entry;
    let mut stack = vec![(entry, successors(entry), 0)];
    entered[entry.0 as usize] = true;
    while let Some((location, next, taken)) = stack.last_mut() {
        let Some(to) = next.get(*taken).copied() else {
            order.push(*location);
            stack.pop();
            continue;
        };
        *taken += 1;
        if !std::mem::replace(&mut entered[to.0 as usize], true) {
            stack.push((to, successors(to), 0));
        }
    }
    order.reverse();
    order
}
