//! Cut points: places that every cycle passes.

use crate::{Cfa, LocId, Program};

/// The entry, the loop heads and the targets (errors and unsupported constructs) that can be
/// reached along edges. Between two cut points the automaton has no cycle.
///
/// A loop head is the target of a retreating edge of a depth-first search from the entry, so
/// irreducible graphs are cut too.
#[derive(Clone, Debug)]
pub struct CutPoints {
    /// Entry first, then loop heads and targets in order of location.
    pub points: Vec<LocId>,
    is_cut: Vec<bool>,
    is_head: Vec<bool>,
    /// Position in a reverse postorder; `None` for unreachable locations. Edges that do not
    /// retreat lead to later positions.
    order: Vec<Option<u32>>,
}

impl CutPoints {
    /// The cut points of an automaton.
    pub fn of(cfa: &Cfa) -> CutPoints {
        CutPoints::with(cfa, &[])
    }

    /// The cut points of an automaton, and further ones.
    pub fn with(cfa: &Cfa, further: &[LocId]) -> CutPoints {
        let count = cfa.location_count();
        let mut is_head = vec![false; count];
        let mut state = vec![Visit::New; count];
        let mut postorder = Vec::with_capacity(count);
        let mut stack = vec![(cfa.entry, 0)];
        state[cfa.entry.0 as usize] = Visit::Open;
        while let Some((location, next)) = stack.last_mut() {
            match cfa.location(*location).outgoing().get(*next) {
                Some(edge) => {
                    *next += 1;
                    let to = cfa.edge(*edge).to;
                    match state[to.0 as usize] {
                        Visit::New => {
                            state[to.0 as usize] = Visit::Open;
                            stack.push((to, 0));
                        }
                        Visit::Open => is_head[to.0 as usize] = true,
                        Visit::Done => {}
                    }
                }
                None => {
                    state[location.0 as usize] = Visit::Done;
                    postorder.push(*location);
                    stack.pop();
                }
            }
        }
        let mut order = vec![None; count];
        for (position, location) in postorder.iter().rev().enumerate() {
            order[location.0 as usize] = Some(position as u32);
        }
        let mut points = vec![cfa.entry];
        for location in cfa.location_ids() {
            let i = location.0 as usize;
            let wanted =
                is_head[i] || Program::is_target(cfa, location) || further.contains(&location);
            if order[i].is_some() && wanted && location != cfa.entry {
                points.push(location);
            }
        }
        let mut is_cut = vec![false; count];
        for point in &points {
            is_cut[point.0 as usize] = true;
        }
        CutPoints {
            points,
            is_cut,
            is_head,
            order,
        }
    }

    /// Whether a location is a cut point.
    pub fn contains(&self, location: LocId) -> bool {
        self.is_cut[location.0 as usize]
    }

    /// Whether a location is the head of a loop.
    pub fn is_loop_head(&self, location: LocId) -> bool {
        self.is_head[location.0 as usize]
    }

    /// Position of a location in a reverse postorder; `None` if no path leads to it.
    pub fn position(&self, location: LocId) -> Option<u32> {
        self.order[location.0 as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}
