//! Executions that get to a state from which no end can be reached.

use super::{add_check, assign_all, assume, beside, entry_cfa, live_at};
use crate::proof::Rejection;
use invar_cfa::{CheckKind, EdgeId, LocId, LocationKind, Operation, Program, StableId, VarId};
use invar_interp::{Choices, Limits, Step, run};
use invar_term::{TermId, Value};
use invar_verdict::Trace;
use std::collections::BTreeMap;

/// Values that inputs always have.
pub type FixedInputs = BTreeMap<EdgeId, Value>;

/// The live variables of a location with their values.
pub type KnownState = BTreeMap<VarId, Value>;

/// The values of the live variables at the visit of a location with a number, counted from one, in the run of a trace.
///
/// # Errors
/// If the run has no such visit.
pub fn state_at(
    program: &Program,
    location: LocId,
    visit: u64,
    trace: &Trace,
    limits: &Limits,
) -> Result<KnownState, Rejection> {
    let mut state = KnownState::new();
    for variable in live_at(program, location) {
        // All variables are zero at the start.
        let zero = Value::zero(program.sort(variable));
        let zero = zero.ok_or_else(|| Rejection::Undecided("a sort without values".into()))?;
        state.insert(variable, zero);
    }
    let mut visits = 0;
    let mut found = None;
    let mut observer = |step: Step<'_>| {
        if found.is_some() {
            return;
        }
        if let Some((variable, value)) = step.changed
            && let Some(kept) = state.get_mut(&variable)
        {
            kept.clone_from(value);
        }
        if program.entry_cfa().edge(step.edge).to == location {
            visits += 1;
            found = (visits == visit).then(|| state.clone());
        }
    };
    let mut choices = Choices::new(trace.values());
    run(program, &mut choices, &mut observer, limits);
    found.ok_or_else(|| Rejection::Refuted("the run does not get to the place".into()))
}

/// The program that fails where an execution is at a location in a state. Edges of the program keep their names.
pub fn with_state(program: &Program, location: LocId, state: &KnownState) -> Program {
    let terms = program.terms.clone();
    let mut program = program.clone();
    let is_value = |(variable, value): (&VarId, &Value)| {
        terms.eq(program.symbol(*variable), terms.constant(value))
    };
    let same: Vec<TermId> = state.iter().map(is_value).collect();
    let same = terms.and(&same);
    let check = add_check(&mut program, CheckKind::Endless, location);
    let cfa = entry_cfa(&mut program);
    let after = cfa.split(location);
    let error = beside(cfa, location, LocationKind::Error(check), "in the state");
    cfa.add_edge(location, after, assume(terms.not(same)), None);
    cfa.add_edge(location, error, assume(same), None);
    program
}

/// The program that starts at a location in a state, in which some inputs have fixed values and every end is an error: `Halt`,
/// the exit, and where no edge can be taken. If it is safe, every execution of it goes on for ever; each is one of the program.
pub fn without_end(
    program: &Program,
    location: LocId,
    state: &KnownState,
    inputs: &FixedInputs,
) -> Program {
    let terms = program.terms.clone();
    let mut program = program.clone();
    let check = add_check(&mut program, CheckKind::Endless, location);
    let values: Vec<_> = state
        .iter()
        .map(|(variable, value)| (*variable, terms.constant(value)))
        .collect();
    let cfa = entry_cfa(&mut program);
    for (edge, value) in inputs {
        if let Operation::Havoc { target, .. } = cfa.edge(*edge).operation {
            *cfa.operation_mut(*edge) = Operation::Assign {
                target,
                value: terms.constant(value),
            };
        }
    }
    let locations: Vec<LocId> = cfa.location_ids().collect();
    let error = beside(cfa, location, LocationKind::Error(check), "ended");
    for at in locations {
        match cfa.location(at).kind {
            LocationKind::Halt => cfa.location_mut(at).kind = LocationKind::Error(check),
            LocationKind::Error(_) | LocationKind::Unsupported(_) => {}
            LocationKind::Plain => {
                let mut conditions = Vec::new();
                let mut is_open = at == cfa.exit;
                for (_, edge) in cfa.outgoing(at) {
                    match &edge.operation {
                        Operation::Assume { condition, .. } => conditions.push(*condition),
                        _ => conditions.push(terms.tru()),
                    }
                }
                let some = terms.or(&conditions);
                is_open |= !terms.is_true(some);
                if at == cfa.exit {
                    cfa.add_edge(at, error, Operation::Skip, None);
                } else if is_open {
                    cfa.add_edge(at, error, assume(terms.not(some)), None);
                }
            }
        }
    }
    let start = StableId::of(&["without end", &cfa.location(location).stable.to_string()]);
    let calls = cfa.location(location).calls;
    let start = cfa.add_location(LocationKind::Plain, None, start, calls);
    assign_all(cfa, start, location, &values, "begins with");
    cfa.entry = start;
    program
}
