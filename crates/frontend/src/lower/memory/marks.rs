//! Which bytes in memory belong to pointers.
//!
//! In memory a pointer to an object of the program has the bits by which the model knows the object;
//! the bits of its address are others. So each byte that may belong to a pointer has a mark beside
//! it, and a copy takes the marks along. A number that is read has no byte of a pointer to an object;
//! a pointer that is read has all bytes of one pointer in their order, or bytes of no object. What
//! else is read is not modelled, and the location says so.

use super::access::{Spot, Updates};
use crate::ast::VariableId;
use crate::lower::body::{Body, Lowered};
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::{MARK_BITS, OFFSET_BITS, WIDTH};
use crate::lower::shape::{Class, Scalar};
use crate::lower::state::{PartStorage, StaticObject};
use crate::points_to::{Cell, Content, NodeId, Part};
use invar_cfa::{IntegerType, Scope, Span};
use invar_term::{Sort, TermId, Value};

/// The mark of a byte as it was at first; nothing was stored.
const INITIAL: u128 = 0;
/// The marks of the bytes of a pointer to an object are 1 to 8.
const LAST_OF_POINTER: u128 = 8;
/// A byte of a number.
const NUMBER: u128 = 9;
/// A byte of a pointer to no object of the program: its bits are those of the address.
const ADDRESS: u128 = 10;

impl Lowering<'_> {
    /// The variables with the marks of a part.
    fn mark_storage(&mut self, node: NodeId, part: &Part) -> PartStorage {
        if let Some(known) = self.memory.marks.get(&part.id) {
            return *known;
        }
        let single: Option<StaticObject> = self.single(node);
        let index = match single {
            Some(_) => OFFSET_BITS,
            None => WIDTH,
        };
        let sort = Sort::array(Sort::BitVec(index), Sort::BitVec(MARK_BITS));
        let name = self.unique(format!("$mark{}", part.id.0));
        let integer = IntegerType {
            width: MARK_BITS,
            signed: false,
        };
        let variable = self.program.add_variable(
            &name,
            None,
            &sort,
            integer,
            "unsigned char",
            Scope::Global,
            None,
        );
        // Whatever the contents are at first, the program did not store them.
        let storage = match single {
            Some(_) => PartStorage::Offsets(variable),
            None => PartStorage::Pointers {
                zero: Some(variable),
                any: None,
            },
        };
        self.memory.marks.insert(part.id, storage);
        storage
    }
}

impl Body<'_, '_> {
    fn mark(&self, mark: u128) -> TermId {
        self.terms.bv(MARK_BITS, mark)
    }

    /// The mark of byte `byte` of a word that is, or carries, a pointer.
    fn mark_in_word(&self, word: TermId, byte: u32) -> TermId {
        let place = self.mark(u128::from(byte) + 1);
        let carried = self.is_carried_word(word);
        self.terms.ite(carried, place, self.mark(ADDRESS))
    }

    /// Whether a mark is not that of a pointer to an object.
    fn is_no_object(&self, mark: TermId) -> TermId {
        let t = &self.terms;
        let before = t.bv_sub(mark, self.mark(1));
        t.bv_ule(self.mark(LAST_OF_POINTER), before)
    }

    /// A byte of a number, as it is copied.
    pub(super) fn copied_number(&self, byte: TermId) -> TermId {
        self.terms.concat(self.mark(NUMBER), byte)
    }

    /// The mark of a byte in a part of bytes.
    pub(super) fn load_mark(
        &mut self,
        pointer: TermId,
        cell: Cell,
        part: &Part,
        updates: Option<&Updates>,
    ) -> TermId {
        if part.pointer_bytes.binary_search(&cell.offset).is_err() {
            return self.mark(INITIAL);
        }
        let storage = self.lowering.mark_storage(cell.node, part);
        self.element_in(storage, pointer, updates)
    }

    /// The mark of a byte in an element that is a scalar.
    pub(super) fn mark_in_element(
        &self,
        bits: TermId,
        inside: u32,
        cell: Cell,
        part: &Part,
    ) -> TermId {
        let is_word = self.terms.width(bits) == self.pointer_scalar().bytes * 8;
        if is_word && part.pointer_bytes.binary_search(&cell.offset).is_ok() {
            self.mark_in_word(bits, inside)
        } else {
            self.mark(INITIAL)
        }
    }

    pub(super) fn store_mark(
        &mut self,
        updates: &mut Updates,
        pointer: TermId,
        cell: Cell,
        part: &Part,
        mark: TermId,
    ) {
        if part.pointer_bytes.binary_search(&cell.offset).is_err() {
            return;
        }
        let storage = self.lowering.mark_storage(cell.node, part);
        self.store_in(updates, storage, pointer, mark);
    }

