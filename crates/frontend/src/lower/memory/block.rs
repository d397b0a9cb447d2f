//! `memset`, `memcpy` and `memmove`, element by element.

use super::access::{Spot, Updates};
use super::fits;
use crate::ast::Expr;
use crate::lower::body::{Body, Lowered};
use crate::lower::pointer::Direction;
use crate::lower::pointer_bits::WIDTH;
use crate::lower::shape::{Class, Scalar};
use crate::lower::state::PartStorage;
use crate::points_to::{Cell, Content, Kind, Part};
use invar_cfa::{Aspect, HavocOrigin, LocId, Operation, Span, Undefined};
use invar_term::TermId;

/// Bytes that are written without a loop.
const MAX_STRAIGHT: u64 = 1024;
/// Bytes of an element that are written one by one where a block ends inside it.
const MAX_PERIOD: u64 = 64;
/// Scalars that are looked at where a block of computed size lies over structs.
const MAX_PARTS: usize = 300;

/// Bytes that are made arbitrary without a loop.
const MAX_FORGOTTEN: u128 = 64;

/// What is written into a block.
#[derive(Clone, Copy)]
enum Filling {
    /// Every byte is this one.
    Byte(TermId),
    /// What is at the target of this pointer, in the same node.
    From(TermId),
    /// Anything.
    Any,
}

/// Whether source and target of a copy may overlap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lower) enum Overlap {
    /// As with `memmove`.
    Allowed,
    /// As with `memcpy`: C11 7.24.2.1.
    Undefined,
}

impl Body<'_, '_> {
    /// The target of a block that is not empty must be writable.
    fn check_filled(&mut self, to: TermId, cell: Cell, size: TermId, span: Option<Span>) {
        let t = self.terms.clone();
        let is_empty = t.eq(size, t.bv(t.width(size), 0));
        if t.is_true(is_empty) {
            return;
        }
        self.check_frame(to, cell, size, span);
        if t.is_false(is_empty) {
            return self.check_writable(to, cell, span);
        }
        // An empty block writes nothing: null represents its target, which is no object.
        let target = t.ite(is_empty, t.bv(WIDTH, 0), to);
        self.check_writable(target, cell, span);
    }

    /// Source and target must not overlap.
    fn check_overlap(&mut self, to: TermId, from: TermId, size: TermId, span: Option<Span>) {
        if !(self.lowering.program.property).asks_for(Aspect::Overlap) {
            return;
        }
        let t = self.terms.clone();
        let fine = t.or(&[
            t.eq(size, t.bv(WIDTH, 0)),
            t.ne(self.object_of(to), self.object_of(from)),
            t.bv_ule(t.bv_add(to, size), from),
            t.bv_ule(t.bv_add(from, size), to),
        ]);
        self.require(fine, Undefined::Overlap, span);
    }

    /// `memset(target, byte, size)`; the target.
    pub(in crate::lower) fn fill_block(
        &mut self,
        target: &Expr,
        byte: Option<&Expr>,
        size: &Expr,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let pointer = self.saved_pointer(target)?;
        let t = self.terms.clone();
        let byte = match byte {
            Some(byte) => {
                let (value, scalar) = self.scalar(byte)?;
                if !scalar.is_integer() {
                    return self.unsupported("memset with an unusual argument", span);
                }
                let low = t.extract(7, 0, value);
                self.save(low, Scalar::BYTE, span)
            }
            None => t.bv(8, 0),
        };
        let size = self.size_argument(size)?;
        if self.forgets_memory() {
            return Ok(pointer);
        }
        let Some(cell) = self.block_cell(target) else {
            return self.unsupported("memset that the analysis of pointers did not see", span);
        };
        self.check_filled(pointer, cell, size, span);
        self.block(
            pointer,
            cell,
            Filling::Byte(byte),
            size,
            Direction::Up,
            span,
        )?;
        Ok(pointer)
    }

