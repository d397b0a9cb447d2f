//! Writes to what must not change: string literals and `const` objects (C11 6.4.5, 6.7.3).

use crate::ast::{CastKind, Expr, ExprKind, Storage, UnaryOp, VariableId};
use crate::lower::body::Body;
use crate::lower::place::Place;
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, Object};
use invar_cfa::{Aspect, Span, Subject, Undefined};
use invar_term::TermId;

impl Body<'_, '_> {
    /// A place that an expression assigns to must not be constant.
    pub(in crate::lower) fn check_assigned(
        &mut self,
        place: &Place,
        target: &Expr,
        span: Option<Span>,
    ) {
        match place {
            Place::Memory(memory) => self.check_writable(memory.pointer, memory.cell, span),
            Place::Plain(_) => {
                let unit = self.lowering.unit;
                let is_constant = |id| unit.variable(id).constant;
                if designated_variable(target).is_some_and(is_constant) {
                    let fine = self.terms.fls();
                    self.require(fine, Undefined::ConstantWrite, span);
                }
            }
        }
    }

    /// A pointer through which something is written must not point to a constant object.
    pub(in crate::lower) fn check_writable(
        &mut self,
        pointer: TermId,
        cell: Cell,
        span: Option<Span>,
    ) {
        if !(self.lowering.program.property).asks_for(Aspect::ConstantWrite) {
            return;
        }
        let t = self.terms.clone();
        let objects = self.lowering.points_to.node(cell.node).objects.clone();
        let mut constants = Vec::new();
        for (object, _) in objects {
            let Some(constant) = self.constant_object(object) else {
                if self.is_repeated_constant(object) {
                    let construct = "write where a constant that exists several times may be";
                    self.require_modelled(t.fls(), construct, span);
                }
                continue;
            };
            let number = self.lowering.object_number(constant);
            constants.push(t.eq(self.object_of(pointer), t.bv(32, u128::from(number))));
        }
        if !constants.is_empty() {
            let fine = t.not(t.or(&constants));
            let subject = Subject::Pointer(pointer);
            self.require_of(subject, fine, Undefined::ConstantWrite, span);
        }
    }

    /// Whether an object is a constant local without a fixed number.
    fn is_repeated_constant(&mut self, object: Object) -> bool {
        let Object::Variable(variable) = object else {
            return false;
        };
        self.lowering.unit.variable(variable).constant && self.lowering.has_own_address(variable)
    }

    /// The object, if it is constant and has a fixed number.
    fn constant_object(&mut self, object: Object) -> Option<StaticObject> {
        match object {
            Object::Variable(variable) => {
                let declared = self.lowering.unit.variable(variable);
                let is_ours = declared.constant && declared.storage != Storage::External;
                (is_ours && !self.lowering.has_own_address(variable))
                    .then_some(StaticObject::Variable(variable))
            }
            Object::Literal(key) => {
                let is_string = self.lowering.is_string(key);
                is_string.then_some(StaticObject::Literal(key))
            }
            Object::Heap(_)
            | Object::Function(_)
            | Object::ArgumentVector
            | Object::Argument
            | Object::External => None,
        }
    }
}

/// The variable that an object is, or is a part of, where the expression names it.
fn designated_variable(object: &Expr) -> Option<VariableId> {
    match &object.kind {
        ExprKind::Variable(id) => Some(*id),
        ExprKind::Member { base, .. } => designated_variable(base),
        ExprKind::Cast(CastKind::NoOp, inner) => designated_variable(inner),
        ExprKind::Index { base, .. } => pointed_to_variable(base),
        ExprKind::Unary(UnaryOp::Dereference, pointer) => pointed_to_variable(pointer),
        _ => None,
    }
}

/// The variable that a pointer points into, where the expression names it.
fn pointed_to_variable(pointer: &Expr) -> Option<VariableId> {
    match &pointer.kind {
        ExprKind::Cast(CastKind::ArrayToPointer, object)
        | ExprKind::Unary(UnaryOp::AddressOf, object) => designated_variable(object),
        ExprKind::Cast(CastKind::NoOp | CastKind::BitCast, inner) => pointed_to_variable(inner),
        _ => None,
    }
}
