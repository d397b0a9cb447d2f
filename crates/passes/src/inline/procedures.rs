//! Dividing: functions that call themselves stay apart, all other calls are inlined.
//!
//! The result is one automaton with one body per procedure (`invar_cfa::Procedures` says where the
//! parts are). Correctness: an execution of the program is, activation by activation, one of the
//! parts of the divided program. An activation starts with the arguments, the globals at the call
//! and locals that have any values, all of which the start of its body allows. A call changes
//! nothing of the caller but the globals that procedures may change and the results, and these have
//! any values after it.

use super::call_graph::CallGraph;
use super::{Activation, InlineError, Inliner, Instance, PendingCall, stable_in};
use invar_cfa::{
    AssumeReason, CallFrame, CallPathId, ChangedGlobal, Edge, EdgeId, Function, FunctionId,
    HavocOrigin, IntegerType, LocId, LocationKind, Operation, Procedure, ProcedureCall,
    ProcedureParameter, ProcedureResult, Procedures, Program, Scope, Span, StableId, VarId,
};
use invar_term::{Sort, SymbolId, TermId};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// A program whose procedures are kept apart.
#[derive(Clone, Debug)]
pub struct Divided {
    /// One function and no calls.
    pub program: Program,
    /// Where its procedures and calls are; none if nothing is recursive.
    pub procedures: Procedures,
}

/// Inlines every call but those of functions that call themselves, directly or through others.
///
/// # Errors
/// As [`super::inline`].
pub fn divide(program: &Program, edges: usize) -> Result<Divided, InlineError> {
    let limits = super::InlineLimits {
        recursion: 0,
        edges,
    };
    let mut inliner = Inliner::new(program, limits);
    inliner.division = Some(Division::of(&mut inliner.program, program));
    inliner.run()?;
    let division = inliner.division.take().unwrap_or_default();
    let origin = (program.entry, EdgeId(0));
    inliner.lead_to_procedures(&division, origin);
    Ok(Divided {
        program: inliner.finish().program,
        procedures: division.procedures,
    })
}

/// What is divided.
#[derive(Default)]
pub(super) struct Division {
    recursive: BTreeSet<FunctionId>,
    /// The procedures that were met so far.
    met: BTreeMap<FunctionId, usize>,
    procedures: Procedures,
}

impl Division {
    fn of(target: &mut Program, source: &Program) -> Division {
        let calls = CallGraph::of(source);
        let mut division = Division {
            procedures: Procedures::default(),
            met: BTreeMap::new(),
            recursive: calls.recursive(),
        };
        let inside = calls.reachable(division.recursive.iter().copied());
        let globals = Globals::of(source, &inside);
        for variable in globals.changed {
            let changed = ChangedGlobal {
                variable,
                old: copy(target, variable, "old"),
                before: copy(target, variable, "before"),
            };
            division.procedures.changed.push(changed);
        }
        division.procedures.read = globals.read;
        division
    }
}

/// The globals that some functions change, and those that they only read.
struct Globals {
    changed: Vec<VarId>,
    read: Vec<VarId>,
}

impl Globals {
    fn of(program: &Program, functions: &BTreeSet<FunctionId>) -> Globals {
        let by_symbol = program.variables_by_symbol();
        let is_global = |v: &VarId| program.variable(*v).scope == Scope::Global;
        let mut changed = BTreeSet::new();
        let mut read: BTreeSet<SymbolId> = BTreeSet::new();
        for function in functions {
            let cfa = &program.function(*function).cfa;
            for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
                match &edge.operation {
                    Operation::Skip => {}
                    Operation::Assume { condition, .. } => {
                        read.extend(program.terms.symbols_of(&[*condition]));
                    }
                    Operation::Assign { target, value } => {
                        changed.insert(*target);
                        read.extend(program.terms.symbols_of(&[*value]));
                    }
                    Operation::Havoc { target, .. } => {
                        changed.insert(*target);
                    }
                    Operation::Call {
                        arguments, results, ..
                    } => {
                        changed.extend(results.iter().copied());
                        read.extend(program.terms.symbols_of(arguments));
                    }
                }
            }
            // Parameters and results could be globals in a program that is not from C.
            changed.extend(program.function(*function).parameters.iter().copied());
        }
        let read = read.into_iter().filter_map(|s| by_symbol.get(&s).copied());
        let read: BTreeSet<VarId> = read.filter(|v| !changed.contains(v)).collect();
        Globals {
            changed: changed.into_iter().filter(is_global).collect(),
            read: read.into_iter().filter(is_global).collect(),
        }
    }
}

/// A copy of a variable under a fresh name.
fn copy(program: &mut Program, of: VarId, role: &str) -> VarId {
    let variable = program.variable(of).clone();
    let mut name = format!("{}@{role}", variable.name);
    while program.variables.iter().any(|v| *v.name == *name) {
        name.push('\'');
    }
    let sort = program.sort(of).clone();
    let scope = Scope::Local(FunctionId(0));
    let new = program.add_variable(
        &name,
        variable.source_name.as_deref(),
        &sort,
        variable.integer,
        &variable.type_name,
        scope,
        variable.span,
    );
    program.variables[new.0 as usize].indexing = variable.indexing;
    new
}

