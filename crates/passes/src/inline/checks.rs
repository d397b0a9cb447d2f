//! The checks of the inlined program: users ask about the places where they wrote an assertion.
//!
//! A function that only tests its arguments and then ends in an error is an assertion under
//! another name (`__VERIFIER_assert` and the like). The check inside it becomes one check per
//! call; the copies that inlining makes of one call share it. What is checked stays the same:
//! only the names of errors change.

use invar_cfa::{
    Check, CheckId, CheckKind, EdgeId, Function, FunctionId, LocationKind, Operation, Program,
    Scope, Span,
};
use invar_term::SymbolId;
use std::collections::{BTreeMap, BTreeSet};

/// Edges of a function beyond which it does more than an assertion.
const MAX_EDGES: usize = 24;

/// The checks of an inlined program, the same whatever its limits are.
#[derive(Clone, Debug)]
pub struct Checks {
    /// In the order of the source text.
    pub list: Vec<Check>,
    /// The functions whose text contains them.
    pub functions: Vec<FunctionId>,
    /// Assertions to which no path leads.
    pub cut_off: BTreeSet<CheckId>,
    /// The new number of each of the program's checks; none, if calls replaced it.
    own: Vec<Option<CheckId>>,
    calls: BTreeMap<(FunctionId, EdgeId), CheckId>,
}

/// Where a check of the list comes from.
#[derive(Clone, Copy)]
enum Origin {
    Own(CheckId),
    Call(FunctionId, EdgeId),
}

/// A check before it has its number.
struct Found {
    check: Check,
    function: FunctionId,
    origin: Origin,
    cut_off: bool,
}

impl Checks {
    /// The checks that inlining a program gives.
    pub fn of(program: &Program) -> Checks {
        let assertions: BTreeSet<FunctionId> = (0..program.functions.len() as u32)
            .map(FunctionId)
            .filter(|id| is_assertion(program, *id))
            .collect();
        let mut found = found(program, &assertions);
        // Sorting is stable: what has no place stays in the order of the functions.
        found.sort_by_key(|f| (f.check.span.is_none(), f.check.span));
        let mut checks = Checks {
            list: Vec::new(),
            functions: Vec::new(),
            cut_off: BTreeSet::new(),
            own: vec![None; program.checks.len()],
            calls: BTreeMap::new(),
        };
        for found in found {
            let id = CheckId(checks.list.len() as u32);
            checks.list.push(found.check);
            checks.functions.push(found.function);
            if found.cut_off {
                checks.cut_off.insert(id);
            }
            match found.origin {
                Origin::Own(old) => checks.own[old.0 as usize] = Some(id),
                Origin::Call(function, edge) => {
                    checks.calls.insert((function, edge), id);
                }
            }
        }
        checks
    }

    /// The number in the list of a check of the program; none, if calls replaced it.
    pub fn own(&self, old: CheckId) -> Option<CheckId> {
        self.own[old.0 as usize]
    }

    /// The check of a call, if it calls an assertion.
    pub(super) fn of_call(&self, caller: FunctionId, call: EdgeId) -> Option<CheckId> {
        self.calls.get(&(caller, call)).copied()
    }

    /// The kind of a copy of a location, in an instance that may represent a check.
    pub(super) fn kind(&self, kind: LocationKind, instance: Option<CheckId>) -> LocationKind {
        match kind {
            LocationKind::Error(old) => {
                let own = self.own[old.0 as usize];
                LocationKind::Error(
                    instance
                        .or(own)
                        .expect("a check without a number belongs to an assertion that is called"),
                )
            }
            other => other,
        }
    }
}

