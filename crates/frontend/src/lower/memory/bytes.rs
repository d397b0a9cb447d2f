//! Scalars whose bytes are accessed one by one: unions, bit-fields, casts.

use super::access::{Spot, Updates};
use crate::lower::body::{Body, Lowered};
use crate::lower::shape::{Class, Scalar};
use crate::points_to::{Cell, Content, Kind, Part};
use invar_cfa::{ByteOrder, DataModel, Span};
use invar_term::TermId;

impl Body<'_, '_> {
    fn byte_order(&self) -> ByteOrder {
        let lowering = &self.lowering;
        lowering.unit.target(lowering.program.data_model).byte_order
    }

    /// The lowest bit, in a number of `width` bits, of `count` bits that come `first` bits after the start of the
    /// number in memory: big-endian numbers begin with their highest bit.
    fn lowest_bit(&self, width: u32, first: u32, count: u32) -> u32 {
        match self.byte_order() {
            ByteOrder::Little => first,
            ByteOrder::Big => width - first - count,
        }
    }

    /// Two neighbours in memory as one number.
    fn joined(&self, first: TermId, second: TermId) -> TermId {
        match self.byte_order() {
            ByteOrder::Little => self.terms.concat(second, first),
            ByteOrder::Big => self.terms.concat(first, second),
        }
    }

    /// A scalar put together from bytes.
    pub(super) fn load_bytes(
        &mut self,
        spot: Spot,
        scalar: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let t = self.terms.clone();
        let (first, width) = spot.bits.unwrap_or((0, memory_bits(scalar)));
        let mut all: Option<TermId> = None;
        let mut marks = Vec::new();
        for i in 0..i64::from((first + width).div_ceil(8)) {
            let (byte, mark) = self.load_byte(spot.pointer, spot.cell, i, None, span)?;
            if scalar.class == Class::Copied {
                return Ok(t.concat(mark, byte));
            }
            if self.may_be_pointer(spot, scalar) || self.may_be_object(spot.cell, i) {
                marks.push(mark);
            }
            all = Some(match all {
                Some(before) => self.joined(before, byte),
                None => byte,
            });
        }
        let Some(all) = all else {
            return self.unsupported("scalar of no bytes", span);
        };
        self.check_marks(&marks, all, spot, scalar, span);
        let lowest = self.lowest_bit(t.width(all), first, width);
        let bits = t.extract(lowest + width - 1, lowest, all);
        if spot.bits.is_some() {
            return Ok(bits);
        }
        Ok(match scalar.class {
            Class::Bool => t.extract(0, 0, bits),
            Class::Pointer if self.lowering.program.data_model == DataModel::Ilp32 => {
                self.pointer_of_word(bits)
            }
            Class::Float(_) => self.float_of_bits(bits, scalar, span)?,
            _ => bits,
        })
    }

    /// Writes a scalar byte by byte.
    pub(super) fn store_bytes(
        &mut self,
        updates: &mut Updates,
        spot: Spot,
        scalar: Scalar,
        value: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        let bits = match (scalar.class, spot.bits) {
            (_, Some(_)) => value,
            (Class::Bool, _) => t.zero_extend(7, value),
            (Class::Pointer, _) if self.lowering.program.data_model == DataModel::Ilp32 => {
                self.word_of_pointer(value, span)?
            }
            (Class::Float(_), _) => self.float_bits((value, scalar), span)?,
            _ => value,
        };
        let (first, width) = match scalar.class {
            Class::Copied => (0, 8),
            _ => spot.bits.unwrap_or((0, t.width(bits))),
        };
        for i in 0..(first + width).div_ceil(8) {
            // Bits of this byte that the value covers: `low` to `high` of the byte.
            let (start, end) = (8 * i, 8 * i + 8);
            let (low, high) = (first.max(start), (first + width).min(end));
            let lowest = self.lowest_bit(width, low - first, high - low);
            let mut byte = t.extract(lowest + high - low - 1, lowest, bits);
            if high - low < 8 {
                let (old, mark) =
                    self.load_byte(spot.pointer, spot.cell, i64::from(i), Some(updates), span)?;
                self.check_plain_byte(mark, span);
                if low > start {
                    let lowest = self.lowest_bit(8, 0, low - start);
                    let before = t.extract(lowest + low - start - 1, lowest, old);
                    byte = self.joined(before, byte);
                }
                if high < end {
                    let lowest = self.lowest_bit(8, high - start, end - high);
                    let after = t.extract(lowest + end - high - 1, lowest, old);
                    byte = self.joined(byte, after);
                }
            }
            let mark = self.mark_of_byte(bits, i, spot, scalar);
            self.store_byte(updates, spot, i64::from(i), (byte, mark), span)?;
        }
        Ok(())
    }

