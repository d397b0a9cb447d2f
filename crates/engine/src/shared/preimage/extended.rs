//! A model that grows: values of the symbols that projection introduces.

use invar_term::{Assignment, SymbolId, Value};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A model with additional symbols.
pub(super) struct Extended<'a> {
    base: &'a dyn Assignment,
    added: RefCell<FxHashMap<SymbolId, Value>>,
}

impl<'a> Extended<'a> {
    /// The model without extensions.
    pub(super) fn new(base: &'a dyn Assignment) -> Extended<'a> {
        Extended {
            base,
            added: RefCell::default(),
        }
    }

    /// Gives a value to a symbol that had none.
    pub(super) fn add(&self, symbol: SymbolId, value: Value) {
        self.added.borrow_mut().insert(symbol, value);
    }
}

impl Assignment for Extended<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let added = self.added.borrow().get(&symbol).cloned();
        added.or_else(|| self.base.value(symbol))
    }
}
