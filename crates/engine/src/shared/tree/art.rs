//! The abstract reachability tree: nodes with labels, covering. Pure data.
//!
//! A node represents the executions from the start that take the steps on its branch; its label, a
//! conjunction, holds after all of them. A node is *covered* by an older node of the same place
//! whose label it implies: whatever can follow it follows that one too. It is *closed* if it, or an
//! ancestor, is covered or has the label `false`.
//!
//! ```text
//! coverers are older than what they cover, and not closed themselves: no cycles
//! a label that gets stronger uncovers what its node covered
//! a node that is covered uncovers what it and its descendants covered
//! ```

use crate::shared::ic3::{PlaceId, START, StepId};
use invar_term::{TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet};

/// Index of a node; older nodes have smaller ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct NodeId(u32);

/// Whether the children of a node were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Growth {
    /// Not yet.
    Leaf,
    /// Yes.
    Expanded,
    /// It was taken out of the tree.
    Removed,
}

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The place that it is an unwinding of.
    pub place: PlaceId,
    /// Where it comes from; none for the root.
    pub parent: Option<(NodeId, StepId)>,
    pub children: Vec<NodeId>,
    /// What holds here: a conjunction.
    pub label: Vec<TermId>,
    /// Grows with every change of the label.
    pub version: u32,
    pub growth: Growth,
    /// The node that covers it.
    pub covered_by: Option<NodeId>,
    /// Steps from the root.
    pub depth: u32,
}

/// The tree.
#[derive(Debug)]
pub(crate) struct Art {
    nodes: Vec<Node>,
    /// Nodes of each place that were not removed, by age.
    at: BTreeMap<PlaceId, Vec<NodeId>>,
    /// What each node covers.
    covers: BTreeMap<NodeId, BTreeSet<NodeId>>,
    /// Nodes that were uncovered and not visited since.
    uncovered: Vec<NodeId>,
}

impl Art {
    /// The tree that is only a root: the start.
    pub(crate) fn new() -> Art {
        let mut art = Art {
            nodes: Vec::new(),
            at: BTreeMap::new(),
            covers: BTreeMap::new(),
            uncovered: Vec::new(),
        };
        art.insert(START, None, Vec::new(), 0);
        art
    }

