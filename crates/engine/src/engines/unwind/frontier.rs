//! Executions from the entry that wait at cut points, and the order in which they are followed.
//!
//! Invariant: the guards of two locations exclude one another, and every execution that has not
//! ended has passed exactly the blocks that were followed from where it was at that time. A data
//! structure: no solver here.

use crate::Task;
use invar_cfa::{LocId, LoopOrder};
use invar_encode::{BlockGraph, Input, NodeKind, Origin, RunPosition, State, Unrolling};
use invar_term::{CaseAnalysis, TermId};
use std::collections::BTreeMap;

/// Executions at a cut point.
struct Waiting {
    state: State,
    /// Blocks of the longest of them.
    length: u32,
}

/// All executions that have not ended.
pub(super) struct Frontier<'t> {
    unrolling: Unrolling<'t>,
    /// Resolves what is read from memory: addresses are mostly one of a few constants.
    memory: CaseAnalysis,
    order: LoopOrder,
    /// By position in the order.
    waiting: BTreeMap<(u32, LocId), Waiting>,
    /// Where the blocks were left, in the order in which they were followed.
    left: Vec<LocId>,
    /// How often each place was left.
    visits: BTreeMap<LocId, u32>,
    /// Blocks of the longest execution so far.
    pub longest: u32,
    /// Whether a place was not followed from which no target can be reached.
    pub left_irrelevant: bool,
}

impl<'t> Frontier<'t> {
    pub fn from_entry(task: &Task<'t>) -> Frontier<'t> {
        let graph: &'t BlockGraph = task.blocks;
        let mut frontier = Frontier {
            unrolling: Unrolling::new(graph, Origin::Zero),
            memory: CaseAnalysis::default(),
            order: LoopOrder::of(task.program.entry_cfa()),
            waiting: BTreeMap::new(),
            left: Vec::new(),
            visits: BTreeMap::new(),
            longest: 0,
            left_irrelevant: false,
        };
        if graph.node(graph.entry).can_reach_target {
            let state = frontier.unrolling.start(graph.terms.tru());
            frontier.join(graph.entry, Waiting { state, length: 0 });
        } else {
            frontier.left_irrelevant = true;
        }
        frontier
    }

    /// How many times a place was left.
    pub fn steps(&self) -> u32 {
        self.left.len() as u32
    }

    /// The place to leave next.
    pub fn next(&self) -> Option<LocId> {
        let ((_, location), _) = self.waiting.first_key_value()?;
        Some(*location)
    }

    /// Whether a place was left before, and executions get there only under a condition.
    pub fn is_again(&self, location: LocId) -> bool {
        let terms = &self.unrolling.graph().terms;
        self.visits.contains_key(&location)
            && self
                .guard(location)
                .is_some_and(|guard| !terms.is_true(guard))
    }

    /// When executions wait at a place.
    pub fn guard(&self, location: LocId) -> Option<TermId> {
        Some(self.waiting.get(&self.key(location))?.state.guard)
    }

    /// Forgets executions that do not exist.
    pub fn drop(&mut self, location: LocId) {
        self.waiting.remove(&self.key(location));
    }

    /// Follows what waits at a place through one block; the targets that it leads to.
    pub fn advance(&mut self, location: LocId) -> Vec<(NodeKind, TermId)> {
        let Some(from) = self.waiting.remove(&self.key(location)) else {
            return Vec::new();
        };
        let step = self.steps();
        self.left.push(location);
        *self.visits.entry(location).or_default() += 1;
        let graph = self.unrolling.graph();
        let mut targets = Vec::new();
        let memory = &mut self.memory;
        for (block, state) in self
            .unrolling
            .leave_resolved(location, &from.state, step, memory)
        {
            let to = graph.block(block).to;
            let node = graph.node(to);
            if node.kind.is_target() {
                targets.push((node.kind, state.guard));
            } else if node.can_reach_target {
                let length = from.length + 1;
                self.join(to, Waiting { state, length });
            } else {
                self.left_irrelevant = true;
            }
        }
        targets
    }

    fn join(&mut self, location: LocId, arrival: Waiting) {
        self.longest = self.longest.max(arrival.length);
        let key = self.key(location);
        let merged = match self.waiting.remove(&key) {
            Some(other) => Waiting {
                state: self.unrolling.merge(other.state, arrival.state),
                length: other.length.max(arrival.length),
            },
            None => arrival,
        };
        self.waiting.insert(key, merged);
    }

    fn key(&self, location: LocId) -> (u32, LocId) {
        (self.order.position(location), location)
    }

    /// The symbol of an input in the block that was followed as number `step`.
    pub fn input(&self, input: &Input, step: u32) -> TermId {
        self.unrolling.input(input, step)
    }

    /// For an execution from the entry: which of the followed blocks its blocks are.
    pub fn passage(&self) -> Passage<'_> {
        Passage {
            left: &self.left,
            steps: Vec::new(),
        }
    }
}

/// The way of one execution through the blocks that were followed.
pub(super) struct Passage<'f> {
    left: &'f [LocId],
    /// The numbers of its first blocks among all that were followed.
    steps: Vec<u32>,
}

impl Passage<'_> {
    /// The number of a block of the execution: it waits where it is until that place is left the
    /// next time.
    pub fn block(&mut self, at: RunPosition<'_>) -> Option<u32> {
        while let Some(start) = at.starts.get(self.steps.len()) {
            let first = self.steps.last().map_or(0, |step| step + 1);
            let rest = self.left.get(first as usize..)?;
            let waited = rest.iter().position(|place| place == start)?;
            self.steps.push(first + waited as u32);
        }
        self.steps.get(at.number as usize).copied()
    }
}
