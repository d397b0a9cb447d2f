//! Reading and writing elements of parts. Validity is checked elsewhere, once per object.

use super::fits;
use crate::lower::body::{Body, Lowered};
use crate::lower::pointer_bits::{INDEX_BITS, OFFSET_BITS};
use crate::lower::shape::{Class, Scalar};
use crate::lower::state::PartStorage;
use crate::points_to::{Cell, Content, Part};
use invar_cfa::{Span, VarId};
use invar_term::TermId;

/// New values of variables, all meant in the state before any of them changes.
#[derive(Default)]
pub(in crate::lower) struct Updates {
    new: Vec<(VarId, TermId)>,
}

impl Updates {
    pub fn set(&mut self, variable: VarId, value: TermId) {
        match self.new.iter_mut().find(|(v, _)| *v == variable) {
            Some(entry) => entry.1 = value,
            None => self.new.push((variable, value)),
        }
    }

    pub(super) fn get(&self, variable: VarId) -> Option<TermId> {
        let entry = self.new.iter().find(|(v, _)| *v == variable)?;
        Some(entry.1)
    }

    pub fn entries(&self) -> &[(VarId, TermId)] {
        &self.new
    }
}

/// Where a scalar lies.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Spot {
    /// Its first byte.
    pub pointer: TermId,
    /// Its cell in the analysis.
    pub cell: Cell,
    /// The first bit in that byte and the number of bits, for bit-fields.
    pub bits: Option<(u32, u32)>,
}

impl Body<'_, '_> {
    /// The part that a cell belongs to.
    pub(super) fn part_of(&mut self, cell: Cell, span: Option<Span>) -> Lowered<Part> {
        match self.lowering.points_to.part(cell) {
            Some(part) => Ok(part.clone()),
            None => self.unsupported("access that the analysis of pointers did not see", span),
        }
    }

    /// Whether a spot of an object that is copied is unused: no part, where there is a
    /// union in it, or, while globals are initialised, a part that no code has mentioned.
    pub(in crate::lower) fn is_unused(&self, spot: Spot, with_union: bool) -> bool {
        if self.forgets_memory() {
            return false;
        }
        match self.lowering.points_to.part(spot.cell) {
            None => with_union || self.initialising,
            Some(part) => self.initialising && !self.lowering.memory.is_mentioned(part.id),
        }
    }

    /// The scalar at a spot, as a plain variable would keep it.
    pub(in crate::lower) fn load(
        &mut self,
        spot: Spot,
        scalar: Scalar,
        span: Option<Span>,
    ) -> Lowered<TermId> {
        if self.forgets_memory() {
            return Ok(self.any_scalar(scalar, span));
        }
        let part = self.part_of(spot.cell, span)?;
        if spot.bits.is_none()
            && let Content::Scalar(kind) = part.content
            && part.offset == spot.cell.offset
            && fits(self.lowering.program.data_model, kind, scalar)
        {
            let element = self.load_element(spot.pointer, spot.cell, &part);
            return Ok(match scalar.class {
                Class::Bool => self.terms.extract(0, 0, element),
                Class::Pointer => {
                    self.assume_object_of_caller(element, spot.cell);
                    element
                }
                _ => element,
            });
        }
        self.load_bytes(spot, scalar, span)
    }

    /// Writes a scalar, given as a plain variable would keep it, into `updates`.
    pub(in crate::lower) fn store(
        &mut self,
        updates: &mut Updates,
        spot: Spot,
        scalar: Scalar,
        value: TermId,
        span: Option<Span>,
    ) -> Lowered<()> {
        if self.forgets_memory() {
            return Ok(());
        }
        let part = self.part_of(spot.cell, span)?;
        if spot.bits.is_none()
            && let Content::Scalar(kind) = part.content
            && part.offset == spot.cell.offset
            && fits(self.lowering.program.data_model, kind, scalar)
        {
            let element = match scalar.class {
                Class::Bool => self.terms.zero_extend(7, value),
                _ => value,
            };
            self.store_element(updates, spot.pointer, spot.cell, &part, element);
            return Ok(());
        }
        self.store_bytes(updates, spot, scalar, value, span)
    }

    /// The element of a part at a pointer.
    pub(super) fn load_element(&mut self, pointer: TermId, cell: Cell, part: &Part) -> TermId {
        let storage = self.lowering.part_storage(cell.node, part);
        let element = self.element_in(storage, pointer, None);
        self.argument_element(element, pointer, cell, part, None)
    }

    /// As [`Self::load_element`], in the state that `updates` describe.
    pub(super) fn load_updated(
        &mut self,
        updates: &Updates,
        pointer: TermId,
        cell: Cell,
        part: &Part,
    ) -> TermId {
        let storage = self.lowering.part_storage(cell.node, part);
        let element = self.element_in(storage, pointer, Some(updates));
        self.argument_element(element, pointer, cell, part, Some(updates))
    }

