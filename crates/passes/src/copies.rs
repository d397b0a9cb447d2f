//! Copy propagation: a variable that holds a copy is read where the original still is.
//!
//! Correctness. Every assignment, havoc and join gives the value it makes a fresh name; `x := y` gives
//! `x` the name of `y`'s value. Names are never reused on a path between two loop heads, so two
//! variables under one name hold equal values there, and reading one for the other changes no
//! execution. The value that a variable has at a loop head is named after the variable alone: what is
//! known never crosses a head, and where paths from several heads meet, each name is the value at the
//! last head of the path that was taken. No facts are needed. The removal of dead assignments decides
//! whether the copy itself is dropped.

use crate::rebuild::{Draft, Fate, Rewritten, rebuild};
use crate::uses::{Uses, target_of, term_of};
use crate::varmap::{Absent, VISIT_WORK, VarMap, WORK_LIMIT};
use invar_cfa::{CutPoints, EdgeId, LocId, Operation, Program, VarId};
use invar_term::{Substitution, TermId};

/// The name of a value: the variable it was made in, and what made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Name {
    origin: VarId,
    maker: Maker,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Maker {
    /// It is the value at the last loop head, or at the entry.
    Head,
    Edge(EdgeId),
    Location(LocId),
}

/// The names of the values of variables that changed since the last loop head.
type State = VarMap<Name>;

fn name_of(state: &State, variable: VarId) -> Name {
    state.get(variable).unwrap_or(Name {
        origin: variable,
        maker: Maker::Head,
    })
}

/// Reads originals instead of copies.
pub fn propagate_copies(program: &Program) -> Rewritten {
    let cfa = program.entry_cfa();
    let uses = Uses::of(program);
    let Some(states) = names(program, &uses) else {
        let note = Some("copies given up: too much work");
        return Rewritten {
            note,
            ..Rewritten::unchanged(program)
        };
    };
    let draft = |id: EdgeId| {
        let edge = cfa.edge(id);
        let operation = match &states[edge.from.0 as usize] {
            Some(state) => with_originals(program, &uses, state, id),
            None => edge.operation.clone(),
        };
        Draft::of(cfa, id, operation)
    };
    let edges = cfa.edge_ids().map(draft).collect();
    rebuild(program, &vec![Fate::Keep; cfa.location_count()], edges)
}

/// The names at each location that can be reached; `None` if it is too much work. One sweep is
/// enough, since nothing is carried into a loop head.
fn names(program: &Program, uses: &Uses) -> Option<Vec<Option<State>>> {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let mut order: Vec<LocId> = cfa
        .location_ids()
        .filter(|l| cuts.position(*l).is_some())
        .collect();
    order.sort_by_key(|l| cuts.position(*l));
    let mut states: Vec<Option<State>> = vec![None; cfa.location_count()];
    let mut spent = 0;
    for location in order {
        spent += VISIT_WORK;
        if location == cfa.entry || cuts.is_loop_head(location) {
            states[location.0 as usize] = Some(VarMap::new(program.variables.len()));
        }
        if spent > WORK_LIMIT {
            return None;
        }
        let Some(state) = states[location.0 as usize].clone() else {
            continue;
        };
        for (id, edge) in cfa.outgoing(location) {
            if cuts.is_loop_head(edge.to) {
                continue;
            }
            let after = after(program, uses, &state, id);
            match &mut states[edge.to.0 as usize] {
                Some(known) => {
                    let maker = Maker::Location(edge.to);
                    known.merge(&after, Absent::Combines, &mut spent, |origin, x, y| {
                        if x == y {
                            x
                        } else {
                            Some(Name { origin, maker })
                        }
                    });
                }
                unreached => *unreached = Some(after),
            }
        }
    }
    Some(states)
}

fn after(program: &Program, uses: &Uses, state: &State, id: EdgeId) -> State {
    let operation = &program.entry_cfa().edge(id).operation;
    let mut state = state.clone();
    let Some(target) = target_of(operation) else {
        return state;
    };
    let copied = match operation {
        Operation::Assign { value, .. } => program
            .terms
            .as_symbol(*value)
            .and_then(|symbol| uses.variable(symbol)),
        _ => None,
    };
    let name = match copied {
        Some(original) => name_of(&state, original),
        None => Name {
            origin: target,
            maker: Maker::Edge(id),
        },
    };
    state.set(target, Some(name));
    state
}

/// The operation of an edge with originals read for copies.
fn with_originals(program: &Program, uses: &Uses, state: &State, id: EdgeId) -> Operation {
    let operation = &program.entry_cfa().edge(id).operation;
    let Some(term) = term_of(operation) else {
        return operation.clone();
    };
    let pairs: Vec<(TermId, TermId)> = uses
        .reads(id)
        .iter()
        .filter_map(|variable| {
            let name = name_of(state, *variable);
            let replace = name.origin != *variable
                && name_of(state, name.origin) == name
                && program.sort(name.origin) == program.sort(*variable);
            replace.then(|| (program.symbol(*variable), program.symbol(name.origin)))
        })
        .collect();
    if pairs.is_empty() {
        return operation.clone();
    }
    let terms = &program.terms;
    let read = Substitution::new(terms, pairs).apply(terms, term);
    match operation {
        Operation::Assume { reason, .. } => Operation::Assume {
            condition: read,
            reason: *reason,
        },
        Operation::Assign { target, .. } => Operation::Assign {
            target: *target,
            value: read,
        },
        other => other.clone(),
    }
}
