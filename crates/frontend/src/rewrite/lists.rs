//! `va_start`, `va_arg`, `va_copy` and `va_end`.

use super::build::{At, int, pointer};
use super::slots::{Kind, Slots, converted};
use super::walk::{self, Visitor};
use crate::ast::has_effects;
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, FunId, Type, Unit, VariableId, VariadicOp};

/// Rewrites what a function does with lists of arguments.
pub(super) fn rewrite(unit: &mut Unit, function: FunId, slots: &Slots) {
    let declared = unit.function(function);
    let arguments = if declared.ty.variadic {
        declared.parameters.last().copied()
    } else {
        None
    };
    // The records are looked at while the bodies change.
    let records = Unit {
        records: unit.records.clone(),
        ..Unit::default()
    };
    let mut lists = Lists {
        slots,
        records,
        arguments,
    };
    walk::function(unit, function, &mut lists);
}

struct Lists<'s> {
    slots: &'s Slots,
    /// A unit that has nothing but the records.
    records: Unit,
    /// The hidden parameter.
    arguments: Option<VariableId>,
}

impl Visitor for Lists<'_> {
    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Variadic { op, list, source } = &expr.kind else {
            return;
        };
        let at = At(expr.span);
        let source = source.as_deref();
        let done = match op {
            // The list is evaluated once and again.
            _ if has_effects(list) || source.is_some_and(has_effects) => None,
            VariadicOp::Start => self.start(at, list),
            VariadicOp::Argument => self.argument(at, list, &expr.ty),
            VariadicOp::Copy => source.and_then(|source| self.copy(at, list, source)),
            VariadicOp::End => {
                let nothing = at.cast(CastKind::ToVoid, at.number(0), Type::Void);
                Some(nothing)
            }
        };
        *expr = done.unwrap_or_else(|| at.unsupported("variable arguments", expr.ty.clone()));
    }
}

impl Lists<'_> {
    fn next(&self, at: At, list: &Expr) -> Option<Expr> {
        self.slots.next(at, &self.records, list.clone())
    }

    fn start(&self, at: At, list: &Expr) -> Option<Expr> {
        let next = self.next(at, list)?;
        let ty = pointer(self.slots.ty());
        let first = at.read(at.variable(self.arguments?, &ty));
        let first = at.cast(CastKind::BitCast, first, next.ty.clone());
        Some(at.cast(CastKind::ToVoid, at.assign(next, first), Type::Void))
    }

    fn copy(&self, at: At, list: &Expr, source: &Expr) -> Option<Expr> {
        let (to, from) = (self.next(at, list)?, self.next(at, source)?);
        Some(at.cast(CastKind::ToVoid, at.assign(to, at.read(from)), Type::Void))
    }

    /// The kind is as it must be, the list moves on, and the value is that of the slot before.
    fn argument(&self, at: At, list: &Expr, ty: &Type) -> Option<Expr> {
        let next = self.next(at, list)?;
        let kind = self.slots.kind(ty)?;
        let given = at.read(self.slots.tag(at, self.slots.slot(at, &next, 0)));
        let is_so = at.binary(BinaryOp::Equal, given, at.number(kind.number()), int());
        let other = at.unsupported("variable argument of another type, or missing", int());
        let check = at.choice(is_so, at.number(0), other);
        let moved = self.slots.address(at, &next, 1);
        let moved = at.cast(CastKind::BitCast, moved, next.ty.clone());
        let advance = at.assign(next.clone(), moved);
        let slot = self.slots.slot(at, &next, -1);
        let value = at.read(self.slots.value(at, slot, kind));
        let value = match kind {
            Kind::Record(_) => {
                let address = at.cast(CastKind::BitCast, value, pointer(ty.clone()));
                at.read(at.dereference(address, ty.clone()))
            }
            _ => converted(at, value, kind, ty.clone()),
        };
        Some(at.sequence(check, at.sequence(advance, value)))
    }
}
