//! The standard streams: each is an object of its own, as the models of `<stdio.h>` know streams.

use super::build::{At, hidden_variable, int};
use crate::ast::{CastKind, Expr, ExprKind, FunctionDecl, Initialiser, Storage, Type, Unit};

/// The words of a stream: as many bytes as the models give one.
const WORDS: u64 = 64;

/// Gives the variables `stdin`, `stdout` and `stderr` their streams.
pub(super) fn rewrite(unit: &mut Unit) {
    // Nothing else writes to a stream.
    let closes = |function: &FunctionDecl| {
        matches!(&*function.name, "fclose" | "pclose") && function.body.is_some()
    };
    let are_closed = unit.functions.iter().any(closes);
    for number in 0..unit.variables.len() {
        let variable = &unit.variables[number];
        let is_open =
            variable.storage == Storage::External && matches!(variable.ty, Type::Pointer(_));
        if !is_open || !matches!(&*variable.name, "stdin" | "stdout" | "stderr") {
            continue;
        }
        let at = At(variable.span);
        let is_output = i128::from(&*variable.name == "stdout");
        let ty = Type::Array(int().into(), Some(WORDS));
        let name = format!("${}", variable.name);
        let stream = hidden_variable(unit, &name, ty.clone(), Storage::Global, at.0);
        let words = vec![at.number(0), at.number(is_output)];
        unit.variables[stream.0 as usize].initialiser = Some(Expr {
            kind: ExprKind::Initialiser(Initialiser::Array(words)),
            ty: ty.clone(),
            span: at.0,
        });
        unit.variables[stream.0 as usize].constant = !are_closed;
        let variable = &mut unit.variables[number];
        let address = at.decayed(at.variable(stream, &ty), &int());
        let address = at.cast(CastKind::BitCast, address, variable.ty.clone());
        variable.storage = Storage::Global;
        variable.initialiser = Some(address);
        // Also where a program starts elsewhere than at `main`.
        variable.constant = true;
    }
}
