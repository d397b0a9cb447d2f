//! Which offsets of a node count as one.
//!
//! A folding is a stride for the whole node (offsets count modulo it) and arrays inside of it,
//! nested, each folded onto its first element. The whole node's stride commutes with every move
//! of a pointer; an inner array does so only for moves that stay inside of an element. So every
//! use that could leave one is checked here, and where it could, the node takes the arrays'
//! stride as a whole. Folding only ever becomes coarser, so the search ends.

use super::facts::{Extent, Move, Touch};
use super::graph::gcd;
use rustc_hash::FxHashSet;

/// An array inside of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Array {
    pub low: i64,
    /// The first offset after it; the largest number if its end is open.
    pub high: i64,
    pub stride: u64,
    /// Objects that start at different elements may have been laid over each other, so the
    /// first element is not always where an object that contains the array has it.
    mixed: bool,
    /// Arrays inside of the first element.
    inner: Vec<Array>,
}

impl Array {
    fn length(&self) -> u64 {
        self.high.abs_diff(self.low)
    }

    fn is_open(&self) -> bool {
        self.high == i64::MAX
    }

    /// Bytes from the start of the element.
    fn rest(&self, at: i64) -> i64 {
        at.wrapping_sub(self.low)
            .rem_euclid(i64::try_from(self.stride).unwrap_or(i64::MAX))
    }
}

/// Which offsets count as one.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Folding {
    /// Offsets count modulo this; 0 if they do not.
    pub stride: u64,
    arrays: Vec<Array>,
}

/// All that is known about the offsets of one node.
#[derive(Clone, Copy, Default)]
pub(super) struct Evidence<'a> {
    pub stride: u64,
    pub extents: &'a [(i64, Extent)],
    pub steps: &'a [(i64, u64)],
    pub recasts: &'a [(i64, u64)],
    pub mixes: &'a [(i64, i64)],
    pub moves: &'a [(i64, Move)],
    pub ranges: &'a [(i64, Option<u64>)],
    pub touches: &'a [(i64, Touch)],
}

impl Folding {
    /// The finest folding that the evidence allows.
    pub fn of(evidence: &Evidence) -> Folding {
        let mut stride = evidence.stride;
        loop {
            let mut folding = Folding::build(stride, evidence.extents);
            match folding.objection(evidence) {
                None => return folding,
                Some(smaller) => {
                    debug_assert!(smaller != folding.stride, "an objection changes the stride");
                    stride = smaller;
                }
            }
        }
    }

    /// The offset that represents an offset.
    pub fn fold(&self, offset: i64) -> i64 {
        let mut last = self.outer(offset);
        self.levels(offset, |array, at| last = array.low + array.rest(at));
        last
    }

    fn outer(&self, offset: i64) -> i64 {
        match i64::try_from(self.stride) {
            Ok(0) | Err(_) => offset,
            Ok(stride) => offset.rem_euclid(stride),
        }
    }

    /// The arrays that contain an offset, outermost first, with the offset as folded so far.
    pub fn levels<'a>(&'a self, offset: i64, mut visit: impl FnMut(&'a Array, i64)) {
        let mut at = self.outer(offset);
        let mut arrays = &self.arrays;
        loop {
            let after = arrays.partition_point(|array| array.low <= at);
            let Some(array) = after.checked_sub(1).map(|i| &arrays[i]) else {
                return;
            };
            if at >= array.high {
                return;
            }
            visit(array, at);
            at = array.low + array.rest(at);
            arrays = &array.inner;
        }
    }

    /// Whether an array lies between two folded offsets, or around the first.
    pub fn has_array(&self, from: i64, to: i64) -> bool {
        fn between(arrays: &[Array], from: i64, to: i64) -> bool {
            arrays
                .iter()
                .any(|array| array.low < to && from < array.high)
        }
        between(&self.arrays, from, to)
    }

    fn build(mut stride: u64, extents: &[(i64, Extent)]) -> Folding {
        loop {
            match placed(stride, extents) {
                Ok(items) => {
                    let arrays = nest(items);
                    return Folding { stride, arrays };
                }
                Err(smaller) => stride = smaller,
            }
        }
    }

