//! Rounds: generation until nothing waits, then folding, which may unify more, and so on.

use super::facts::Touch;
use super::fold::{Evidence, Folding};
use super::generate::{Carry, Generator};
use super::graph::{Graph, Raw};
use super::parts::{self, Range};
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts by the node that they are about now.
pub(super) struct Grouped<T> {
    items: Vec<(i64, T)>,
    spans: FxHashMap<u32, (usize, usize)>,
    /// The nodes, in order.
    pub roots: Vec<u32>,
}

impl<T: Copy + PartialEq> Grouped<T> {
    pub fn new(graph: &mut Graph, list: impl Iterator<Item = (Raw, T)>) -> Grouped<T> {
        let mut all: Vec<(u32, i64, T)> = list
            .map(|(at, item)| {
                let at = graph.find(at);
                (at.node, at.offset, item)
            })
            .collect();
        all.sort_by_key(|(root, offset, _)| (*root, *offset));
        all.dedup();
        let mut spans = FxHashMap::default();
        let mut roots: Vec<u32> = Vec::new();
        for (i, (root, ..)) in all.iter().enumerate() {
            if roots.last() != Some(root) {
                roots.push(*root);
            }
            spans.entry(*root).or_insert((i, i)).1 = i + 1;
        }
        Grouped {
            items: all.into_iter().map(|(_, at, item)| (at, item)).collect(),
            spans,
            roots,
        }
    }

    pub fn of(&self, root: u32) -> &[(i64, T)] {
        self.spans
            .get(&root)
            .map_or(&[], |(start, end)| &self.items[*start..*end])
    }
}

/// The solution of one run.
pub(super) struct Solution {
    /// Only where something is folded.
    pub foldings: FxHashMap<u32, Folding>,
    pub ranges: FxHashMap<u32, Vec<Range>>,
}

impl Generator<'_> {
    /// Runs to the end; `None` if integers have to be followed and are not.
    pub fn solve(&mut self) -> Option<Solution> {
        loop {
            self.drain();
            if self.needs_integers {
                return None;
            }
            let (changed, foldings) = self.fold_all();
            if changed {
                continue;
            }
            let ranges = self.all_ranges(&foldings);
            if !self.escape(&ranges) && !self.unify_compared() {
                return (!self.needs_integers).then_some(Solution { foldings, ranges });
            }
        }
    }

    fn fold_all(&mut self) -> (bool, FxHashMap<u32, Folding>) {
        let before = (self.graph.unions, self.graph.mixes().len());
        let graph = &mut self.graph;
        let facts = &self.facts;
        let extents = Grouped::new(graph, facts.extents.list().iter().copied());
        let steps = Grouped::new(graph, facts.steps.list().iter().copied());
        let recasts = Grouped::new(graph, facts.recasts.list().iter().copied());
        let moves = Grouped::new(graph, facts.moves.list().iter().copied());
        let ranges = Grouped::new(graph, facts.ranges.list().iter().copied());
        let touches = Grouped::new(graph, facts.touches.list().iter().copied());
        let mixes: Vec<(Raw, i64)> = graph
            .mixes()
            .to_vec()
            .into_iter()
            .map(|(a, b)| (a, graph.find(b).offset))
            .collect();
        let mixes = Grouped::new(graph, mixes.into_iter());
        let arrays = extents.roots.iter().filter(|root| {
            let is_array =
                |(_, extent): &(i64, super::facts::Extent)| extent.length != Some(extent.stride);
            extents.of(**root).iter().any(is_array)
        });
        let mut roots: Vec<u32> = arrays
            .chain(&steps.roots)
            .chain(&mixes.roots)
            .copied()
            .collect();
        roots.sort_unstable();
        roots.dedup();
        let mut foldings = FxHashMap::default();
        for root in roots {
            let folding = Folding::of(&Evidence {
                stride: self.graph.stride(root),
                extents: extents.of(root),
                steps: steps.of(root),
                recasts: recasts.of(root),
                mixes: mixes.of(root),
                moves: moves.of(root),
                ranges: ranges.of(root),
                touches: touches.of(root),
            });
            if folding != Folding::default() {
                self.graph.set_stride(root, folding.stride);
                foldings.insert(root, folding);
            }
        }
        let mut folded: Vec<(&u32, &Folding)> = foldings.iter().collect();
        folded.sort_unstable_by_key(|(root, _)| **root);
        for (root, folding) in folded {
            if self.graph.is_root(*root) {
                self.graph.fold_slots(*root, |offset| folding.fold(offset));
            }
        }
        let after = (self.graph.unions, self.graph.mixes().len());
        (before != after, foldings)
    }

    fn all_ranges(&mut self, foldings: &FxHashMap<u32, Folding>) -> FxHashMap<u32, Vec<Range>> {
        let list = self.facts.touches.list().iter().copied();
        let touches: Grouped<Touch> = Grouped::new(&mut self.graph, list);
        let plain = Folding::default();
        let mut ranges = FxHashMap::default();
        for root in &touches.roots {
            let folding = foldings.get(root).unwrap_or(&plain);
            ranges.insert(*root, parts::ranges(self.model, folding, touches.of(*root)));
        }
        ranges
    }

    /// Pointers that are made from computed numbers may point to whatever was computed with. A pointer
    /// that is put together from bytes is found when it is read: see `memory::marks`.
    fn escape(&mut self, ranges: &FxHashMap<u32, Vec<Range>>) -> bool {
        let before = (
            self.graph.unions,
            self.graph.mixes().len(),
            self.facts.steps.list().len(),
        );
        if self.carry == Carry::Pointers {
            self.needs_integers = ranges.iter().any(|(root, ranges)| {
                let is_shared = |range: &&Range| range.is_shared();
                ranges.iter().filter(is_shared).any(|range| {
                    let mut slots = self.graph.slots(*root).range(range.low..range.high);
                    slots.next().is_some()
                })
            });
            return false;
        }
        let computed: FxHashSet<u32> = (self.computed.iter())
            .map(|at| self.graph.find(*at).node)
            .collect();
        let from_integers = self.from_integers.clone();
        let is_used = from_integers
            .into_iter()
            .any(|at| computed.contains(&self.graph.find(at).node));
        if is_used {
            let escaped = self.anywhere(self.escaped);
            let lost = std::mem::take(&mut self.lost);
            let computed = std::mem::take(&mut self.computed);
            for at in lost.into_iter().chain(computed) {
                self.graph.unify(at, escaped);
            }
            // From now on, everything that is computed with belongs there.
            self.computed.push(escaped);
        }
        let after = (
            self.graph.unions,
            self.graph.mixes().len(),
            self.facts.steps.list().len(),
        );
        before != after
    }
}
