//! Functions of the library that lowering knows and whose address is taken (`hooks.free = free`): the address is the one of
//! a function with a body that calls them, so that calls through pointers are those of any function.

use super::build::{At, hidden_variable};
use super::calls::direct;
use super::walk::{self, Parts, Visitor};
use crate::ast::{
    Expr, ExprKind, FunId, FunctionDecl, Linkage, Statement, StatementKind, Storage, Type, Unit,
};
use crate::library::{Allocation, Native, Standing, native, standing};
use std::collections::BTreeMap;

/// Makes these functions.
pub(super) fn rewrite(unit: &mut Unit) {
    let functions = unit.functions.iter().enumerate();
    let known = functions.filter(|(_, function)| may_be_wrapped(function));
    let mut taken = Taken {
        wrappers: known.map(|(n, _)| (FunId(n as u32), None)).collect(),
        next: unit.functions.len() as u32,
    };
    if taken.wrappers.is_empty() {
        return;
    }
    for number in 0..unit.functions.len() {
        walk::function(unit, FunId(number as u32), &mut taken);
    }
    walk::static_initialisers(unit, &mut taken);
    let mut made: Vec<(FunId, FunId)> = (taken.wrappers.into_iter())
        .filter_map(|(function, wrapper)| Some((wrapper?, function)))
        .collect();
    made.sort_unstable();
    for (_, function) in made {
        wrap(unit, function);
    }
}

/// Whether a function is known to lowering alone, and can be called with the values of its parameters.
fn may_be_wrapped(function: &FunctionDecl) -> bool {
    let is_open = function.body.is_none() && !function.no_return;
    let has_fixed_arguments = !function.ty.variadic && !function.ty.without_prototype;
    let is_known = match native(function) {
        // What is on the stack ends with the wrapper.
        Some(Native::Allocate(Allocation::Stack)) => false,
        Some(
            Native::Allocate(_)
            | Native::Free
            | Native::CopyBytes(_)
            | Native::FillBytes(_)
            | Native::AbsoluteValue,
        ) => true,
        _ => false,
    };
    is_open && has_fixed_arguments && is_known && standing(function) == Standing::Library
}

/// Puts wrappers in the place of functions that are not called right there.
struct Taken {
    /// The functions, with their wrappers where these are needed.
    wrappers: BTreeMap<FunId, Option<FunId>>,
    next: u32,
}

impl Visitor for Taken {
    fn call(&self, callee: &Expr) -> Parts {
        match direct(callee) {
            Some(_) => Parts::Arguments,
            None => Parts::All,
        }
    }

    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Function(id) = &mut expr.kind else {
            return;
        };
        if let Some(wrapper) = self.wrappers.get_mut(id) {
            let next = &mut self.next;
            *id = *wrapper.get_or_insert_with(|| {
                *next += 1;
                FunId(*next - 1)
            });
        }
    }
}

/// `T function(parameters) { return function(parameters); }`, as the next function of the unit.
fn wrap(unit: &mut Unit, function: FunId) {
    let wrapper = FunId(unit.functions.len() as u32);
    let mut declared = unit.function(function).clone();
    let (ty, span) = (declared.ty.clone(), declared.span);
    let at = At(span);
    let mut arguments = Vec::new();
    declared.parameters.clear();
    for parameter in &ty.parameters {
        let storage = Storage::Parameter(wrapper);
        let id = hidden_variable(unit, "", parameter.clone(), storage, span);
        declared.parameters.push(id);
        arguments.push(at.read(at.variable(id, parameter)));
    }
    let call = at.call(at.function(function, &ty), arguments, ty.result.clone());
    let kind = match ty.result {
        Type::Void => StatementKind::Expression(call),
        _ => StatementKind::Return(Some(call)),
    };
    declared.body = Some(Statement { kind, span });
    declared.linkage = Linkage::Internal;
    unit.functions.push(declared);
}