    /// A stride that the node must take instead.
    fn objection(&mut self, evidence: &Evidence) -> Option<u64> {
        let mut wanted = self.stride;
        for (a, b) in evidence.mixes {
            if self.fold(*a) != self.fold(*b) {
                wanted = gcd(wanted, a.abs_diff(*b));
            } else if self.outer(*a) != self.outer(*b) {
                self.mark_mixed(*a);
                self.mark_mixed(*b);
            }
        }
        wanted = gcd(wanted, self.uncovered_steps(evidence));
        if wanted == self.stride {
            for (at, moved) in evidence.moves {
                if !self.keeps(*at, *moved) {
                    wanted = gcd(wanted, self.common(*at));
                }
            }
            for (at, range) in evidence.ranges {
                if !self.covers(*at, *range, evidence) {
                    wanted = gcd(wanted, self.common(*at));
                }
            }
            for (at, touch) in evidence.touches {
                if !self.fits(*at, touch.size) {
                    wanted = gcd(wanted, self.common(*at));
                }
            }
        }
        (wanted != self.stride).then_some(wanted)
    }

    /// The greatest common divisor of steps that no declared extent explains; 0 if none is left.
    fn uncovered_steps(&mut self, evidence: &Evidence) -> u64 {
        if evidence.steps.is_empty() {
            return 0;
        }
        let recasts = self.recasts(evidence);
        let singles: FxHashSet<(i64, u64)> = evidence
            .extents
            .iter()
            .filter(|(_, extent)| extent.length == Some(extent.stride))
            .map(|(at, extent)| (self.fold(*at), extent.stride))
            .collect();
        let mut uncovered = 0;
        for (at, step) in evidence.steps {
            if self.stride != 0 && step % self.stride == 0 {
                continue;
            }
            let class = self.fold(*at);
            let mut covered = singles.contains(&(class, *step));
            let mut first = true;
            self.levels(*at, |array, at| {
                covered |= step % array.stride == 0 && *step <= array.length();
                first &= at < array.low.saturating_add_unsigned(array.stride);
            });
            if recasts.contains(&(class, *step)) || !covered {
                uncovered = gcd(uncovered, *step);
            } else if !first {
                self.mark_mixed(*at);
            }
        }
        uncovered
    }

