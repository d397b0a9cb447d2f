//! `free`, and `realloc` where it matters that the old object is gone.

use super::lifetime::{FREED, Home, New};
use super::object::Begins;
use crate::ast::Expr;
use crate::lower::body::{Body, Lowered};
use crate::lower::pointer_bits::WIDTH;
use crate::lower::shape::Scalar;
use crate::lower::state::StaticObject;
use crate::points_to::{Cell, NodeId, Object};
use invar_cfa::{Span, Subject, Undefined};
use invar_term::TermId;

impl Body<'_, '_> {
    /// `free(pointer)`.
    pub(in crate::lower) fn free(&mut self, argument: &Expr, span: Option<Span>) -> Lowered<()> {
        if !self.lowering.follows_lifetimes() {
            return self.effects(argument);
        }
        let pointer = self.saved_pointer(argument)?;
        let t = self.terms.clone();
        let null = t.eq(pointer, t.bv(WIDTH, 0));
        let Some(cell) = self.lowering.points_to.pointee(argument) else {
            // The analysis knows of nothing that it could point to.
            self.require_of(Subject::Pointer(pointer), null, Undefined::Free, span);
            return Ok(());
        };
        let (something, end) = (self.place_here(span), self.place_here(span));
        self.split(null, end, something, span);
        self.at = something;
        self.end_allocation(pointer, cell, span);
        self.join(end, span);
        Ok(())
    }

    /// An object that was allocated and is there is so no longer.
    fn end_allocation(&mut self, pointer: TermId, cell: Cell, span: Option<Span>) {
        let t = self.terms.clone();
        self.check_freeable(pointer, cell, span);
        if t.is_false(self.may_be_allocated(cell.node)) {
            return;
        }
        let number = self.object_of(pointer);
        self.set_state(cell.node, number, FREED, span);
        self.count_free(cell.node, span);
    }

    /// Goes on if a pointer may be freed.
    fn check_freeable(&mut self, pointer: TermId, cell: Cell, span: Option<Span>) {
        let t = self.terms.clone();
        let node = self.lowering.points_to.node(cell.node);
        let is_external = |(object, _): &(Object, i64)| *object == Object::External;
        if node.objects.is_empty() || node.objects.iter().any(is_external) {
            // A pointer that was read from there may also look like one of ours.
            let ours = self.is_object_of_program(pointer, cell.node);
            self.require_modelled(ours, "free of memory of code that is not there", span);
        }
        let subject = Subject::Pointer(pointer);
        if t.is_false(self.may_be_allocated(cell.node)) {
            return self.require_of(subject, t.fls(), Undefined::Free, span);
        }
        let allocated = self.was_allocated(cell.node, pointer);
        let whole = t.and(&[self.is_first_byte(pointer), allocated]);
        self.require_of(subject.clone(), whole, Undefined::Free, span);
        let freed = self.was_freed(cell.node, pointer);
        self.require_of(subject, t.not(freed), Undefined::DoubleFree, span);
    }

    /// Whether a pointer points into an object of the program that a node has, or had.
    fn is_object_of_program(&mut self, pointer: TermId, node: NodeId) -> TermId {
        let t = self.terms.clone();
        let mut choices = Vec::new();
        if t.is_true(self.may_be_allocated(node)) {
            choices.push(self.was_allocated(node, pointer));
        }
        for (object, _) in self.lowering.points_to.node(node).objects.clone() {
            let fixed = match object {
                Object::External | Object::Heap(_) => continue,
                Object::ArgumentVector => {
                    choices.push(self.is_argument_vector(pointer));
                    continue;
                }
                Object::Argument => {
                    choices.push(self.is_argument(pointer));
                    continue;
                }
                Object::Variable(variable) if self.lowering.has_own_address(variable) => {
                    choices.push(self.is_made(node, pointer));
                    continue;
                }
                Object::Variable(variable) => StaticObject::Variable(variable),
                Object::Literal(key) => StaticObject::Literal(key),
                Object::Function(function) => StaticObject::Function(function),
            };
            let number = self.lowering.object_number(fixed);
            choices.push(t.eq(self.object_of(pointer), t.bv(32, u128::from(number))));
        }
        t.or(&choices)
    }

    /// Whether a node has objects that calls allocate, as a term.
    fn may_be_allocated(&self, node: NodeId) -> TermId {
        let objects = &self.lowering.points_to.node(node).objects;
        let is_heap = |(object, _): &(Object, i64)| matches!(object, Object::Heap(_));
        if objects.iter().any(is_heap) {
            self.terms.tru()
        } else {
            self.terms.fls()
        }
    }

    /// `realloc` of an object: a new one with the old contents.
    pub(super) fn move_object(
        &mut self,
        cell: Cell,
        old: TermId,
        bytes: TermId,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        self.check_freeable(old, cell, span);
        let sizes = self.sizes();
        let held = t.select(self.symbol(sizes), self.object_of(old));
        let word = Scalar {
            width: WIDTH,
            stored: WIDTH,
            ..Scalar::WORD
        };
        let smaller = t.ite(t.bv_ult(held, bytes), held, bytes);
        let copied = self.save(t.zero_extend(WIDTH - 32, smaller), word, span);
        let new = New {
            begins: Begins::Any,
            home: Home::Heap,
        };
        let made = self.make_object(cell, bytes, new, span);
        let made = self.save(made, self.pointer_scalar(), span);
        self.copy_contents(made, old, cell, copied, span)?;
        self.end_allocation(old, cell, span);
        Ok(made)
    }
}