/// Every check that remains or is at a call, in the order of functions.
fn found(program: &Program, assertions: &BTreeSet<FunctionId>) -> Vec<Found> {
    let entered = entered(program);
    let mut found: BTreeMap<CheckId, Found> = BTreeMap::new();
    let mut at_calls = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        let id = FunctionId(number as u32);
        let cfa = &function.cfa;
        let reached = cfa.reached();
        let is_cut_off =
            |location: invar_cfa::LocId| !entered.contains(&id) || !reached[location.0 as usize];
        for location in cfa.location_ids() {
            let LocationKind::Error(check) = cfa.location(location).kind else {
                continue;
            };
            if assertions.contains(&id) {
                continue;
            }
            let conditions = cfa.conditions_of(location);
            // Its text may begin with an operand that decides by itself.
            let begins = |span: Span| {
                let mut edges = cfa.edge_ids().map(|edge| cfa.edge(edge));
                edges.any(|edge| edge.span == Some(span) && !is_cut_off(edge.from))
            };
            let cut_off = !conditions.is_empty()
                && conditions.into_iter().all(is_cut_off)
                && !program.check(check).span.is_some_and(begins);
            let all = found.entry(check).or_insert_with(|| Found {
                check: *program.check(check),
                function: id,
                origin: Origin::Own(check),
                cut_off,
            });
            all.cut_off &= cut_off;
        }
        for edge in cfa.edge_ids() {
            let Operation::Call {
                function: callee, ..
            } = &cfa.edge(edge).operation
            else {
                continue;
            };
            if assertions.contains(callee) {
                at_calls.push(Found {
                    check: Check {
                        kind: CheckKind::Assertion,
                        span: cfa.edge(edge).span,
                    },
                    function: id,
                    origin: Origin::Call(id, edge),
                    cut_off: is_cut_off(cfa.edge(edge).from),
                });
            }
        }
    }
    found.into_values().chain(at_calls).collect()
}

/// The functions that calls lead to from the entry.
fn entered(program: &Program) -> BTreeSet<FunctionId> {
    let mut entered = BTreeSet::from([program.entry]);
    let mut stack = vec![program.entry];
    while let Some(function) = stack.pop() {
        let cfa = &program.function(function).cfa;
        let reached = cfa.reached();
        for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
            if let Operation::Call {
                function: callee, ..
            } = &edge.operation
                && reached[edge.from.0 as usize]
                && entered.insert(*callee)
            {
                stack.push(*callee);
            }
        }
    }
    entered
}

/// Whether a function only tests its arguments and ends in an error for some of them.
fn is_assertion(program: &Program, id: FunctionId) -> bool {
    let function = program.function(id);
    let called_by_the_start = program
        .entry_cfa()
        .edge_ids()
        .any(|e| matches!(program.entry_cfa().edge(e).operation, Operation::Call { function, .. } if function == id));
    if id == program.entry || called_by_the_start || function.parameters.is_empty() {
        return false;
    }
    let cfa = &function.cfa;
    let reached = cfa.reached();
    let edges = || {
        cfa.edge_ids()
            .map(|id| cfa.edge(id))
            .filter(|e| reached[e.from.0 as usize])
    };
    if edges().count() > MAX_EDGES || !ends_in_an_error(program, function, &reached) {
        return false;
    }
    let locals: BTreeSet<SymbolId> = program
        .variables
        .iter()
        .filter(|v| v.scope == Scope::Local(id))
        .filter_map(|v| program.terms.as_symbol(v.symbol))
        .collect();
    let is_local = |term| {
        let symbols = program.terms.symbols_of(&[term]);
        symbols.iter().all(|symbol| locals.contains(symbol))
    };
    let mut tests = 0;
    let simple = edges().all(|edge| match &edge.operation {
        Operation::Skip => true,
        Operation::Assume { condition, .. } => {
            tests += 1;
            is_local(*condition)
        }
        Operation::Assign { target, value } => {
            program.variable(*target).scope == Scope::Local(id) && is_local(*value)
        }
        Operation::Havoc { .. } | Operation::Call { .. } => false,
    });
    simple && tests > 0
}

/// Whether some path through a function ends in an error written in the source, and none in another
/// error or in something not modelled.
fn ends_in_an_error(program: &Program, function: &Function, reached: &[bool]) -> bool {
    let cfa = &function.cfa;
    let kinds = || {
        let locations = cfa.location_ids().filter(|l| reached[l.0 as usize]);
        locations.map(|l| cfa.location(l).kind)
    };
    let written = |check| {
        let kind = program.check(check).kind;
        matches!(kind, CheckKind::Assertion | CheckKind::ErrorCall)
    };
    kinds().any(|kind| matches!(kind, LocationKind::Error(_)))
        && kinds().all(|kind| match kind {
            LocationKind::Error(check) => written(check),
            LocationKind::Unsupported(_) => false,
            _ => true,
        })
}
