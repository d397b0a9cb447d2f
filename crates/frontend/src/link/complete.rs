//! What can be said only when all units are there.

use super::plan::symbol;
use crate::ast::{
    ExprKind, FunctionDecl, Linkage, Refusal, Statement, StatementKind, Storage, Unit, VariableDecl,
};
use crate::models;
use crate::rewrite::build::precede;

/// Links the library models, and refuses what the linker would do otherwise than we do.
pub(super) fn complete(unit: &mut Unit) {
    refuse_renamed(unit);
    refuse_doubled(unit);
    refuse_section_bounds(unit);
    for refusal in unit.refusals.clone() {
        refuse(unit, refusal);
    }
    models::link(unit);
}

/// Refuses the functions that the linker takes for others: their names differ, but one of them is
/// the body of the other.
fn refuse_renamed(unit: &mut Unit) {
    for renamed in 0..unit.functions.len() {
        if unit.functions[renamed].symbol.is_none() || unit.functions[renamed].body.is_some() {
            continue;
        }
        let has_body = |f: &FunctionDecl| f.body.is_some();
        if same_symbol(unit, renamed).any(|other| has_body(&unit.functions[other])) {
            refuse_name(unit, renamed);
        }
    }
    for body in 0..unit.functions.len() {
        if unit.functions[body].symbol.is_none() || unit.functions[body].body.is_none() {
            continue;
        }
        for other in same_symbol(unit, body).collect::<Vec<_>>() {
            if unit.functions[other].body.is_none() {
                refuse_name(unit, other);
            }
        }
    }
}

fn refuse_name(unit: &mut Unit, number: usize) {
    let function = &mut unit.functions[number];
    function.body = Some(unsupported("another name of a function", function.span));
}

/// The other functions that the linker knows by the name that it has for one.
fn same_symbol(unit: &Unit, number: usize) -> impl Iterator<Item = usize> {
    let name = symbol(&unit.functions[number]);
    let is_other = move |(other, f): &(usize, &FunctionDecl)| {
        let is_seen = f.symbol.is_some() || f.linkage != Linkage::Internal;
        *other != number && is_seen && symbol(f) == name
    };
    let others = unit.functions.iter().enumerate().filter(is_other);
    others.map(|(other, _)| other)
}

/// Refuses functions that use variables with which the linker marks the bounds of a section.
fn refuse_section_bounds(unit: &mut Unit) {
    let is_bound = |variable: &VariableDecl| {
        let prefixes = ["__start_", "__stop_"];
        variable.storage == Storage::External
            && prefixes.iter().any(|p| variable.name.starts_with(p))
    };
    if !unit.variables.iter().any(is_bound) {
        return;
    }
    let uses_bound = |body: &Statement| {
        unit.any_expression(
            body,
            &mut |expr| matches!(expr.kind, ExprKind::Variable(id) if is_bound(unit.variable(id))),
        )
    };
    let uses = |f: &FunctionDecl| f.body.as_ref().is_some_and(uses_bound);
    let users: Vec<usize> = (0..unit.functions.len())
        .filter(|f| uses(&unit.functions[*f]))
        .collect();
    for user in users {
        let function = &mut unit.functions[user];
        function.body = Some(unsupported(
            "bounds of a section that the linker sets",
            function.span,
        ));
    }
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
        Refusal::OtherArithmetic => {
            "floating-point arithmetic that an attribute or a pragma changes"
        }
        Refusal::KeptMemory => "variable that is not initialised when the program starts",
        Refusal::EnumSize => {
            "enumeration whose size compilers for the target do not agree on: give -fshort-enums or -fno-short-enums"
        }
        Refusal::DisputedLayout => "struct whose layout compilers do not agree on",
        Refusal::OtherLayout => "struct that the compiler lays out in another way",
        Refusal::HiddenDefinition => {
            "struct, union or enumeration that a macro defines inside parentheses"
        }
        Refusal::HiddenEffect => "effect of a macro in the bound of an array parameter",
        Refusal::FileScopeAssembler => "assembler outside of functions",
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
