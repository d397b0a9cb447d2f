//! A persistent map from variables to abstract values: the state of a dataflow analysis.
//!
//! A tree of fixed fan-out over the variable's number. Copies share everything; a change copies
//! one path; merging two maps skips what they share. So an analysis of many locations and many
//! variables costs what changes, not locations times variables.

use invar_cfa::VarId;
use std::sync::Arc;

/// Tree nodes that one analysis may merge before it gives up: some seconds. A fixed amount of
/// work instead of time, so that results do not depend on the machine.
pub(crate) const WORK_LIMIT: u64 = 20_000_000;
/// What visiting a location costs beside merging.
pub(crate) const VISIT_WORK: u64 = 10;

const BITS: u32 = 4;
const FAN: usize = 1 << BITS;

/// A total map from variables to values.
#[derive(Clone, Debug)]
pub(crate) struct VarMap<T> {
    root: Arc<Node<T>>,
    height: u32,
}

#[derive(Clone, Debug)]
enum Node<T> {
    Leaf(Vec<T>),
    Inner(Vec<Arc<Node<T>>>),
}

impl<T: Clone + PartialEq> VarMap<T> {
    /// The map that gives the i-th variable the i-th value.
    pub(crate) fn new(values: Vec<T>) -> VarMap<T> {
        let mut level: Vec<Arc<Node<T>>> = values
            .chunks(FAN)
            .map(|c| Arc::new(Node::Leaf(c.to_vec())))
            .collect();
        if level.is_empty() {
            level.push(Arc::new(Node::Leaf(Vec::new())));
        }
        let mut height = 0;
        while level.len() > 1 {
            level = level
                .chunks(FAN)
                .map(|c| Arc::new(Node::Inner(c.to_vec())))
                .collect();
            height += 1;
        }
        let root = level.pop().expect("one node remains");
        VarMap { root, height }
    }

    /// The value of a variable.
    pub(crate) fn get(&self, variable: VarId) -> &T {
        let index = variable.0 as usize;
        let mut node = &*self.root;
        let mut shift = self.height * BITS;
        loop {
            match node {
                Node::Leaf(values) => return &values[index % FAN],
                Node::Inner(children) => {
                    node = &children[(index >> shift) % FAN];
                    shift = shift.saturating_sub(BITS);
                }
            }
        }
    }

    /// Changes the value of a variable.
    pub(crate) fn set(&mut self, variable: VarId, value: T) {
        if *self.get(variable) == value {
            return;
        }
        let index = variable.0 as usize;
        let mut shift = self.height * BITS;
        let mut node = Arc::make_mut(&mut self.root);
        loop {
            match node {
                Node::Leaf(values) => {
                    values[index % FAN] = value;
                    return;
                }
                Node::Inner(children) => {
                    node = Arc::make_mut(&mut children[(index >> shift) % FAN]);
                    shift = shift.saturating_sub(BITS);
                }
            }
        }
    }

    /// Replaces each value `x` by `combine(variable, x, y)`, where `y` is the value in `other`,
    /// and says whether anything changed. Requires `combine(v, x, x) == x`. The cost is added to
    /// `work`.
    pub(crate) fn merge(
        &mut self,
        other: &VarMap<T>,
        work: &mut u64,
        mut combine: impl FnMut(VarId, &T, &T) -> T,
    ) -> bool {
        let place = (self.height, 0);
        match merged(&self.root, &other.root, place, work, &mut combine) {
            None => false,
            Some(root) => {
                self.root = root;
                true
            }
        }
    }
}

/// The merged node, or `None` if it equals `a`. The recursion is as deep as the tree.
fn merged<T: Clone + PartialEq>(
    a: &Arc<Node<T>>,
    b: &Arc<Node<T>>,
    (height, base): (u32, usize),
    work: &mut u64,
    combine: &mut impl FnMut(VarId, &T, &T) -> T,
) -> Option<Arc<Node<T>>> {
    if Arc::ptr_eq(a, b) {
        return None;
    }
    *work += 1;
    match (&**a, &**b) {
        (Node::Leaf(x), Node::Leaf(y)) => {
            let mut changed: Option<Vec<T>> = None;
            for (i, (x_value, y_value)) in x.iter().zip(y).enumerate() {
                let value = combine(VarId((base + i) as u32), x_value, y_value);
                if value != *x_value {
                    changed.get_or_insert_with(|| x.clone())[i] = value;
                }
            }
            changed.map(|values| Arc::new(Node::Leaf(values)))
        }
        (Node::Inner(x), Node::Inner(y)) => {
            let mut changed: Option<Vec<Arc<Node<T>>>> = None;
            for (i, (x_child, y_child)) in x.iter().zip(y).enumerate() {
                let below = base + (i << (height * BITS));
                if let Some(child) = merged(x_child, y_child, (height - 1, below), work, combine) {
                    changed.get_or_insert_with(|| x.clone())[i] = child;
                }
            }
            changed.map(|children| Arc::new(Node::Inner(children)))
        }
        _ => unreachable!("maps over the same variables have the same shape"),
    }
}

#[cfg(test)]
mod tests {
    use super::VarMap;
    use invar_cfa::VarId;

    #[test]
    fn behaves_like_a_vector() {
        for count in [1usize, 15, 16, 17, 256, 257, 5000] {
            let mut map = VarMap::new(vec![0u32; count]);
            let original = map.clone();
            for i in (0..count).step_by(3) {
                map.set(VarId(i as u32), i as u32 + 1);
            }
            for i in 0..count {
                let wanted = if i % 3 == 0 { i as u32 + 1 } else { 0 };
                assert_eq!(*map.get(VarId(i as u32)), wanted);
                assert_eq!(*original.get(VarId(i as u32)), 0);
            }
            let mut visited = Vec::new();
            let mut joined = original.clone();
            let changed = joined.merge(&map, &mut 0, |v, x, y| {
                if x != y {
                    visited.push(v.0 as usize);
                }
                *x.max(y)
            });
            assert!(changed);
            assert_eq!(visited, (0..count).step_by(3).collect::<Vec<_>>());
            assert_eq!(*joined.get(VarId(0)), 1);
            assert!(!joined.merge(&map, &mut 0, |_, x, y| *x.max(y)));
        }
    }
}
