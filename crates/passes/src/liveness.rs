//! Live variables: which values may still be read.
//!
//! A variable is live at a location if some path from there reads it before changing it. The
//! search goes backward for a machine word of variables at a time; only the answers that passes
//! ask for are stored.

use crate::uses::{Uses, target_of};
use invar_cfa::{Cfa, CutPoints, EdgeId, LocId, Program, VarId};
use std::collections::BTreeMap;

/// Marks the places where facts are stated: the loop heads, and `places`.
pub(crate) fn fact_places(cfa: &Cfa, cuts: &CutPoints, places: &[LocId]) -> Vec<bool> {
    let mut marks: Vec<bool> = cfa.location_ids().map(|l| cuts.is_loop_head(l)).collect();
    for place in places {
        marks[place.0 as usize] = true;
    }
    marks
}

/// The answers about liveness that passes need.
pub(crate) struct Liveness {
    useful: Vec<bool>,
    at: BTreeMap<LocId, Vec<VarId>>,
}

impl Liveness {
    /// Analyses a program; live variables are stored for the marked places.
    pub(crate) fn of(program: &Program, uses: &Uses, places: &[bool]) -> Liveness {
        let cfa = program.entry_cfa();
        let order = backward_order(cfa);
        let mut readers: Vec<Vec<LocId>> = vec![Vec::new(); program.variables.len()];
        for id in cfa.edge_ids() {
            for variable in uses.reads(id) {
                readers[variable.0 as usize].push(cfa.edge(id).from);
            }
        }
        let mut liveness = Liveness {
            useful: vec![false; cfa.edge_count()],
            at: BTreeMap::new(),
        };
        let mut live = vec![0u64; cfa.location_count()];
        let mut rank = vec![0usize; cfa.location_count()];
        for (position, location) in order.iter().enumerate() {
            rank[location.0 as usize] = position;
        }
        let mut walk = Walk {
            dirty: vec![0; order.len() / GROUP + 1],
            order,
            rank,
        };
        for (group, members) in readers.chunks(GROUP).enumerate() {
            if members.iter().all(Vec::is_empty) {
                continue;
            }
            let first = (group * GROUP) as u32;
            live.fill(0);
            for (bit, locations) in members.iter().enumerate() {
                for location in locations {
                    live[location.0 as usize] |= 1 << bit;
                    walk.mark(*location);
                }
            }
            walk.spread(cfa, first, &mut live);
            liveness.store(cfa, first, &live, places);
        }
        liveness
    }

    /// Keeps the answers about one group of variables.
    fn store(&mut self, cfa: &Cfa, first: u32, live: &[u64], places: &[bool]) {
        for id in cfa.edge_ids() {
            let edge = cfa.edge(id);
            let target = group_bit(target_of(&edge.operation), first);
            self.useful[id.0 as usize] |= live[edge.to.0 as usize] & target != 0;
        }
        for location in cfa.location_ids().filter(|l| places[l.0 as usize]) {
            let mut rest = live[location.0 as usize];
            while rest != 0 {
                let variable = VarId(first + rest.trailing_zeros());
                self.at.entry(location).or_default().push(variable);
                rest &= rest - 1;
            }
        }
    }

    /// Whether the variable that an edge changes is live after it.
    pub(crate) fn is_useful(&self, edge: EdgeId) -> bool {
        self.useful[edge.0 as usize]
    }

    /// The marked places with their live variables, in order of the variables.
    pub(crate) fn at_places(&self) -> impl Iterator<Item = (LocId, &[VarId])> {
        self.at
            .iter()
            .map(|(place, variables)| (*place, variables.as_slice()))
    }
}

/// The locations still to be visited, kept in an order that suits the backward direction.
struct Walk {
    order: Vec<LocId>,
    /// Position of each location in the order.
    rank: Vec<usize>,
    /// A bit per position.
    dirty: Vec<u64>,
}

impl Walk {
    fn mark(&mut self, location: LocId) {
        let rank = self.rank[location.0 as usize];
        self.dirty[rank / GROUP] |= 1 << (rank % GROUP);
    }

    /// Carries the marks of one group of variables backward until nothing changes.
    fn spread(&mut self, cfa: &Cfa, first: u32, live: &mut [u64]) {
        while self.dirty.iter().any(|word| *word != 0) {
            for word in 0..self.dirty.len() {
                while self.dirty[word] != 0 {
                    let bit = self.dirty[word].trailing_zeros() as usize;
                    self.dirty[word] &= self.dirty[word] - 1;
                    let location = self.order[word * GROUP + bit];
                    let here = live[location.0 as usize];
                    for (_, edge) in cfa.incoming(location) {
                        let carried = here & !group_bit(target_of(&edge.operation), first);
                        let before = &mut live[edge.from.0 as usize];
                        if carried & !*before != 0 {
                            *before |= carried;
                            self.mark(edge.from);
                        }
                    }
                }
            }
        }
    }
}

/// Variables that share a machine word.
const GROUP: usize = u64::BITS as usize;

/// The bit of a variable in the group that starts at `first`, if it belongs there.
fn group_bit(variable: Option<VarId>, first: u32) -> u64 {
    match variable {
        Some(VarId(index)) if index >= first && ((index - first) as usize) < GROUP => {
            1 << (index - first)
        }
        _ => 0,
    }
}

/// Every location, such that a walk along the order meets few locations before a successor.
fn backward_order(cfa: &Cfa) -> Vec<LocId> {
    let cuts = CutPoints::of(cfa);
    let mut order: Vec<LocId> = cfa.location_ids().collect();
    order.sort_by_key(|l| std::cmp::Reverse(cuts.position(*l)));
    order
}
