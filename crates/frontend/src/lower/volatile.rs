//! Reads of volatile objects. With [`VolatileReading::Input`] such a read gives any value of the type, if the object is a
//! volatile one that lives as long as the program, a volatile member of one, or memory from outside. Everything else is
//! memory: automatic variables, allocated objects, and objects that are read through a volatile lvalue without being
//! volatile. Pointers are memory too: any pointer would be none that the analysis of pointers knows.

use super::body::{Body, Lowered};
use super::conversion;
use super::designator;
use super::lowering::Lowering;
use super::operator::Operand;
use super::place::{Memory, Place};
use super::pointer_bits::{OFFSET_BITS, WIDTH};
use super::shape::Class;
use super::state::StaticObject;
use crate::ast::{Expr, Storage, Type, Unit, VariableId, VolatileReading, layout};
use crate::points_to::{Object, root_variable};
use invar_cfa::{DataModel, HavocOrigin, Operation, Span, VolatileMemory};
use invar_term::TermId;
use std::ops::Range;

/// Volatile members of a variable that are distinguished; with more, the whole variable is volatile.
const MAX_MEMBERS: usize = 256;

/// Whether a read gives any value.
#[derive(Clone, Copy)]
enum InputWhere {
    Never,
    Always,
    /// Where a condition on the pointer holds.
    If(TermId),
}

impl Body<'_, '_> {
    /// The scalar that an expression reads from the place of its designator, in full width.
    pub(super) fn read_designated(
        &mut self,
        place: &Place,
        object: &Expr,
        read: &Expr,
        span: Option<Span>,
    ) -> Lowered<Operand> {
        let (value, scalar) = self.read_scalar(place, span)?;
        let is_input = match self.input_where(place, object) {
            InputWhere::Never => return Ok((value, scalar)),
            other => other,
        };
        if scalar.class == Class::Pointer || self.carries_pointer(read) {
            if self.may_be_register(place) {
                return self.unsupported("pointer in a register of a device", span);
            }
            self.note_volatile_memory(VolatileMemory::Pointers, span);
            return Ok((value, scalar));
        }
        let name = self.name_of_input(place, object);
        let target = self.temporary(scalar);
        let origin = HavocOrigin::Volatile(name.into());
        self.emit(Operation::Havoc { target, origin }, span);
        let t = self.terms.clone();
        let any = match scalar.class {
            Class::Copied => {
                let byte = t.extract(7, 0, self.symbol(target));
                t.zero_extend(super::pointer_bits::MARK_BITS, byte)
            }
            _ => self.symbol(target),
        };
        let any = conversion::load(&t, any, scalar);
        Ok(match is_input {
            InputWhere::If(condition) => (t.ite(condition, any, value), scalar),
            _ => (any, scalar),
        })
    }

    /// What a message calls an input.
    fn name_of_input(&self, place: &Place, object: &Expr) -> String {
        let address = match place {
            Place::Memory(memory) => self.terms.as_bv(memory.pointer),
            Place::Plain(_) => None,
        };
        match (address, designator::designator(self.lowering.unit, object)) {
            (Some(address), _) if root_variable(object).is_none() => {
                format!("register {:#x}", address.unsigned())
            }
            (_, Some(name)) => name,
            (_, None) => "a volatile object".into(),
        }
    }

    /// Copies of structs that may hold inputs are not followed.
    pub(super) fn check_copied(
        &mut self,
        place: &Place,
        object: &Expr,
        span: Option<Span>,
    ) -> Lowered<()> {
        match self.input_where(place, object) {
            InputWhere::Never => Ok(()),
            _ => self.unsupported("copy of a struct or union that is volatile", span),
        }
    }

    fn input_where(&mut self, place: &Place, object: &Expr) -> InputWhere {
        let volatile = self.volatile_input(place, object);
        let Place::Memory(memory) = place else {
            return volatile;
        };
        if self.forgets_memory() || root_variable(object).is_some() {
            return volatile;
        }
        let t = self.terms.clone();
        let byte = t.bv(WIDTH, 1);
        match (
            volatile,
            self.in_registers(memory.pointer, memory.cell, byte),
        ) {
            (InputWhere::Always, _) | (_, None) => volatile,
            (InputWhere::Never, Some(there)) if self.is_register_only(memory.cell) => {
                let mut objects = self
                    .lowering
                    .points_to
                    .node(memory.cell.node)
                    .objects
                    .iter();
                if objects.all(|(object, _)| *object == Object::External) {
                    InputWhere::Always
                } else {
                    InputWhere::If(there)
                }
            }
            (InputWhere::Never, Some(there)) => InputWhere::If(there),
            (InputWhere::If(condition), Some(there)) => InputWhere::If(t.or(&[condition, there])),
        }
    }

    fn may_be_register(&self, place: &Place) -> bool {
        let Place::Memory(memory) = place else {
            return false;
        };
        let byte = self.terms.bv(WIDTH, 1);
        let there = self.in_registers(memory.pointer, memory.cell, byte);
        there.is_some_and(|there| !self.terms.is_false(there))
    }

    /// Where a read gives any value because the object is volatile.
    fn volatile_input(&mut self, place: &Place, object: &Expr) -> InputWhere {
        let unit = self.lowering.unit;
        if !object.is_volatile() || unit.volatile == VolatileReading::Memory || self.initialising {
            return InputWhere::Never;
        }
        if let Some(variable) = root_variable(object) {
            if self.lowering.is_changed_with_handlers(variable) {
                return InputWhere::Never;
            }
            return if lives_on(unit, variable) {
                InputWhere::Always
            } else {
                InputWhere::Never
            };
        }
        match place {
            Place::Plain(_) => InputWhere::Never,
            Place::Memory(_) if self.forgets_memory() => InputWhere::Never,
            Place::Memory(memory) => self.input_at(memory, object.span),
        }
    }

