//! The predicates of a domain, ordered by implication (thesis, section 3.1): for a predicate the
//! next weaker and the next stronger ones.
//!
//! The order contains only relations that were established. A relation that is unknown, or was not
//! queried because an insertion has a limited number of queries, counts as none. That is sound: the
//! order only proposes weaker literals, and a caller that takes one checks it.

mod questions;
mod shape;
#[cfg(test)]
mod tests;

use crate::shared::ic3::Stop;
use invar_term::{TermId, TermStore};
use questions::Questions;
use rustc_hash::FxHashMap;
use shape::{Shape, follows};
use std::collections::{BTreeSet, VecDeque};

/// Queries that one insertion may make.
const MAX_QUESTIONS: u32 = 100;

/// Decides which predicate implies which.
pub(super) trait Implication {
    /// Whether `stronger => weaker` is valid; `false` also if that is unknown.
    fn implies(&mut self, stronger: TermId, weaker: TermId) -> Result<bool, Stop>;
}

/// The result of adding a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Added {
    /// It is new, with this index.
    New(usize),
    /// It is equivalent to a known one.
    Same(usize),
    /// It is equivalent to the negation of a known one.
    Opposite(usize),
    /// It is equivalent to a constant.
    Constant(bool),
}

/// A predicate with its neighbours.
#[derive(Debug)]
struct Node {
    predicate: TermId,
    shape: Shape,
    /// Immediately weaker ones, in order.
    parents: Vec<usize>,
    /// Immediately stronger ones, in order.
    children: Vec<usize>,
}

/// Predicates without duplicates and their order. Indices are given in order of arrival and stay.
#[derive(Debug)]
pub(super) struct Lattice {
    nodes: Vec<Node>,
    /// The result for every predicate that was ever added.
    known: FxHashMap<TermId, Added>,
    most_questions: u32,
}

impl Default for Lattice {
    fn default() -> Lattice {
        Lattice {
            nodes: Vec::new(),
            known: FxHashMap::default(),
            most_questions: MAX_QUESTIONS,
        }
    }
}

impl Lattice {
    /// Adds a predicate, unless it or its negation is known or it is a constant.
    ///
    /// Weaker ones are looked for from the top and stronger ones from the bottom, and only after
    /// such as are comparable. Implications between linear inequalities and equations need no
    /// query.
    ///
    /// # Errors
    /// What `ask` says; then nothing is changed.
    pub(super) fn add(
        &mut self,
        terms: &TermStore,
        predicate: TermId,
        ask: &mut impl Implication,
    ) -> Result<Added, Stop> {
        if let Some(added) = self.known.get(&predicate) {
            return Ok(match *added {
                Added::New(index) => Added::Same(index),
                other => other,
            });
        }
        let added = self.place(terms, predicate, ask)?;
        self.known.insert(predicate, added);
        Ok(added)
    }

    /// The immediately weaker predicates: implied by it and by no other one that it implies.
    pub(super) fn parents(&self, index: usize) -> &[usize] {
        &self.nodes[index].parents
    }

