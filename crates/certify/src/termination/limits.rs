//! Limits of the model are no ends of executions.
//!
//! The model of memory ends an execution where it has no more objects or addresses, or where a request is too large. A loop
//! that allocates in every round would end there. Inside cycles such a place is something that is not modelled instead, so that a
//! proof must show that it is not reached. Elsewhere, where an execution is at most once, it stays an assumption, which is told.

use super::components::{cyclic_components, reached};
use super::{assume, beside, entry_cfa};
use invar_cfa::{
    AssumeReason, AssumptionKind, EdgeId, LocId, LocationKind, Operation, Program, Unsupported,
    UnsupportedId,
};
use std::collections::BTreeSet;

/// Where limits of the model are taken to be not modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limited {
    /// In cycles of the automaton.
    InCycles,
    /// Everywhere: recursive functions are kept apart.
    Everywhere,
}

/// Whether a program, which may have calls, rests on limits of the model.
pub fn has_limits(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| {
        let cfa = &function.cfa;
        cfa.edge_ids()
            .any(|edge| limit(&cfa.edge(edge).operation).is_some())
    })
}

/// The program in which limits of the model are not modelled. Edges and locations keep their names.
pub fn without_limits(program: &Program, limited: Limited) -> Program {
    let cfa = program.entry_cfa();
    let all = reached(cfa);
    let places: BTreeSet<LocId> = match limited {
        Limited::Everywhere => all,
        Limited::InCycles => cyclic_components(cfa, &all).into_iter().flatten().collect(),
    };
    let is_limited = |edge: &EdgeId| {
        let edge = cfa.edge(*edge);
        limit(&edge.operation).is_some() && places.contains(&edge.from)
    };
    let edges: Vec<EdgeId> = cfa.edge_ids().filter(is_limited).collect();
    let mut program = program.clone();
    let terms = program.terms.clone();
    for id in edges {
        let edge = program.entry_cfa().edge(id).clone();
        let Operation::Assume { condition, .. } = edge.operation else {
            continue;
        };
        let beyond = match limit(&edge.operation) {
            // Whether another address would do is not asked: to get there is too much.
            Some(AssumptionKind::Placement) => terms.tru(),
            _ => terms.not(condition),
        };
        let number = UnsupportedId(program.unsupported.len() as u32);
        program.unsupported.push(Unsupported::construct(
            "a limit of the model of memory, in a loop: termination",
            edge.span,
        ));
        let cfa = entry_cfa(&mut program);
        let kind = LocationKind::Unsupported(number);
        let place = beside(cfa, edge.from, kind, &format!("limit {}", number.0));
        cfa.add_edge(edge.from, place, assume(beyond), edge.span);
    }
    program
}

/// The assumption of an edge that is a limit of the model.
fn limit(operation: &Operation) -> Option<AssumptionKind> {
    match operation {
        Operation::Assume {
            reason:
                AssumeReason::Assumption(
                    kind @ (AssumptionKind::Allocation | AssumptionKind::Placement),
                ),
            ..
        } => Some(*kind),
        _ => None,
    }
}
