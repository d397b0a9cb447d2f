//! Calls with variable arguments: they go into slots.

use super::build::{At, Locals, hidden_variable, int, pointer};
use super::slots::{Kind, Slots};
use super::walk::{self, Visitor};
use crate::ast::{CastKind, Expr, ExprKind, FunId, Storage, Type, UnaryOp, Unit};

/// The hidden parameter's name.
const PARAMETER: &str = "$arguments";

/// Gives a function with variable arguments its hidden parameter.
pub(super) fn receive(unit: &mut Unit, function: FunId, slots: &Slots) {
    let declared = unit.function(function);
    if !declared.ty.variadic || declared.body.is_none() {
        return;
    }
    let span = declared.span;
    let ty = pointer(slots.ty());
    let parameter = hidden_variable(unit, PARAMETER, ty, Storage::Parameter(function), span);
    unit.functions[function.0 as usize]
        .parameters
        .push(parameter);
}

/// Passes the arguments of the calls in a function.
pub(super) fn rewrite(unit: &mut Unit, function: FunId, slots: &Slots) {
    let has_body = unit.functions.iter().map(|f| f.body.is_some()).collect();
    let mut calls = Calls {
        slots,
        has_body,
        locals: Locals::new(unit, function),
    };
    walk::function(unit, function, &mut calls);
    calls.locals.declare(unit);
}

struct Calls<'s> {
    slots: &'s Slots,
    has_body: Vec<bool>,
    /// Slots and copies of structs.
    locals: Locals,
}

impl Visitor for Calls<'_> {
    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else {
            return;
        };
        let Some(ty) = callee.callee_type().filter(|ty| ty.variadic) else {
            return;
        };
        // Code that is not there looks at arguments where they are.
        if direct(callee).is_some_and(|function| !self.has_body[function.0 as usize]) {
            return;
        }
        if arguments.len() < ty.parameters.len() {
            return;
        }
        let extra = arguments.split_off(ty.parameters.len());
        let list = self.list(At(expr.span), extra);
        arguments.push(list);
    }
}

impl Calls<'_> {
    /// The arguments go into their slots; the value is the address of the first.
    fn list(&mut self, at: At, arguments: Vec<Expr>) -> Expr {
        let slot = self.slots.ty();
        let length = arguments.len() as u64 + 1;
        let ty = Type::Array(slot.clone().into(), Some(length));
        let array = self.locals.variable(at, "$slots", &ty);
        let element = |number: i128| {
            let base = at.decayed(array.clone(), &slot);
            at.element(base, number, slot.clone())
        };
        let mut effects = Vec::new();
        let mut number = 0;
        for argument in arguments {
            let at = At(argument.span.or(at.0));
            let Some(kind) = self.slots.kind(&argument.ty) else {
                effects.push(at.unsupported("variable argument of this type", int()));
                continue;
            };
            let value = match kind {
                Kind::Record(_) => {
                    let copy = self.locals.variable(at, "$passed", &argument.ty.clone());
                    effects.push(at.assign(copy.clone(), argument));
                    at.cast(CastKind::BitCast, at.address(copy), pointer(Type::Void))
                }
                _ => self.slots.stored(at, argument, kind),
            };
            effects.push(at.assign(self.slots.value(at, element(number), kind), value));
            let tag = self.slots.tag(at, element(number));
            effects.push(at.assign(tag, at.number(kind.number())));
            number += 1;
        }
        let end = self.slots.tag(at, element(number));
        effects.push(at.assign(end, at.number(0)));
        let first = at.decayed(array.clone(), &slot);
        effects
            .into_iter()
            .rev()
            .fold(first, |rest, effect| at.sequence(effect, rest))
    }
}

/// The function that a callee names, if it names one.
pub(crate) fn direct(callee: &Expr) -> Option<FunId> {
    match &callee.kind {
        ExprKind::Function(function) => Some(*function),
        ExprKind::Cast(CastKind::FunctionToPointer | CastKind::NoOp, inner)
        | ExprKind::Unary(UnaryOp::Dereference | UnaryOp::AddressOf, inner) => direct(inner),
        _ => None,
    }
}
