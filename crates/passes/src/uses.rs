//! Which variables an edge reads and which it changes.

use invar_cfa::{EdgeId, Operation, Program, VarId};
use invar_term::{SymbolId, TermId};
use rustc_hash::FxHashMap;

/// The variables read by each edge of a program, computed once per pass.
pub(crate) struct Uses {
    reads: Vec<Vec<VarId>>,
    variables: FxHashMap<SymbolId, VarId>,
}

impl Uses {
    /// The uses of every edge.
    pub(crate) fn of(program: &Program) -> Uses {
        let variables: FxHashMap<SymbolId, VarId> = program
            .variable_ids()
            .filter_map(|v| Some((program.terms.as_symbol(program.symbol(v))?, v)))
            .collect();
        let cfa = program.entry_cfa();
        let mut uses = Uses {
            reads: Vec::with_capacity(cfa.edge_count()),
            variables,
        };
        for id in cfa.edge_ids() {
            let reads = match term_of(&cfa.edge(id).operation) {
                Some(term) => uses.variables_of(program, term),
                None => Vec::new(),
            };
            uses.reads.push(reads);
        }
        uses
    }

    /// The variables an edge reads.
    pub(crate) fn reads(&self, edge: EdgeId) -> &[VarId] {
        &self.reads[edge.0 as usize]
    }

    /// The variable of a symbol.
    pub(crate) fn variable(&self, symbol: SymbolId) -> Option<VarId> {
        self.variables.get(&symbol).copied()
    }

    fn variables_of(&self, program: &Program, term: TermId) -> Vec<VarId> {
        let symbols = program.terms.symbols_of(&[term]);
        symbols
            .into_iter()
            .filter_map(|s| self.variable(s))
            .collect()
    }
}

/// The term an operation evaluates.
pub(crate) fn term_of(operation: &Operation) -> Option<TermId> {
    match operation {
        Operation::Assume { condition, .. } => Some(*condition),
        Operation::Assign { value, .. } => Some(*value),
        Operation::Skip | Operation::Havoc { .. } => None,
        Operation::Call { .. } => unreachable!("passes run after inlining"),
    }
}

/// The variable an operation changes.
pub(crate) fn target_of(operation: &Operation) -> Option<VarId> {
    match operation {
        Operation::Assign { target, .. } | Operation::Havoc { target, .. } => Some(*target),
        Operation::Skip | Operation::Assume { .. } => None,
        Operation::Call { .. } => unreachable!("passes run after inlining"),
    }
}
