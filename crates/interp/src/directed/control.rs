//! Variables that say how far a program has come: those of global lifetime that are compared somewhere, and are set to
//! constants or counted.
//!
//! A branch that was tried in one control state is worth another try in a different one: most branches in drivers and
//! state machines do not depend on inputs directly, but on what earlier inputs did to such variables.

use super::Focus;
use crate::machine::Machine;
use invar_cfa::{FunctionId, Operation, Program, Scope, VarId};
use invar_term::{Op, Sort, SymbolId, TermId, Value};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Variables that are looked at; those that are compared most often come first.
const MAX_VARIABLES: usize = 64;
/// Larger values of a counter count as this one.
const MAX_COUNT: u128 = 4;

/// How a variable changes, which says what of its value counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is only set to constants.
    State,
    /// It is also counted up or down.
    Counter,
}

/// The control variables of a program.
pub(super) struct Control {
    variables: Vec<(usize, Kind)>,
}

impl Control {
    pub(super) fn of(program: &Program, focus: Focus<'_>) -> Control {
        let once = called_once(program);
        let mut assigned: FxHashMap<SymbolId, Option<Kind>> = FxHashMap::default();
        let mut compared: FxHashMap<SymbolId, usize> = FxHashMap::default();
        for function in &program.functions {
            for id in function.cfa.edge_ids() {
                match &function.cfa.edge(id).operation {
                    Operation::Skip => {}
                    Operation::Assume { condition, .. } => {
                        for symbol in program.terms.symbols_of(&[*condition]) {
                            *compared.entry(symbol).or_default() += 1;
                        }
                    }
                    Operation::Assign { target, value } => {
                        join(
                            &mut assigned,
                            program,
                            *target,
                            kind(program, *target, *value),
                        );
                    }
                    Operation::Havoc { target, .. } => {
                        join(&mut assigned, program, *target, None);
                    }
                    Operation::Call { results, .. } => {
                        for target in results {
                            join(&mut assigned, program, *target, None);
                        }
                    }
                }
            }
        }
        let mut variables = Vec::new();
        for (position, id) in program.variable_ids().enumerate() {
            let stays = match program.variable(id).scope {
                Scope::Local(function) => once[function.0 as usize],
                _ => true,
            };
            let symbol = program.terms.as_symbol(program.symbol(id));
            let Some(symbol) =
                symbol.filter(|_| stays && is_number(program.sort(id)) && focus.has_variable(id))
            else {
                continue;
            };
            let kind = assigned.get(&symbol).copied().flatten();
            let times = compared.get(&symbol).copied().unwrap_or_default();
            if let Some(kind) = kind.filter(|_| times > 0) {
                variables.push((times, position, kind));
            }
        }
        variables.sort_by_key(|(times, position, _)| (std::cmp::Reverse(*times), *position));
        variables.truncate(MAX_VARIABLES);
        let variables = variables.into_iter();
        Control {
            variables: variables.map(|(_, at, kind)| (at, kind)).collect(),
        }
    }

    /// A number for what the control variables hold.
    pub(super) fn state(&self, machine: &Machine<'_>) -> u64 {
        let mut hasher = FxHasher::default();
        for (position, kind) in &self.variables {
            let value = match &machine.state[*position] {
                Value::Bool(holds) => u128::from(*holds),
                Value::Bv(value) if *kind == Kind::State => value.unsigned(),
                Value::Bv(value) => value.unsigned().min(MAX_COUNT),
                _ => 0,
            };
            value.hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Functions that are called at most once, from functions of that kind: their variables keep their values.
fn called_once(program: &Program) -> Vec<bool> {
    let mut calls = vec![0_usize; program.functions.len()];
    let mut callers = vec![Vec::new(); program.functions.len()];
    for (index, function) in program.functions.iter().enumerate() {
        for id in function.cfa.edge_ids() {
            if let Operation::Call { function, .. } = &function.cfa.edge(id).operation {
                calls[function.0 as usize] += 1;
                callers[function.0 as usize].push(FunctionId(index as u32));
            }
        }
    }
    // Only what the entry function calls itself: handlers that it calls again and again start anew.
    let is_entry = |function: &FunctionId| *function == program.entry;
    let of = |index: usize| calls[index] <= 1 && callers[index].iter().all(is_entry);
    (0..calls.len()).map(of).collect()
}

fn is_number(sort: &Sort) -> bool {
    matches!(sort, Sort::Bool | Sort::BitVec(_))
}

/// What an assignment makes of its target; nothing if it may give it any value.
fn kind(program: &Program, target: VarId, value: TermId) -> Option<Kind> {
    let terms = &program.terms;
    if terms.as_constant(value).is_some() {
        return Some(Kind::State);
    }
    let symbol = program.symbol(target);
    let arguments = terms.args(value);
    let is_step = |a: TermId, b: TermId| a == symbol && terms.as_constant(b).is_some();
    match terms.op(value) {
        Op::BvAdd | Op::BvSub => {
            let [a, b] = arguments else { return None };
            (is_step(*a, *b) || is_step(*b, *a)).then_some(Kind::Counter)
        }
        Op::Ite => {
            let [_, a, b] = arguments else { return None };
            let kinds = [*a, *b].map(|term| kind(program, target, term));
            match kinds {
                [Some(Kind::State), Some(Kind::State)] => Some(Kind::State),
                [Some(_), Some(_)] => Some(Kind::Counter),
                _ => None,
            }
        }
        _ => None,
    }
}

fn join(
    assigned: &mut FxHashMap<SymbolId, Option<Kind>>,
    program: &Program,
    target: VarId,
    new: Option<Kind>,
) {
    let Some(symbol) = program.terms.as_symbol(program.symbol(target)) else {
        return;
    };
    let known = assigned.entry(symbol).or_insert(new);
    *known = match (*known, new) {
        (Some(Kind::State), Some(Kind::State)) => Some(Kind::State),
        (Some(_), Some(_)) => Some(Kind::Counter),
        _ => None,
    };
}
