//! Which functions call which, and how large they are when their calls are inlined.

use super::size;
use invar_cfa::{FunctionId, Operation, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The calls of the functions that the entry leads to; only reachable edges count.
pub(super) struct CallGraph {
    /// The callees of each function, once per call.
    callees: BTreeMap<FunctionId, Vec<FunctionId>>,
}

impl CallGraph {
    pub(super) fn of(program: &Program) -> CallGraph {
        let mut graph = CallGraph {
            callees: BTreeMap::new(),
        };
        let mut open = vec![program.entry];
        while let Some(function) = open.pop() {
            if graph.callees.contains_key(&function) {
                continue;
            }
            let cfa = &program.function(function).cfa;
            let reached = cfa.reached();
            let edges = cfa.edge_ids().map(|id| cfa.edge(id));
            let callees: Vec<FunctionId> = edges
                .filter(|edge| reached[edge.from.0 as usize])
                .filter_map(|edge| match edge.operation {
                    Operation::Call { function, .. } => Some(function),
                    _ => None,
                })
                .collect();
            open.extend(callees.iter().copied());
            graph.callees.insert(function, callees);
        }
        graph
    }

    fn functions(&self) -> impl Iterator<Item = FunctionId> {
        self.callees.keys().copied()
    }

    /// The given functions and all that they call, directly or not.
    pub(super) fn reachable(
        &self,
        from: impl IntoIterator<Item = FunctionId>,
    ) -> BTreeSet<FunctionId> {
        let mut open: Vec<FunctionId> = from.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(function) = open.pop() {
            if found.insert(function) {
                open.extend(self.callees[&function].iter().copied());
            }
        }
        found
    }

    /// The functions that call themselves, directly or through others.
    pub(super) fn recursive(&self) -> BTreeSet<FunctionId> {
        let calls_itself = |f: &FunctionId| {
            let callees = self.callees[f].iter().copied();
            self.reachable(callees).contains(f)
        };
        self.functions().filter(calls_itself).collect()
    }
}

/// Edges of a program with all calls inlined, recursive ones once, without inlining them.
pub fn inlined_size(program: &Program) -> usize {
    let calls = CallGraph::of(program);
    let mut sizes = Sizes {
        program,
        calls: &calls,
        known: BTreeMap::new(),
        active: BTreeSet::new(),
    };
    sizes.of(program.entry)
}

struct Sizes<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    known: BTreeMap<FunctionId, usize>,
    /// Functions whose calls are being counted.
    active: BTreeSet<FunctionId>,
}

impl Sizes<'_> {
    fn of(&mut self, function: FunctionId) -> usize {
        if let Some(known) = self.known.get(&function) {
            return *known;
        }
        if !self.active.insert(function) {
            return 0;
        }
        let mut edges = size(&self.program.function(function).cfa);
        let calls = self.calls;
        for callee in &calls.callees[&function] {
            edges = edges.saturating_add(self.of(*callee));
        }
        self.active.remove(&function);
        self.known.insert(function, edges);
        edges
    }
}
