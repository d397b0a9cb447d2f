//! Constraints that only say what a symbol of the walk is.
//!
//! Where paths meet, every variable that differs gets a symbol and constraints that define it. Most of these variables are
//! never read again. Leaving out the constraints of symbols that nothing else mentions allows more models, so what is
//! refuted without them is refuted: this can lose a proof, never accept a wrong one.

use invar_term::{SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Constraints by the symbol that they define, until the symbol is mentioned.
#[derive(Default)]
pub(crate) struct Definitions {
    unused: FxHashMap<SymbolId, Vec<TermId>>,
    /// Terms whose symbols were looked up.
    visited: FxHashSet<TermId>,
}

impl Definitions {
    /// A constraint that matters only if `symbol`, which nothing mentions yet, is mentioned.
    pub fn add(&mut self, terms: &TermStore, symbol: TermId, constraint: TermId) {
        let symbol = terms
            .as_symbol(symbol)
            .expect("what is defined is a symbol");
        self.unused.entry(symbol).or_default().push(constraint);
    }

    /// The constraints of all symbols that `roots` mention, directly or in such constraints. Each is given once.
    pub fn take_needed(
        &mut self,
        terms: &TermStore,
        roots: impl IntoIterator<Item = TermId>,
    ) -> Vec<TermId> {
        let mut pending: Vec<TermId> = roots.into_iter().collect();
        let mut needed = Vec::new();
        while let Some(term) = pending.pop() {
            if !self.visited.insert(term) {
                continue;
            }
            if let Some(symbol) = terms.as_symbol(term) {
                let constraints = self.unused.remove(&symbol).unwrap_or_default();
                needed.extend(&constraints);
                pending.extend(constraints);
            }
            pending.extend(terms.args(term));
        }
        needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_term::Sort;

    #[test]
    fn only_what_is_mentioned_is_given_and_only_once() {
        let t = TermStore::new();
        let bool_symbol = |name: &str| t.fresh_symbol(name, &Sort::Bool);
        let (a, b, c, d) = (
            bool_symbol("a"),
            bool_symbol("b"),
            bool_symbol("c"),
            bool_symbol("d"),
        );
        let mut definitions = Definitions::default();
        let a_is_b = t.eq(a, b);
        let b_is_d = t.eq(b, d);
        let c_is_d = t.eq(c, d);
        definitions.add(&t, a, a_is_b);
        definitions.add(&t, b, b_is_d);
        definitions.add(&t, c, c_is_d);
        assert_eq!(definitions.take_needed(&t, [t.not(a)]), [a_is_b, b_is_d]);
        assert_eq!(definitions.take_needed(&t, [a, b]), []);
        assert_eq!(definitions.take_needed(&t, [t.and(&[a, c])]), [c_is_d]);
    }
}
