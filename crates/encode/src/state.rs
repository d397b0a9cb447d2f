//! Sparse symbolic states: persistent maps from variables to terms.
//!
//! A state is copied at every branch and compared at every join. A trie over the bits of the
//! variable's number shares what did not change, so a copy is one reference count and a
//! comparison looks only into subtrees that differ.

use invar_cfa::VarId;
use invar_term::TermId;
use std::sync::Arc;

/// Each level of the trie uses this many bits.
const BITS: u32 = 4;
const FAN: usize = 1 << BITS;

/// A persistent map from variables to terms. The user decides what an absent variable means.
#[derive(Clone, Debug)]
pub struct StateMap {
    root: Option<Arc<Trie>>,
    /// Levels below the root; equal for all maps over one set of variables.
    height: u32,
}

#[derive(Clone, Debug)]
enum Trie {
    Leaf([Option<TermId>; FAN]),
    Inner([Option<Arc<Trie>>; FAN]),
}

fn slot(key: u32, height: u32) -> usize {
    (key >> (height * BITS)) as usize % FAN
}

impl StateMap {
    /// The empty map over variables numbered below `count`.
    pub fn new(count: usize) -> StateMap {
        let mut height = 0;
        while (count as u64) > 1u64 << ((height + 1) * BITS) {
            height += 1;
        }
        StateMap { root: None, height }
    }

    /// The term of a variable.
    pub fn get(&self, variable: VarId) -> Option<TermId> {
        let mut trie = self.root.as_deref()?;
        let mut height = self.height;
        loop {
            match trie {
                Trie::Leaf(terms) => return terms[slot(variable.0, 0)],
                Trie::Inner(children) => {
                    trie = children[slot(variable.0, height)].as_deref()?;
                    height -= 1;
                }
            }
        }
    }

    /// Sets the term of a variable, which must be below the count the map was made for.
    pub fn insert(&mut self, variable: VarId, term: TermId) {
        insert(&mut self.root, self.height, variable.0, term);
    }

    /// Every entry, ordered by variable.
    pub fn entries(&self) -> Vec<(VarId, TermId)> {
        let mut found = Vec::new();
        differences(
            None,
            self.root.as_ref(),
            self.height,
            0,
            &mut |key, _, term| {
                found.extend(term.map(|term| (VarId(key), term)));
            },
        );
        found
    }

    /// The variables on which two maps differ, in order.
    pub fn differing(&self, other: &StateMap) -> Vec<VarId> {
        debug_assert_eq!(
            self.height, other.height,
            "maps over different sets of variables"
        );
        let mut found = Vec::new();
        let roots = (self.root.as_ref(), other.root.as_ref());
        differences(roots.0, roots.1, self.height, 0, &mut |key, _, _| {
            found.push(VarId(key))
        });
        found
    }
}

fn insert(place: &mut Option<Arc<Trie>>, height: u32, key: u32, term: TermId) {
    let trie = place.get_or_insert_with(|| {
        Arc::new(match height {
            0 => Trie::Leaf([None; FAN]),
            _ => Trie::Inner(std::array::from_fn(|_| None)),
        })
    });
    match Arc::make_mut(trie) {
        Trie::Leaf(terms) => terms[slot(key, 0)] = Some(term),
        Trie::Inner(children) => insert(&mut children[slot(key, height)], height - 1, key, term),
    }
}

/// Reports every key whose terms differ, in order. Recursion is at most eight levels deep.
fn differences(
    a: Option<&Arc<Trie>>,
    b: Option<&Arc<Trie>>,
    height: u32,
    prefix: u32,
    report: &mut dyn FnMut(u32, Option<TermId>, Option<TermId>),
) {
    let shared = match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    };
    if shared {
        return;
    }
    for index in 0..FAN {
        let key = prefix | (index as u32) << (height * BITS);
        if height == 0 {
            let term = |trie: Option<&Arc<Trie>>| match trie.map(|t| &**t) {
                Some(Trie::Leaf(terms)) => terms[index],
                _ => None,
            };
            let (x, y) = (term(a), term(b));
            if x != y {
                report(key, x, y);
            }
        } else {
            let (x, y) = (child(a, index), child(b, index));
            differences(x, y, height - 1, key, report);
        }
    }
}

fn child(trie: Option<&Arc<Trie>>, index: usize) -> Option<&Arc<Trie>> {
    match &**trie? {
        Trie::Inner(children) => children[index].as_ref(),
        Trie::Leaf(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::StateMap;
    use invar_cfa::VarId;
    use invar_term::TermStore;
    use std::collections::BTreeMap;

    #[test]
    fn behaves_like_an_ordered_map_and_reports_exactly_the_differences() {
        let store = TermStore::new();
        for count in [1usize, 16, 17, 300, 5000] {
            let mut seed = 7u32;
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                seed >> 8
            };
            let mut map = StateMap::new(count);
            let mut model = BTreeMap::new();
            let mut old = (map.clone(), model.clone());
            for round in 0..400 {
                let (key, value) = (VarId(next() % count as u32), store.bv(8, next().into()));
                map.insert(key, value);
                model.insert(key, value);
                assert_eq!(map.get(key), Some(value));
                if round % 50 == 49 {
                    assert_eq!(map.entries(), model.clone().into_iter().collect::<Vec<_>>());
                    let differing: Vec<VarId> = model
                        .keys()
                        .copied()
                        .filter(|k| model.get(k) != old.1.get(k))
                        .collect();
                    assert_eq!(map.differing(&old.0), differing);
                    assert_eq!(old.0.differing(&map), differing);
                    old = (map.clone(), model.clone());
                }
            }
        }
    }
}
