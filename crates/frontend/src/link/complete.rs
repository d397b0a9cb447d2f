//! What can be said only when all units are there.

use crate::ast::{FunctionDecl, Linkage, Refusal, Statement, StatementKind, Unit};
use crate::models;
use crate::rewrite::build::precede;
use std::sync::Arc;

/// Links the library models, and refuses what the linker would do otherwise than we do.
pub(super) fn complete(unit: &mut Unit) {
    refuse_renamed(unit);
    refuse_doubled(unit);
    for refusal in unit.refusals.clone() {
        refuse(unit, refusal);
    }
    models::link(unit);
}

/// Refuses the functions that the linker takes for others: their names differ, but one of them is
/// the body of the other.
fn refuse_renamed(unit: &mut Unit) {
    for renamed in 0..unit.functions.len() {
        let Some(symbol) = unit.functions[renamed].symbol.clone() else {
            continue;
        };
        let Some(named) = external(unit, &symbol) else {
            continue;
        };
        let has_body = |number: usize| unit.functions[number].body.is_some();
        let (without, with) = match has_body(renamed) {
            true => (named, renamed),
            false => (renamed, named),
        };
        if has_body(with) && !has_body(without) {
            let function = &mut unit.functions[without];
            function.body = Some(unsupported("another name of a function", function.span));
        }
    }
}

/// The function that other units see under a name.
fn external(unit: &Unit, name: &Arc<str>) -> Option<usize> {
    unit.functions
        .iter()
        .position(|f| f.name == *name && f.linkage != Linkage::Internal)
}

/// Refuses inline definitions of functions that another file defines in another way: a call may mean either (C11 6.7.4).
fn refuse_doubled(unit: &mut Unit) {
    for number in 0..unit.functions.len() {
        let inline = &unit.functions[number];
        if inline.linkage != Linkage::Inline || inline.body.is_none() {
            continue;
        }
        let place = |f: &FunctionDecl| f.span.map(|span| unit.sources.describe(span));
        let is_other = |f: &FunctionDecl| {
            let is_visible = matches!(f.linkage, Linkage::External | Linkage::Weak);
            is_visible && f.name == inline.name && f.body.is_some() && place(f) != place(inline)
        };
        if unit.functions.iter().any(is_other) {
            let span = inline.span;
            let what = "inline function that another file defines too";
            unit.functions[number].body = Some(unsupported(what, span));
        }
    }
}

/// Functions start with what is not modelled about the program. What runs outside of `main` concerns `main` alone: other
/// functions start in any state.
fn refuse(unit: &mut Unit, refusal: Refusal) {
    let what = match refusal {
        Refusal::RunsOutsideMain => "constructor or destructor function",
        Refusal::RenamedVariable => "variable under another name",
        Refusal::ReversedBytes => "attribute scalar_storage_order",
    };
    let in_main = refusal == Refusal::RunsOutsideMain;
    let functions = unit.functions.iter_mut();
    for function in functions.filter(|f| !in_main || &*f.name == "main") {
        let body = function.body.as_mut();
        let Some(body) = body.filter(|b| !matches!(b.kind, StatementKind::Unsupported(_))) else {
            continue;
        };
        precede(body, unsupported(what, body.span));
    }
}

fn unsupported(what: &str, span: Option<invar_cfa::Span>) -> Statement {
    Statement {
        kind: StatementKind::Unsupported(what.to_owned()),
        span,
    }
}
