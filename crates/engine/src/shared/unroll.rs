//! The frontier of an unrolling: execution at each cut point after a number of blocks.
//!
//! Shared by the base case (from the entry) and the step case (from arbitrary states at loop
//! heads) of bounded checking and k-induction. A data structure: no solver here.
//!
//! Invariant: after `d` calls of [`Unroller::advance`], a model of the guard at a location is an
//! execution of exactly `d` blocks that ends there, on which the facts hold at every loop head
//! before; the guards of two locations exclude one another (for one start).

use crate::Context;
use invar_cfa::{LocId, UnsupportedId};
use invar_encode::{BlockGraph, NodeKind, Origin, State, Unrolling};
use invar_term::TermId;
use invar_verdict::Reason;
use std::collections::BTreeMap;

/// A set of executions of equal length, by the cut point where they end.
pub(crate) struct Unroller<'g> {
    unrolling: Unrolling<'g>,
    facts: BTreeMap<LocId, Vec<TermId>>,
    /// Where execution can continue.
    pub(crate) frontier: BTreeMap<LocId, State>,
    /// Targets reached by the last step, with their guards.
    pub(crate) targets: Vec<(LocId, TermId)>,
    /// Steps so far.
    pub(crate) depth: u32,
    /// Whether the frontier ever lost a loop from which no target can be reached.
    pub(crate) left_irrelevant: bool,
}

impl<'g> Unroller<'g> {
    /// Executions from the start of the program. Facts are not used: they follow, and a proof of
    /// exhaustion would have to state them.
    pub(crate) fn from_entry(graph: &'g BlockGraph) -> Unroller<'g> {
        let mut unroller = Unroller::empty(graph, Origin::Zero);
        let start = unroller.unrolling.start(graph.terms.tru());
        if graph.node(graph.entry).can_reach_target {
            unroller.frontier.insert(graph.entry, start);
        } else {
            unroller.left_irrelevant = true;
        }
        unroller
    }

    /// Executions from any state at one of `starts` that satisfies the facts there.
    pub(crate) fn from_heads(
        graph: &'g BlockGraph,
        starts: &[LocId],
        facts: &BTreeMap<LocId, Vec<TermId>>,
    ) -> Unroller<'g> {
        let mut unroller = Unroller::empty(graph, Origin::Arbitrary);
        unroller.facts = facts.clone();
        let terms = &graph.terms;
        // Guards must exclude one another: one symbol says where the execution starts.
        let place = terms.symbol("start!place", &invar_term::Sort::BitVec(32));
        for start in starts {
            let here = match starts {
                [_] => terms.tru(),
                _ => terms.eq(place, terms.bv(32, start.0.into())),
            };
            let state = unroller.unrolling.start(here);
            let state = unroller.assume_facts(*start, state);
            unroller.frontier.insert(*start, state);
        }
        unroller
    }

    fn empty(graph: &'g BlockGraph, origin: Origin) -> Unroller<'g> {
        Unroller {
            unrolling: Unrolling::new(graph, origin),
            facts: BTreeMap::new(),
            frontier: BTreeMap::new(),
            targets: Vec::new(),
            depth: 0,
            left_irrelevant: false,
        }
    }

    pub(crate) fn graph(&self) -> &'g BlockGraph {
        self.unrolling.graph()
    }

    pub(crate) fn unrolling(&self) -> &Unrolling<'g> {
        &self.unrolling
    }

    fn assume_facts(&self, location: LocId, state: State) -> State {
        let Some(facts) = self.facts.get(&location) else {
            return state;
        };
        let mut conjuncts = vec![state.guard];
        conjuncts.extend(facts.iter().map(|fact| self.unrolling.apply(&state, *fact)));
        State {
            guard: self.graph().terms.and(&conjuncts),
            ..state
        }
    }

    /// One block more.
    ///
    /// # Errors
    /// The reason to stop, in the middle of the step: the unroller must no longer be used.
    pub(crate) fn advance(&mut self, context: &Context<'_>, activity: &str) -> Result<(), Reason> {
        let graph = self.graph();
        let terms = &graph.terms;
        let mut next: BTreeMap<LocId, State> = BTreeMap::new();
        let mut targets: BTreeMap<LocId, Vec<TermId>> = BTreeMap::new();
        for (from, state) in std::mem::take(&mut self.frontier) {
            context.proceed(terms, activity)?;
            for (block, arrival) in self.unrolling.leave(from, &state, self.depth) {
                let to = graph.block(block).to;
                let node = graph.node(to);
                if node.kind.is_target() {
                    targets.entry(to).or_default().push(arrival.guard);
                } else if !node.can_reach_target {
                    self.left_irrelevant = true;
                } else {
                    let merged = match next.remove(&to) {
                        Some(other) => self.unrolling.merge(other, arrival),
                        None => arrival,
                    };
                    next.insert(to, merged);
                }
            }
        }
        for (location, state) in next {
            let state = self.assume_facts(location, state);
            if !terms.is_false(state.guard) {
                self.frontier.insert(location, state);
            }
        }
        self.targets = targets
            .into_iter()
            .map(|(to, guards)| (to, terms.or(&guards)))
            .collect();
        self.depth += 1;
        Ok(())
    }

    /// The last step reached an error: a disjunction.
    pub(crate) fn error_reached(&self) -> TermId {
        self.reached(|kind| matches!(kind, NodeKind::Error(_)))
    }

    /// The last step reached any target: a disjunction.
    pub(crate) fn target_reached(&self) -> TermId {
        self.reached(NodeKind::is_target)
    }

    fn reached(&self, wanted: impl Fn(NodeKind) -> bool) -> TermId {
        let graph = self.graph();
        let guards: Vec<TermId> = self
            .targets
            .iter()
            .filter(|(location, _)| wanted(graph.node(*location).kind))
            .map(|(_, guard)| *guard)
            .collect();
        graph.terms.or(&guards)
    }

    /// Constructs that are not modelled and that the last step reached, with their guards.
    pub(crate) fn unsupported_reached(&self) -> Vec<(UnsupportedId, TermId)> {
        let construct =
            |(location, guard): &(LocId, TermId)| match self.graph().node(*location).kind {
                NodeKind::Unsupported(id) => Some((id, *guard)),
                _ => None,
            };
        self.targets.iter().filter_map(construct).collect()
    }
}
