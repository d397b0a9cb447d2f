//! Live variables: which values may still be read.
//!
//! A variable is live at a location if some path from there reads it before changing it. The
//! search goes backward for a group of variables at a time, and looks only at places where
//! one of them is live; only the answers that passes ask for are stored.

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
        let mut liveness = Liveness {
            useful: vec![false; cfa.edge_count()],
            at: BTreeMap::new(),
        };
        each_group(program, uses, |first, walk| {
            for location in &walk.touched {
                liveness.store(
                    cfa,
                    first,
                    walk.live[location.0 as usize],
                    *location,
                    places,
                );
            }
        });
        liveness
    }

    /// Keeps the answers about one group of variables at one place.
    fn store(&mut self, cfa: &Cfa, first: u32, live: Bits, location: LocId, places: &[bool]) {
        for (id, edge) in cfa.incoming(location) {
            let target = group_bit(target_of(&edge.operation), first);
            self.useful[id.0 as usize] |= live & target != 0;
        }
        if places[location.0 as usize] {
            let variables = self.at.entry(location).or_default();
            variables.extend(members(live, first));
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

/// Where variables die. An analysis that starts with the variables that are live at the entry, and
/// forgets on every edge those that die there, knows about live variables only.
pub(crate) struct Deaths {
    /// Where the variables of each edge start; one more for the end of the last.
    starts: Vec<usize>,
    variables: Vec<VarId>,
    entry: Vec<VarId>,
}

impl Deaths {
    /// Analyses a program.
    pub(crate) fn of(program: &Program, uses: &Uses) -> Deaths {
        let cfa = program.entry_cfa();
        let mut found: Vec<(EdgeId, VarId)> = Vec::new();
        let mut entry = Vec::new();
        let mut useful = vec![false; cfa.edge_count()];
        each_group(program, uses, |first, walk| {
            entry.extend(members(walk.live[cfa.entry.0 as usize], first));
            for location in &walk.touched {
                let here = walk.live[location.0 as usize];
                for (id, edge) in cfa.outgoing(*location) {
                    let dying = here & !walk.live[edge.to.0 as usize];
                    found.extend(members(dying, first).map(|v| (id, v)));
                }
                for (id, edge) in cfa.incoming(*location) {
                    let target = group_bit(target_of(&edge.operation), first);
                    useful[id.0 as usize] |= here & target != 0;
                }
            }
        });
        for id in cfa.edge_ids().filter(|id| !useful[id.0 as usize]) {
            found.extend(target_of(&cfa.edge(id).operation).map(|target| (id, target)));
        }
        found.sort_unstable();
        let mut starts = vec![0; cfa.edge_count() + 1];
        for (id, _) in &found {
            starts[id.0 as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Deaths {
            starts,
            variables: found.into_iter().map(|(_, variable)| variable).collect(),
            entry,
        }
    }

    /// The variables that may have a value before an edge, or get it there, and are dead after it.
    pub(crate) fn on(&self, edge: EdgeId) -> &[VarId] {
        let i = edge.0 as usize;
        &self.variables[self.starts[i]..self.starts[i + 1]]
    }

    /// The variables that are live at the entry.
    pub(crate) fn live_at_entry(&self) -> &[VarId] {
        &self.entry
    }
}

/// Analyses the variables that are read, a group after the other in order, and shows the result for
/// each: the first variable of the group and a bit per variable at every place.
fn each_group(program: &Program, uses: &Uses, mut show: impl FnMut(u32, &Walk)) {
    let cfa = program.entry_cfa();
    let mut readers: Vec<Vec<LocId>> = vec![Vec::new(); program.variables.len()];
    for id in cfa.edge_ids() {
        for variable in uses.reads(id) {
            readers[variable.0 as usize].push(cfa.edge(id).from);
        }
    }
    let mut walk = Walk::new(cfa);
    for (group, members) in readers.chunks(GROUP).enumerate() {
        if members.iter().all(Vec::is_empty) {
            continue;
        }
        let first = (group * GROUP) as u32;
        for (bit, locations) in members.iter().enumerate() {
            for location in locations {
                walk.add(*location, 1 << bit);
            }
        }
        walk.spread(cfa, first);
        show(first, &walk);
        walk.clear();
    }
}

/// The search for one group of variables. Locations still to be visited are kept in an order that
/// suits the backward direction.
struct Walk {
    order: Vec<LocId>,
    /// Position of each location in the order.
    rank: Vec<usize>,
    /// A bit per position.
    dirty: Vec<u64>,
    /// Words of `dirty` that may not be zero lie below this.
    limit: usize,
    /// By location, a bit per variable.
    live: Vec<Bits>,
    /// Locations where a variable is live.
    touched: Vec<LocId>,
}

impl Walk {
    fn new(cfa: &Cfa) -> Walk {
        let order = backward_order(cfa);
        let mut rank = vec![0usize; cfa.location_count()];
        for (position, location) in order.iter().enumerate() {
            rank[location.0 as usize] = position;
        }
        Walk {
            dirty: vec![0; order.len() / WORD + 1],
            order,
            rank,
            limit: 0,
            live: vec![0; cfa.location_count()],
            touched: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for location in self.touched.drain(..) {
            self.live[location.0 as usize] = 0;
        }
    }

    /// Makes variables live at a location.
    fn add(&mut self, location: LocId, variables: Bits) {
        let live = &mut self.live[location.0 as usize];
        if variables & !*live == 0 {
            return;
        }
        if *live == 0 {
            self.touched.push(location);
        }
        *live |= variables;
        let rank = self.rank[location.0 as usize];
        self.dirty[rank / WORD] |= 1 << (rank % WORD);
        self.limit = self.limit.max(rank / WORD + 1);
    }

    /// Carries the marks of one group of variables backward until nothing changes.
    fn spread(&mut self, cfa: &Cfa, first: u32) {
        while self.dirty[..self.limit].iter().any(|word| *word != 0) {
            let mut word = 0;
            while word < self.limit {
                while self.dirty[word] != 0 {
                    let bit = self.dirty[word].trailing_zeros() as usize;
                    self.dirty[word] &= self.dirty[word] - 1;
                    let location = self.order[word * WORD + bit];
                    let here = self.live[location.0 as usize];
                    for (_, edge) in cfa.incoming(location) {
                        let carried = here & !group_bit(target_of(&edge.operation), first);
                        self.add(edge.from, carried);
                    }
                }
                word += 1;
            }
        }
        self.limit = 0;
    }
}

/// The variables of a group whose bits are set.
fn members(mut bits: Bits, first: u32) -> impl Iterator<Item = VarId> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let variable = VarId(first + bits.trailing_zeros());
            bits &= bits - 1;
            variable
        })
    })
}

/// A bit per variable of a group.
type Bits = u128;

/// Variables that are followed at a time.
const GROUP: usize = Bits::BITS as usize;

/// Places that share a word of marks.
const WORD: usize = u64::BITS as usize;

/// The bit of a variable in the group that starts at `first`, if it belongs there.
fn group_bit(variable: Option<VarId>, first: u32) -> Bits {
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
