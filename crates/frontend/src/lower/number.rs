//! The numbers of addresses. Where an object of the program lies is arbitrary and constant: not at
//! null, aligned for its type and no more, apart from other objects, without wrapping around.
//!
//! Where integers may become pointers again, an integer of the width of a pointer carries the
//! pointer itself (`pointer`). Whatever looks at such an integer as a number gets the address here:
//! comparisons, arithmetic that leads away from the object, conversions to other widths. Results of
//! that are numbers; a pointer made from one of them is a gap of the analysis once it is used.

use super::body::{Body, Lowered};
use super::memory::StaticObject;
use super::operator::{Operand, compares};
use super::place::Place;
use super::pointer::{OFFSET_BITS, PROGRAM, WIDTH};
use super::shape::{Class, Scalar, Shape};
use super::unit::Lowering;
use crate::ast::{BinaryOp, Expr, ExprKind, layout};
use crate::regions::{Cell, Object};
use invar_cfa::{AssumeReason, DataModel, HavocOrigin, Operation, Scope, Span, VarId};
use invar_term::{Sort, TermId};

/// Fixed objects that are kept apart one by one.
const MAX_PAIRS: usize = 24;
/// Where objects with fixed numbers lie if nothing else is chosen.
const USUAL_STATIC: u128 = 0x0010_0000;
/// Low bits of an address in which programs keep tags.
const MAX_TAG: u128 = 1 << 12;

/// Where a fixed object may lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Placed {
    number: u32,
    bytes: u128,
    alignment: u128,
}

impl Lowering<'_> {
    /// The variable with the addresses of objects by their numbers.
    fn addresses(&mut self) -> VarId {
        if let Some(known) = self.memory.addresses {
            return known;
        }
        let sort = Sort::array(Sort::BitVec(32), Sort::BitVec(WIDTH));
        let scalar = Scalar::pointer(self.program.data_model);
        let name = self.unique("$address".into());
        let integer = scalar.integer();
        let addresses = self.program.add_variable(
            &name,
            None,
            &sort,
            integer,
            "unsigned long",
            Scope::Global,
            None,
        );
        self.memory.addresses = Some(addresses);
        addresses
    }

    /// The variables with the first and the last address that is taken.
    fn occupied(&mut self) -> (VarId, VarId) {
        if let Some(known) = self.memory.occupied {
            return known;
        }
        let mut bound = |name: &str| {
            let name = self.unique(name.to_owned());
            let sort = Sort::BitVec(WIDTH);
            let integer = Scalar::pointer(self.program.data_model).integer();
            let scope = Scope::Global;
            self.program
                .add_variable(&name, None, &sort, integer, "unsigned long", scope, None)
        };
        let pair = (bound("$lowest"), bound("$highest"));
        self.memory.occupied = Some(pair);
        pair
    }

    fn placed(&mut self, object: StaticObject) -> Placed {
        let (unit, model) = (self.unit, self.program.data_model);
        let ty = match object {
            StaticObject::Variable(variable) => Some(&unit.variable(variable).ty),
            StaticObject::Literal(key) => self.regions.expression(key).map(|e| &e.ty),
            StaticObject::Function(_) => None,
        };
        let bytes = ty.and_then(|ty| layout::size_of(unit, model, ty));
        let declared = match object {
            StaticObject::Variable(variable) => unit.variable(variable).alignment,
            _ => None,
        };
        let natural = ty.and_then(|ty| layout::align_of(unit, model, ty));
        Placed {
            number: self.object_number(object),
            bytes: u128::from(bytes.unwrap_or(1).max(1)),
            alignment: u128::from(declared.or(natural).unwrap_or(1).max(1)),
        }
    }
}