    /// The mark of byte `i` of a scalar with these bits.
    pub(super) fn mark_of_byte(&self, bits: TermId, i: u32, spot: Spot, scalar: Scalar) -> TermId {
        if scalar.class == Class::Copied {
            return self.terms.extract(7 + MARK_BITS, 8, bits);
        }
        if self.may_be_pointer(spot, scalar) {
            self.mark_in_word(bits, i)
        } else {
            self.mark(NUMBER)
        }
    }

    /// Whether a scalar is a pointer, or an integer that may carry one.
    pub(super) fn may_be_pointer(&self, spot: Spot, scalar: Scalar) -> bool {
        let carries = scalar.is_integer()
            && scalar.bytes == self.pointer_scalar().bytes
            && self.lowering.points_to.follows_integers();
        spot.bits.is_none() && (scalar.class == Class::Pointer || carries)
    }

    /// Whether the byte `i` bytes after a cell may belong to a pointer to an object of the program.
    pub(super) fn may_be_object(&self, cell: Cell, i: i64) -> bool {
        let points_to = &self.lowering.points_to;
        let cell = points_to.moved(cell, i);
        let part = points_to.part(cell);
        part.is_some_and(|part| part.object_bytes.binary_search(&cell.offset).is_ok())
    }

    /// The bytes of a scalar that is read are those of a number, or of one pointer. `bits` are all
    /// the bits of these bytes.
    pub(super) fn check_marks(
        &mut self,
        marks: &[TermId],
        bits: TermId,
        spot: Spot,
        scalar: Scalar,
        span: Option<Span>,
    ) {
        let t = self.terms.clone();
        let all = |holds: &dyn Fn(TermId) -> TermId| {
            let each: Vec<TermId> = marks.iter().map(|mark| holds(*mark)).collect();
            t.and(&each)
        };
        let no_object = all(&|mark| self.is_no_object(mark));
        if !self.may_be_pointer(spot, scalar) {
            self.require_modelled_here(no_object, "bytes of a pointer as numbers", span);
            return;
        }
        let in_order = |(i, mark): (usize, &TermId)| t.eq(*mark, self.mark(i as u128 + 1));
        let ordered: Vec<TermId> = marks.iter().enumerate().map(in_order).collect();
        let is_address = |mark| {
            let at_first = t.eq(mark, self.mark(INITIAL));
            t.or(&[at_first, t.eq(mark, self.mark(ADDRESS))])
        };
        // A number is no pointer, but a null pointer may be written as one.
        let is_plain = match scalar.class {
            Class::Pointer => t.eq(bits, t.bv(t.width(bits), 0)),
            _ => t.not(self.is_carried_word(bits)),
        };
        let fine = t.or(&[
            t.and(&ordered),
            all(&is_address),
            t.and(&[no_object, is_plain]),
        ]);
        self.require_modelled_here(fine, "pointer put together from bytes", span);
    }

    /// A byte of which some bits stay as they are belongs to no pointer to an object.
    pub(super) fn check_plain_byte(&mut self, mark: TermId, span: Option<Span>) {
        self.require_no_object(mark, "bits of a pointer as a number", span);
    }

    fn require_no_object(&mut self, mark: TermId, construct: &str, span: Option<Span>) {
        let plain = self.is_no_object(mark);
        self.require_modelled_here(plain, construct, span);
    }

    /// A block that ends inside an element cuts no pointer to an object into pieces.
    pub(super) fn check_cut_pointer(
        &mut self,
        pointer: TermId,
        cell: Cell,
        part: &Part,
        span: Option<Span>,
    ) -> Lowered<()> {
        if part.content == Content::Bytes || part.object_bytes.is_empty() {
            return Ok(());
        }
        let (_, mark) = self.load_byte(pointer, cell, 0, None, span)?;
        self.require_no_object(mark, "block that ends inside a pointer", span);
        Ok(())
    }

    /// The contents of a variable that is alone in its node begin anew, without pointers.
    pub(super) fn clear_marks(&mut self, variable: VariableId, span: Option<Span>) {
        let node = self.lowering.points_to.variable(variable).node;
        for part in self.lowering.points_to.node(node).parts.clone() {
            if part.content != Content::Bytes || part.pointer_bytes.is_empty() {
                continue;
            }
            let PartStorage::Offsets(target) = self.lowering.mark_storage(node, &part) else {
                continue;
            };
            if let Some(zero) = Value::zero(self.lowering.program.sort(target)) {
                let zero = self.terms.constant(&zero);
                self.assign(target, zero, span);
            }
        }
    }
}