    pub(super) fn element_in(
        &mut self,
        storage: PartStorage,
        pointer: TermId,
        updates: Option<&Updates>,
    ) -> TermId {
        let t = self.terms.clone();
        let current = |body: &Self, variable: VarId| {
            let updated = updates.and_then(|u| u.get(variable));
            updated.unwrap_or_else(|| body.symbol(variable))
        };
        match storage {
            PartStorage::Scalar(variable) => current(self, variable),
            PartStorage::Offsets(variable) => {
                let array = current(self, variable);
                t.select(array, t.extract(OFFSET_BITS - 1, 0, pointer))
            }
            PartStorage::Pointers { zero, any } => {
                let read = |v: Option<VarId>| v.map(|v| t.select(current(self, v), pointer));
                match (read(zero), read(any)) {
                    (Some(zero), Some(any)) => t.ite(self.is_any(pointer), any, zero),
                    (Some(only), None) | (None, Some(only)) => only,
                    // A part always has one of them.
                    (None, None) => pointer,
                }
            }
        }
    }

    /// Writes one element.
    pub(super) fn store_element(
        &mut self,
        updates: &mut Updates,
        pointer: TermId,
        cell: Cell,
        part: &Part,
        element: TermId,
    ) {
        let storage = self.lowering.part_storage(cell.node, part);
        self.store_in(updates, storage, pointer, element);
        self.note_overwritten(updates, pointer, cell, part);
    }

    /// Writes one element of these variables.
    pub(super) fn store_in(
        &mut self,
        updates: &mut Updates,
        storage: PartStorage,
        pointer: TermId,
        element: TermId,
    ) {
        let t = self.terms.clone();
        let current =
            |body: &Self, u: &Updates, v: VarId| u.get(v).unwrap_or_else(|| body.symbol(v));
        match storage {
            PartStorage::Scalar(variable) => updates.set(variable, element),
            PartStorage::Offsets(variable) => {
                let array = current(self, updates, variable);
                let index = t.extract(OFFSET_BITS - 1, 0, pointer);
                updates.set(variable, t.store(array, index, element));
            }
            PartStorage::Pointers { zero, any } => {
                let both = zero.is_some() && any.is_some();
                for (variable, is_any) in [(zero, false), (any, true)] {
                    let Some(variable) = variable else { continue };
                    let array = current(self, updates, variable);
                    let written = t.store(array, pointer, element);
                    let hit = if is_any {
                        self.is_any(pointer)
                    } else {
                        t.not(self.is_any(pointer))
                    };
                    let new = if both {
                        t.ite(hit, written, array)
                    } else {
                        written
                    };
                    if new != array {
                        updates.set(variable, new);
                    }
                }
            }
        }
    }

    /// Whether a pointer points into an object that began with arbitrary contents.
    pub(super) fn is_any(&self, pointer: TermId) -> TermId {
        let t = &self.terms;
        let mark = OFFSET_BITS + INDEX_BITS;
        let ours = t.eq(t.extract(mark, mark, pointer), t.bv(1, 1));
        t.or(&[ours, t.not(self.is_program(pointer))])
    }

    /// Makes the changes.
    pub(in crate::lower) fn commit(&mut self, updates: &Updates, span: Option<Span>) {
        match updates.entries() {
            [(variable, value)] => self.assign(*variable, *value, span),
            several => self.assign_together(several, span),
        }
    }

    /// Assigns several variables whose new values are all meant in the state before. A variable is assigned when no
    /// other value is left that mentions it; only where they mention each other, values are saved first: copies of
    /// arrays are expensive everywhere.
    pub(in crate::lower) fn assign_together(
        &mut self,
        updates: &[(VarId, TermId)],
        span: Option<Span>,
    ) {
        let t = self.terms.clone();
        let mut left = Vec::new();
        for (variable, value) in updates {
            let mentioned = t.symbols_of(&[*value]).into_iter();
            let mentioned: Vec<TermId> = mentioned.map(|symbol| t.symbol_term(symbol)).collect();
            left.push((*variable, *value, mentioned));
        }
        let mut saved = Vec::new();
        while !left.is_empty() {
            let free = (0..left.len()).find(|i| {
                let target = self.symbol(left[*i].0);
                let mut others = left.iter().enumerate().filter(|(j, _)| j != i);
                others.all(|(_, (_, _, mentioned))| !mentioned.contains(&target))
            });
            if let Some(free) = free {
                let (variable, value, _) = left.remove(free);
                self.assign(variable, value, span);
            } else {
                let (variable, value, _) = left.remove(0);
                let copy = self.copy_variable(variable);
                self.assign(copy, value, span);
                saved.push((variable, self.symbol(copy)));
            }
        }
        for (variable, copy) in saved {
            self.assign(variable, copy, span);
        }
    }

    /// A temporary of the same sort as a variable.
    pub(in crate::lower) fn copy_variable(&mut self, variable: VarId) -> VarId {
        let original = self.lowering.program.variable(variable).clone();
        let sort = self.terms.sort(original.symbol).clone();
        let name = self.terms.fresh_symbol("$copy", &sort);
        let name = self
            .terms
            .as_symbol(name)
            .map(|s| self.terms.symbol_name(s).to_owned())
            .unwrap_or_default();
        self.lowering.program.add_variable(
            &name,
            None,
            &sort,
            original.integer,
            &original.type_name,
            invar_cfa::Scope::Local(self.function),
            None,
        )
    }
}
