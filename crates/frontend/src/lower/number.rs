//! The numbers of addresses. Where an object of the program lies is arbitrary and constant: not at
//! null, aligned for its type and no more, apart from other objects, without wrapping around.
//!
//! Where integers may become pointers again, an integer of the width of a pointer carries the
//! pointer itself (`pointer`). Whatever looks at such an integer as a number gets the address here:
//! comparisons, arithmetic that leads away from the object, conversions to other widths. Results of
//! that are numbers; a pointer made from one of them is a gap of the analysis once it is used.

use super::body::{Body, Lowered};
use super::operator::Operand;
use super::pointer_bits::{OFFSET_BITS, PROGRAM, WIDTH, WORD_OFFSET_BITS};
use super::shape::{Class, Scalar};
use crate::ast::{BinaryOp, Expr};
use crate::points_to::MAX_TAG;
use crate::points_to::{Cell, Object};
use invar_cfa::{Aspect, AssumeReason, AssumptionKind, DataModel, Span, Subject, Undefined};
use invar_term::TermId;

/// Whether they are equal depends on where the object lies.
const NUMBER_AND_ADDRESS: &str = "comparison of a number with the address of an object";

impl Body<'_, '_> {
    /// The address that a pointer holds, in 64 bits.
    pub(super) fn number_of(&mut self, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        let ours = self.is_program(pointer);
        if t.is_false(ours) {
            return pointer;
        }
        self.require_placed(pointer);
        let addresses = self.lowering.addresses();
        // The nearest object: a pointer before the first byte borrows from the number.
        let nearest = t.bv_add(pointer, t.bv(WIDTH, 1 << (OFFSET_BITS - 1)));
        let number = t.extract(WIDTH - 1, OFFSET_BITS, nearest);
        let offset = t.sign_extend(32, t.extract(OFFSET_BITS - 1, 0, pointer));
        let address = t.bv_add(t.select(self.symbol(addresses), number), offset);
        t.ite(ours, address, pointer)
    }

    /// Whether an integer expression may carry a pointer to an object of the program.
    pub(super) fn carries_pointer(&self, expr: &Expr) -> bool {
        let follows = self.lowering.points_to.follows_integers() && !self.forgets_memory();
        if !follows || expr.is_pointer() {
            return false;
        }
        let node = |cell: Cell| self.lowering.points_to.node(cell.node);
        let ours = |(object, _): &(Object, i64)| *object != Object::External;
        let cell = self.lowering.points_to.pointee(expr);
        cell.is_some_and(|cell| node(cell).unchecked || node(cell).objects.iter().any(ours))
    }

    /// An integer as a number: the address, if it may carry a pointer.
    pub(super) fn as_number(&mut self, (value, scalar): Operand, expr: &Expr) -> Operand {
        if !self.carries_pointer(expr) {
            return (value, scalar);
        }
        (self.number_of_carried(value, scalar), scalar)
    }

    /// An integer that is converted to another type; it carries a pointer only in one width.
    pub(super) fn resized(
        &mut self,
        value: TermId,
        from: Scalar,
        to: Scalar,
        expr: &Expr,
    ) -> TermId {
        let stays = to.class == Class::Pointer || to.is_integer() && to.width == from.width;
        if from.is_integer() && !stays {
            self.as_number((value, from), expr).0
        } else {
            value
        }
    }

    fn number_of_carried(&mut self, value: TermId, scalar: Scalar) -> TermId {
        let t = self.terms.clone();
        match (self.lowering.program.data_model, scalar.width) {
            (DataModel::Lp64, 64) => self.number_of(value),
            (DataModel::Ilp32, 32) => {
                let pointer = self.pointer_of_word(value);
                let number = self.number_of(pointer);
                t.extract(31, 0, number)
            }
            _ => value,
        }
    }

    /// Whether an integer carries a pointer to an object of the program.
    pub(super) fn is_carried_word(&self, value: TermId) -> TermId {
        let t = &self.terms;
        let width = t.width(value);
        let mark = t.extract(width - 1, width - 4, value);
        t.eq(mark, t.bv(4, u128::from(PROGRAM)))
    }

