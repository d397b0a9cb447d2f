//! Writes to what must not change: string literals and `const` objects (C11 6.4.5, 6.7.3).

use super::StaticObject;
use crate::ast::Storage;
use crate::lower::body::Body;
use crate::lower::place::Place;
use crate::regions::{Cell, Object};
use invar_cfa::{Aspect, Span, Subject, Undefined};
use invar_term::TermId;

impl Body<'_, '_> {
    /// A place that an expression assigns to must not be constant.
    pub(in crate::lower) fn check_assigned(&mut self, place: &Place, span: Option<Span>) {
        if let Place::Memory(memory) = place {
            self.check_writable(memory.pointer, memory.cell, span);
        }
    }

    /// A pointer through which something is written must not point to a constant object. Constant
    /// locals that exist several times have no fixed number and are not looked at.
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
        let objects = self.lowering.regions.node(cell.node).objects.clone();
        let mut constants = Vec::new();
        for (object, _) in objects {
            let Some(constant) = self.constant_object(object) else {
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
            Object::Heap(_) | Object::Function(_) | Object::External => None,
        }
    }
}
