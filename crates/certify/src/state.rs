//! Symbolic states of the walk.

use invar_cfa::{Program, VarId};
use invar_term::{Substitution, TermId, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a variable holds that was not changed since the start of the walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// The start of the program: zero.
    Zero,
    /// Anything: the variable's own symbol.
    Any,
}

/// Values of the variables; the map is shared until it changes.
#[derive(Clone)]
pub(crate) struct State {
    pub base: Base,
    pub changed: Rc<BTreeMap<VarId, TermId>>,
}

impl State {
    pub fn new(base: Base) -> State {
        State {
            base,
            changed: Rc::default(),
        }
    }

    pub fn get(&self, program: &Program, variable: VarId) -> TermId {
        if let Some(value) = self.changed.get(&variable) {
            return *value;
        }
        let symbol = program.symbol(variable);
        match self.base {
            Base::Any => symbol,
            Base::Zero => match Value::zero(program.terms.sort(symbol)) {
                Some(zero) => program.terms.constant(&zero),
                // No operation on such a sort exists; its own symbol is any value.
                None => symbol,
            },
        }
    }

    pub fn set(&mut self, variable: VarId, value: TermId) {
        Rc::make_mut(&mut self.changed).insert(variable, value);
    }

    /// A term over variables, read in this state.
    pub fn apply(&self, program: &Program, by_symbol: &SymbolTable, term: TermId) -> TermId {
        let terms = &program.terms;
        let pairs: Vec<(TermId, TermId)> = terms
            .symbols_of(&[term])
            .into_iter()
            .filter_map(|symbol| {
                let variable = *by_symbol.get(&symbol)?;
                Some((terms.symbol_term(symbol), self.get(program, variable)))
            })
            .collect();
        Substitution::new(terms, pairs).apply(terms, term)
    }
}

/// The variable of each symbol.
pub(crate) type SymbolTable = rustc_hash::FxHashMap<invar_term::SymbolId, VarId>;

pub(crate) fn symbol_table(program: &Program) -> SymbolTable {
    program
        .variable_ids()
        .filter_map(|v| Some((program.terms.as_symbol(program.symbol(v))?, v)))
        .collect()
}