    /// Whether a constant looks like what carries a pointer.
    pub(super) fn is_reserved(&self, value: TermId, scalar: Scalar) -> bool {
        let t = &self.terms;
        let word = self.pointer_scalar().bytes * 8;
        let wide = super::conversion::extend(t, value, scalar.width, scalar.signed(), word);
        t.as_bv(value).is_some() && t.is_true(self.is_carried_word(wide))
    }

    /// A number that becomes a pointer is no form in which an integer carries a pointer. With 64-bit
    /// addresses that is no address of any object, so only checks of accesses have to know.
    pub(super) fn check_plain_cast(&mut self, (value, scalar): Operand, cast: &Expr) {
        if self.forgets_memory() {
            return;
        }
        let word = self.pointer_scalar().bytes * 8;
        let asked = self.lowering.program.property.asks_for(Aspect::Dereference);
        let is_address = asked || self.lowering.program.data_model == DataModel::Ilp32;
        if !is_address || !self.lowering.points_to.is_plain_cast(cast) {
            return;
        }
        let t = self.terms.clone();
        let wide = super::conversion::extend(&t, value, scalar.width, scalar.signed(), word);
        let fine = t.not(self.is_carried_word(wide));
        let construct = "address that the model has for its objects";
        self.require_modelled(fine, construct, cast.span);
    }

    /// `left op right` on integers of which one may carry a pointer; `None` if neither does. `noted`
    /// is the expression that the analysis knows this by: the whole, or the target of an assignment.
    pub(super) fn carried_arithmetic(
        &mut self,
        op: BinaryOp,
        (left, left_expr): (Operand, &Expr),
        (right, right_expr): (Operand, &Expr),
        (noted, span): (&Expr, Option<Span>),
    ) -> Lowered<Option<TermId>> {
        let carried = (
            self.carries_pointer(left_expr),
            self.carries_pointer(right_expr),
        );
        let kept = match carried {
            (false, false) => return Ok(None),
            // The sum may be the address of another object than the one that is carried.
            (true, false) | (false, true) if self.lowering.points_to.mixes_addresses(noted) => {
                return self.unsupported("sum of an address and a part of an address", span);
            }
            // What is computed stays a pointer if it stays near the object.
            (true, false) => self.near(op, left, right.0, span),
            (false, true) if op != BinaryOp::Sub => self.near(op, right, left.0, span),
            _ => None,
        };
        if kept.is_some() {
            return Ok(kept);
        }
        let numbers = (
            self.as_number(left, left_expr),
            self.as_number(right, right_expr),
        );
        let equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let computed = if equality && carried == (true, true) {
            // Carried pointers are equal if they are the same.
            self.arithmetic(op, left, right, span)?
        } else {
            self.arithmetic(op, numbers.0, numbers.1, span)?
        };
        if !op.is_comparison() {
            self.check_plain(computed, span);
        }
        Ok(Some(computed))
    }

    /// A number that is computed, or a constant, is not taken for a carried pointer.
    pub(super) fn check_plain(&mut self, number: TermId, span: Option<Span>) {
        let t = self.terms.clone();
        if self.forgets_memory() || t.width(number) != self.pointer_scalar().bytes * 8 {
            return;
        }
        let plain = t.not(self.is_carried_word(number));
        self.require_modelled_here(
            plain,
            "number that looks like the address of an object",
            span,
        );
    }

    /// What an expression computes is a number, also where its type may carry pointers.
    pub(super) fn check_computed(&mut self, number: TermId, expr: &Expr) {
        if self.carries_pointer(expr) {
            self.check_plain(number, expr.span);
        }
    }

    /// Goes on where the condition holds, where the operand is evaluated at all.
    pub(super) fn require_modelled_here(
        &mut self,
        condition: TermId,
        construct: &str,
        span: Option<Span>,
    ) {
        let t = self.terms.clone();
        let reached = t.and(&self.guards);
        self.require_modelled(t.or(&[condition, t.not(reached)]), construct, span);
    }

    /// The number of the nearest object of a carried pointer, with its marks.
    fn carried_object(&self, carrier: TermId) -> TermId {
        let t = &self.terms;
        let (width, bits) = (t.width(carrier), self.carried_offset_bits());
        let nearest = t.bv_add(carrier, t.bv(width, 1 << (bits - 1)));
        t.extract(width - 1, bits, nearest)
    }

