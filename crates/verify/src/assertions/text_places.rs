//! Where checks are in the text of the user: those in models of library functions are where these are called.

use invar_cfa::{Function, FunctionId, Operation, Program, Span};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Where functions are called.
pub(super) struct TextPlaces<'p> {
    program: &'p Program,
    /// By callee: the caller and the place.
    calls: BTreeMap<FunctionId, Vec<(FunctionId, Span)>>,
}

impl<'p> TextPlaces<'p> {
    /// The calls of a program that is not inlined.
    pub(super) fn of(program: &'p Program) -> TextPlaces<'p> {
        let mut calls: BTreeMap<FunctionId, Vec<(FunctionId, Span)>> = BTreeMap::new();
        for (number, caller) in program.functions.iter().enumerate() {
            for edge in caller.cfa.edge_ids().map(|id| caller.cfa.edge(id)) {
                if let (Operation::Call { function, .. }, Some(span)) = (&edge.operation, edge.span)
                {
                    let caller = FunctionId(number as u32);
                    calls.entry(*function).or_default().push((caller, span));
                }
            }
        }
        TextPlaces { program, calls }
    }

    /// The function that is called first, for what happens before and after it.
    fn written(&self, function: FunctionId) -> FunctionId {
        let called = self.calls.iter();
        let mut called =
            called.filter(|(_, calls)| calls.iter().any(|(caller, _)| *caller == function));
        match called.next() {
            Some((callee, _)) if function == self.program.entry => *callee,
            _ => function,
        }
    }

    /// The first place in the text of the user that leads to a place of a function, and the function that it is in.
    pub(super) fn of_check(
        &self,
        function: FunctionId,
        span: Option<Span>,
    ) -> (&'p Function, Option<Span>) {
        let sources = &self.program.sources;
        let own = (self.program.function(self.written(function)), span);
        if !span.is_some_and(|span| sources.is_model(span)) {
            return own;
        }
        let mut found: Vec<(Span, FunctionId)> = Vec::new();
        let mut seen = BTreeSet::from([function]);
        let mut pending = VecDeque::from([function]);
        while let Some(callee) = pending.pop_front() {
            for (caller, span) in self.calls.get(&callee).into_iter().flatten() {
                if !sources.is_model(*span) {
                    found.push((*span, *caller));
                } else if seen.insert(*caller) {
                    pending.push_back(*caller);
                }
            }
        }
        match found.into_iter().min() {
            Some((span, caller)) => (self.program.function(caller), Some(span)),
            None => own,
        }
    }
}