    /// `memcpy(target, source, size)` or `memmove`; the target.
    pub(in crate::lower) fn copy_block(
        &mut self,
        target: &Expr,
        source: &Expr,
        size: &Expr,
        overlap: Overlap,
        span: Option<Span>,
    ) -> Lowered<(TermId, TermId)> {
        let to = self.saved_pointer(target)?;
        let from = self.saved_pointer(source)?;
        let size = self.size_argument(size)?;
        let word = Scalar {
            width: WIDTH,
            stored: WIDTH,
            ..Scalar::WORD
        };
        let size = self.save(size, word, span);
        if self.forgets_memory() {
            return Ok((to, size));
        }
        let (Some(cell), Some(other)) = (self.block_cell(target), self.block_cell(source)) else {
            return self.unsupported("memcpy that the analysis of pointers did not see", span);
        };
        if cell != other {
            return self.unsupported("memcpy between different kinds of objects", span);
        }
        if overlap == Overlap::Undefined {
            self.check_overlap(to, from, size, span);
        }
        self.check_filled(to, cell, size, span);
        // What is copied without a loop is read before anything is written.
        let is_straight = |bytes: u128| bytes <= u128::from(MAX_STRAIGHT);
        let constant = self.terms.as_bv(size).map(|size| size.unsigned());
        if constant.is_some_and(|bytes| is_straight(bytes) || overlap == Overlap::Undefined) {
            self.block(to, cell, Filling::From(from), size, Direction::Up, span)?;
            return Ok((to, size));
        }
        // Overlapping blocks: from the end that is not overwritten first.
        let t = self.terms.clone();
        let (up, down, end) = (
            self.place_here(span),
            self.place_here(span),
            self.place_here(span),
        );
        self.split(t.bv_ule(to, from), up, down, span);
        for (start, direction) in [(up, Direction::Up), (down, Direction::Down)] {
            self.at = start;
            // What could not be lowered already leads into its own location.
            let _ = self.block(to, cell, Filling::From(from), size, direction, span);
            self.go(end, span);
        }
        self.at = end;
        Ok((to, size))
    }

    /// `size` bytes of one object become those of another in the same node.
    pub(super) fn copy_contents(
        &mut self,
        to: TermId,
        from: TermId,
        cell: Cell,
        size: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        self.block(to, cell, Filling::From(from), size, Direction::Up, span)
    }

    pub(in crate::lower) fn saved_pointer(&mut self, expr: &Expr) -> Lowered<TermId> {
        let (value, scalar) = self.scalar(expr)?;
        let pointer = self.pointer_scalar();
        let value = self.convert_scalar(value, scalar, pointer, expr.span)?;
        Ok(self.save(value, pointer, expr.span))
    }

    fn block_cell(&self, pointer: &Expr) -> Option<Cell> {
        self.lowering.points_to.pointee(pointer)
    }

    fn block(
        &mut self,
        to: TermId,
        cell: Cell,
        filling: Filling,
        size: TermId,
        direction: Direction,
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        let constant = t.as_bv(size).map(|v| v.unsigned() as u64);
        if constant == Some(0) || self.forgets_memory() {
            return Ok(());
        }
        if let Some(bytes) = constant {
            self.check_access(to, cell, bytes, span);
            if let Filling::From(from) = filling {
                self.check_access(from, cell, bytes, span);
            }
            if bytes <= MAX_STRAIGHT {
                let mut updates = Updates::default();
                self.piece(&mut updates, to, cell, filling, bytes, span)?;
                self.commit(&updates, span);
                return Ok(());
            }
        }
        self.block_loop(to, cell, filling, size, direction, span)
    }

    /// A loop over the periods of an array.
    fn block_loop(
        &mut self,
        to: TermId,
        cell: Cell,
        filling: Filling,
        size: TermId,
        direction: Direction,
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        let Some(period) = self.period(cell) else {
            return self.sparse_block(to, cell, filling, size, span);
        };
        let step = t.bv(WIDTH, u128::from(period));
        let rest = t.bv_urem(size, step);
        let zero = t.bv(WIDTH, 0);
        if period > MAX_PERIOD {
            self.require_modelled(t.eq(rest, zero), "block that ends inside an element", span);
            return self.period_loop(to, cell, filling, (size, period), direction, span);
        }
        let whole = t.bv_sub(size, rest);
        if direction == Direction::Down {
            self.last_bytes(to, cell, filling, (whole, rest, period), direction, span)?;
        }
        self.period_loop(to, cell, filling, (whole, period), direction, span)?;
        if direction == Direction::Up {
            self.last_bytes(to, cell, filling, (whole, rest, period), direction, span)?;
        }
        Ok(())
    }