    /// An input that looks like a carried pointer is near its object. Nothing is lost: objects that
    /// are not there lie anywhere, so that such an input can still be any number.
    pub(super) fn assume_near_object(&mut self, number: TermId) {
        let t = self.terms.clone();
        let bits = self.carried_offset_bits();
        if t.width(number) != self.pointer_scalar().bytes * 8 {
            return;
        }
        let high = t.extract(bits - 1, bits - 2, number);
        let near = t.or(&[t.eq(high, t.bv(2, 0)), t.eq(high, t.bv(2, 3))]);
        let fine = t.or(&[t.not(self.is_carried_word(number)), near]);
        self.assume(
            fine,
            AssumeReason::Assumption(AssumptionKind::Placement),
            None,
        );
    }

    /// Whether a number lies next to where numbers begin or cease to look like carried pointers:
    /// there are no objects with these numbers, and `placement` says that they are what they are.
    fn is_at_edge(&self, word: TermId) -> TermId {
        let t = &self.terms;
        let nearest = self.carried_object(word);
        let bits = t.width(nearest);
        let edge = |mark: u32| t.eq(nearest, t.bv(bits, u128::from(mark) << (bits - 4)));
        t.or(&[edge(PROGRAM), edge(PROGRAM + 1)])
    }

    fn carried_offset_bits(&self) -> u32 {
        match self.lowering.program.data_model {
            DataModel::Lp64 => OFFSET_BITS,
            DataModel::Ilp32 => WORD_OFFSET_BITS,
        }
    }

    /// A pointer moved or tagged by a number, still as what carries it.
    fn near(
        &mut self,
        op: BinaryOp,
        (carrier, scalar): Operand,
        other: TermId,
        span: Option<Span>,
    ) -> Option<TermId> {
        let t = self.terms.clone();
        let width = scalar.width;
        let word = self.pointer_scalar().bytes * 8;
        if width != word {
            return None;
        }
        let number = self.number_of_carried(carrier, scalar);
        let ours = self.is_carried_word(carrier);
        let constant = t.as_bv(other).map(|value| value.unsigned());
        let all = u128::MAX >> (128 - width);
        match (op, constant) {
            (BinaryOp::Add | BinaryOp::Sub, _) => {
                let moved = match op {
                    BinaryOp::Add => t.bv_add(carrier, other),
                    _ => t.bv_sub(carrier, other),
                };
                let limit = match self.lowering.program.data_model {
                    DataModel::Lp64 => 1u128 << 31,
                    DataModel::Ilp32 => 1u128 << 15,
                };
                let shifted = t.bv_add(other, t.bv(width, limit));
                let close = t.bv_ult(shifted, t.bv(width, 2 * limit));
                let same = t.eq(self.carried_object(carrier), self.carried_object(moved));
                let marked = self.is_carried_word(moved);
                // At the first and the last number that looks like an address, numbers are exact.
                let at_edge =
                    |word: TermId, marked: TermId| t.or(&[t.not(marked), self.is_at_edge(word)]);
                let crosses = t.and(&[at_edge(carrier, ours), at_edge(moved, marked)]);
                let stays = t.and(&[ours, marked, same]);
                let plain = t.not(t.or(&[ours, marked]));
                let fine = t.or(&[plain, t.and(&[close, t.or(&[stays, crosses])])]);
                self.require_modelled_here(fine, "address computed far from its object", span);
                Some(moved)
            }
            // The low bits of an address are a number.
            (BinaryOp::BitAnd, Some(mask)) if mask < MAX_TAG => {
                Some(t.bv_and(number, t.bv(width, mask)))
            }
            (BinaryOp::BitAnd, Some(mask)) if !mask & all < MAX_TAG => {
                let low = t.bv_and(number, t.bv(width, !mask & all));
                let cleared = t.bv_sub(carrier, low);
                Some(t.ite(ours, cleared, t.bv_and(carrier, other)))
            }
            (BinaryOp::BitOr, Some(mask)) if mask < MAX_TAG => {
                let missing = t.bv_and(t.bv_not(number), t.bv(width, mask));
                let set = t.bv_add(carrier, missing);
                Some(t.ite(ours, set, t.bv_or(carrier, other)))
            }
            (BinaryOp::BitXor, Some(mask)) if mask < MAX_TAG => {
                let low = t.bv_and(number, t.bv(width, mask));
                let flipped = t.bv_sub(t.bv_add(carrier, t.bv(width, mask)), t.bv_add(low, low));
                Some(t.ite(ours, flipped, t.bv_xor(carrier, other)))
            }
            _ => None,
        }
    }