    /// Where a pointer leads to an input.
    fn input_at(&mut self, memory: &Memory, span: Option<Span>) -> InputWhere {
        let (unit, model) = (self.lowering.unit, self.lowering.program.data_model);
        let t = self.terms.clone();
        let objects = self
            .lowering
            .points_to
            .node(memory.cell.node)
            .objects
            .clone();
        let external = t.not(self.is_program(memory.pointer));
        let mut inputs = Vec::new();
        let mut others = 0;
        for (object, _) in &objects {
            match object {
                Object::External => inputs.push(external),
                Object::Variable(id) if self.lowering.is_changed_with_handlers(*id) => others += 1,
                Object::Variable(id) if lives_on(unit, *id) => {
                    let size = self.type_bytes(&unit.variable(*id).ty);
                    let ranges = volatile_bytes(unit, model, *id);
                    let is_whole = matches!(ranges.as_slice(), [only] if only.start == 0 && Some(only.end) >= size);
                    others += usize::from(!is_whole);
                    let number = self.lowering.object_number(StaticObject::Variable(*id));
                    let number = t.bv(32, u128::from(number));
                    let is_there = t.eq(self.object_of(memory.pointer), number);
                    let offset = t.extract(OFFSET_BITS - 1, 0, memory.pointer);
                    let within = ranges.iter().map(|bytes| {
                        let bound = |at: u64| t.bv(OFFSET_BITS, u128::from(at));
                        t.and(&[
                            t.bv_ule(bound(bytes.start), offset),
                            t.bv_ult(offset, bound(bytes.end)),
                        ])
                    });
                    let within: Vec<TermId> = within.collect();
                    if is_whole {
                        inputs.push(is_there)
                    } else {
                        inputs.push(t.and(&[is_there, t.or(&within)]))
                    }
                }
                _ => others += 1,
            }
        }
        if others == 0 {
            return InputWhere::Always;
        }
        self.note_volatile_memory(VolatileMemory::OrdinaryObjects, span);
        let condition = t.or(&inputs);
        if t.is_false(condition) {
            InputWhere::Never
        } else {
            InputWhere::If(condition)
        }
    }

    fn note_volatile_memory(&mut self, kept: VolatileMemory, span: Option<Span>) {
        let notes = &mut self.lowering.notes.volatile_memory;
        notes.entry(kept).or_insert(span);
    }
}

impl Lowering<'_> {
    /// Notes that nothing volatile is an input, or what is read through pointers to other types is none.
    pub(super) fn note_volatile(&mut self) {
        self.note_masks();
        if let (Some(span), VolatileReading::Input) =
            (self.unit.dropped_volatile, self.unit.volatile)
        {
            let notes = &mut self.notes.volatile_memory;
            notes.insert(VolatileMemory::ThroughOrdinaryPointers, Some(span));
        }
        if self.unit.has_volatile && self.unit.volatile == VolatileReading::Memory {
            let notes = &mut self.notes.volatile_memory;
            notes.insert(VolatileMemory::Everything, None);
        }
    }
}

/// Whether a variable exists as long as the program.
fn lives_on(unit: &Unit, variable: VariableId) -> bool {
    !matches!(
        unit.variable(variable).storage,
        Storage::Local(_) | Storage::Parameter(_)
    )
}

/// The bytes of a variable that are volatile.
fn volatile_bytes(unit: &Unit, model: DataModel, variable: VariableId) -> Vec<Range<u64>> {
    let declared = unit.variable(variable);
    let mut found = Vec::new();
    let is_known = declared.volatile
        || add_volatile_members(unit, model, &declared.ty, 0, &mut found).is_none();
    if is_known || found.len() > MAX_MEMBERS {
        return std::iter::once(0..u64::from(u32::MAX)).collect();
    }
    found
}

/// Adds the volatile members of a type at an offset; `None` where there are too many or the layout is not known.
fn add_volatile_members(
    unit: &Unit,
    model: DataModel,
    ty: &Type,
    offset: u64,
    found: &mut Vec<Range<u64>>,
) -> Option<()> {
    match ty {
        Type::Array(element, length) => {
            let before = found.len();
            add_volatile_members(unit, model, element, offset, found)?;
            if found.len() > before {
                let size = layout::size_of(unit, model, element)?;
                for index in 1..(*length)? {
                    (found.len() <= MAX_MEMBERS).then_some(())?;
                    add_volatile_members(unit, model, element, offset + index * size, found)?;
                }
            }
            Some(())
        }
        Type::Record(id) => {
            let fields = unit.record(*id).fields.as_ref()?;
            let placed = layout::record_layout(unit, model, *id)?;
            for (field, at) in fields.iter().zip(&placed.offsets) {
                let first = offset + at.bytes();
                if field.volatile {
                    let size = match field.bits {
                        Some(bits) => (at.bits % 8 + u64::from(bits)).div_ceil(8),
                        None => layout::size_of(unit, model, &field.ty)?,
                    };
                    found.push(first..first + size);
                } else {
                    add_volatile_members(unit, model, &field.ty, first, found)?
                }
            }
            Some(())
        }
        _ => Some(()),
    }
}
