//! The order of two arguments that may be swapped, independent of names and of the history of the
//! store: older terms come first in it, and age depends on the order of the text.

use crate::words::sort_words;
use invar_term::{Op, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHasher};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Symbols that are visited to distinguish two arguments.
const MAX_SYMBOLS: usize = 32;

/// Compares terms.
pub(crate) struct Shapes<'s> {
    store: &'s TermStore,
    /// What terms look like without their symbols' names.
    shapes: FxHashMap<TermId, u64>,
}

impl<'s> Shapes<'s> {
    pub(crate) fn new(store: &'s TermStore) -> Self {
        Shapes {
            store,
            shapes: FxHashMap::default(),
        }
    }

    /// The arguments of a term, those of an operator that commutes in an order that the numbers of
    /// symbols decide where shapes do not.
    pub(crate) fn arguments(
        &mut self,
        term: TermId,
        numbers: &FxHashMap<SymbolId, u32>,
    ) -> Vec<TermId> {
        let args = self.store.args(term);
        let mut ordered = args.to_vec();
        if let [a, b] = args
            && self.store.op(term).is_commutative()
            && self.compare(*a, *b, numbers) == Ordering::Greater
        {
            ordered.reverse();
        }
        ordered
    }

    fn compare(&mut self, a: TermId, b: TermId, numbers: &FxHashMap<SymbolId, u32>) -> Ordering {
        let by_shape = self.shape(a).cmp(&self.shape(b));
        by_shape.then_with(|| self.symbols(a, numbers).cmp(&self.symbols(b, numbers)))
    }

    /// The numbers of the first symbols of a term; those without one come last.
    fn symbols(&self, term: TermId, numbers: &FxHashMap<SymbolId, u32>) -> Vec<u32> {
        let mut found = Vec::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if found.len() == MAX_SYMBOLS {
                break;
            }
            if let Op::Symbol(symbol) = self.store.op(term) {
                found.push(numbers.get(symbol).copied().unwrap_or(u32::MAX));
            }
            stack.extend(self.store.args(term).iter().rev());
        }
        found
    }

    fn shape(&mut self, term: TermId) -> u64 {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.shapes.contains_key(&top) {
                stack.pop();
                continue;
            }
            let args = self.store.args(top);
            let before = stack.len();
            let open = args.iter().filter(|arg| !self.shapes.contains_key(arg));
            stack.extend(open);
            if stack.len() == before {
                let mut shapes: Vec<u64> = args.iter().map(|arg| self.shapes[arg]).collect();
                let op = self.store.op(top);
                if op.is_commutative() {
                    shapes.sort_unstable();
                }
                let mut hasher = FxHasher::default();
                match op {
                    Op::Symbol(_) => sort_words(self.store.sort(top)).hash(&mut hasher),
                    op => op.hash(&mut hasher),
                }
                shapes.hash(&mut hasher);
                self.shapes.insert(top, hasher.finish());
                stack.pop();
            }
        }
        self.shapes[&term]
    }
}
