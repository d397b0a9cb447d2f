//! A persistent partial map from variables to abstract values: the state of a dataflow analysis.
//!
//! A tree of fixed fan-out over the variable's number, without the parts in which no variable has
//! a value. Copies share everything; a change copies one path; merging two maps skips what they
//! share. So an analysis of many locations and many variables costs what is known and what
//! changes, not locations times variables.

use invar_cfa::VarId;
use std::sync::Arc;

/// Tree nodes that one analysis may merge before it gives up: some seconds. A fixed amount of
/// work instead of time, so that results do not depend on the machine.
pub(crate) const WORK_LIMIT: u64 = 20_000_000;
/// What visiting a location costs beside merging.
pub(crate) const VISIT_WORK: u64 = 10;

const BITS: u32 = 3;
const FAN: usize = 1 << BITS;

/// What merging makes of a variable that has a value in one of the maps only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Absent {
    /// It has none afterwards.
    Absorbs,
    /// The combination is asked.
    Combines,
}

/// A map from some variables to values.
#[derive(Clone, Debug)]
pub(crate) struct VarMap<T> {
    root: Link<T>,
    /// Levels below the root; equal for all maps over one set of variables.
    height: u32,
}

/// A tree; `None` if no variable in it has a value.
type Link<T> = Option<Arc<Node<T>>>;

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf([Option<T>; FAN]),
    Inner([Link<T>; FAN]),
}

fn slot(index: u32, height: u32) -> usize {
    (index >> (height * BITS)) as usize % FAN
}

impl<T: Copy + PartialEq> VarMap<T> {
    /// The empty map over variables numbered below `count`.
    pub(crate) fn new(count: usize) -> VarMap<T> {
        let mut height = 0;
        while (count as u64) > 1u64 << ((height + 1) * BITS) {
            height += 1;
        }
        VarMap { root: None, height }
    }

    /// The value of a variable.
    pub(crate) fn get(&self, variable: VarId) -> Option<T> {
        let mut node = self.root.as_deref()?;
        let mut height = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values[slot(variable.0, 0)],
                Node::Inner(children) => {
                    node = children[slot(variable.0, height)].as_deref()?;
                    height -= 1;
                }
            }
        }
    }

    /// Gives a variable a value, or none.
    pub(crate) fn set(&mut self, variable: VarId, value: Option<T>) {
        if self.get(variable) != value {
            set(&mut self.root, self.height, variable.0, value);
        }
    }

    /// Gives each variable the value `combine(variable, x, y)`, where `x` is its value and `y` the
    /// one in `other`, and says whether anything changed. Requires `combine(v, x, x) == x`. The
    /// cost is added to `work`.
    pub(crate) fn merge(
        &mut self,
        other: &VarMap<T>,
        absent: Absent,
        work: &mut u64,
        combine: impl FnMut(VarId, Option<T>, Option<T>) -> Option<T>,
    ) -> bool {
        let mut merger = Merger {
            absent,
            work,
            combine,
        };
        match merger.merged(&self.root, &other.root, (self.height, 0)) {
            None => false,
            Some(root) => {
                self.root = root;
                true
            }
        }
    }
}

/// Recursion as deep as the tree.
fn set<T: Copy + PartialEq>(link: &mut Link<T>, height: u32, index: u32, value: Option<T>) {
    let node = Arc::make_mut(link.get_or_insert_with(|| Arc::new(Node::empty(height))));
    match node {
        Node::Leaf(values) => values[slot(index, 0)] = value,
        Node::Inner(children) => set(&mut children[slot(index, height)], height - 1, index, value),
    }
    if value.is_none() && node.is_empty() {
        *link = None;
    }
}

impl<T: Copy + PartialEq> Node<T> {
    fn empty(height: u32) -> Node<T> {
        match height {
            0 => Node::Leaf([None; FAN]),
            _ => Node::Inner(std::array::from_fn(|_| None)),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Node::Leaf(values) => values.iter().all(Option::is_none),
            Node::Inner(children) => children.iter().all(Option::is_none),
        }
    }

    fn linked(self) -> Link<T> {
        (!self.is_empty()).then(|| Arc::new(self))
    }
}

struct Merger<'a, F> {
    absent: Absent,
    work: &'a mut u64,
    combine: F,
}

