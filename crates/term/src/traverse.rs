//! Walks over terms that need no recursion: unrolled programs are deep.

use crate::{Op, SymbolId, TermId, TermStore};
use rustc_hash::FxHashSet;

impl TermStore {
    /// Every subterm of `roots` that is not in `done`, children before parents; adds them to `done`.
    pub fn postorder_new(&self, roots: &[TermId], done: &mut FxHashSet<TermId>) -> Vec<TermId> {
        self.postorder_where(roots, |term| done.insert(term))
    }

    /// Every subterm of `roots`, children before parents, each once.
    pub fn postorder(&self, roots: &[TermId]) -> Vec<TermId> {
        self.postorder_new(roots, &mut FxHashSet::default())
    }

    /// Subterms of `roots`, children before parents. `enter` is asked once per occurrence and
    /// returns whether the term is to be visited; a term it refuses is not entered.
    pub fn postorder_where(
        &self,
        roots: &[TermId],
        mut enter: impl FnMut(TermId) -> bool,
    ) -> Vec<TermId> {
        let mut order = Vec::new();
        let mut stack: Vec<(TermId, usize)> = Vec::new();
        for root in roots {
            if enter(*root) {
                stack.push((*root, 0));
            }
            while let Some((term, next)) = stack.last_mut() {
                match self.args(*term).get(*next) {
                    Some(child) => {
                        *next += 1;
                        if enter(*child) {
                            stack.push((*child, 0));
                        }
                    }
                    None => {
                        order.push(*term);
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    /// The symbols that occur in `roots`, in order of first occurrence.
    pub fn symbols_of(&self, roots: &[TermId]) -> Vec<SymbolId> {
        self.postorder(roots)
            .into_iter()
            .filter_map(|term| match self.op(term) {
                Op::Symbol(symbol) => Some(*symbol),
                _ => None,
            })
            .collect()
    }
}