    /// The byte `i` bytes after a pointer, whatever part it lies in, and its mark.
    pub(super) fn load_byte(
        &mut self,
        pointer: TermId,
        cell: Cell,
        i: i64,
        updates: Option<&Updates>,
        span: Option<Span>,
    ) -> Lowered<(TermId, TermId)> {
        let cell = self.lowering.points_to.moved(cell, i);
        let pointer = self.moved(pointer, i);
        let part = self.part_of(cell, span)?;
        let (start, inside) = self.element_start(pointer, cell, &part);
        let element = match updates {
            Some(updates) => self.load_updated(updates, start, cell, &part),
            None => self.load_element(start, cell, &part),
        };
        let bits = self.element_bits(element, &part, span)?;
        if 8 * inside >= self.terms.width(bits) {
            // Padding of the scalar, which is not kept.
            let mark = self.mark_in_element(bits, inside, cell, &part);
            return Ok((self.any_scalar(Scalar::BYTE, span), mark));
        }
        let lowest = self.lowest_bit(self.terms.width(bits), 8 * inside, 8);
        let byte = self.terms.extract(lowest + 7, lowest, bits);
        let mark = match part.content {
            Content::Bytes => self.load_mark(pointer, cell, &part, updates),
            Content::Scalar(_) => self.mark_in_element(bits, inside, cell, &part),
        };
        Ok((byte, mark))
    }

    fn store_byte(
        &mut self,
        updates: &mut Updates,
        spot: Spot,
        i: i64,
        (byte, mark): (TermId, TermId),
        span: Option<Span>,
    ) -> Lowered<()> {
        let t = self.terms.clone();
        let cell = self.lowering.points_to.moved(spot.cell, i);
        let pointer = self.moved(spot.pointer, i);
        let part = self.part_of(cell, span)?;
        let (start, inside) = self.element_start(pointer, cell, &part);
        if part.content == Content::Bytes {
            self.store_element(updates, start, cell, &part, byte);
            self.store_mark(updates, pointer, cell, &part, mark);
            return Ok(());
        }
        let element = self.load_updated(updates, start, cell, &part);
        let bits = self.element_bits(element, &part, span)?;
        let width = t.width(bits);
        if 8 * inside >= width {
            // Padding of the scalar, which is not kept.
            return Ok(());
        }
        let mut new = byte;
        let lowest = self.lowest_bit(width, 8 * inside, 8);
        if lowest > 0 {
            new = t.concat(new, t.extract(lowest - 1, 0, bits));
        }
        if lowest + 8 < width {
            new = t.concat(t.extract(width - 1, lowest + 8, bits), new);
        }
        let element = self.element_from_bits(new, &part, span)?;
        self.store_element(updates, start, cell, &part, element);
        Ok(())
    }

    /// The first byte of the element that a pointer points into, and how far after it.
    fn element_start(&self, pointer: TermId, cell: Cell, part: &Part) -> (TermId, u32) {
        match part.content {
            Content::Bytes => (pointer, 0),
            Content::Scalar(_) => {
                let inside = cell.offset - part.offset;
                (self.moved(pointer, -inside), inside as u32)
            }
        }
    }

    /// An element of a part as bits in memory.
    fn element_bits(
        &mut self,
        element: TermId,
        part: &Part,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let model = self.lowering.program.data_model;
        match part.content {
            Content::Scalar(Kind::Pointer) if model == DataModel::Ilp32 => {
                self.word_of_pointer(element, span)
            }
            Content::Scalar(Kind::Float(kind)) => {
                let scalar = self.lowering.shapes.scalar(&crate::ast::Type::Float(kind));
                match scalar {
                    Some(scalar) => self.float_bits((element, scalar), span),
                    None => self.unsupported("bits of a float", span),
                }
            }
            _ => Ok(element),
        }
    }

    fn element_from_bits(
        &mut self,
        bits: TermId,
        part: &Part,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        let model = self.lowering.program.data_model;
        match part.content {
            Content::Scalar(Kind::Pointer) if model == DataModel::Ilp32 => {
                Ok(self.pointer_of_word(bits))
            }
            Content::Scalar(Kind::Float(kind)) => {
                let scalar = self.lowering.shapes.scalar(&crate::ast::Type::Float(kind));
                match scalar {
                    Some(scalar) => self.float_of_bits(bits, scalar, span),
                    None => self.unsupported("bits of a float", span),
                }
            }
            _ => Ok(bits),
        }
    }
}

/// Bits that a scalar takes in memory, padding left out.
fn memory_bits(scalar: Scalar) -> u32 {
    match scalar.class {
        Class::Float(_) => scalar.width,
        _ => scalar.bytes * 8,
    }
}