impl<F> Merger<'_, F> {
    /// The merged tree, or `None` if it equals `a`. Recursion as deep as the tree.
    fn merged<T: Copy + PartialEq>(
        &mut self,
        a: &Link<T>,
        b: &Link<T>,
        (height, base): (u32, u32),
    ) -> Option<Link<T>>
    where
        F: FnMut(VarId, Option<T>, Option<T>) -> Option<T>,
    {
        match (a, b) {
            (None, None) => return None,
            (Some(x), Some(y)) if Arc::ptr_eq(x, y) => return None,
            (None, _) if self.absent == Absent::Absorbs => return None,
            (_, None) if self.absent == Absent::Absorbs => return Some(None),
            _ => {}
        }
        *self.work += 1;
        let mut changed: Option<Node<T>> = None;
        for i in 0..FAN {
            let below = base + ((i as u32) << (height * BITS));
            if height == 0 {
                let (x, y) = (value(a, i), value(b, i));
                let merged = (self.combine)(VarId(below), x, y);
                if merged != x
                    && let Node::Leaf(values) = changed.get_or_insert_with(|| copy(a, height))
                {
                    values[i] = merged;
                }
            } else if let Some(child) = self.merged(child(a, i), child(b, i), (height - 1, below))
                && let Node::Inner(children) = changed.get_or_insert_with(|| copy(a, height))
            {
                children[i] = child;
            }
        }
        changed.map(Node::linked)
    }
}

fn copy<T: Copy + PartialEq>(link: &Link<T>, height: u32) -> Node<T> {
    link.as_deref()
        .map_or_else(|| Node::empty(height), Node::clone)
}

fn value<T: Copy>(link: &Link<T>, i: usize) -> Option<T> {
    match link.as_deref() {
        Some(Node::Leaf(values)) => values[i],
        _ => None,
    }
}

fn child<T>(link: &Link<T>, i: usize) -> &Link<T> {
    match link.as_deref() {
        Some(Node::Inner(children)) => &children[i],
        _ => &None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Absent, VarMap};
    use invar_cfa::VarId;

    /// Two maps with values at multiples of two and of three, some of them removed again.
    fn sample(count: u32, step: u32) -> (VarMap<u32>, Vec<Option<u32>>) {
        let mut map = VarMap::new(count as usize);
        let mut model = vec![None; count as usize];
        for i in (0..count).step_by(step as usize) {
            let value = (i % 5 != 0).then_some(i / 7 * step);
            map.set(VarId(i), Some(i));
            map.set(VarId(i), value);
            model[i as usize] = value;
        }
        (map, model)
    }

    #[test]
    fn behaves_like_a_vector() {
        for count in [1u32, 7, 8, 9, 64, 65, 512, 513, 5000] {
            let (a, a_model) = sample(count, 2);
            let (b, b_model) = sample(count, 3);
            for (absent, join) in [
                (
                    Absent::Absorbs,
                    (|x, y| Some(u32::max(x?, y?))) as fn(_, _) -> _,
                ),
                (Absent::Combines, |x: Option<u32>, y| x.max(y)),
            ] {
                let mut joined = a.clone();
                let changed = joined.merge(&b, absent, &mut 0, |_, x, y| join(x, y));
                let wanted: Vec<Option<u32>> = a_model
                    .iter()
                    .zip(&b_model)
                    .map(|(x, y)| join(*x, *y))
                    .collect();
                let found: Vec<Option<u32>> = (0..count).map(|i| joined.get(VarId(i))).collect();
                assert_eq!(found, wanted);
                assert_eq!(changed, wanted != a_model);
                assert!(
                    !joined
                        .clone()
                        .merge(&joined, absent, &mut 0, |_, x, y| join(x, y))
                );
                let unchanged: Vec<Option<u32>> = (0..count).map(|i| a.get(VarId(i))).collect();
                assert_eq!(unchanged, a_model);
            }
        }
    }

    #[test]
    fn what_is_removed_leaves_nothing_behind() {
        let mut map = VarMap::new(1000);
        map.set(VarId(777), Some(1u32));
        map.set(VarId(3), Some(1));
        map.set(VarId(777), None);
        map.set(VarId(3), None);
        assert!(map.root.is_none());
    }
}
