//! Path conditions as decision diagrams over the branches of a loop-free region.
//!
//! A branch is named by its position in the reverse postorder; positions grow along every path, so
//! "execution is here" is an ordered decision diagram with at most as many nodes as there are
//! branches on the path. Reduction makes a join that closes a diamond cancel its branch: `(g and c)
//! or (g and not c)` is `g` again, whatever the shape of the code in between.
//!
//! Background: reduced ordered binary decision diagrams (Bryant 1986). No complement edges and
//! no cache across calls: operands are the few nodes between a join and where its paths parted.

use rustc_hash::FxHashMap;

/// A diagram: where each combination of decisions leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Diagram {
    /// Nowhere relevant.
    Dead,
    /// To the arrival of this number.
    Leaf(u32),
    /// Depends on a decision: index of a [`Decision`].
    Decision(u32),
}

impl Diagram {
    /// Reached whatever is decided.
    pub(crate) const ALWAYS: Diagram = Diagram::Leaf(0);
}

/// One decision: the branch at `position` goes its first or its second way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Decision {
    pub(crate) position: u32,
    pub(crate) first: Diagram,
    pub(crate) second: Diagram,
}

/// The diagrams of one region, each stored once.
#[derive(Default)]
pub(crate) struct Diagrams {
    decisions: Vec<Decision>,
    index: FxHashMap<Decision, u32>,
}

type PairMemo = FxHashMap<(Diagram, Diagram), Diagram>;

impl Diagrams {
    pub(crate) fn decision(&self, index: u32) -> Decision {
        self.decisions[index as usize]
    }

    /// Decides at `position` between two diagrams over later positions.
    pub(crate) fn branch(&mut self, position: u32, first: Diagram, second: Diagram) -> Diagram {
        if first == second {
            return first;
        }
        let decision = Decision {
            position,
            first,
            second,
        };
        let index = *self.index.entry(decision).or_insert_with(|| {
            self.decisions.push(decision);
            self.decisions.len() as u32 - 1
        });
        Diagram::Decision(index)
    }

    /// `diagram` with `tail`, over later positions, in place of every leaf.
    pub(crate) fn graft(&mut self, diagram: Diagram, tail: Diagram) -> Diagram {
        let mut images: FxHashMap<u32, Diagram> = FxHashMap::default();
        let image = |images: &FxHashMap<u32, Diagram>, d: Diagram| match d {
            Diagram::Dead => Diagram::Dead,
            Diagram::Leaf(_) => tail,
            Diagram::Decision(index) => images[&index],
        };
        for index in self.postorder(diagram) {
            let Decision {
                position,
                first,
                second,
            } = self.decision(index);
            let (first, second) = (image(&images, first), image(&images, second));
            let grafted = self.branch(position, first, second);
            images.insert(index, grafted);
        }
        image(&images, diagram)
    }

    /// The union of two diagrams of which at most one leads anywhere, whatever is decided.
    pub(crate) fn union(&mut self, a: Diagram, b: Diagram) -> Diagram {
        self.union_from(a, b, &mut PairMemo::default())
    }

    fn union_from(&mut self, a: Diagram, b: Diagram, memo: &mut PairMemo) -> Diagram {
        let (a_top, b_top) = match (a, b) {
            (Diagram::Dead, other) | (other, Diagram::Dead) => return other,
            (Diagram::Decision(i), Diagram::Decision(j)) => (self.decision(i), self.decision(j)),
            // Two arrivals with the same decisions: the automaton is deterministic.
            _ => unreachable!("the diagrams of two arrivals overlap"),
        };
        if let Some(known) = memo.get(&(a, b)) {
            return *known;
        }
        let position = a_top.position.min(b_top.position);
        let split = |whole: Diagram, top: Decision| {
            if top.position == position {
                (top.first, top.second)
            } else {
                (whole, whole)
            }
        };
        let (a_first, a_second) = split(a, a_top);
        let (b_first, b_second) = split(b, b_top);
        // As deep as there are branches between the join and where its paths parted.
        let (first, second) = stacker::maybe_grow(64 << 10, 1 << 20, || {
            (
                self.union_from(a_first, b_first, memo),
                self.union_from(a_second, b_second, memo),
            )
        });
        let result = self.branch(position, first, second);
        memo.insert((a, b), result);
        result
    }

    /// The decisions of a diagram, later ones before earlier ones.
    pub(crate) fn postorder(&self, diagram: Diagram) -> Vec<u32> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![diagram];
        while let Some(next) = stack.pop() {
            if let Diagram::Decision(index) = next
                && seen.insert(index)
            {
                found.push(index);
                let decision = self.decision(index);
                stack.extend([decision.first, decision.second]);
            }
        }
        found.sort_unstable_by_key(|i| (std::cmp::Reverse(self.decision(*i).position), *i));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagram, Diagrams};

    #[test]
    fn short_circuit_conditions_cancel_at_the_join() {
        // if (a || b) X else Y; join: X is reached by a and by not a, b; Y by not a, not b.
        let mut d = Diagrams::default();
        let b = d.branch(2, Diagram::Leaf(1), Diagram::Dead);
        let not_b = d.branch(2, Diagram::Dead, Diagram::Leaf(2));
        let first = d.branch(1, Diagram::Leaf(0), Diagram::Dead);
        let second = d.branch(1, Diagram::Dead, b);
        let third = d.branch(1, Diagram::Dead, not_b);
        let x = d.union(first, second);
        let selector = d.union(x, third);
        assert_ne!(d.graft(x, Diagram::ALWAYS), Diagram::ALWAYS);
        assert_eq!(d.graft(selector, Diagram::ALWAYS), Diagram::ALWAYS);
    }
}
