//! The program that checks, at every call inside a recursive function, that a measure of the arguments decreases.
//!
//! An execution without end either has ever deeper calls, or an activation that never ends although each call in it returns. In
//! the divided program ([`obligations`](crate::obligations)) every body starts with any values and every call gives any value to
//! what functions may change, so an activation of the second kind is an execution of it without end, which rankings of its
//! loops exclude. Ever deeper calls are excluded by measures over parameters and globals: a tuple of unsigned numbers
//! that is smaller for the arguments of a call than it was where the calling body began.

use super::ranking::smaller;
use super::{add_check, assume, beside, entry_cfa};
use crate::contracts::obligations;
use crate::proof::Rejection;
use invar_cfa::{CheckKind, LocId, LocationKind, Procedures, Program, VarId};
use invar_term::{Substitution, TermId};
use invar_verdict::Contract;
use std::collections::BTreeSet;

/// The divided program with a check before every call inside a procedure. A measure is a tuple of bit-vectors over the
/// parameters and globals that a precondition may speak of; all have the same sorts.
///
/// # Errors
/// If the program is not divided as required, or the measures are not as above.
pub fn with_measures(
    divided: &Program,
    procedures: &Procedures,
    measures: &[Vec<TermId>],
) -> Result<Program, Rejection> {
    let refused = |message: &str| Err(Rejection::Refuted(message.to_owned()));
    let nothing = vec![Contract::default(); procedures.list.len()];
    let mut program = obligations(divided, procedures, &nothing)?.program;
    let terms = program.terms.clone();
    if measures.len() != procedures.list.len() {
        return refused("there is not one measure per procedure");
    }
    let known = program.variables_by_symbol();
    let sorts = |measure: &[TermId]| -> Vec<Option<u32>> {
        measure.iter().map(|t| terms.sort(*t).width()).collect()
    };
    for (procedure, measure) in procedures.list.iter().zip(measures) {
        let given = procedures.given(procedure);
        let symbols = terms.symbols_of(measure);
        let mut variables = symbols.iter().map(|symbol| known.get(symbol));
        if !variables.all(|v| v.is_some_and(|v| given.contains(v))) {
            return refused("a measure speaks of what it must not");
        }
        let widths = sorts(measure);
        if widths.is_empty() || widths.contains(&None) || widths != sorts(&measures[0]) {
            return refused("measures are no tuples of bit-vectors of the same sorts");
        }
    }
    let renamed = |measure: &[TermId], from: &[VarId], to: &[VarId]| -> Vec<TermId> {
        let symbol = |v: &VarId| divided.symbol(*v);
        let pairs = from.iter().map(symbol).zip(to.iter().map(symbol));
        let mut substitution = Substitution::new(&terms, pairs);
        let measure = measure.iter();
        measure.map(|t| substitution.apply(&terms, *t)).collect()
    };
    for (procedure, measure) in procedures.list.iter().zip(measures) {
        let body = reachable(&program, procedure.start);
        let given = procedures.given(procedure);
        let began = renamed(measure, &given, &procedures.given_before(procedure));
        for call in procedures.calls.iter().filter(|c| body.contains(&c.before)) {
            let callee = &procedures.list[call.procedure];
            let (given, passed) = (procedures.given(callee), procedures.given_at_call(callee));
            let passed = renamed(&measures[call.procedure], &given, &passed);
            let smaller = smaller(&terms, &passed, &began);
            let check = add_check(&mut program, CheckKind::Ranking, call.before);
            let cfa = entry_cfa(&mut program);
            let after = cfa.split(call.before);
            let error = beside(cfa, call.before, LocationKind::Error(check), "not smaller");
            cfa.add_edge(call.before, error, assume(terms.not(smaller)), None);
            cfa.add_edge(call.before, after, assume(smaller), None);
        }
    }
    Ok(program)
}

/// The locations that are reachable from another.
fn reachable(program: &Program, from: LocId) -> BTreeSet<LocId> {
    let cfa = program.entry_cfa();
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(here) = open.pop() {
        for (_, edge) in cfa.outgoing(here) {
            if found.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    found
}