    /// Where pointers of another type arrive, with the bytes of their elements.
    fn recasts(&self, evidence: &Evidence) -> FxHashSet<(i64, u64)> {
        let mut found: FxHashSet<(i64, u64)> = evidence
            .recasts
            .iter()
            .map(|(at, stride)| (self.fold(*at), *stride))
            .collect();
        // A pointer to bytes that moves on is still the same pointer.
        loop {
            let before = found.len();
            for (at, moved) in evidence.moves.iter().filter(|(_, by)| by.whole == 1) {
                if found.contains(&(self.fold(*at), 1)) {
                    found.insert((self.fold(at.wrapping_add(moved.by)), 1));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Every place that the offset represents moves to a place that the result represents.
    pub fn keeps(&self, offset: i64, moved: Move) -> bool {
        let mut keeps = true;
        self.levels(offset, |array, at| {
            let to = array.rest(at).saturating_add(moved.by);
            let end = to.saturating_add_unsigned(moved.size.max(1));
            let within = |length: u64| to >= 0 && end.unsigned_abs() <= length;
            keeps &= within(array.stride)
                || moved.whole != 0
                    && if moved.whole > array.length() {
                        // An object that is larger than the array starts where the array starts.
                        at == array.low && !array.mixed
                    } else {
                        // An object that fits lies inside of the array.
                        within(array.length())
                    };
        });
        let folded = self.fold(offset);
        keeps
            && self.fold(offset.wrapping_add(moved.by)) == self.fold(folded.wrapping_add(moved.by))
    }

    /// A copy from here on meets the bytes that the offsets say.
    fn covers(&self, offset: i64, length: Option<u64>, evidence: &Evidence) -> bool {
        let mut covers = true;
        let mut room = self.stride;
        self.levels(offset, |array, at| {
            let rest = array.rest(at).unsigned_abs();
            covers &= match length {
                Some(n) => {
                    rest.saturating_add(n) <= array.stride
                        || n > array.length() && at == array.low && !array.mixed
                        || n.saturating_add(rest) <= array.length()
                }
                None if array.is_open() => true,
                None if room != 0 => array.length() >= room,
                None => evidence.touches.iter().all(|(at, touch)| {
                    self.fold(*at).saturating_add_unsigned(touch.size) <= array.high
                }),
            };
            room = array.stride;
        });
        covers
    }

    /// An access stays in its array.
    fn fits(&self, offset: i64, size: u64) -> bool {
        let mut fits = true;
        self.levels(offset, |array, at| {
            let end = array.rest(at).unsigned_abs().saturating_add(size);
            fits &= end <= array.stride
                || end <= array.length()
                || size > array.length() && at == array.low && !array.mixed;
        });
        fits
    }

    /// The greatest common divisor of the strides around an offset.
    fn common(&self, offset: i64) -> u64 {
        let mut common = self.stride;
        self.levels(offset, |array, _| common = gcd(common, array.stride));
        common
    }

    fn mark_mixed(&mut self, offset: i64) {
        let mut at = self.outer(offset);
        let mut arrays = &mut self.arrays;
        loop {
            let after = arrays.partition_point(|array| array.low <= at);
            let Some(array) = after.checked_sub(1).map(|i| &mut arrays[i]) else {
                return;
            };
            if at >= array.high {
                return;
            }
            array.mixed = true;
            at = array.low + array.rest(at);
            arrays = &mut array.inner;
        }
    }
}

/// The arrays among the extents, inside of the node's period; or a smaller stride, if one crosses
/// the end of the period.
fn placed(stride: u64, extents: &[(i64, Extent)]) -> Result<Vec<Array>, u64> {
    let mut items = Vec::new();
    let mut wanted = stride;
    for (at, extent) in extents {
        if extent.length == Some(extent.stride) || stride != 0 && extent.stride % stride == 0 {
            continue;
        }
        let low = match i64::try_from(stride) {
            Ok(0) | Err(_) => *at,
            Ok(stride) => at.rem_euclid(stride),
        };
        let high = match extent.length {
            Some(length) => low.saturating_add_unsigned(length),
            None => i64::MAX,
        };
        if stride != 0 && high.abs_diff(0) > stride {
            wanted = gcd(wanted, extent.stride);
        }
        items.push(Array {
            low,
            high,
            stride: extent.stride,
            mixed: false,
            inner: Vec::new(),
        });
    }
    if wanted == stride {
        Ok(items)
    } else {
        Err(wanted)
    }
}

/// Disjoint arrays, with the others inside of them. Arrays that overlap otherwise become one.
fn nest(mut items: Vec<Array>) -> Vec<Array> {
    items.sort_by_key(|item| (item.low, std::cmp::Reverse(item.high), item.stride));
    items.dedup();
    let mut result = Vec::new();
    let mut rest = items.into_iter().peekable();
    while let Some(mut outer) = rest.next() {
        let mut members = Vec::new();
        while let Some(item) = rest.next_if(|item| item.low < outer.high) {
            if item.high > outer.high {
                outer.high = item.high;
                outer.stride = gcd(outer.stride, item.stride);
                outer.mixed = true;
            }
            members.push(item);
        }
        // A smaller stride may make another member cross the end of an element.
        loop {
            let crossing = members.iter().find(|item| crosses(&outer, item));
            match crossing {
                Some(item) => outer.stride = gcd(outer.stride, item.stride),
                None => break,
            }
        }
        members.retain(|item| item.stride % outer.stride != 0);
        for item in &mut members {
            let length = item.length();
            item.low = outer.low + outer.rest(item.low);
            item.high = item.low.saturating_add_unsigned(length);
        }
        outer.inner = nest(members);
        result.push(outer);
    }
    result
}

/// An array inside of another one that is neither folded by it nor inside of one element.
fn crosses(outer: &Array, item: &Array) -> bool {
    let start = outer.rest(item.low).unsigned_abs();
    !item.stride.is_multiple_of(outer.stride) && start.saturating_add(item.length()) > outer.stride
}

#[cfg(test)]
mod tests;
