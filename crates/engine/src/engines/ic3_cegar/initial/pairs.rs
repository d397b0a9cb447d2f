//! Comparisons of variables of one function, most used ones first.

use super::is_live;
use crate::Task;
use crate::engines::predabs::atoms;
use crate::shared::ic3::System;
use invar_cfa::{Operation, Program, Scope, VarId};
use invar_term::{Sort, SymbolId, TermId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Variables of one function that are compared with each other.
const MAX_VARIABLES: usize = 12;

/// Comparisons in all functions together.
const MAX_PAIRS: usize = 500;

/// `v < w` and `w < v` for variables of one function and one sort that are live together.
///
/// Globals belong to every function; each inlined call counts as a separate function.
pub(super) fn pairs(task: &Task<'_>, system: &System) -> Vec<TermId> {
    let program = task.program;
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    for variables in groups(program, system) {
        for (position, v) in variables.iter().enumerate() {
            for w in &variables[position + 1..] {
                for (a, b) in [(*v, *w), (*w, *v)] {
                    let less = less(program, a, b).filter(|less| is_live(system, *less));
                    let atoms = less.into_iter().flat_map(|l| atoms(&system.terms, l));
                    found.extend(atoms.filter(|atom| known.insert(*atom)));
                    if found.len() >= MAX_PAIRS {
                        return found;
                    }
                }
            }
        }
    }
    found
}

/// The variables of each function, the most used ones in order.
fn groups(program: &Program, system: &System) -> Vec<Vec<VarId>> {
    let live: BTreeSet<SymbolId> = system
        .inner()
        .flat_map(|place| system.place(place).live.iter().copied())
        .collect();
    let mut globals = Vec::new();
    let mut locals: BTreeMap<&str, Vec<VarId>> = BTreeMap::new();
    for variable in program.variable_ids() {
        let symbol = program.terms.as_symbol(program.symbol(variable));
        if !symbol.is_some_and(|s| live.contains(&s)) || !is_number(program, variable) {
            continue;
        }
        match function(program, variable) {
            Some(function) => locals.entry(function).or_default().push(variable),
            None => globals.push(variable),
        }
    }
    if locals.is_empty() {
        locals.insert("", Vec::new());
    }
    let uses = uses(program);
    let mut groups: Vec<Vec<VarId>> = locals.into_values().collect();
    for group in &mut groups {
        group.extend(&globals);
        group.sort_by_key(|v| (Reverse(uses.get(v).copied().unwrap_or(0)), *v));
        group.truncate(MAX_VARIABLES);
    }
    groups
}

/// Whether it is a number that the source text has a name for.
fn is_number(program: &Program, variable: VarId) -> bool {
    let numeric = matches!(
        program.sort(variable),
        Sort::Int | Sort::Real | Sort::BitVec(_)
    );
    numeric && program.variable(variable).source_name.is_some()
}

/// The function of a local variable. Inlining gives all locals to one function, but names stay
/// `function::name` or, for a call that was inlined, `function@number::name`.
fn function(program: &Program, variable: VarId) -> Option<&str> {
    let variable = program.variable(variable);
    match variable.scope {
        Scope::Global => None,
        Scope::Local(_) => {
            let function = variable.name.split_once("::");
            Some(function.map_or("", |(function, _)| function))
        }
    }
}

/// On how many edges each variable occurs.
fn uses(program: &Program) -> BTreeMap<VarId, usize> {
    let automaton = program.entry_cfa();
    let reached = automaton.reached();
    let of_symbol = program.variables_by_symbol();
    let mut uses = BTreeMap::new();
    for edge in automaton.edge_ids().map(|id| automaton.edge(id)) {
        if !reached[edge.from.0 as usize] {
            continue;
        }
        let (target, term) = match &edge.operation {
            Operation::Assume { condition, .. } => (None, Some(*condition)),
            Operation::Assign { target, value } => (Some(*target), Some(*value)),
            Operation::Havoc { target, .. } => (Some(*target), None),
            Operation::Skip | Operation::Call { .. } => continue,
        };
        let read: Vec<TermId> = term.into_iter().collect();
        let symbols = program.terms.symbols_of(&read).into_iter();
        let read = symbols.filter_map(|s| of_symbol.get(&s).copied());
        let here: BTreeSet<VarId> = read.chain(target).collect();
        for variable in here {
            *uses.entry(variable).or_default() += 1;
        }
    }
    uses
}

/// `a < b`, if both have the same sort; between unsigned bit-vectors as unsigned numbers.
fn less(program: &Program, a: VarId, b: VarId) -> Option<TermId> {
    let terms = &program.terms;
    if program.sort(a) != program.sort(b) {
        return None;
    }
    let (x, y) = (program.symbol(a), program.symbol(b));
    let unsigned = |v| !program.variable(v).integer.signed;
    Some(match program.sort(a) {
        Sort::BitVec(_) if unsigned(a) && unsigned(b) => terms.bv_ult(x, y),
        Sort::BitVec(_) => terms.bv_slt(x, y),
        _ => terms.lt(x, y),
    })
}
