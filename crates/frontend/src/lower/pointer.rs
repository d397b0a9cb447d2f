//! Pointers: addresses of objects, arithmetic, comparisons and conversions; what their bits mean is said in `pointer_bits`.

use super::body::{Body, Lowered};
use super::conversion;
use super::operator::Operand;
use super::place::{Place, Purpose};
use super::pointer_bits::{
    FIRST_ADDRESS, INDEX_BITS, OFFSET_BITS, PROGRAM, WIDTH, WORD_INDEX_BITS, WORD_OFFSET_BITS,
};
use super::shape::{Class, Scalar};
use crate::ast::{BinaryOp, Expr, ExprKind, FunId, Type, UnaryOp, layout};
use invar_cfa::{DataModel, Span};
use invar_term::TermId;

impl Body<'_, '_> {
    /// The pointer to the first byte of an object.
    pub(super) fn address_of_object(&self, id: u32) -> TermId {
        self.terms.bv(WIDTH, u128::from(id) << OFFSET_BITS)
    }

    /// Whether a pointer points to, or near, an object of the program.
    pub(super) fn is_program(&self, pointer: TermId) -> TermId {
        let t = &self.terms;
        let mark = t.extract(WIDTH - 1, WIDTH - 4, pointer);
        t.eq(mark, t.bv(4, u128::from(PROGRAM)))
    }

    /// Whether a pointer is the plain number of an address where something may lie: not near null,
    /// and not one of the last numbers, which stand for errors.
    pub(super) fn is_external(&self, pointer: TermId) -> TermId {
        let t = &self.terms;
        let end = match self.lowering.program.data_model {
            DataModel::Lp64 => 1u128 << 64,
            DataModel::Ilp32 => 1u128 << 32,
        } - FIRST_ADDRESS;
        let distance = t.bv_sub(pointer, t.bv(WIDTH, FIRST_ADDRESS));
        let inside = t.bv_ult(distance, t.bv(WIDTH, end - FIRST_ADDRESS));
        t.and(&[inside, t.not(self.is_program(pointer))])
    }

    /// The number of an object without its marks, in 32 bits.
    pub(super) fn index_of(&self, number: TermId) -> TermId {
        let t = &self.terms;
        t.zero_extend(32 - INDEX_BITS, t.extract(INDEX_BITS - 1, 0, number))
    }

    /// The number of the object that a pointer points into.
    pub(super) fn object_of(&self, pointer: TermId) -> TermId {
        self.terms.extract(WIDTH - 1, OFFSET_BITS, pointer)
    }

    /// `pointer` moved by a constant number of bytes.
    pub(super) fn moved(&self, pointer: TermId, bytes: i64) -> TermId {
        let t = &self.terms;
        t.bv_add(pointer, t.bv_signed(WIDTH, i128::from(bytes)))
    }