    /// The root.
    pub(crate) fn root(&self) -> NodeId {
        NodeId(0)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Number of nodes that were ever made.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    fn insert(
        &mut self,
        place: PlaceId,
        parent: Option<(NodeId, StepId)>,
        label: Vec<TermId>,
        depth: u32,
    ) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            place,
            parent,
            children: Vec::new(),
            label,
            version: 0,
            growth: Growth::Leaf,
            covered_by: None,
            depth,
        });
        self.at.entry(place).or_default().push(id);
        id
    }

    /// A new child after a step.
    pub(crate) fn add_child(
        &mut self,
        parent: NodeId,
        step: StepId,
        place: PlaceId,
        label: Vec<TermId>,
    ) -> NodeId {
        let depth = self.node(parent).depth + 1;
        let child = self.insert(place, Some((parent, step)), label, depth);
        self.node_mut(parent).children.push(child);
        child
    }

    /// Notes that a node has all its children.
    pub(crate) fn expanded(&mut self, id: NodeId) {
        self.node_mut(id).growth = Growth::Expanded;
    }

    /// Whether nothing can be there.
    pub(crate) fn is_false(&self, terms: &TermStore, id: NodeId) -> bool {
        self.node(id).label.iter().any(|f| terms.is_false(*f))
    }

    /// Whether the node or an ancestor is covered, false or removed.
    pub(crate) fn is_closed(&self, terms: &TermStore, id: NodeId) -> bool {
        self.node(id).growth == Growth::Removed
            || self.branch(id).any(|ancestor| {
                self.node(ancestor).covered_by.is_some() || self.is_false(terms, ancestor)
            })
    }

    /// The node and its ancestors, up to the root.
    pub(crate) fn branch(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |id| self.node(*id).parent.map(|(p, _)| p))
    }

    /// The nodes from an ancestor (both included) to a node, and the steps between them.
    ///
    /// requires `from` is on the branch of `to`.
    pub(crate) fn segment(&self, from: NodeId, to: NodeId) -> (Vec<NodeId>, Vec<StepId>) {
        let (mut nodes, mut steps) = (vec![to], Vec::new());
        let mut at = to;
        while at != from {
            let Some((parent, step)) = self.node(at).parent else {
                break;
            };
            steps.push(step);
            nodes.push(parent);
            at = parent;
        }
        nodes.reverse();
        steps.reverse();
        (nodes, steps)
    }

    /// The nodes of a place that are in the tree, by age.
    pub(crate) fn at(&self, place: PlaceId) -> &[NodeId] {
        self.at.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The proper ancestors of the same place, nearest first.
    pub(crate) fn ancestors_of_place(&self, id: NodeId) -> Vec<NodeId> {
        let place = self.node(id).place;
        let branch = self.branch(id).skip(1);
        branch.filter(|a| self.node(*a).place == place).collect()
    }

    /// Adds formulas to a label; what the node covered is uncovered if one was new.
    pub(crate) fn strengthen(
        &mut self,
        terms: &TermStore,
        id: NodeId,
        formulas: impl IntoIterator<Item = TermId>,
    ) {
        let node = self.node_mut(id);
        let before = node.label.len();
        for formula in formulas {
            if !node.label.contains(&formula) {
                node.label.push(formula);
            }
        }
        if node.label.len() == before {
            return;
        }
        node.version += 1;
        // What is below a node with the label `false` is closed, and no longer covers anything.
        let weaker = if self.is_false(terms, id) {
            self.subtree(id)
        } else {
            vec![id]
        };
        for coverer in weaker {
            self.uncover_all_of(coverer);
        }
    }

    /// Replaces a label; what the node covered is uncovered.
    pub(crate) fn relabel(&mut self, id: NodeId, label: Vec<TermId>) {
        let node = self.node_mut(id);
        node.label = label;
        node.version += 1;
        self.uncover_all_of(id);
    }

    fn uncover_all_of(&mut self, coverer: NodeId) {
        for covered in self.covers.remove(&coverer).unwrap_or_default() {
            self.node_mut(covered).covered_by = None;
            self.uncovered.push(covered);
        }
    }

    /// Covers a node.
    ///
    /// requires `by` is older, of the same place, not closed, and implied by the node's label.
    pub(crate) fn cover(&mut self, id: NodeId, by: NodeId) {
        debug_assert!(by < id && self.node(by).place == self.node(id).place);
        self.node_mut(id).covered_by = Some(by);
        self.covers.entry(by).or_default().insert(id);
        for below in self.subtree(id) {
            self.uncover_all_of(below);
        }
    }

    /// A node and everything below it.
    fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = vec![id];
        let mut next = 0;
        while next < found.len() {
            found.extend(&self.node(found[next]).children);
            next += 1;
        }
        found
    }

    /// Takes everything below a node out of the tree; the node is a leaf again.
    pub(crate) fn cut_below(&mut self, id: NodeId) {
        for below in self.subtree(id).into_iter().skip(1) {
            self.uncover_all_of(below);
            let node = self.node_mut(below);
            node.growth = Growth::Removed;
            let place = node.place;
            if let Some(by) = node.covered_by.take()
                && let Some(covered) = self.covers.get_mut(&by)
            {
                covered.remove(&below);
            }
            if let Some(here) = self.at.get_mut(&place) {
                here.retain(|n| *n != below);
            }
        }
        let node = self.node_mut(id);
        node.children.clear();
        node.growth = Growth::Leaf;
    }

    /// The children of a node in the order in which they are put on a stack. The last is visited
    /// first: the place that the branch has not visited yet, so that the exit of a loop shows what
    /// matters in it.
    pub(crate) fn stacked_children(&self, id: NodeId) -> Vec<NodeId> {
        let branch = self.branch(id).map(|n| self.node(n).place);
        let known: BTreeSet<PlaceId> = branch.collect();
        let mut children: Vec<NodeId> = self.node(id).children.iter().rev().copied().collect();
        children.sort_by_key(|child| !known.contains(&self.node(*child).place));
        children
    }

    /// The leaves that are not closed, by age.
    pub(crate) fn open_leaves(&self, terms: &TermStore) -> Vec<NodeId> {
        let nodes = (0..self.nodes.len() as u32).map(NodeId);
        nodes
            .filter(|id| self.node(*id).growth == Growth::Leaf && !self.is_closed(terms, *id))
            .collect()
    }

    /// The nodes of a place that are not closed, by age.
    pub(crate) fn open_at(&self, terms: &TermStore, place: PlaceId) -> Vec<NodeId> {
        let here = self.at(place).iter().copied();
        here.filter(|id| !self.is_closed(terms, *id)).collect()
    }

    /// The leaves at or below nodes that were uncovered since the last call, by age: work that
    /// is open again.
    pub(crate) fn reopened(&mut self) -> Vec<NodeId> {
        let mut leaves = Vec::new();
        for id in std::mem::take(&mut self.uncovered) {
            let below = self.subtree(id);
            leaves.extend(
                below
                    .into_iter()
                    .filter(|n| self.node(*n).growth == Growth::Leaf),
            );
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::{Art, Growth, PlaceId, StepId};
    use invar_term::{Sort, TermStore};

    #[test]
    fn covering_and_uncovering() {
        let terms = TermStore::new();
        let [a, b] = ["a", "b"].map(|n| terms.symbol(n, &Sort::Bool));
        let (head, step) = (PlaceId(1), StepId(0));
        let mut art = Art::new();
        let first = art.add_child(art.root(), step, head, vec![a]);
        art.expanded(art.root());
        let second = art.add_child(first, step, head, vec![a, b]);
        art.expanded(first);
        let third = art.add_child(second, step, head, vec![a, b]);
        art.expanded(second);
        assert_eq!(art.ancestors_of_place(third), vec![second, first]);
        art.cover(third, second);
        assert!(art.is_closed(&terms, third) && !art.is_closed(&terms, second));
        // Covering an ancestor closes what is below, and takes it away as a coverer.
        art.cover(second, first);
        assert_eq!(art.node(third).covered_by, None);
        assert!(art.is_closed(&terms, third));
        assert_eq!(art.reopened(), vec![third]);
        // A stronger label no longer covers.
        art.strengthen(&terms, first, [b]);
        assert_eq!(art.node(second).covered_by, None);
        assert_eq!(art.reopened(), vec![third]);
        assert!(!art.is_closed(&terms, third));
        // Adding a formula again changes nothing.
        art.cover(second, first);
        art.strengthen(&terms, first, [a]);
        assert_eq!(art.node(second).covered_by, Some(first));
        art.strengthen(&terms, first, [terms.fls()]);
        assert!(art.is_closed(&terms, third));
    }

    /// A coverer that is closed by a label above it covers nothing: what it covered is work again.
    #[test]
    fn below_a_false_label_nothing_covers() {
        let terms = TermStore::new();
        let (head, step) = (PlaceId(1), StepId(0));
        let mut art = Art::new();
        let above = art.add_child(art.root(), step, head, Vec::new());
        let coverer = art.add_child(above, step, head, Vec::new());
        let covered = art.add_child(art.root(), step, head, Vec::new());
        for expanded in [art.root(), above, coverer] {
            art.expanded(expanded);
        }
        art.cover(covered, coverer);
        assert_eq!(art.open_leaves(&terms), Vec::new());
        art.strengthen(&terms, above, [terms.fls()]);
        assert_eq!(art.open_leaves(&terms), vec![covered]);
    }

    #[test]
    fn what_is_cut_is_gone() {
        let terms = TermStore::new();
        let (head, step) = (PlaceId(1), StepId(0));
        let mut art = Art::new();
        let first = art.add_child(art.root(), step, head, Vec::new());
        let second = art.add_child(first, step, head, Vec::new());
        art.expanded(first);
        let other = art.add_child(art.root(), step, head, Vec::new());
        art.cover(other, second);
        art.cut_below(first);
        assert_eq!(art.node(second).growth, Growth::Removed);
        assert_eq!(art.node(first).growth, Growth::Leaf);
        assert_eq!(art.at(head), &[first, other]);
        assert_eq!(art.reopened(), vec![other]);
        assert!(art.is_closed(&terms, second) && !art.is_closed(&terms, other));
    }
}
