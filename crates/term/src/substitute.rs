//! Replacing symbols by terms.

use crate::{TermId, TermStore};
use rustc_hash::FxHashMap;

/// A simultaneous replacement of terms (usually symbols) by terms of the same sort, with a cache
/// that lasts as long as the replacement.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    /// Bindings and everything already rewritten.
    image: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// The replacement of each first component by the second.
    ///
    /// # Panics
    /// If the sorts of a pair differ.
    #[track_caller]
    pub fn new(store: &TermStore, pairs: impl IntoIterator<Item = (TermId, TermId)>) -> Self {
        let image: FxHashMap<TermId, TermId> = pairs.into_iter().collect();
        for (from, to) in &image {
            assert_eq!(
                store.sort(*from),
                store.sort(*to),
                "substitution changes the sort"
            );
        }
        Substitution { image }
    }

    /// `term` with the replacement applied, rebuilt through the simplifying constructors.
    pub fn apply(&mut self, store: &TermStore, term: TermId) -> TermId {
        if let Some(image) = self.image.get(&term) {
            return *image;
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let image = &self.image;
        let order = store.postorder_where(&[term], |t| !image.contains_key(&t) && seen.insert(t));
        for t in order {
            let node = store.node(t);
            let mut changed = false;
            let args: smallvec::SmallVec<[TermId; 3]> = node
                .args
                .iter()
                .map(|a| {
                    let b = self.image[a];
                    changed |= b != *a;
                    b
                })
                .collect();
            let rebuilt = if changed {
                store.app(node.op.clone(), &args)
            } else {
                t
            };
            self.image.insert(t, rebuilt);
        }
        self.image[&term]
    }
}