    /// `&object`, `array` as a pointer: the address of a place.
    pub(super) fn address(&mut self, object: &Expr) -> Lowered<TermId> {
        let span = object.span;
        match &object.kind {
            ExprKind::Function(function) => Ok(self.function_address(*function)),
            // What a pointer points to need not be an object: `&((struct s *)0)->member`.
            ExprKind::Unary(UnaryOp::Dereference, pointer) => Ok(self.scalar(pointer)?.0),
            ExprKind::Index { base, index } if base.is_pointer() => {
                let (pointer, index) = self.operands(base, index)?;
                self.offset_pointer(pointer.0, &base.ty, index, Direction::Up, span)
            }
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let (unit, model) = (self.lowering.unit, self.lowering.program.data_model);
                let layout = layout::record_layout(unit, model, *record);
                let offset = layout.and_then(|l| l.offsets.get(*field as usize).copied());
                let Some(offset) = offset else {
                    return self.unsupported("member of a struct with an unusual layout", span);
                };
                let base = self.address(base)?;
                Ok(self.moved(base, offset.bytes() as i64))
            }
            _ => match self.place(object, Purpose::Address)? {
                Place::Memory(memory) => Ok(memory.pointer),
                Place::Plain(_) => self.unsupported("address of a plain variable", span),
            },
        }
    }

    pub(super) fn function_address(&mut self, function: FunId) -> TermId {
        let id = self
            .lowering
            .memory
            .object(super::state::StaticObject::Function(function));
        self.address_of_object(id | PROGRAM << 28)
    }

    /// Bytes that a step of one moves a pointer of this type.
    fn step_size(&mut self, ty: &Type, span: Option<Span>) -> Lowered<Step> {
        let Type::Pointer(target) = ty else {
            return self.unsupported("arithmetic on something that is no pointer", span);
        };
        if target.has_computed_length() {
            let bytes = self.type_size(target, span)?;
            return Ok(Step::Computed(bytes));
        }
        let unit = self.lowering.unit;
        match layout::size_of(unit, self.lowering.program.data_model, target) {
            Some(size) => Ok(Step::Bytes(size)),
            None => self.unsupported("arithmetic on a pointer to an incomplete type", span),
        }
    }

    /// `pointer + index`, in elements of the pointer's target.
    pub(super) fn offset_pointer(
        &mut self,
        pointer: TermId,
        ty: &Type,
        (index, scalar): Operand,
        direction: Direction,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let wide = conversion::extend(&t, index, scalar.width, scalar.signed(), WIDTH);
        let bytes = match self.step_size(ty, span)? {
            Step::Bytes(size) => t.bv_mul(wide, t.bv(WIDTH, u128::from(size))),
            Step::Computed(size) => t.bv_mul(wide, size),
        };
        Ok(match direction {
            Direction::Up => t.bv_add(pointer, bytes),
            Direction::Down => t.bv_sub(pointer, bytes),
        })
    }

    /// `++` and `--` on a pointer.
    pub(super) fn step_pointer(
        &mut self,
        pointer: TermId,
        ty: &Type,
        direction: Direction,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let one = (self.terms.bv(32, 1), Scalar::INT);
        self.offset_pointer(pointer, ty, one, direction, span)
    }

    /// `+` and `-` where a pointer is an operand; `None` if neither is one.
    pub(super) fn pointer_arithmetic(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<Option<TermId>> {
        if !left.is_pointer() && !right.is_pointer() {
            return Ok(None);
        }
        let (a, b) = self.operands(left, right)?;
        let (a, b) = (self.as_number(a, left), self.as_number(b, right));
        let moved = match (op, left.is_pointer(), right.is_pointer()) {
            (BinaryOp::Add, true, false) => {
                self.offset_pointer(a.0, &left.ty, b, Direction::Up, span)?
            }
            (BinaryOp::Add, false, true) => {
                self.offset_pointer(b.0, &right.ty, a, Direction::Up, span)?
            }
            (BinaryOp::Sub, true, false) => {
                self.offset_pointer(a.0, &left.ty, b, Direction::Down, span)?
            }
            (BinaryOp::Sub, true, true) => {
                let bytes = self.byte_distance(a.0, b.0, span);
                self.distance(bytes, &left.ty, to, span)?
            }
            _ => return self.unsupported("operator on pointers", span),
        };
        Ok(Some(moved))
    }

    /// A distance in elements.
    fn distance(
        &mut self,
        bytes: TermId,
        ty: &Type,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let elements = match self.step_size(ty, span)? {
            Step::Bytes(1) => bytes,
            Step::Bytes(0) => return self.unsupported("distance in empty elements", span),
            Step::Bytes(size) => t.bv_sdiv(bytes, t.bv(WIDTH, u128::from(size))),
            Step::Computed(size) => t.bv_sdiv(bytes, size),
        };
        Ok(conversion::extend(&t, elements, WIDTH, true, to.width))
    }

    /// The number of a pointer, as an integer type: what carries the pointer where integers may
    /// become pointers again, otherwise the address.
    pub(super) fn pointer_to_number(
        &mut self,
        pointer: TermId,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        if self.forgets_memory() {
            return Ok(self.forgotten_address(pointer, to, span));
        }
        let t = self.terms.clone();
        let word = self.pointer_scalar().bytes * 8;
        if !self.lowering.points_to.follows_integers() || to.width != word {
            let number = self.number_of(pointer);
            let number = t.extract(word - 1, 0, number);
            return Ok(conversion::extend(&t, number, word, false, to.width));
        }
        match self.lowering.program.data_model {
            DataModel::Lp64 => Ok(pointer),
            DataModel::Ilp32 => self.word_of_pointer(pointer, span),
        }
    }

    /// The pointer that an integer represents.
    pub(super) fn number_to_pointer(&self, (value, from): Operand) -> TermId {
        let t = &self.terms;
        if self.lowering.program.data_model == DataModel::Lp64 {
            return conversion::extend(t, value, from.width, from.signed(), WIDTH);
        }
        let word = conversion::extend(t, value, from.width, from.signed(), 32);
        self.pointer_of_word(word)
    }

    /// The 32-bit word that carries a pointer.
    pub(super) fn word_of_pointer(
        &mut self,
        pointer: TermId,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let ours = self.is_program(pointer);
        // The nearest object: a pointer before the first byte borrows from the number.
        let nearest = t.bv_add(pointer, t.bv(WIDTH, 1 << (OFFSET_BITS - 1)));
        let marks = t.extract(WIDTH - 1, OFFSET_BITS + INDEX_BITS, nearest);
        let index = t.extract(OFFSET_BITS + WORD_INDEX_BITS - 1, OFFSET_BITS, nearest);
        let high_index = t.extract(
            OFFSET_BITS + INDEX_BITS - 1,
            OFFSET_BITS + WORD_INDEX_BITS,
            nearest,
        );
        let offset = t.extract(WORD_OFFSET_BITS - 1, 0, pointer);
        let same_offset = t.eq(
            t.sign_extend(OFFSET_BITS - WORD_OFFSET_BITS, offset),
            t.extract(OFFSET_BITS - 1, 0, pointer),
        );
        let fits = t.and(&[t.eq(high_index, t.bv(t.width(high_index), 0)), same_offset]);
        let fits = t.or(&[t.not(ours), fits]);
        self.require_modelled(fits, "number of an address beyond the model", span);
        let first = t.concat(marks, t.concat(index, t.bv(WORD_OFFSET_BITS, 0)));
        let carried = t.bv_add(first, t.sign_extend(32 - WORD_OFFSET_BITS, offset));
        Ok(t.ite(ours, carried, t.extract(31, 0, pointer)))
    }

    /// The pointer that a 32-bit word carries.
    pub(super) fn pointer_of_word(&self, word: TermId) -> TermId {
        let t = &self.terms;
        let ours = t.eq(t.extract(31, 28, word), t.bv(4, u128::from(PROGRAM)));
        let nearest = t.bv_add(word, t.bv(32, 1 << (WORD_OFFSET_BITS - 1)));
        let marks = t.extract(31, 27, nearest);
        let index = t.extract(26, WORD_OFFSET_BITS, nearest);
        let number = t.concat(marks, t.zero_extend(INDEX_BITS - WORD_INDEX_BITS, index));
        let first = t.concat(number, t.bv(OFFSET_BITS, 0));
        let offset = t.extract(WORD_OFFSET_BITS - 1, 0, word);
        let pointer = t.bv_add(first, t.sign_extend(WIDTH - WORD_OFFSET_BITS, offset));
        t.ite(ours, pointer, t.zero_extend(32, word))
    }

    /// Goes on where the condition holds; elsewhere the model ends.
    pub(super) fn require_modelled(
        &mut self,
        condition: TermId,
        construct: &str,
        span: Option<Span>,
    ) {
        if self.terms.is_true(condition) {
            return;
        }
        let (fine, beyond) = (self.place_here(span), self.place_here(span));
        self.split(condition, fine, beyond, span);
        self.at = beyond;
        // The location is made; what follows goes on from the other branch.
        let _ = self.unsupported::<()>(construct, span);
        self.at = fine;
    }

    /// A scalar converted to another scalar type, whatever both are.
    pub(super) fn convert_scalar(
        &mut self,
        value: TermId,
        from: Scalar,
        to: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        match (from.class, to.class) {
            (Class::Pointer, Class::Pointer) => Ok(value),
            (Class::Pointer, Class::Bool) => {
                let truth = self.truth((value, from));
                Ok(conversion::from_bool(&self.terms, truth, to.width))
            }
            (Class::Pointer, Class::Float(_)) | (Class::Float(_), Class::Pointer) => {
                self.unsupported("conversion between a pointer and a float", span)
            }
            (Class::Pointer, _) => self.pointer_to_number(value, to, span),
            (_, Class::Pointer) if self.forgets_memory() => {
                Ok(self.forgotten_address(value, to, span))
            }
            (_, Class::Pointer) => Ok(self.number_to_pointer((value, from))),
            _ => self.convert_number(value, from, to, span),
        }
    }
}

/// Bytes of a step.
enum Step {
    Bytes(u64),
    /// As a term: the target is a variable-length array.
    Computed(TermId),
}

/// Which way a pointer moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
}

impl Direction {
    pub fn of(op: UnaryOp) -> Direction {
        match op {
            UnaryOp::PreDecrement | UnaryOp::PostDecrement => Direction::Down,
            _ => Direction::Up,
        }
    }
}