    /// A block of computed size over objects that are no arrays: each scalar after the start is
    /// written if the block reaches it.
    fn sparse_block(
        &mut self,
        to: TermId,
        cell: Cell,
        filling: Filling,
        size: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        let parts = self.lowering.points_to.node(cell.node).parts.clone();
        let regular = |p: &Part| !p.folded && p.offset >= cell.offset;
        let relevant = |p: &&Part| p.end() > cell.offset;
        if !parts.iter().filter(relevant).all(regular) || parts.len() > MAX_PARTS {
            return self.unsupported("block of computed size that is no array", span);
        }
        self.check_block(to, cell, size, span);
        if let Filling::From(from) = filling {
            self.check_block(from, cell, size, span);
        }
        let mut updates = Updates::default();
        let mut cut = Vec::new();
        for part in parts.iter().filter(relevant) {
            let distance = part.offset - cell.offset;
            let (first, end) = (
                t.bv(WIDTH, distance as u128),
                t.bv(WIDTH, distance as u128 + u128::from(part.size)),
            );
            let covered = t.bv_ule(end, size);
            cut.push(t.and(&[t.bv_ult(first, size), t.not(covered)]));
            let here = Cell {
                node: cell.node,
                offset: part.offset,
            };
            let bytes = match part.content {
                Content::Bytes => part.size,
                Content::Scalar(_) => 1,
            };
            let scalar = match part.content {
                Content::Bytes => Some(Scalar::COPIED),
                Content::Scalar(kind) => self.scalar_of_kind(kind),
            };
            let Some(scalar) = scalar else {
                return self.unsupported("block of elements that are not modelled", span);
            };
            for byte in 0..bytes as i64 {
                let spot = |body: &Self, base: TermId| Spot {
                    pointer: body.moved(base, distance + byte),
                    cell: body.lowering.points_to.moved(here, byte),
                    bits: None,
                };
                let old = self.load(spot(self, to), scalar, span)?;
                let new = match filling {
                    Filling::Byte(byte) => self.repeated(byte, scalar, span)?,
                    Filling::From(from) => self.load(spot(self, from), scalar, span)?,
                    Filling::Any => self.any_element(scalar, span)?,
                };
                let value = t.ite(covered, new, old);
                self.store(&mut updates, spot(self, to), scalar, value, span)?;
            }
        }
        self.require_modelled(t.not(t.or(&cut)), "block that ends inside an element", span);
        self.commit(&updates, span);
        Ok(())
    }

    /// The `rest` bytes after the last whole period, fewer than a period.
    fn last_bytes(
        &mut self,
        to: TermId,
        cell: Cell,
        filling: Filling,
        (whole, rest, period): (TermId, TermId, u64),
        direction: Direction,
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        if t.as_bv(rest).is_some_and(|v| v.is_zero()) {
            return Ok(());
        }
        let mut bytes: Vec<u64> = (0..period - 1).collect();
        if direction == Direction::Down {
            bytes.reverse();
        }
        let end = self.place_here(span);
        for byte in bytes {
            let (write, skip) = (self.place_here(span), self.place_here(span));
            let here = t.bv(WIDTH, u128::from(byte));
            self.split(t.bv_ult(here, rest), write, skip, span);
            self.at = write;
            let at = |base: TermId| t.bv_add(t.bv_add(base, whole), here);
            let cell = self.lowering.points_to.moved(cell, byte as i64);
            let filling = match filling {
                Filling::From(from) => Filling::From(at(from)),
                same => same,
            };
            self.check_access(at(to), cell, 1, span);
            if let Filling::From(from) = filling {
                self.check_access(from, cell, 1, span);
            }
            let mut updates = Updates::default();
            self.piece(&mut updates, at(to), cell, filling, 1, span)?;
            self.commit(&updates, span);
            match direction {
                // No byte after the first one that is not written is written.
                Direction::Up => {
                    let next = self.place_here(span);
                    self.go(next, span);
                    self.at = skip;
                    self.go(end, span);
                    self.at = next;
                }
                Direction::Down => self.join(skip, span),
            }
        }
        self.join(end, span);
        Ok(())
    }