impl Body<'_, '_> {
    /// The address that a pointer holds, in 64 bits.
    pub(super) fn number_of(&mut self, pointer: TermId) -> TermId {
        let t = self.terms.clone();
        let ours = self.is_program(pointer);
        if t.is_false(ours) {
            return pointer;
        }
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
        if !self.lowering.regions.follows_integers() || expr.is_pointer() {
            return false;
        }
        let node = |cell: Cell| self.lowering.regions.node(cell.node);
        let ours = |(object, _): &(Object, i64)| *object != Object::External;
        let cell = self.lowering.regions.pointee(expr);
        cell.is_some_and(|cell| node(cell).objects.iter().any(ours))
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
        match from.is_integer() && !stays {
            true => self.as_number((value, from), expr).0,
            false => value,
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
    fn is_carried_word(&self, value: TermId) -> TermId {
        let t = &self.terms;
        let width = t.width(value);
        let mark = t.extract(width - 1, width - 4, value);
        t.eq(mark, t.bv(4, u128::from(PROGRAM)))
    }

    /// A scalar that is read and not just copied is no piece of a pointer: its bytes are not those
    /// of an address. A member of a union is what was stored in it.
    pub(super) fn check_piece(&mut self, place: &Place, object: &Expr) -> Lowered<()> {
        let (Place::Memory(memory), Shape::Scalar(scalar)) = (place, &**place.shape()) else {
            return Ok(());
        };
        let whole = scalar.class == Class::Pointer || scalar.bytes == self.pointer_scalar().bytes;
        if whole || matches!(object.kind, ExprKind::Member { .. }) {
            return Ok(());
        }
        let part = self.lowering.regions.part(memory.cell);
        match part.is_some_and(|part| part.holds_pointers) {
            true => self.unsupported("bytes of a pointer as numbers", object.span),
            false => Ok(()),
        }
    }

    /// Whether a constant looks like what carries a pointer.
    pub(super) fn is_reserved(&self, value: TermId, scalar: Scalar) -> bool {
        let t = &self.terms;
        let word = self.pointer_scalar().bytes * 8;
        let wide = super::conversion::extend(t, value, scalar.width, scalar.signed(), word);
        t.as_bv(value).is_some() && t.is_true(self.is_carried_word(wide))
    }

    /// `left op right` on integers of which one may carry a pointer; `None` if neither does.
    pub(super) fn carried_arithmetic(
        &mut self,
        op: BinaryOp,
        (left, left_expr): (Operand, &Expr),
        (right, right_expr): (Operand, &Expr),
        span: Option<Span>,
    ) -> Lowered<Option<TermId>> {
        let carried = (
            self.carries_pointer(left_expr),
            self.carries_pointer(right_expr),
        );
        let kept = match carried {
            (false, false) => return Ok(None),
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
        let computed = match equality && carried == (true, true) {
            // Carried pointers are equal if they are the same.
            true => self.arithmetic(op, left, right, span)?,
            false => self.arithmetic(op, numbers.0, numbers.1, span)?,
        };
        Ok(Some(computed))
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
                let guards = self.guards.clone();
                let reached = t.and(&guards);
                let fine = t.or(&[t.not(ours), close, t.not(reached)]);
                self.insist(fine, "address computed far from its object", span);
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
        debug_assert!(compares(op), "only comparisons compare");
        let equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        if left.is_pointer() || right.is_pointer() {
            if equality || self.is_one_object(left, right) {
                return (a.0, b.0);
            }
            let t = self.terms.clone();
            let same = t.eq(self.object_of(a.0), self.object_of(b.0));
            let numbers = (self.number_of(a.0), self.number_of(b.0));
            self.keep_apart(a.0, b.0);
            return (t.ite(same, a.0, numbers.0), t.ite(same, b.0, numbers.1));
        }
        let carried = (self.carries_pointer(left), self.carries_pointer(right));
        if carried == (false, false) || equality && carried == (true, true) {
            return (a.0, b.0);
        }
        if carried == (true, true) {
            let (x, y) = (self.number_to_pointer(a), self.number_to_pointer(b));
            self.keep_apart(x, y);
        }
        (self.as_number(a, left).0, self.as_number(b, right).0)
    }

    /// Bytes between two pointers, into one object or both outside of the program. C leaves other
    /// differences undefined, compilers do not.
    pub(super) fn byte_distance(&mut self, a: TermId, b: TermId, span: Option<Span>) -> TermId {
        let t = self.terms.clone();
        let same = t.eq(self.object_of(a), self.object_of(b));
        let ours = t.or(&[self.is_program(a), self.is_program(b)]);
        let fine = t.or(&[same, t.not(ours)]);
        self.insist(fine, "difference of pointers to different objects", span);
        t.bv_sub(a, b)
    }

    /// Whether two pointers can only point into one object, the same for both.
    fn is_one_object(&mut self, left: &Expr, right: &Expr) -> bool {
        let regions = &self.lowering.regions;
        let (Some(left), Some(right)) = (regions.pointee(left), regions.pointee(right)) else {
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
        self.assume(fine, AssumeReason::Assumption, None);
    }

    /// An object that comes into being lies somewhere.
    pub(super) fn place_object(
        &mut self,
        number: TermId,
        bytes: TermId,
        cell: Cell,
        span: Option<Span>,
    ) {
        if !self.lowering.regions.has_number(cell.node) {
            return;
        }
        let t = self.terms.clone();
        let addresses = self.lowering.addresses();
        let address = t.select(self.symbol(addresses), number);
        let objects = &self.lowering.regions.node(cell.node).objects;
        let is_heap = |(object, _): &(Object, i64)| matches!(object, Object::Heap(_));
        let alignment = match (
            objects.iter().all(is_heap),
            self.lowering.program.data_model,
        ) {
            (true, DataModel::Lp64) => 16,
            (true, DataModel::Ilp32) => 8,
            (false, _) => 1,
        };
        let (lowest, highest) = self.lowering.occupied();
        let (low, high) = (self.symbol(lowest), self.symbol(highest));
        let size = t.zero_extend(WIDTH - 32, bytes);
        let end = t.bv_add(address, t.bv_add(size, t.bv(WIDTH, 1)));
        let fits = t.and(&[
            self.fits_at(address, 1 << 31, alignment),
            t.or(&[t.bv_ule(high, address), t.bv_ule(end, low)]),
        ]);
        // What is no placement becomes the next one above all others.
        let after = t.bv_and(t.bv_add(high, t.bv(WIDTH, 31)), t.bv_signed(WIDTH, -16));
        let placed = self.save(t.ite(fits, address, after), self.pointer_scalar(), span);
        let new = t.store(self.symbol(addresses), number, placed);
        self.assign(addresses, new, span);
        let end = t.bv_add(placed, t.bv_add(size, t.bv(WIDTH, 1)));
        self.assign(lowest, t.ite(t.bv_ult(placed, low), placed, low), span);
        self.assign(highest, t.ite(t.bv_ult(high, end), end, high), span);
    }

    fn fits_at(&self, address: TermId, bytes: u128, alignment: u128) -> TermId {
        let t = &self.terms;
        let zero = t.bv(WIDTH, 0);
        let aligned = match alignment {
            1 => t.tru(),
            _ => t.eq(t.bv_and(address, t.bv(WIDTH, alignment - 1)), zero),
        };
        let placed = match self.lowering.program.data_model {
            DataModel::Ilp32 => {
                let end = (1u128 << 32) - 4096 - bytes.min(1 << 31);
                t.bv_ult(address, t.bv(WIDTH, end))
            }
            // Addresses of 64-bit machines begin with zeros or ones.
            DataModel::Lp64 => {
                let end = (1u128 << 64) - 4096 - bytes.min(1 << 31);
                let top = t.extract(WIDTH - 1, WIDTH - 4, address);
                t.and(&[
                    t.or(&[t.eq(top, t.bv(4, 0)), t.eq(top, t.bv(4, 0xf))]),
                    t.bv_ult(address, t.bv(WIDTH, end)),
                ])
            }
        };
        t.and(&[t.ne(address, zero), aligned, placed])
    }

    /// The program starts: its objects lie somewhere, apart from each other.
    pub(super) fn place_fixed_objects(&mut self) {
        let Some(addresses) = self.lowering.memory.addresses else {
            return;
        };
        let t = self.terms.clone();
        let origin = HavocOrigin::Placement;
        self.emit(
            Operation::Havoc {
                target: addresses,
                origin,
            },
            None,
        );
        let objects = self.lowering.memory.numbered();
        let observed: Vec<StaticObject> = (objects.into_iter())
            .filter(|object| self.lowering.has_observed_number(*object))
            .collect();
        let placed: Vec<(Placed, TermId)> = (observed.into_iter())
            .map(|object| {
                let placed = self.lowering.placed(object);
                let number = t.bv(32, u128::from(placed.number));
                (placed, t.select(self.symbol(addresses), number))
            })
            .collect();
        let mut facts = Vec::new();
        let mut usual = self.symbol(addresses);
        let mut next = USUAL_STATIC;
        for (i, (object, address)) in placed.iter().enumerate() {
            facts.push(self.fits_at(*address, object.bytes, object.alignment));
            for (other, second) in placed.iter().take(MAX_PAIRS).skip(i + 1) {
                let end = t.bv_add(*address, t.bv(WIDTH, object.bytes));
                let other_end = t.bv_add(*second, t.bv(WIDTH, other.bytes));
                facts.push(t.or(&[t.bv_ule(end, *second), t.bv_ule(other_end, *address)]));
            }
            next = next.next_multiple_of(object.alignment.max(16));
            let number = t.bv(32, u128::from(object.number));
            usual = t.store(usual, number, t.bv(WIDTH, next));
            next += object.bytes;
        }
        // What is no placement becomes the usual one, so that no execution ends here.
        let chosen = t.ite(t.and(&facts), self.symbol(addresses), usual);
        self.assign(addresses, chosen, None);
        let Some((lowest, highest)) = self.lowering.memory.occupied else {
            return;
        };
        let (mut low, mut high) = (t.bv_signed(WIDTH, -1), t.bv(WIDTH, 0));
        for (object, _) in &placed {
            let number = t.bv(32, u128::from(object.number));
            let first = t.select(self.symbol(addresses), number);
            let end = t.bv_add(first, t.bv(WIDTH, object.bytes + 1));
            low = t.ite(t.bv_ult(first, low), first, low);
            high = t.ite(t.bv_ult(high, end), end, high);
        }
        self.assign(lowest, low, None);
        self.assign(highest, high, None);
    }
}

impl Lowering<'_> {
    /// Whether the number of a fixed object's address may be looked at.
    fn has_observed_number(&self, object: StaticObject) -> bool {
        let node = match object {
            StaticObject::Variable(variable) => self.regions.variable(variable).node,
            StaticObject::Literal(key) => {
                let literal = self.regions.expression(key);
                match literal.and_then(|e| self.regions.literal(e)) {
                    Some(cell) => cell.node,
                    None => return false,
                }
            }
            StaticObject::Function(_) => return true,
        };
        self.regions.has_number(node)
    }
}