impl Inliner<'_> {
    /// The procedure that a function is, if it is one; its body is copied later.
    pub(super) fn procedure(&mut self, id: FunctionId) -> Option<usize> {
        let division = self.division.as_ref()?;
        if !division.recursive.contains(&id) {
            return None;
        }
        if let Some(met) = division.met.get(&id) {
            return Some(*met);
        }
        let callee = self.source.function(id);
        let number = division.procedures.list.len();
        let procedure = self.add_procedure(id, callee);
        let division = self.division.as_mut()?;
        division.met.insert(id, number);
        division.procedures.list.push(procedure);
        Some(number)
    }

    fn add_procedure(&mut self, function: FunctionId, callee: &Function) -> Procedure {
        let path = CallPathId(self.program.call_paths.len() as u32);
        self.program.call_paths.push(CallFrame {
            parent: CallPathId::ROOT,
            callee: callee.name.clone(),
            span: callee.span,
            parameters: Vec::new(),
            results: Vec::new(),
        });
        let number = self.instances.len();
        let renaming = self.copy_locals(function, callee, number);
        let renamed = |v: &VarId| renaming.get(v).copied().unwrap_or(*v);
        let parameters: Vec<VarId> = callee.parameters.iter().map(renamed).collect();
        let results: Vec<VarId> = callee.results.iter().map(renamed).collect();
        let substitution = self.substitution(&renaming);
        let site = StableId::of(&[&callee.name, "procedure"]);
        let parameters: Vec<ProcedureParameter> = parameters
            .into_iter()
            .map(|variable| ProcedureParameter {
                variable,
                old: copy(&mut self.program, variable, "old"),
                passed: copy(&mut self.program, variable, "passed"),
            })
            .collect();
        let results: Vec<ProcedureResult> = results
            .into_iter()
            .map(|variable| ProcedureResult {
                variable,
                returned: copy(&mut self.program, variable, "returned"),
            })
            .collect();
        if let Some(frame) = self.program.call_paths.last_mut() {
            frame.parameters = parameters.iter().map(|p| p.variable).collect();
            frame.results = results.iter().map(|r| r.variable).collect();
        }
        let mut place = |role: &str, at: LocId| {
            let old = callee.cfa.location(at);
            let stable = stable_in(Some(site), old.stable);
            let stable = StableId::of(&[&stable.to_string(), role]);
            self.add_location(LocationKind::Plain, old.span, stable, path)
        };
        let (start, exit) = (
            place("start", callee.cfa.entry),
            place("exit", callee.cfa.exit),
        );
        let first = place("first", callee.cfa.entry);
        let last = if callee.cfa.exit == callee.cfa.entry {
            first
        } else {
            place("last", callee.cfa.exit)
        };
        for (new, old) in [(first, callee.cfa.entry), (last, callee.cfa.exit)] {
            let kind = callee.cfa.location(old).kind;
            self.cfa.location_mut(new).kind = self.checks.kind(kind, None);
        }
        self.instances.push(Instance {
            function,
            check: None,
            parent: None,
            path,
            renaming,
            substitution,
            site: Some(site),
            start: first,
            end: last,
            activation: Activation::ENTRY,
        });
        self.reserved += self.sizes[function.0 as usize];
        let changed = self.division.iter().flat_map(|d| &d.procedures.changed);
        let kept: Vec<(VarId, VarId)> = parameters
            .iter()
            .map(|p| (p.old, p.variable))
            .chain(changed.map(|g| (g.old, g.variable)))
            .collect();
        let keeping = kept.into_iter().map(|(target, of)| Operation::Assign {
            target,
            value: self.program.symbol(of),
        });
        let keeping = keeping.collect();
        let origin = (function, EdgeId(0));
        self.chain(
            start,
            first,
            keeping,
            ("keep", start),
            (origin, callee.span),
        );
        if !Program::is_target(&self.cfa, last) {
            self.add_edge(last, exit, Operation::Skip, callee.span, origin);
        }
        Procedure {
            name: callee.name.clone(),
            start,
            body: first,
            exit,
            parameters,
            results,
        }
    }

    /// A call of a procedure: arguments and globals are kept, what it may change gets any value,
    /// results are copied.
    pub(super) fn call_procedure(
        &mut self,
        call: &PendingCall,
        number: usize,
        arguments: &[TermId],
        results: &[VarId],
        (origin, span): ((FunctionId, EdgeId), Option<Span>),
    ) {
        let Some(division) = &self.division else {
            return;
        };
        let procedure = division.procedures.list[number].clone();
        let changed = division.procedures.changed.clone();
        let name = procedure.name.clone();
        let passing = (procedure.parameters.iter().zip(arguments)).map(|(parameter, value)| {
            Operation::Assign {
                target: parameter.passed,
                value: *value,
            }
        });
        let keeping = changed.iter().map(|global| Operation::Assign {
            target: global.before,
            value: self.program.symbol(global.variable),
        });
        let passing: Vec<Operation> = passing.chain(keeping).collect();
        let any = |target| Operation::Havoc {
            target,
            origin: HavocOrigin::External(name.clone()),
        };
        let globals = changed.iter().map(|global| any(global.variable));
        let returned = procedure.results.iter().map(|r| any(r.returned));
        let changing: Vec<Operation> = globals.chain(returned).collect();
        let receiving = results
            .iter()
            .zip(&procedure.results)
            .map(|(target, result)| Operation::Assign {
                target: *target,
                value: self.program.symbol(result.returned),
            });
        let receiving: Vec<Operation> = receiving.collect();
        let before = self.place_of_call(call.from, "before", span);
        let after = self.place_of_call(call.from, "after", span);
        let site = call.from;
        self.chain(site, before, passing, ("pass", site), (origin, span));
        self.chain(before, after, changing, ("change", site), (origin, span));
        self.chain(after, call.to, receiving, ("receive", site), (origin, span));
        if let Some(division) = &mut self.division {
            division.procedures.calls.push(ProcedureCall {
                procedure: number,
                before,
                after,
            });
        }
    }

    fn place_of_call(&mut self, site: LocId, role: &str, span: Option<Span>) -> LocId {
        let place = self.cfa.location(site);
        let (stable, calls) = (place.stable.to_string(), place.calls);
        let stable = StableId::of(&[&stable, role]);
        self.add_location(LocationKind::Plain, span, stable, calls)
    }

    /// A new entry that leads to the old one and to every procedure.
    fn lead_to_procedures(&mut self, division: &Division, origin: (FunctionId, EdgeId)) {
        if division.procedures.list.is_empty() {
            return;
        }
        let mut other = self.cfa.entry;
        for (number, procedure) in division.procedures.list.iter().enumerate() {
            let choice = self.choice(number);
            let zero = self.program.terms.bv(8, 0);
            let is_zero = self.program.terms.eq(self.program.symbol(choice), zero);
            let here = self.place_of_call(self.cfa.entry, &format!("choice {number}"), None);
            let chosen = self.place_of_call(self.cfa.entry, &format!("chosen {number}"), None);
            let open = self.place_of_call(self.cfa.entry, &format!("open {number}"), None);
            let any = |target| Operation::Havoc {
                target,
                origin: HavocOrigin::External(procedure.name.clone()),
            };
            self.add_edge(here, chosen, any(choice), None, origin);
            for (condition, to) in [(is_zero, other), (self.program.terms.not(is_zero), open)] {
                let reason = AssumeReason::Branch;
                let assume = Operation::Assume { condition, reason };
                self.add_edge(chosen, to, assume, None, origin);
            }
            let mut used = self.used_from(procedure.start);
            used.extend(procedure.results.iter().map(|r| r.variable));
            used.extend(division.procedures.given(procedure));
            let opening = used.into_iter().map(any).collect();
            self.chain(
                open,
                procedure.start,
                opening,
                ("open", procedure.start),
                (origin, None),
            );
            other = here;
        }
        self.cfa.entry = other;
    }

    /// The variables that some edge reads or changes, from a location on.
    fn used_from(&self, start: LocId) -> BTreeSet<VarId> {
        let by_symbol = self.program.variables_by_symbol();
        let mut used = BTreeSet::new();
        let mut terms = Vec::new();
        for edge in self.edges_from(start) {
            match &edge.operation {
                Operation::Skip | Operation::Call { .. } => {}
                Operation::Assume { condition, .. } => terms.push(*condition),
                Operation::Assign { target, value } => {
                    used.insert(*target);
                    terms.push(*value);
                }
                Operation::Havoc { target, .. } => {
                    used.insert(*target);
                }
            }
        }
        let symbols = self.program.terms.symbols_of(&terms);
        used.extend(symbols.iter().filter_map(|s| by_symbol.get(s).copied()));
        used
    }

    fn edges_from(&self, start: LocId) -> Vec<&Edge> {
        let mut met = FxHashSet::from_iter([start]);
        let mut open = vec![start];
        let mut edges = Vec::new();
        while let Some(here) = open.pop() {
            for (_, edge) in self.cfa.outgoing(here) {
                edges.push(edge);
                if met.insert(edge.to) {
                    open.push(edge.to);
                }
            }
        }
        edges
    }

    fn choice(&mut self, number: usize) -> VarId {
        let integer = IntegerType {
            width: 8,
            signed: false,
        };
        let mut name = format!("$procedure{number}");
        while !self.names.insert(name.clone()) {
            name.push('\'');
        }
        let scope = Scope::Local(FunctionId(0));
        let sort = Sort::BitVec(8);
        self.program
            .add_variable(&name, None, &sort, integer, "unsigned char", scope, None)
    }
}
