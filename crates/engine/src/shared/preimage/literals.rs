//! The literals of a projection, found by the symbols that are to be removed from them.

use invar_term::{SymbolId, TermId};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// A set of literals in order of arrival.
#[derive(Default)]
pub(super) struct Literals {
    /// Literals by arrival, each with the symbols to remove.
    entries: BTreeMap<usize, (TermId, Vec<SymbolId>)>,
    /// Where each symbol occurs; symbols that occur nowhere have no entry.
    uses: BTreeMap<SymbolId, BTreeSet<usize>>,
    known: FxHashSet<TermId>,
    arrivals: usize,
}

impl Literals {
    /// Adds a literal in which `open` are the symbols to remove.
    pub(super) fn add(&mut self, literal: TermId, open: Vec<SymbolId>) {
        if !self.known.insert(literal) {
            return;
        }
        for symbol in &open {
            self.uses.entry(*symbol).or_default().insert(self.arrivals);
        }
        self.entries.insert(self.arrivals, (literal, open));
        self.arrivals += 1;
    }

    /// Literals with a symbol.
    pub(super) fn with(&self, symbol: SymbolId) -> Vec<TermId> {
        let places = self.uses.get(&symbol).into_iter().flatten();
        places.map(|place| self.entries[place].0).collect()
    }

    /// Removes the literals with a symbol.
    pub(super) fn remove(&mut self, symbol: SymbolId) {
        for place in self.uses.remove(&symbol).unwrap_or_default() {
            let Some((literal, open)) = self.entries.remove(&place) else {
                continue;
            };
            self.known.remove(&literal);
            for other in open {
                if let Some(places) = self.uses.get_mut(&other) {
                    places.remove(&place);
                    if places.is_empty() {
                        self.uses.remove(&other);
                    }
                }
            }
        }
    }

    /// The symbols that still occur, in order.
    pub(super) fn open(&self) -> Vec<SymbolId> {
        self.uses.keys().copied().collect()
    }

    /// All literals, in order of arrival.
    pub(super) fn all(&self) -> Vec<TermId> {
        self.entries.values().map(|(literal, _)| *literal).collect()
    }
}
