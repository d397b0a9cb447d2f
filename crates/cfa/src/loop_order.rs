//! The order in which loops are unwound: what is inside a loop comes before its head, what follows
//! the loop after it.
//!
//! Executions that wait at the first place of this order can be followed one block further before
//! all others: no execution that waits elsewhere gets to that place without passing the head of a
//! loop that both are in. So all executions of a round of a loop meet at its head, and counters of
//! nested loops stay constants.

use crate::{Cfa, CutPoints, LocId};

/// The position of each location; loops are the components of a weak topological order
/// (Bourdoncle 1993), with the head last instead of first.
#[derive(Clone, Debug)]
pub struct LoopOrder {
    position: Vec<u32>,
}

/// What is still to be placed.
enum Work {
    /// One location.
    Place(LocId),
    /// The locations of a subgraph.
    Arrange(Vec<LocId>),
}

impl LoopOrder {
    /// The order of an automaton's locations; those that no path leads to come last.
    pub fn of(cfa: &Cfa) -> LoopOrder {
        let cuts = CutPoints::of(cfa);
        let mut position = vec![u32::MAX; cfa.location_count()];
        let mut next = 0;
        let reached = |location: &LocId| cuts.position(*location).is_some();
        let mut work = vec![Work::Arrange(cfa.location_ids().filter(reached).collect())];
        let mut search = Components::new(cfa);
        while let Some(item) = work.pop() {
            let locations = match item {
                Work::Place(location) => {
                    position[location.0 as usize] = next;
                    next += 1;
                    continue;
                }
                Work::Arrange(locations) => locations,
            };
            // The last component to be found is where the subgraph begins: it is popped first.
            for mut component in search.of(&locations) {
                // Where a depth-first search from the entry enters the loop.
                let entry = component.iter().copied().min_by_key(|l| cuts.position(*l));
                let Some(head) = entry else { continue };
                work.push(Work::Place(head));
                if component.len() > 1 {
                    component.retain(|location| *location != head);
                    work.push(Work::Arrange(component));
                }
            }
        }
        LoopOrder { position }
    }

    /// The position of a location.
    pub fn position(&self, location: LocId) -> u32 {
        self.position[location.0 as usize]
    }
}

/// Tarjan's search for strongly connected components of subgraphs.
struct Components<'c> {
    cfa: &'c Cfa,
    /// The number of the subgraph that a location belongs to.
    subgraph: Vec<u32>,
    subgraphs: u32,
    /// When a location was found in its subgraph; zero before.
    found: Vec<u32>,
    lowest: Vec<u32>,
    on_stack: Vec<bool>,
}

impl<'c> Components<'c> {
    fn new(cfa: &'c Cfa) -> Components<'c> {
        let count = cfa.location_count();
        Components {
            cfa,
            subgraph: vec![0; count],
            subgraphs: 0,
            found: vec![0; count],
            lowest: vec![0; count],
            on_stack: vec![false; count],
        }
    }

    /// The components of the subgraph with these locations; edges lead from later to earlier ones.
    fn of(&mut self, locations: &[LocId]) -> Vec<Vec<LocId>> {
        self.subgraphs += 1;
        for location in locations {
            self.subgraph[location.0 as usize] = self.subgraphs;
            self.found[location.0 as usize] = 0;
        }
        let mut time = 0;
        let mut open = Vec::new();
        let mut components = Vec::new();
        for root in locations {
            if self.found[root.0 as usize] == 0 {
                self.visit(*root, &mut time, &mut open, &mut components);
            }
        }
        components
    }

    fn visit(
        &mut self,
        root: LocId,
        time: &mut u32,
        open: &mut Vec<LocId>,
        components: &mut Vec<Vec<LocId>>,
    ) {
        let mut stack = vec![(root, 0)];
        while let Some((location, next)) = stack.last_mut() {
            let (location, at) = (*location, location.0 as usize);
            if *next == 0 && self.found[at] == 0 {
                *time += 1;
                self.found[at] = *time;
                self.lowest[at] = *time;
                self.on_stack[at] = true;
                open.push(location);
            }
            if let Some(edge) = self.cfa.location(location).outgoing().get(*next) {
                *next += 1;
                let to = self.cfa.edge(*edge).to;
                let there = to.0 as usize;
                if self.subgraph[there] != self.subgraphs {
                    continue;
                }
                if self.found[there] == 0 {
                    stack.push((to, 0));
                } else if self.on_stack[there] {
                    self.lowest[at] = self.lowest[at].min(self.found[there]);
                }
                continue;
            }
            stack.pop();
            if let Some((before, _)) = stack.last() {
                let before = before.0 as usize;
                self.lowest[before] = self.lowest[before].min(self.lowest[at]);
            }
            if self.lowest[at] == self.found[at] {
                let mut component = Vec::new();
                while let Some(member) = open.pop() {
                    self.on_stack[member.0 as usize] = false;
                    component.push(member);
                    if member == location {
                        break;
                    }
                }
                components.push(component);
            }
        }
    }
}