    /// Both operands of a comparison as what can be compared: pointers into different objects and
    /// integers that carry pointers as numbers.
    pub(super) fn comparable(
        &mut self,
        op: BinaryOp,
        (a, left): (Operand, &Expr),
        (b, right): (Operand, &Expr),
    ) -> (TermId, TermId) {
        debug_assert!(op.is_comparison(), "only comparisons compare");
        let equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        if left.is_pointer() || right.is_pointer() {
            if self.forgets_memory() {
                return self.compared_addresses(op, a, b);
            }
            if equality && (self.is_from_number(left) || self.is_from_number(right)) {
                self.check_number_against_addresses(a.0, b.0, left.span);
            }
            if equality && (self.is_computed(left) || self.is_computed(right)) {
                self.check_missing_object(a.0, b.0, left.span);
            }
            if equality {
                self.check_touching((a.0, left), (b.0, right), left.span);
            }
            if equality || self.is_one_object(left, right) {
                return (a.0, b.0);
            }
            self.check_order(a.0, b.0, left.span);
            let t = self.terms.clone();
            let same = t.eq(self.object_of(a.0), self.object_of(b.0));
            // Inside one object, addresses do not matter.
            let null = t.bv(WIDTH, 0);
            let (x, y) = if self.lowering.has_argument_vector {
                (t.ite(same, null, a.0), t.ite(same, null, b.0))
            } else {
                (a.0, b.0)
            };
            let numbers = (self.number_of(x), self.number_of(y));
            self.keep_apart(x, y);
            return (t.ite(same, a.0, numbers.0), t.ite(same, b.0, numbers.1));
        }
        let carried = (self.carries_pointer(left), self.carries_pointer(right));
        if carried == (false, false) {
            return (a.0, b.0);
        }
        let sides = [(left, carried.0, a, b), (right, carried.1, b, a)];
        for (operand, carries, value, other) in sides {
            let constant = left.is_constant() || right.is_constant();
            let cell = self.lowering.points_to.pointee(operand);
            if carries && !constant && cell.is_some_and(|c| self.lowering.holds_locals(c.node)) {
                let construct =
                    "comparison of the number of an address that may be given away again";
                // No object lies at null.
                let t = self.terms.clone();
                let is_null = t.eq(other.0, t.bv(t.width(other.0), 0));
                let plain = t.not(self.is_carried_word(value.0));
                self.require_modelled_here(t.or(&[is_null, plain]), construct, operand.span);
            }
        }
        if carried == (true, true) {
            let (x, y) = (self.number_to_pointer(a), self.number_to_pointer(b));
            self.keep_apart(x, y);
        }
        let numbers = (self.as_number(a, left).0, self.as_number(b, right).0);
        if !equality || carried != (true, true) {
            return numbers;
        }
        // Pointers into one object are equal if they are the same; so are plain numbers.
        let t = self.terms.clone();
        let same = t.eq(self.carried_object(a.0), self.carried_object(b.0));
        (t.ite(same, a.0, numbers.0), t.ite(same, b.0, numbers.1))
    }

    /// Whether a pointer may be a number that became a pointer.
    fn is_from_number(&self, expr: &Expr) -> bool {
        let cell = self.lowering.points_to.pointee(expr);
        cell.is_some_and(|cell| {
            let node = self.lowering.points_to.node(cell.node);
            node.from_numbers || node.computed
        })
    }

    /// Whether a pointer may be a number that was computed from an address, or an input.
    fn is_computed(&self, expr: &Expr) -> bool {
        let cell = self.lowering.points_to.pointee(expr);
        cell.is_some_and(|cell| self.lowering.points_to.node(cell.node).computed)
    }

    /// A number that looks like a pointer to an object that is not there may be the address of one that is.
    fn check_missing_object(&mut self, a: TermId, b: TermId, span: Option<Span>) {
        let t = self.terms.clone();
        let both = t.and(&[self.is_program(a), self.is_program(b)]);
        let relevant = t.and(&[both, t.ne(a, b)]);
        if t.is_false(relevant) {
            return;
        }
        let same = t.eq(self.number_of(a), self.number_of(b));
        let fine = t.not(t.and(&[relevant, same]));
        self.require_modelled(fine, NUMBER_AND_ADDRESS, span);
    }

