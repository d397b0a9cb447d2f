//! What can be said only when all units are there.

use crate::ast::{Linkage, Statement, StatementKind, Unit};
use crate::models;
use std::sync::Arc;

/// Links the library models, and refuses what the linker would do otherwise than we do.
pub(super) fn complete(unit: &mut Unit) {
    refuse_renamed(unit);
    if unit.runs_outside_main {
        refuse_main(unit);
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

/// Constructors and destructors are not modelled: `main` starts with what says so.
fn refuse_main(unit: &mut Unit) {
    let main = unit.functions.iter_mut().find(|f| &*f.name == "main");
    if let Some(body) = main.and_then(|main| main.body.as_mut()) {
        let span = body.span;
        let empty = Statement {
            kind: StatementKind::Empty,
            span,
        };
        let original = std::mem::replace(body, empty);
        let refusal = unsupported("constructor or destructor function", span);
        *body = Statement {
            kind: StatementKind::Compound(vec![refusal, original]),
            span,
        };
    }
}

fn unsupported(what: &str, span: Option<invar_cfa::Span>) -> Statement {
    Statement {
        kind: StatementKind::Unsupported(what.to_owned()),
        span,
    }
}
