//! Nodes under unification: a union-find with offsets, and what each node's bytes point to.
//!
//! Offsets here are *raw*: nothing is folded. Two offsets of one node that turn out to be equal
//! are only written down (`mixes`); `fold` decides in rounds what that means.

use super::facts::Recorded;
use crate::ast::FunId;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// An offset in a node that may since have become part of another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Raw {
    pub node: u32,
    pub offset: i64,
}

impl Raw {
    /// At a distance of this number of bytes.
    pub fn plus(self, bytes: i64) -> Raw {
        Raw {
            node: self.node,
            offset: self.offset.wrapping_add(bytes),
        }
    }
}

/// What a representative knows.
#[derive(Default)]
struct Root {
    /// How much is to be moved when it becomes part of another node.
    weight: usize,
    /// Offsets count modulo this; 0 if they do not.
    stride: u64,
    /// What the pointers at an offset point to.
    slots: BTreeMap<i64, Raw>,
    functions: Vec<FunId>,
}

/// Offset `o` of the node is offset `o + delta` of the parent.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    delta: i64,
}

/// The nodes.
#[derive(Default)]
pub(super) struct Graph {
    links: Vec<Link>,
    roots: Vec<Root>,
    pending: Vec<(Raw, Raw)>,
    /// Different offsets of one node that some pointer confuses.
    mixes: Recorded<(Raw, Raw)>,
    /// How often two nodes became one.
    pub unions: usize,
    /// For tests of what the second walk finds: the unification that is left out, and how many were
    /// asked for.
    dropped: Option<usize>,
    asked: usize,
}

/// Names the unification that the analysis leaves out, to test that a wrong analysis makes no wrong
/// verdict (`scripts/cripple-analysis`).
const DROP: &str = "INVAR_DROP_UNIFICATION";

impl Graph {
    /// A graph without nodes.
    pub fn new() -> Graph {
        let dropped = std::env::var(DROP)
            .ok()
            .and_then(|number| number.parse().ok());
        Graph {
            dropped,
            ..Graph::default()
        }
    }

    /// A new node, at its offset 0.
    pub fn fresh(&mut self) -> Raw {
        let node = u32::try_from(self.links.len()).expect("fewer nodes than bytes of memory");
        self.links.push(Link {
            parent: node,
            delta: 0,
        });
        self.roots.push(Root {
            weight: 1,
            ..Root::default()
        });
        Raw { node, offset: 0 }
    }

    /// A place in the coordinates of its representative.
    pub fn find(&mut self, at: Raw) -> Raw {
        let (mut root, mut sum) = (at.node, 0i64);
        while self.links[root as usize].parent != root {
            let link = self.links[root as usize];
            sum = sum.wrapping_add(link.delta);
            root = link.parent;
        }
        let (mut node, mut rest) = (at.node, sum);
        while node != root {
            let link = self.links[node as usize];
            self.links[node as usize] = Link {
                parent: root,
                delta: rest,
            };
            rest = rest.wrapping_sub(link.delta);
            node = link.parent;
        }
        Raw {
            node: root,
            offset: at.offset.wrapping_add(sum),
        }
    }

    /// What pointers stored at a place point to.
    pub fn slot(&mut self, at: Raw) -> Raw {
        let at = self.find(at);
        if let Some(known) = self.roots[at.node as usize].slots.get(&at.offset) {
            return *known;
        }
        let new = self.fresh();
        let root = &mut self.roots[at.node as usize];
        root.slots.insert(at.offset, new);
        root.weight += 1;
        new
    }

    /// Two pointers may be equal: one node from now on, with the offsets laid over each other.
    pub fn unify(&mut self, a: Raw, b: Raw) {
        self.asked += 1;
        if self.dropped == Some(self.asked) {
            return;
        }
        self.pending.push((a, b));
        while let Some((a, b)) = self.pending.pop() {
            self.unify_one(a, b);
        }
    }

    fn unify_one(&mut self, a: Raw, b: Raw) {
        let (a, b) = (self.find(a), self.find(b));
        if a.node == b.node {
            if a.offset != b.offset {
                self.mixes.add((a.min(b), a.max(b)));
            }
            return;
        }
        let weight = |raw: Raw| self.roots[raw.node as usize].weight;
        let heavier =
            (weight(a), std::cmp::Reverse(a.node)) > (weight(b), std::cmp::Reverse(b.node));
        let (kept, gone) = if heavier { (a, b) } else { (b, a) };
        let delta = kept.offset.wrapping_sub(gone.offset);
        self.links[gone.node as usize] = Link {
            parent: kept.node,
            delta,
        };
        self.unions += 1;
        let old = std::mem::take(&mut self.roots[gone.node as usize]);
        let root = &mut self.roots[kept.node as usize];
        root.weight += old.weight;
        root.stride = gcd(root.stride, old.stride);
        for function in old.functions {
            if !root.functions.contains(&function) {
                root.functions.push(function);
            }
        }
        for (offset, target) in old.slots {
            match root.slots.entry(offset.wrapping_add(delta)) {
                Entry::Occupied(known) => {
                    self.pending.push((*known.get(), target));
                }
                Entry::Vacant(free) => {
                    free.insert(target);
                }
            }
        }
    }

    /// Different offsets of one node that some pointer confuses, without repetitions.
    pub fn mixes(&self) -> &[(Raw, Raw)] {
        self.mixes.list()
    }

    /// Adds a function to a node.
    pub fn add_function(&mut self, at: Raw, function: FunId) {
        let root = self.find(at).node;
        self.roots[root as usize].functions.push(function);
    }

    /// The functions of a place's node.
    pub fn functions(&mut self, at: Raw) -> &[FunId] {
        let root = self.find(at).node;
        &self.roots[root as usize].functions
    }

    /// The stride of a representative; 0 if it has none.
    pub fn stride(&self, root: u32) -> u64 {
        self.roots[root as usize].stride
    }

    /// Sets the stride of a representative, which becomes smaller only.
    pub fn set_stride(&mut self, root: u32, stride: u64) {
        self.roots[root as usize].stride = stride;
    }

    /// Every representative, at its offset 0.
    pub fn representatives(&self) -> Vec<Raw> {
        let nodes = 0..self.links.len() as u32;
        nodes
            .filter(|node| self.is_root(*node))
            .map(|node| Raw { node, offset: 0 })
            .collect()
    }

    /// Whether a node is a representative.
    pub fn is_root(&self, node: u32) -> bool {
        self.links[node as usize].parent == node
    }

    /// Offsets at which a representative holds pointers, in order.
    pub fn slots(&self, root: u32) -> &BTreeMap<i64, Raw> {
        &self.roots[root as usize].slots
    }

    /// Brings the slots of a representative to folded offsets and unifies what meets there.
    pub fn fold_slots(&mut self, root: u32, fold: impl Fn(i64) -> i64) {
        let slots = &self.roots[root as usize].slots;
        if slots.keys().all(|offset| fold(*offset) == *offset) {
            return;
        }
        let old = std::mem::take(&mut self.roots[root as usize].slots);
        let mut folded: BTreeMap<i64, Raw> = BTreeMap::new();
        let mut meetings = Vec::new();
        for (offset, target) in old {
            match folded.entry(fold(offset)) {
                Entry::Occupied(known) => {
                    meetings.push((*known.get(), target));
                }
                Entry::Vacant(free) => {
                    free.insert(target);
                }
            }
        }
        self.roots[root as usize].slots = folded;
        for (a, b) in meetings {
            self.unify(a, b);
        }
    }
}

/// Greatest common divisor; 0 is neutral.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
