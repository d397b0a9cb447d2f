//! Closing a node: its label is strengthened by the labels of its nearest ancestors of the same place,
//! then an older node is looked for that covers it.

use super::art::NodeId;
use super::path::Refutation;
use super::questions::{Implication, Known};
use super::unwind::{Strengthening, Unwinding};
use crate::shared::ic3::{Cube, Stop};
use invar_solver::Model;
use invar_term::TermId;
use std::collections::{BTreeMap, BTreeSet};

/// What was tried without success, so that it is not tried again before a label changes.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    /// By ancestor and node: how often the labels between had changed, and the formulas that did
    /// not hold, or were too hard to carry over.
    carried: BTreeMap<(NodeId, NodeId), (u32, BTreeSet<TermId>)>,
    /// By node and possible coverer: the versions of their labels.
    covered: BTreeMap<(NodeId, NodeId), (u32, u32)>,
    /// Known states of a node: a label that excludes one of them does not cover it.
    states: BTreeMap<NodeId, Vec<Model>>,
}

/// States that are kept of a node.
const STATES: usize = 4;

impl Unwinding<'_> {
    /// Strengthens a node and covers it, if that is possible.
    pub(crate) fn close(&mut self, id: NodeId) -> Result<(), Stop> {
        let ancestors = self.art.ancestors_of_place(id).into_iter();
        for ancestor in ancestors.take(self.options.ancestors()) {
            if self.covered_by_older(id)? == Known::Yes {
                return Ok(());
            }
            self.carry_over(ancestor, id)?;
        }
        self.covered_by_older(id)?;
        Ok(())
    }

    /// Adds to a node what holds there of an ancestor's label, and what is needed between.
    fn carry_over(&mut self, ancestor: NodeId, id: NodeId) -> Result<(), Stop> {
        let (nodes, steps) = self.art.segment(ancestor, id);
        let versions = |this: &Self| -> u32 {
            let before = &nodes[..nodes.len() - 1];
            before.iter().map(|n| this.art.node(*n).version).sum()
        };
        let now = versions(self);
        let key = (ancestor, id);
        let failed = match self.attempts.carried.get(&key) {
            Some((at, failed)) if *at == now => failed.clone(),
            _ => BTreeSet::new(),
        };
        let label = &self.art.node(id).label;
        let missing: Vec<TermId> = self
            .art
            .node(ancestor)
            .label
            .iter()
            .copied()
            .filter(|f| !label.contains(f) && !failed.contains(f))
            .collect();
        if missing.is_empty() || (self.strengthening == Strengthening::Whole && !failed.is_empty())
        {
            return Ok(());
        }
        self.context.counters.add("strengthenings tried", 1);
        let path = self.path(&nodes, steps);
        let holding = self
            .questions
            .holding(&path.steps, &path.labels, &missing)?;
        let mut failed = failed;
        failed.extend(missing.iter().filter(|f| !holding.contains(f)));
        let all = failed.is_empty();
        self.attempts.carried.insert(key, (now, failed));
        if holding.is_empty() || (self.strengthening == Strengthening::Whole && !all) {
            return Ok(());
        }
        // Between, the labels must get strong enough to imply it.
        if nodes.len() > 2 {
            let terms = &self.system.terms;
            let goals: Vec<Cube> = holding
                .iter()
                .filter_map(|f| Cube::excluded_by(terms, *f))
                .collect();
            let Refutation::Refuted(found) = self.refuter.refute(&path, &goals)? else {
                if let Some((_, failed)) = self.attempts.carried.get_mut(&key) {
                    failed.extend(holding);
                }
                return Ok(());
            };
            self.learn(&nodes[..nodes.len() - 1], &found)?;
        }
        self.context
            .counters
            .add("formulas carried over", holding.len() as u64);
        self.art.strengthen(&self.system.terms, id, holding);
        Ok(())
    }

    /// Covers a node by an older one of its place that is not closed, if there is one.
    fn covered_by_older(&mut self, id: NodeId) -> Result<Known, Stop> {
        let terms = &self.system.terms;
        if self.art.is_closed(terms, id) {
            return Ok(Known::Yes);
        }
        let place = self.art.node(id).place;
        let older: Vec<NodeId> = self
            .art
            .at(place)
            .iter()
            .copied()
            .take_while(|n| *n < id)
            .collect();
        for candidate in older {
            let versions = (self.art.node(id).version, self.art.node(candidate).version);
            let key = (id, candidate);
            if self.attempts.covered.get(&key) == Some(&versions) {
                continue;
            }
            if self.art.is_closed(terms, candidate) {
                continue;
            }
            if self.told_apart(id, candidate) == Known::Yes {
                self.attempts.covered.insert(key, versions);
                continue;
            }
            let label = self.art.node(id).label.clone();
            let wanted = self.art.node(candidate).label.clone();
            match self.questions.implication(place, &label, &wanted)? {
                Implication::Holds => {
                    self.context.counters.add("nodes covered", 1);
                    self.art.cover(id, candidate);
                    return Ok(Known::Yes);
                }
                Implication::Fails(state) => {
                    self.attempts.covered.insert(key, versions);
                    let states = self.attempts.states.entry(id).or_default();
                    states.extend(state);
                    if states.len() > STATES {
                        states.remove(0);
                    }
                }
            }
        }
        Ok(Known::No)
    }
}

impl Unwinding<'_> {
    /// Whether a known state of the node is excluded by the candidate.
    fn told_apart(&mut self, id: NodeId, candidate: NodeId) -> Known {
        let label = &self.art.node(id).label;
        let wanted = &self.art.node(candidate).label;
        let questions = &self.questions;
        let states = self.attempts.states.entry(id).or_default();
        states.retain(|state| questions.hold(label, state) == Known::Yes);
        let apart = |state: &Model| questions.hold(wanted, state) == Known::No;
        if states.iter().any(apart) {
            Known::Yes
        } else {
            Known::No
        }
    }
}
