//! Objects that touch (C11 6.5.9p6): a pointer one past the end of an object may be equal to the address of the one that
//! follows in memory. Comparing the two is not modelled.
//!
//! Blocks of `malloc` touch nothing: glibc keeps a word of its own before each.

use crate::ast::Expr;
use crate::lower::body::Body;
use crate::lower::pointer_bits::{OFFSET_BITS, WIDTH};
use crate::points_to::{Cell, Object};
use invar_cfa::Span;
use invar_term::TermId;

impl Body<'_, '_> {
    /// Leads to a gap where pointers to objects that may touch are compared.
    pub(in crate::lower) fn check_touching(
        &mut self,
        (a, left): (TermId, &Expr),
        (b, right): (TermId, &Expr),
        span: Option<Span>,
    ) {
        let points_to = &self.lowering.points_to;
        let (Some(x), Some(y)) = (points_to.pointee(left), points_to.pointee(right)) else {
            return;
        };
        if x.node == y.node && self.lowering.single(x.node).is_some() {
            return;
        }
        let t = self.terms.clone();
        let different = t.ne(self.object_of(a), self.object_of(b));
        let mut touching = Vec::new();
        for ((end, before), (start, after)) in [((a, x), (b, y)), ((b, y), (a, x))] {
            let offset = t.extract(OFFSET_BITS - 1, 0, start);
            let is_first = t.eq(offset, t.bv(OFFSET_BITS, 0));
            let mut starts = Vec::new();
            if self.may_touch(after) {
                starts.push(t.and(&[self.is_program(start), is_first]));
            }
            // The environment of `main` follows its arguments.
            if self.lowering.arguments.contains(&after.node) {
                starts.push(self.is_external(start));
            }
            let is_start = t.and(&[different, self.is_program(end), t.or(&starts)]);
            if self.may_touch(before) && self.may_be_at_end(before) && !t.is_false(is_start) {
                let is_end = self.is_at_end(end, before);
                touching.push(t.and(&[is_start, is_end]));
            }
        }
        let touches = t.or(&touching);
        let construct = "comparison of the end of an object with the address of another one";
        self.require_modelled_here(t.not(touches), construct, span);
    }

    /// Whether pointers to a cell may point to something else than blocks of `malloc`.
    fn may_touch(&self, cell: Cell) -> bool {
        let mut objects = self.lowering.points_to.node(cell.node).objects.iter();
        objects.any(|(object, _)| match object {
            Object::Variable(_)
            | Object::Literal(_)
            | Object::ArgumentVector
            | Object::Argument => true,
            Object::Heap(key) => self.lowering.is_on_the_stack(*key),
            Object::Function(_) | Object::External => false,
        })
    }

    /// Whether pointers to a cell may have left their object, as far as the analysis knows.
    fn may_be_at_end(&self, cell: Cell) -> bool {
        let node = self.lowering.points_to.node(cell.node);
        let is_past = |(object, start): &(Object, i64)| {
            let size = match object {
                Object::Variable(id) => self.type_bytes(&self.lowering.unit.variable(*id).ty),
                _ => None,
            };
            let at = u64::try_from(cell.offset - start).unwrap_or(0);
            at >= size.unwrap_or(1)
        };
        self.looks_at_position(cell) || node.objects.iter().any(is_past)
    }

    /// Whether a pointer points one past the last byte of its object.
    fn is_at_end(&mut self, pointer: TermId, cell: Cell) -> TermId {
        let t = self.terms.clone();
        let is_inside = self.is_in_candidate(pointer, cell, t.bv(WIDTH, 1));
        let is_inside_or_at_end = self.is_in_candidate(pointer, cell, t.bv(WIDTH, 0));
        t.and(&[is_inside_or_at_end, t.not(is_inside)])
    }
}