    /// A loop over `size` bytes, a multiple of the period.
    fn period_loop(
        &mut self,
        to: TermId,
        cell: Cell,
        filling: Filling,
        (size, period): (TermId, u64),
        direction: Direction,
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        let zero = t.bv(WIDTH, 0);
        let step = t.bv(WIDTH, u128::from(period));
        let index_scalar = Scalar {
            width: WIDTH,
            stored: WIDTH,
            ..Scalar::WORD
        };
        let index = self.temporary(index_scalar);
        let (first, more) = match direction {
            Direction::Up => (zero, t.bv_ult(self.symbol(index), size)),
            Direction::Down => (size, t.bv_ult(zero, self.symbol(index))),
        };
        self.assign(index, first, span);
        let (head, inside, end): (LocId, LocId, LocId) = (
            self.place_here(span),
            self.place_here(span),
            self.place_here(span),
        );
        self.join(head, span);
        self.split(more, inside, end, span);
        self.at = inside;
        let i = self.symbol(index);
        if direction == Direction::Down {
            self.assign(index, t.bv_sub(i, step), span);
        }
        let at = |base: TermId| t.bv_add(base, i);
        let filling = match filling {
            Filling::From(from) => Filling::From(at(from)),
            byte => byte,
        };
        self.check_access(at(to), cell, period, span);
        if let Filling::From(from) = filling {
            self.check_access(from, cell, period, span);
        }
        let mut updates = Updates::default();
        self.piece(&mut updates, at(to), cell, filling, period, span)?;
        self.commit(&updates, span);
        if direction == Direction::Up {
            let operation = Operation::Assign {
                target: index,
                value: t.bv_add(i, step),
            };
            self.emit(operation, span);
        }
        self.go(head, span);
        self.at = end;
        Ok(())
    }

    /// Bytes after which the parts of a node repeat.
    fn period(&self, cell: Cell) -> Option<u64> {
        let points_to = &self.lowering.points_to;
        let part = points_to.part(cell);
        let element = match part.map(|p| (p.content, p.size)) {
            Some((Content::Bytes, _)) => Some(1),
            Some((Content::Scalar(_), size)) => Some(size),
            None => None,
        };
        let stride = points_to.node(cell.node).stride;
        [element, stride]
            .into_iter()
            .flatten()
            .find(|bytes| points_to.moved(cell, *bytes as i64) == cell)
    }

    /// Writes `bytes` bytes.
    fn piece(
        &mut self,
        updates: &mut Updates,
        to: TermId,
        cell: Cell,
        filling: Filling,
        bytes: u64,
        span: Option<Span>,
    ) -> Lowered<()> {
        let model = self.lowering.program.data_model;
        let mut done = 0u64;
        while done < bytes {
            let here = self.lowering.points_to.moved(cell, done as i64);
            let Some(part) = self.lowering.points_to.part(here).cloned() else {
                // No code accesses these bytes.
                done += 1;
                continue;
            };
            let pointer = self.moved(to, done as i64);
            let whole = part.offset == here.offset && part.size <= bytes - done;
            let scalar = match part.content {
                Content::Scalar(kind) if whole => self.scalar_of_kind(kind),
                _ => Some(Scalar::COPIED),
            };
            let Some(scalar) = scalar else {
                return self.unsupported("block of elements that are not modelled", span);
            };
            if !whole {
                let sources = match filling {
                    Filling::Byte(_) | Filling::Any => vec![to],
                    Filling::From(from) => vec![to, from],
                };
                for base in sources {
                    let pointer = self.moved(base, done as i64);
                    self.check_cut_pointer(pointer, here, &part, span)?;
                }
            }
            let typed = matches!(part.content, Content::Scalar(kind) if fits(model, kind, scalar));
            let spot = |pointer| Spot {
                pointer,
                cell: here,
                bits: None,
            };
            let value = match filling {
                Filling::Byte(byte) => self.repeated(byte, scalar, span)?,
                Filling::From(from) => {
                    let source = self.moved(from, done as i64);
                    self.load(spot(source), scalar, span)?
                }
                Filling::Any => self.any_element(scalar, span)?,
            };
            self.store(updates, spot(pointer), scalar, value, span)?;
            done += if typed { part.size } else { 1 };
        }
        Ok(())
    }

    fn scalar_of_kind(&self, kind: Kind) -> Option<Scalar> {
        match kind {
            Kind::Pointer => Some(self.pointer_scalar()),
            Kind::Float(kind) => self.lowering.shapes.scalar(&crate::ast::Type::Float(kind)),
            Kind::Integer(bytes) => Some(Scalar {
                width: bytes * 8,
                stored: bytes * 8,
                bytes,
                ..Scalar::WORD
            }),
        }
    }

    /// Any number.
    fn any_element(&mut self, scalar: Scalar, span: Option<Span>) -> Lowered<TermId> {
        match scalar.class {
            Class::Pointer => self.unsupported("call by contract that writes pointers", span),
            Class::Copied => {
                let byte = self.any_scalar(Scalar::BYTE, span);
                Ok(self.copied_number(byte))
            }
            _ => Ok(self.any_scalar(scalar, span)),
        }
    }

