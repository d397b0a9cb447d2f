//! What is asserted in which scope: the part of a solver's state that every back end needs for
//! checking models, for restarting and for finding the symbols of a query.

use crate::SolverError;
use crate::theory::Theory;
use invar_term::{Op, SymbolId, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// One scope.
#[derive(Debug, Default)]
struct Frame {
    asserted: Vec<TermId>,
    /// Subterms that no outer scope has.
    seen: Vec<TermId>,
    symbols: Vec<SymbolId>,
    /// Assumptions that got their proxy literal in this scope; the definition goes with it.
    proxied: Vec<TermId>,
}

/// The open scopes, the base included, and the proxies of assumptions of type `P`.
#[derive(Debug)]
pub(crate) struct Scopes<P> {
    frames: Vec<Frame>,
    seen: FxHashSet<TermId>,
    proxies: FxHashMap<TermId, P>,
    theory: Theory,
}

impl<P> Default for Scopes<P> {
    fn default() -> Self {
        Scopes {
            frames: vec![Frame::default()],
            seen: FxHashSet::default(),
            proxies: FxHashMap::default(),
            theory: Theory::default(),
        }
    }
}

impl<P> Scopes<P> {
    pub(crate) fn push(&mut self) {
        self.frames.push(Frame::default());
    }

    /// Closes a scope; `false` if only the base is open.
    pub(crate) fn pop(&mut self) -> bool {
        if self.frames.len() == 1 {
            return false;
        }
        let frame = self.frames.pop().unwrap_or_default();
        for term in &frame.seen {
            self.seen.remove(term);
        }
        for term in &frame.proxied {
            self.proxies.remove(term);
        }
        true
    }

    /// Adds a term to the innermost scope.
    ///
    /// # Errors
    /// If it uses a sort that no back end has.
    pub(crate) fn assert(
        &mut self,
        store: &TermStore,
        term: TermId,
        solver: &str,
    ) -> Result<(), SolverError> {
        let new = store.postorder_new(&[term], &mut self.seen);
        self.theory.extend(store, &new);
        let frame = self.top();
        frame
            .symbols
            .extend(new.iter().filter_map(|t| symbol(store, *t)));
        frame.seen.extend(new);
        frame.asserted.push(term);
        if self.theory.strange_floats {
            let what = "floating-point numbers of this format".to_owned();
            return Err(SolverError::Unsupported {
                solver: solver.to_owned(),
                what,
            });
        }
        Ok(())
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the base is never closed")
    }

    /// Every theory that an asserted term or assumption has used so far, closed scopes included.
    pub(crate) fn theory(&self) -> Theory {
        self.theory
    }

    /// Takes the theories of the assumptions into account.
    pub(crate) fn note(&mut self, store: &TermStore, assumptions: &[TermId]) {
        let proxied = |t: &&TermId| !self.proxies.contains_key(*t) && !self.seen.contains(*t);
        let new: Vec<TermId> = assumptions.iter().filter(proxied).copied().collect();
        if !new.is_empty() {
            let mut local = FxHashSet::default();
            let order = store.postorder_where(&new, |t| !self.seen.contains(&t) && local.insert(t));
            self.theory.extend(store, &order);
        }
    }

    /// Asserted terms of each scope, outermost first.
    pub(crate) fn frames(&self) -> impl Iterator<Item = &[TermId]> {
        self.frames.iter().map(|f| f.asserted.as_slice())
    }

    /// All asserted terms.
    pub(crate) fn asserted(&self) -> impl Iterator<Item = TermId> {
        self.frames.iter().flat_map(|f| f.asserted.iter().copied())
    }

    /// The symbols of the asserted terms and of `assumptions`.
    pub(crate) fn symbols(&self, store: &TermStore, assumptions: &[TermId]) -> Vec<SymbolId> {
        let mut symbols: Vec<SymbolId> = self
            .frames
            .iter()
            .flat_map(|f| f.symbols.iter().copied())
            .collect();
        let mut local = FxHashSet::default();
        let order =
            store.postorder_where(assumptions, |t| !self.seen.contains(&t) && local.insert(t));
        symbols.extend(order.iter().filter_map(|t| symbol(store, *t)));
        symbols
    }

    pub(crate) fn proxy(&self, term: TermId) -> Option<&P> {
        self.proxies.get(&term)
    }

    /// Remembers the proxy that was defined for `term` in the innermost scope.
    pub(crate) fn set_proxy(&mut self, term: TermId, proxy: P) {
        self.proxies.insert(term, proxy);
        self.top().proxied.push(term);
    }

    /// Forgets every proxy: the solver they were defined in is gone.
    pub(crate) fn clear_proxies(&mut self) {
        self.proxies.clear();
        for frame in &mut self.frames {
            frame.proxied.clear();
        }
    }
}

fn symbol(store: &TermStore, term: TermId) -> Option<SymbolId> {
    match store.op(term) {
        Op::Symbol(symbol) => Some(*symbol),
        _ => None,
    }
}