    /// The immediately stronger predicates: they imply it and no other one that implies it.
    pub(super) fn children(&self, index: usize) -> &[usize] {
        &self.nodes[index].children
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The predicate of an index.
    #[cfg(test)]
    pub(super) fn predicate(&self, index: usize) -> TermId {
        self.nodes[index].predicate
    }

    fn place(
        &mut self,
        terms: &TermStore,
        predicate: TermId,
        ask: &mut impl Implication,
    ) -> Result<Added, Stop> {
        let negation = terms.not(predicate);
        if terms.is_true(predicate) || terms.is_false(predicate) {
            return Ok(Added::Constant(terms.is_true(predicate)));
        }
        let new = Node {
            predicate,
            shape: Shape::of(terms, predicate),
            parents: Vec::new(),
            children: Vec::new(),
        };
        let mut questions = Questions {
            ask,
            left: self.most_questions,
        };
        if let Some(added) = self.written_alike(terms, &new, negation) {
            return Ok(added);
        }
        if let Some(value) = questions.constant(terms, &new)? {
            return Ok(Added::Constant(value));
        }
        let parents = self.weaker(&new, &mut questions)?;
        for parent in &parents {
            if questions.implies(&self.nodes[*parent], &new)? {
                return Ok(Added::Same(*parent));
            }
        }
        if let Some(index) = self.opposite(&new, negation, &parents, &mut questions)? {
            return Ok(Added::Opposite(index));
        }
        let children = self.stronger(&new, &parents, &mut questions)?;
        Ok(Added::New(self.link(new, parents, children)))
    }

    /// Equivalence with a known predicate, or the negation of one, that the text shows.
    fn written_alike(&self, terms: &TermStore, new: &Node, negation: TermId) -> Option<Added> {
        match self.known.get(&negation) {
            Some(Added::New(index) | Added::Same(index)) => return Some(Added::Opposite(*index)),
            Some(Added::Opposite(index)) => return Some(Added::Same(*index)),
            Some(Added::Constant(value)) => return Some(Added::Constant(!value)),
            None => {}
        }
        let negated = Shape::of(terms, negation);
        self.nodes.iter().enumerate().find_map(|(index, node)| {
            if node.shape.is_linear() && node.shape == new.shape {
                Some(Added::Same(index))
            } else if node.shape.is_linear() && node.shape == negated {
                Some(Added::Opposite(index))
            } else {
                None
            }
        })
    }

    /// The strongest known predicates that `new` implies.
    fn weaker(
        &self,
        new: &Node,
        ask: &mut Questions<impl Implication>,
    ) -> Result<Vec<usize>, Stop> {
        let all: BTreeSet<usize> = (0..self.len()).collect();
        self.walk(Direction::Down, &all, |node| ask.implies(new, node))
    }

    /// The weakest known predicates that imply `new`. They imply its parents too.
    fn stronger(
        &self,
        new: &Node,
        parents: &[usize],
        ask: &mut Questions<impl Implication>,
    ) -> Result<Vec<usize>, Stop> {
        let mut below: BTreeSet<usize> = (0..self.len()).collect();
        for parent in parents {
            let descendants = self.descendants(*parent);
            below.retain(|index| descendants.contains(index));
        }
        self.walk(Direction::Up, &below, |node| ask.implies(node, new))
    }

    /// A known predicate that is equivalent to the negation of `new`. Only predicates over the same
    /// symbols are queried: others are hardly ever equivalent.
    fn opposite(
        &self,
        new: &Node,
        negation: TermId,
        parents: &[usize],
        questions: &mut Questions<impl Implication>,
    ) -> Result<Option<usize>, Stop> {
        for (index, node) in self.nodes.iter().enumerate() {
            let decided = follows(&node.shape, &new.shape).is_some();
            let alike = node.shape.symbols == new.shape.symbols;
            if decided || !alike || parents.contains(&index) {
                continue;
            }
            if questions.raw(node.predicate, negation)?
                && questions.raw(negation, node.predicate)?
            {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Where a walk ends that continues after every node of `within` that `accept`s and has only
    /// accepted predecessors: the accepted nodes after which none is accepted.
    ///
    /// requires `within` is closed in the direction from which the walk comes, or the nodes that
    /// are missing there need not be accepted.
    fn walk(
        &self,
        direction: Direction,
        within: &BTreeSet<usize>,
        mut accept: impl FnMut(&Node) -> Result<bool, Stop>,
    ) -> Result<Vec<usize>, Stop> {
        let before = |index: usize| match direction {
            Direction::Down => self.parents(index),
            Direction::Up => self.children(index),
        };
        let after = |index: usize| match direction {
            Direction::Down => self.children(index),
            Direction::Up => self.parents(index),
        };
        let first = within.iter().copied().filter(|i| before(*i).is_empty());
        let mut open: VecDeque<usize> = first.collect();
        let mut accepted = BTreeSet::new();
        while let Some(index) = open.pop_front() {
            if !accept(&self.nodes[index])? {
                continue;
            }
            accepted.insert(index);
            // A node is ready when the last one before it was accepted, that is once.
            let ready = |next: &usize| before(*next).iter().all(|i| accepted.contains(i));
            let next = after(index).iter().filter(|i| within.contains(i));
            open.extend(next.copied().filter(ready));
        }
        let last = |index: &usize| !after(*index).iter().any(|i| accepted.contains(i));
        Ok(accepted.iter().copied().filter(last).collect())
    }

    /// Everything known to be stronger than a predicate, itself excluded.
    fn descendants(&self, index: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![index];
        while let Some(index) = open.pop() {
            open.extend(self.children(index).iter().filter(|c| found.insert(**c)));
        }
        found
    }

    fn link(&mut self, new: Node, parents: Vec<usize>, children: Vec<usize>) -> usize {
        let index = self.nodes.len();
        for parent in &parents {
            let theirs = &mut self.nodes[*parent].children;
            theirs.retain(|c| !children.contains(c));
            theirs.push(index);
        }
        for child in &children {
            let theirs = &mut self.nodes[*child].parents;
            theirs.retain(|p| !parents.contains(p));
            theirs.push(index);
        }
        self.nodes.push(Node {
            parents,
            children,
            ..new
        });
        index
    }
}

/// Which way a walk goes.
#[derive(Clone, Copy)]
enum Direction {
    /// From weaker predicates to stronger ones.
    Down,
    /// From stronger predicates to weaker ones.
    Up,
}