    /// A number of bytes at a pointer get arbitrary values that are no pointers.
    pub(in crate::lower) fn forget_block(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        self.check_block(pointer, cell, bytes, span);
        self.check_filled(pointer, cell, bytes, span);
        if self.forgets_memory() || self.lowering.points_to.node(cell.node).parts.is_empty() {
            return Ok(());
        }
        let whole = match self.lowering.single(cell.node) {
            Some(object) => self.static_size(object).map(|size| (object, size)),
            None => None,
        };
        let Some((object, size)) = whole else {
            return self.forget_elements(pointer, cell, bytes, span);
        };
        let t = self.terms.clone();
        let first = self.static_address(object);
        let is_whole = t.and(&[
            t.eq(pointer, first),
            t.eq(bytes, t.bv(WIDTH, u128::from(size))),
        ]);
        let (all, some, end) = (
            self.place_here(span),
            self.place_here(span),
            self.place_here(span),
        );
        self.split(is_whole, all, some, span);
        self.at = all;
        // What could not be lowered already leads into its own location.
        let _ = self.forget_parts(cell, span);
        self.go(end, span);
        self.at = some;
        let _ = self.forget_elements(pointer, cell, bytes, span);
        self.go(end, span);
        self.at = end;
        Ok(())
    }

    /// Makes the elements of a block arbitrary, one by one.
    fn forget_elements(
        &mut self,
        pointer: TermId,
        cell: Cell,
        bytes: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        let known = self.terms.as_bv(bytes).map(|bytes| bytes.unsigned());
        if known.is_some_and(|bytes| bytes <= MAX_FORGOTTEN) {
            self.block(pointer, cell, Filling::Any, bytes, Direction::Up, span)
        } else {
            self.block_loop(pointer, cell, Filling::Any, bytes, Direction::Up, span)
        }
    }

    /// The object that a pointer points into holds anything from now on, but no pointers.
    pub(in crate::lower) fn forget_object(
        &mut self,
        pointer: TermId,
        cell: Cell,
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        let single = self.lowering.single(cell.node);
        let known = single.and_then(|object| Some((object, self.static_size(object)?)));
        let Some((object, size)) = known else {
            return self.unsupported(
                "call by contract that may write one of several objects",
                span,
            );
        };
        let first = self.static_address(object);
        let here = t.eq(self.object_of(pointer), self.object_of(first));
        self.require_modelled(
            here,
            "call by contract that may write one of several objects",
            span,
        );
        self.check_filled(first, cell, t.bv(WIDTH, u128::from(size)), span);
        if self.forgets_memory() {
            Ok(())
        } else {
            self.forget_parts(cell, span)
        }
    }

    /// The only object of a node holds anything.
    fn forget_parts(&mut self, cell: Cell, span: Option<Span>) -> Lowered<()> {
        for part in self.lowering.points_to.node(cell.node).parts.clone() {
            let holds_pointers =
                part.content == Content::Scalar(Kind::Pointer) || !part.pointer_bytes.is_empty();
            if holds_pointers {
                return self.unsupported("call by contract that writes pointers", span);
            }
            match self.lowering.part_storage(cell.node, &part) {
                PartStorage::Scalar(target) | PartStorage::Offsets(target) => {
                    let any = self.copy_variable(target);
                    let origin = HavocOrigin::Uninitialised;
                    self.emit(
                        Operation::Havoc {
                            target: any,
                            origin,
                        },
                        span,
                    );
                    let any = self.symbol(any);
                    self.assign(target, any, span);
                }
                PartStorage::Pointers { .. } => {
                    return self.unsupported(
                        "call by contract that may write one of several objects",
                        span,
                    );
                }
            }
        }
        Ok(())
    }

    /// The scalar whose bytes all are `byte`.
    fn repeated(&mut self, byte: TermId, scalar: Scalar, span: Option<Span>) -> Lowered<TermId> {
        let t = self.terms.clone();
        let count = match scalar.class {
            Class::Copied => return Ok(self.copied_number(byte)),
            Class::Float(_) => scalar.width / 8,
            _ => scalar.bytes,
        };
        let bits = (1..count).fold(byte, |bits, _| t.concat(byte, bits));
        match scalar.class {
            Class::Pointer if t.width(bits) == 32 => Ok(self.pointer_of_word(bits)),
            Class::Float(_) => self.float_of_bits(bits, scalar, span),
            _ => Ok(bits),
        }
    }
}
