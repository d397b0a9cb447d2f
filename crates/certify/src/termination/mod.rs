//! Termination as questions of safety, which [`certify_proof`](crate::certify_proof) and
//! [`replay`](crate::replay) then decide. The questions are made here, from the inlined program and nothing else.
//!
//! First, limits of the model become something that is not modelled ([`without_limits`]). Then:
//!
//! - *Every execution ends* ([`loops`], [`with_ranking`]). An execution without end stays, from some step on, in one strongly
//!   connected component. If it visits the component's ranked place again and again, each visit but the first comes
//!   along an edge from inside the component, and there the ranking was checked to be smaller than at the visit
//!   before: impossible, since a tuple of bit-vectors has finitely many values. So it leaves that place for good and stays in a
//!   component of what is left, and so on, until nothing is left in which it could go around. Where a component is entered does
//!   not matter: what edges from outside do to the value of the visit before is soon overwritten.
//! - Recursive functions are kept apart and have measures ([`with_measures`]).
//! - *An execution repeats its state* ([`with_repetition`]): the values of the live variables at a place are those of an
//!   earlier visit, so the same inputs lead there again, for ever.
//! - *An execution gets to a state from which no end can be reached* ([`with_state`], [`without_end`]): the first program
//!   shows the run to the state, the second that no execution from there ends, if some inputs have the values that were chosen
//!   for them. An execution ends at `Halt`, at the exit, and where no edge can be taken.

mod components;
mod endless;
mod limits;
mod live;
mod ranking;
mod recursion;
mod repetition;

pub use components::{LoopPart, loops};
pub use endless::{FixedInputs, KnownState, state_at, with_state, without_end};
pub use limits::{Limited, has_limits, without_limits};
pub use live::live_at;
pub use ranking::with_ranking;
pub use recursion::with_measures;
pub use repetition::with_repetition;

use invar_cfa::{
    AssumeReason, Cfa, Check, CheckId, CheckKind, Indexing, IntegerType, LocId, LocationKind,
    Operation, Program, Scope, StableId, VarId, Variable,
};
use invar_term::{Sort, TermId};

/// Adds a variable that the program does not have; nothing but the edges added here reads or writes it.
fn add_ghost(program: &mut Program, name: &str, sort: &Sort) -> VarId {
    let symbol = program.terms.fresh_symbol(name, sort);
    let id = program.terms.as_symbol(symbol);
    let id = id.expect("a fresh symbol is a symbol");
    let name = program.terms.symbol_name(id).to_owned();
    program.variables.push(Variable {
        name: name.as_str().into(),
        source_name: None,
        symbol,
        integer: IntegerType {
            width: sort.width().unwrap_or(1),
            signed: false,
        },
        type_name: "ghost".into(),
        scope: Scope::Global,
        span: None,
        indexing: Indexing::Plain,
        ghost: None,
    });
    VarId(program.variables.len() as u32 - 1)
}

/// Adds a check at a place.
fn add_check(program: &mut Program, kind: CheckKind, at: LocId) -> CheckId {
    let span = program.entry_cfa().location(at).span;
    program.checks.push(Check { kind, span });
    CheckId(program.checks.len() as u32 - 1)
}

/// Adds a location beside another.
fn beside(cfa: &mut Cfa, location: LocId, kind: LocationKind, name: &str) -> LocId {
    let old = cfa.location(location);
    let stable = StableId::of(&[&old.stable.to_string(), name]);
    let (span, calls) = (old.span, old.calls);
    cfa.add_location(kind, span, stable, calls)
}

fn assume(condition: TermId) -> Operation {
    Operation::Assume {
        condition,
        reason: AssumeReason::Check,
    }
}

/// Assigns values one after the other, on edges from one location to another.
fn assign_all(cfa: &mut Cfa, from: LocId, to: LocId, values: &[(VarId, TermId)], name: &str) {
    let mut at = from;
    for (number, (target, value)) in values.iter().enumerate() {
        let next = beside(cfa, from, LocationKind::Plain, &format!("{name} {number}"));
        let operation = Operation::Assign {
            target: *target,
            value: *value,
        };
        cfa.add_edge(at, next, operation, None);
        at = next;
    }
    cfa.add_edge(at, to, Operation::Skip, None);
}

/// The automaton of the entry function, to be changed.
fn entry_cfa(program: &mut Program) -> &mut Cfa {
    let entry = program.entry;
    &mut program.functions[entry.0 as usize].cfa
}