    /// A number may be the address of an object, which the pointers do not show.
    fn check_number_against_addresses(&mut self, a: TermId, b: TermId, span: Option<Span>) {
        let t = self.terms.clone();
        let taken = if self.lowering.points_to.looks_at_numbers() {
            self.is_first_page_taken()
        } else {
            t.fls()
        };
        let is_number = |x| {
            let near_null = t.and(&[t.ne(x, t.bv(WIDTH, 0)), t.not(self.is_program(x)), taken]);
            t.or(&[self.is_external(x), near_null])
        };
        let could_meet = |x, y| t.and(&[is_number(x), self.is_program(y)]);
        let fine = t.not(t.or(&[could_meet(a, b), could_meet(b, a)]));
        self.require_modelled(fine, NUMBER_AND_ADDRESS, span);
    }

    /// Bytes between two pointers, into one object or both outside of the program. C leaves other
    /// differences undefined, compilers do not.
    pub(super) fn byte_distance(&mut self, a: TermId, b: TermId, span: Option<Span>) -> TermId {
        if self.forgets_memory() {
            return self.any_scalar(self.pointer_scalar(), span);
        }
        let t = self.terms.clone();
        let same = t.eq(self.object_of(a), self.object_of(b));
        let ours = t.or(&[self.is_program(a), self.is_program(b)]);
        let fine = t.or(&[same, t.not(ours)]);
        self.check_order(a, b, span);
        self.require_modelled(fine, "difference of pointers to different objects", span);
        t.bv_sub(a, b)
    }

    /// Pointers into two objects of the program have no order and no distance (C11 6.5.6, 6.5.8).
    /// Where models of the library compare, it is their choice.
    fn check_order(&mut self, a: TermId, b: TermId, span: Option<Span>) {
        let property = self.lowering.program.property;
        if !property.asks_for(Aspect::PointerOrder) || self.is_of_a_model(span) {
            return;
        }
        let t = self.terms.clone();
        let same = t.eq(self.object_of(a), self.object_of(b));
        let both = t.and(&[self.is_program(a), self.is_program(b)]);
        let reached = t.and(&self.guards);
        let fine = t.or(&[same, t.not(both), t.not(reached)]);
        let subject = Subject::Pointers([a, b]);
        self.require_of(subject, fine, Undefined::PointerOrder, span);
    }

    /// Whether two pointers can only point into one object, the same for both.
    fn is_one_object(&mut self, left: &Expr, right: &Expr) -> bool {
        let points_to = &self.lowering.points_to;
        let (Some(left), Some(right)) = (points_to.pointee(left), points_to.pointee(right)) else {
            return false;
        };
        left.node == right.node && self.lowering.single(left.node).is_some()
    }

    /// Two pointers that are compared by their numbers: different objects do not overlap as far as
    /// these pointers reach into them.
    fn keep_apart(&mut self, a: TermId, b: TermId) {
        let t = self.terms.clone();
        let both = t.and(&[self.is_program(a), self.is_program(b)]);
        let different = t.ne(self.object_of(a), self.object_of(b));
        let relevant = t.and(&[both, different]);
        if t.is_false(relevant) {
            return;
        }
        let reach = |body: &mut Self, pointer: TermId| {
            let t = body.terms.clone();
            let offset = t.extract(OFFSET_BITS - 1, 0, pointer);
            let base = t.concat(body.object_of(pointer), t.bv(OFFSET_BITS, 0));
            let first = body.number_of(base);
            let one = t.bv(OFFSET_BITS, 1);
            let length = t.ite(t.eq(offset, t.bv(OFFSET_BITS, 0)), one, offset);
            let end = t.bv_add(first, t.zero_extend(WIDTH - OFFSET_BITS, length));
            (first, end)
        };
        let (first_a, end_a) = reach(self, a);
        let (first_b, end_b) = reach(self, b);
        let apart = t.or(&[t.bv_ule(end_a, first_b), t.bv_ule(end_b, first_a)]);
        let fine = t.or(&[t.not(relevant), apart]);
        self.assume(
            fine,
            AssumeReason::Assumption(AssumptionKind::Placement),
            None,
        );
    }
}
