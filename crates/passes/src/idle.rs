//! Functions that can neither fail nor change what decides whether others fail return anything.
//!
//! The result has every execution of the program, and more: an emptied function ends no execution, and its results are
//! arbitrary. It serves proofs of programs that are too large to inline.
//!
//! A function is kept if it is the entry, fails itself, calls one that is kept, or changes a global variable that matters.
//! Variables matter that a condition in a function that is kept reads, and those whose values flow into them there.

use invar_cfa::{Cfa, FunctionId, HavocOrigin, LocationKind, Operation, Program, Scope, VarId};
use invar_term::{SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The program with functions emptied that do not matter.
pub fn without_idle_functions(program: &Program) -> Program {
    let kept = Relevance::of(program).kept;
    let mut result = program.clone();
    for (number, function) in result.functions.iter_mut().enumerate() {
        if !kept.contains(&FunctionId(number as u32)) {
            function.cfa = emptied(&function.name, &function.cfa, &function.results);
        }
    }
    result
}

/// An automaton that makes the results arbitrary.
fn emptied(name: &str, original: &Cfa, results: &[VarId]) -> Cfa {
    let mut cfa = Cfa::new(name);
    let mut at = cfa.entry;
    for (number, target) in results.iter().enumerate() {
        let stable = invar_cfa::StableId::of(&[name, "any", &number.to_string()]);
        let calls = original.location(original.entry).calls;
        let next = cfa.add_location(LocationKind::Plain, None, stable, calls);
        let origin = HavocOrigin::Uninitialised;
        let operation = Operation::Havoc {
            target: *target,
            origin,
        };
        cfa.add_edge(at, next, operation, None);
        at = next;
    }
    let exit = cfa.exit;
    cfa.add_edge(at, exit, Operation::Skip, None);
    cfa
}

/// Which functions and variables matter.
struct Relevance<'p> {
    program: &'p Program,
    variables: FxHashMap<SymbolId, VarId>,
    kept: FxHashSet<FunctionId>,
    relevant: FxHashSet<VarId>,
}

impl<'p> Relevance<'p> {
    fn of(program: &'p Program) -> Relevance<'p> {
        let variables = program
            .variable_ids()
            .filter_map(|v| Some((program.terms.as_symbol(program.symbol(v))?, v)))
            .collect();
        let mut relevance = Relevance {
            program,
            variables,
            kept: FxHashSet::from_iter([program.entry]),
            relevant: FxHashSet::default(),
        };
        while relevance.grows() {}
        relevance
    }

    /// Looks at every function once more; whether anything was added.
    fn grows(&mut self) -> bool {
        let before = (self.kept.len(), self.relevant.len());
        for number in 0..self.program.functions.len() as u32 {
            let function = FunctionId(number);
            if !self.kept.contains(&function) && self.matters(function) {
                self.kept.insert(function);
            }
            if self.kept.contains(&function) {
                self.read_by(function);
            }
        }
        before != (self.kept.len(), self.relevant.len())
    }

    fn matters(&self, function: FunctionId) -> bool {
        let cfa = &self.program.function(function).cfa;
        let fails = |kind: LocationKind| {
            matches!(kind, LocationKind::Error(_) | LocationKind::Unsupported(_))
        };
        let mut locations = cfa.location_ids();
        let changes = |variable: &VarId| {
            self.program.variable(*variable).scope == Scope::Global
                && self.relevant.contains(variable)
        };
        locations.any(|location| fails(cfa.location(location).kind))
            || cfa.edge_ids().any(|id| match &cfa.edge(id).operation {
                Operation::Skip | Operation::Assume { .. } => false,
                Operation::Assign { target, .. } | Operation::Havoc { target, .. } => {
                    changes(target)
                }
                Operation::Call {
                    function, results, ..
                } => self.kept.contains(function) || results.iter().any(changes),
            })
    }

    /// Notes what matters in a function that is kept.
    fn read_by(&mut self, function: FunctionId) {
        let program = self.program;
        let cfa = &program.function(function).cfa;
        for id in cfa.edge_ids() {
            match &cfa.edge(id).operation {
                Operation::Skip | Operation::Havoc { .. } => {}
                Operation::Assume { condition, .. } => self.note(*condition),
                Operation::Assign { target, value } => {
                    if self.relevant.contains(target) {
                        self.note(*value);
                    }
                }
                Operation::Call {
                    function,
                    arguments,
                    results,
                } => {
                    let callee = program.function(*function);
                    for (parameter, argument) in callee.parameters.iter().zip(arguments) {
                        if self.relevant.contains(parameter) {
                            self.note(*argument);
                        }
                    }
                    for (inner, outer) in callee.results.iter().zip(results) {
                        if self.relevant.contains(outer) {
                            self.relevant.insert(*inner);
                        }
                    }
                }
            }
        }
    }

    fn note(&mut self, term: TermId) {
        for symbol in self.program.terms.symbols_of(&[term]) {
            if let Some(variable) = self.variables.get(&symbol) {
                self.relevant.insert(*variable);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_idle_functions;
    use crate::testing::Builder;
    use crate::{InlineLimits, inline};
    use invar_cfa::{FunctionId, Operation, Program};

    fn call(function: FunctionId) -> Operation {
        Operation::Call {
            function,
            arguments: Vec::new(),
            results: Vec::new(),
        }
    }

    /// `start` calls two functions, and fails unless the first, through another one, set `state`.
    fn program() -> Program {
        let mut b = Builder::new();
        let (state, unused) = (
            b.variable("state", 2, false),
            b.variable("unused", 2, false),
        );
        let (entry, exit) = (b.entry(), b.exit());
        let (first, second, failed) = (b.plain(), b.plain(), b.error());
        let zero = b.terms.eq(b.symbol(state), b.terms.bv(2, 0));
        b.branch(second, failed, exit, zero);
        let set = b.function("set");
        let (from, to, one) = (b.entry(), b.exit(), b.terms.bv(2, 1));
        b.assign(from, to, state, one);
        let through = b.function("through");
        let (from, to) = (b.entry(), b.exit());
        b.edge(from, to, call(set));
        let idle = b.function("idle");
        let (from, to) = (b.entry(), b.exit());
        b.assign(from, to, unused, one);
        let mut program = b.program;
        let start = &mut program.functions[0].cfa;
        start.add_edge(entry, first, call(through), None);
        start.add_edge(first, second, call(idle), None);
        program
    }

    #[test]
    fn functions_that_change_what_matters_are_kept_with_their_callers() {
        let emptied = without_idle_functions(&program());
        let operations = |name: &str| {
            let function = emptied.function_named(name).expect("a function");
            let cfa = &emptied.function(function).cfa;
            cfa.edge_ids()
                .map(|id| cfa.edge(id).operation.clone())
                .collect::<Vec<_>>()
        };
        assert!(matches!(operations("set")[..], [Operation::Assign { .. }]));
        assert!(matches!(
            operations("through")[..],
            [Operation::Call { .. }]
        ));
        assert!(matches!(operations("idle")[..], [Operation::Skip]));
        let inlined = inline(&emptied, InlineLimits::default()).expect("inlined");
        let explored = crate::testing::Explored::all(&inlined.program, 1000).expect("small");
        assert!(explored.targets(&inlined.program).is_empty());
    }
}
