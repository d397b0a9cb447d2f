//! Objects that expressions designate, and reading and writing them.

use super::body::{Body, Lowered};
use super::conversion;
use super::designator;
use super::pointer::Direction;
use super::shape::{INDEX_BITS, Scalar, Shape, Storage};
use super::state::StaticObject;
use crate::ast::{self, BinaryOp, CastKind, Expr, ExprKind, RecordId, Type, UnaryOp, VariableId};
use crate::library::is_library_variable;
use crate::points_to::{Cell, ExprKey};
use invar_cfa::{Aspect, Number, Scope, Span, Subject, Undefined, VarId};
use invar_term::{BvValue, TermId};
use std::rc::Rc;
use std::sync::Arc;

/// An object.
#[derive(Clone)]
pub(super) enum Place {
    Plain(Plain),
    Memory(Memory),
}

/// Some plain variables, seen through indices applied so far.
#[derive(Clone)]
pub(super) struct Plain {
    pub shape: Rc<Shape>,
    leaves: Rc<[VarId]>,
    first: usize,
    /// Index terms with the lengths of their dimensions, outermost first.
    pub indices: Vec<(TermId, u64)>,
}

/// An object in memory.
#[derive(Clone)]
pub(super) struct Memory {
    pub shape: Rc<Shape>,
    pub pointer: TermId,
    pub cell: Cell,
    /// First bit in the first byte and number of bits, of a bit-field.
    pub bits: Option<(u32, u32)>,
    /// Whether the place is known to lie inside its object.
    pub inside: bool,
}

/// Shape, bit offset and bits of a bit-field of a member.
type Located = (Rc<Shape>, u64, Option<(u32, u32)>);

/// What a place is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is read or written.
    Access,
    /// Only its address is taken, which may be one past the end.
    Address,
}

/// What an array is of the object that it lies in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    Part,
}

/// A value: one term per variable of its shape.
pub(super) struct Value {
    pub shape: Rc<Shape>,
    pub leaves: Vec<TermId>,
}

impl Value {
    /// The value of a call that has none.
    pub fn nothing() -> Value {
        Value {
            shape: Shape::nothing(),
            leaves: Vec::new(),
        }
    }
}

impl Place {
    pub fn of(storage: &Storage) -> Place {
        Place::Plain(Plain {
            shape: storage.shape.clone(),
            leaves: storage.leaves.clone(),
            first: 0,
            indices: Vec::new(),
        })
    }

    pub fn shape(&self) -> &Rc<Shape> {
        match self {
            Place::Plain(plain) => &plain.shape,
            Place::Memory(memory) => &memory.shape,
        }
    }
}

impl Plain {
    /// The variables under this place.
    pub fn variables(&self) -> &[VarId] {
        &self.leaves[self.first..self.first + self.shape.leaf_count()]
    }

    fn member(&self, field: usize) -> Option<Plain> {
        let Shape::Struct { members, .. } = &*self.shape else {
            return None;
        };
        let before = members.get(..field)?;
        let skipped: usize = before.iter().map(|m| m.shape.leaf_count()).sum();
        Some(Plain {
            shape: members.get(field)?.shape.clone(),
            first: self.first + skipped,
            ..self.clone()
        })
    }

    fn element(&self, element: &Rc<Shape>, index: TermId, length: u64) -> Plain {
        let mut indices = self.indices.clone();
        indices.push((index, length));
        Plain {
            shape: element.clone(),
            indices,
            ..self.clone()
        }
    }
}

impl Body<'_, '_> {
    /// The object that an expression designates.
    pub fn place(&mut self, expr: &Expr, purpose: Purpose) -> Lowered<Place> {
        let place = self.designate(expr, purpose)?;
        if purpose == Purpose::Access {
            self.accessed(expr, &place);
        }
        Ok(place)
    }

    /// Whether a library of the system defines the variable.
    fn is_of_library(&self, variable: VariableId) -> bool {
        let unit = self.lowering.unit;
        let declared = unit.variable(variable);
        if declared.storage != ast::Storage::External {
            return false;
        }
        let path = declared.span.map(|span| unit.sources.path(span.file));
        is_library_variable(&declared.name, path)
    }

    fn designate(&mut self, expr: &Expr, purpose: Purpose) -> Lowered<Place> {
        match &expr.kind {
            ExprKind::Variable(variable) if self.is_of_library(*variable) => {
                self.unsupported("variable of the C library", expr.span)
            }
            ExprKind::Variable(variable) => Ok(self.variable_place(*variable)),
            ExprKind::Member { base, field, .. } => {
                let base = self.place(base, purpose)?;
                self.member(&base, *field as usize, expr)
            }
            ExprKind::Index { base, index } => {
                let (base, index) = if base.is_pointer() {
                    (base, index)
                } else {
                    (index, base)
                };
                self.pointee(base, Some((index, Direction::Up)), purpose, expr)
            }
            ExprKind::Unary(UnaryOp::Dereference, pointer) => match &pointer.kind {
                ExprKind::Unary(UnaryOp::AddressOf, object) => self.place(object, purpose),
                ExprKind::Binary(BinaryOp::Add, base, index) if base.is_pointer() => {
                    self.pointee(base, Some((index, Direction::Up)), purpose, expr)
                }
                ExprKind::Binary(BinaryOp::Add, index, base) if base.is_pointer() => {
                    self.pointee(base, Some((index, Direction::Up)), purpose, expr)
                }
                ExprKind::Binary(BinaryOp::Sub, base, index) if !index.is_pointer() => {
                    self.pointee(base, Some((index, Direction::Down)), purpose, expr)
                }
                _ => self.pointee(pointer, None, purpose, expr),
            },
            ExprKind::Cast(CastKind::Volatile, inner) => self.place(inner, purpose),
            ExprKind::Cast(CastKind::NoOp | CastKind::BitCast, inner)
                if !matches!(inner.kind, ExprKind::Call { .. }) && !expr.is_pointer() =>
            {
                self.place(inner, purpose)
            }
            ExprKind::String(_) => self.string_place(expr),
            ExprKind::CompoundLiteral(initialiser) => self.literal_place(initialiser, expr),
            // Members of values that are not objects, e.g. `f().x`: a copy serves.
            _ => self.temporary_object(expr),
        }
    }

    /// The object of a variable.
    pub(super) fn variable_place(&mut self, variable: VariableId) -> Place {
        if !self.lowering.points_to.in_memory(variable) {
            return Place::of(&self.storage(variable));
        }
        let shape = self.shape(&self.lowering.unit.variable(variable).ty);
        Place::Memory(Memory {
            shape,
            pointer: self.variable_address(variable),
            cell: self.lowering.points_to.variable(variable),
            bits: None,
            inside: true,
        })
    }

    fn string_place(&mut self, expr: &Expr) -> Lowered<Place> {
        let Some(cell) = self.lowering.points_to.literal(expr) else {
            return self.unsupported(
                "string that the analysis of pointers did not see",
                expr.span,
            );
        };
        let key = self.lowering.points_to.literal_key(expr);
        self.lowering.strings.entry(key).or_insert(cell);
        Ok(self.string_object(expr, cell))
    }

    /// The object of a string literal.
    pub(super) fn string_object(&mut self, literal: &Expr, cell: Cell) -> Place {
        let key = self.lowering.points_to.literal_key(literal);
        Place::Memory(Memory {
            shape: self.shape(&literal.ty),
            pointer: self.static_address(StaticObject::Literal(key)),
            cell,
            bits: None,
            inside: true,
        })
    }

    fn literal_place(&mut self, initialiser: &Expr, expr: &Expr) -> Lowered<Place> {
        let shape = self.shape(&expr.ty);
        let place = match self.lowering.points_to.literal(expr) {
            // Each activation would need an object of its own.
            Some(_) if self.lowering.is_recursive(self.function) => {
                return self.unsupported("compound literal in a recursive function", expr.span);
            }
            Some(cell) if self.lowering.may_outlive_literal(expr, cell) => {
                return self.unsupported("compound literal that a pointer may outlive", expr.span);
            }
            Some(cell) => {
                self.check_literal_initialiser(expr, initialiser)?;
                Place::Memory(Memory {
                    shape,
                    pointer: self.static_address(StaticObject::Literal(ExprKey::of(expr))),
                    cell,
                    bits: None,
                    inside: true,
                })
            }
            None => {
                let scope = Scope::Local(self.function);
                let name = format!("{}::$literal", self.name);
                Place::of(&self.lowering.allocate(&name, None, shape, scope, expr.span))
            }
        };
        self.initialise_padding(&place, initialiser)?;
        self.initialise(&place, initialiser)?;
        Ok(place)
    }

    /// A member of a struct or union.
    fn member(&mut self, base: &Place, field: usize, expr: &Expr) -> Lowered<Place> {
        match base {
            Place::Plain(plain) => match plain.member(field) {
                Some(place) => Ok(Place::Plain(place)),
                None => self.opaque("member", &plain.shape.clone(), expr.span),
            },
            Place::Memory(memory) => {
                let record = match &expr.kind {
                    ExprKind::Member { record, .. } => Some(*record),
                    _ => None,
                };
                match self.member_in_memory(memory, field, record) {
                    Some(place) => Ok(Place::Memory(place)),
                    None => self.opaque("member", &memory.shape.clone(), expr.span),
                }
            }
        }
    }

    fn member_in_memory(
        &mut self,
        base: &Memory,
        field: usize,
        record: Option<RecordId>,
    ) -> Option<Memory> {
        let (shape, bit_offset, bits) = match &*base.shape {
            Shape::Struct { members, .. } => {
                let member = members.get(field)?;
                (member.shape.clone(), member.bit_offset, member.bits())
            }
            Shape::Union { .. } => self.union_member(field, record?)?,
            _ => return None,
        };
        let bytes = (bit_offset / 8) as i64;
        Some(Memory {
            shape,
            pointer: self.moved(base.pointer, bytes),
            cell: self.lowering.points_to.moved(base.cell, bytes),
            bits,
            inside: base.inside,
        })
    }

    /// A member of a union in memory.
    pub(super) fn union_place(&mut self, base: &Place, field: usize, ty: &Type) -> Option<Place> {
        let (Place::Memory(base), Type::Record(record)) = (base, ty) else {
            return None;
        };
        let member = self.member_in_memory(base, field, Some(*record))?;
        Some(Place::Memory(member))
    }

    /// A member of a struct.
    pub(super) fn struct_member(&mut self, base: &Place, field: usize) -> Option<Place> {
        match base {
            Place::Plain(plain) => plain.member(field).map(Place::Plain),
            Place::Memory(memory) => {
                let member = self.member_in_memory(memory, field, None)?;
                Some(Place::Memory(member))
            }
        }
    }

    /// The element of an array at a constant index, which is in range.
    pub(super) fn constant_element(&mut self, array: &Place, index: u64) -> Option<Place> {
        let Shape::Array(element, length) = &*array.shape().clone() else {
            return None;
        };
        Some(match array {
            Place::Plain(plain) => {
                let term = self.terms.bv(INDEX_BITS, u128::from(index));
                Place::Plain(plain.element(element, term, *length))
            }
            Place::Memory(memory) => {
                let bytes = (element.size() * index) as i64;
                Place::Memory(Memory {
                    shape: element.clone(),
                    pointer: self.moved(memory.pointer, bytes),
                    cell: self.lowering.points_to.moved(memory.cell, bytes),
                    ..memory.clone()
                })
            }
        })
    }

    /// Shape, bit offset and bit-field of a member of a union.
    fn union_member(&mut self, field: usize, record: RecordId) -> Option<Located> {
        let unit = self.lowering.unit;
        let declared = unit.record(record).fields.as_ref()?.get(field)?;
        let shape = self.shape(&declared.ty);
        match (&*shape, declared.bits) {
            (Shape::Scalar(scalar), Some(bits)) => {
                let part = Scalar {
                    stored: bits.min(scalar.stored),
                    ..*scalar
                };
                let stored = part.stored;
                Some((Rc::new(Shape::Scalar(part)), 0, Some((0, stored))))
            }
            _ => Some((shape, 0, None)),
        }
    }

    /// `base[index]` or `*base`.
    fn pointee(
        &mut self,
        base: &Expr,
        index: Option<(&Expr, Direction)>,
        purpose: Purpose,
        expr: &Expr,
    ) -> Lowered<Place> {
        if let ExprKind::Cast(CastKind::NoOp, inner) = &base.kind
            && inner.is_pointer()
        {
            return self.pointee(inner, index, purpose, expr);
        }
        if let ExprKind::Cast(CastKind::ArrayToPointer, array) = &base.kind
            && index.is_none_or(|(_, direction)| direction == Direction::Up)
        {
            let extent = match array.kind {
                ExprKind::Variable(_) | ExprKind::String(_) => Extent::Whole,
                _ => Extent::Part,
            };
            let array = self.place(array, purpose)?;
            let index = index.map(|(i, _)| (i, extent));
            return self.element(array, index, purpose, expr);
        }
        let (mut pointer, scalar) = self.scalar(base)?;
        if let Some((index, direction)) = index {
            if crate::ast::has_effects(index) {
                pointer = self.save(pointer, scalar, base.span);
            }
            let amount = self.scalar(index)?;
            let amount = self.as_number(amount, index);
            let first = pointer;
            pointer = self.offset_pointer(pointer, &base.ty, amount, direction, expr.span)?;
            if self.lowering.ranges.is_some() {
                self.element_bases.insert(pointer, first);
            }
        }
        let Some(cell) = self.lowering.points_to.place(expr) else {
            let nowhere = |v: BvValue| v.unsigned() < 4096;
            if self.terms.as_bv(pointer).is_some_and(nowhere) {
                return self.invalid_pointer(pointer, expr.span);
            }
            return self.unsupported(
                "access that the analysis of pointers did not see",
                expr.span,
            );
        };
        Ok(Place::Memory(Memory {
            shape: self.shape(&expr.ty),
            pointer,
            cell,
            bits: None,
            inside: false,
        }))
    }

    /// The path ends at an access through a null pointer.
    fn invalid_pointer<T>(&mut self, pointer: TermId, span: Option<Span>) -> Lowered<T> {
        let (subject, never) = (Subject::Pointer(pointer), self.terms.fls());
        self.require_of(subject, never, Undefined::Pointer, span);
        self.at = self.place_here(None);
        Err(super::body::Stop)
    }

    /// An element of an array.
    fn element(
        &mut self,
        array: Place,
        index: Option<(&Expr, Extent)>,
        purpose: Purpose,
        expr: &Expr,
    ) -> Lowered<Place> {
        let mut array = array;
        if index.is_some_and(|(index, _)| crate::ast::has_effects(index)) {
            self.fix_indices(&mut array, expr.span);
        }
        match array {
            Place::Plain(plain) => {
                let Shape::Array(element, length) = &*plain.shape else {
                    return self.opaque("array element", &plain.shape.clone(), expr.span);
                };
                let index = match index {
                    Some((index, extent)) => {
                        let wide = self.checked_index(index, *length, extent, expr)?;
                        self.terms.extract(INDEX_BITS - 1, 0, wide)
                    }
                    None => self.terms.bv(INDEX_BITS, 0),
                };
                Ok(Place::Plain(plain.element(element, index, *length)))
            }
            Place::Memory(memory) => self.element_in_memory(memory, index, purpose, expr),
        }
    }

    fn element_in_memory(
        &mut self,
        array: Memory,
        index: Option<(&Expr, Extent)>,
        purpose: Purpose,
        expr: &Expr,
    ) -> Lowered<Place> {
        let t = self.terms.clone();
        let length = match &*array.shape {
            // Structs with an array at the end are often allocated with more room.
            Shape::Array(_, length) if *length > 1 || array.inside => Some(*length),
            _ => None,
        };
        let mut pointer = array.pointer;
        let mut inside = array.inside && length.is_some_and(|n| n > 0);
        if let Some((index, extent)) = index {
            let (value, scalar) = match length {
                Some(length) if purpose == Purpose::Access && length > 0 => {
                    let wide = self.checked_index(index, length, extent, expr)?;
                    let width = t.width(wide);
                    (
                        wide,
                        Scalar {
                            width,
                            ..Scalar::WORD
                        },
                    )
                }
                _ => {
                    inside = false;
                    let amount = self.scalar(index)?;
                    self.as_number(amount, index)
                }
            };
            let ty = Type::Pointer(Arc::new(expr.ty.clone()));
            pointer =
                self.offset_pointer(pointer, &ty, (value, scalar), Direction::Up, expr.span)?;
        }
        let Some(cell) = self.lowering.points_to.place(expr) else {
            return self.unsupported(
                "access that the analysis of pointers did not see",
                expr.span,
            );
        };
        Ok(Place::Memory(Memory {
            shape: self.shape(&expr.ty),
            pointer,
            cell,
            bits: None,
            inside,
        }))
    }

    /// The index of `element` in range, as a term of [`INDEX_BITS`] or more.
    fn checked_index(
        &mut self,
        index: &Expr,
        length: u64,
        extent: Extent,
        element: &Expr,
    ) -> Lowered<TermId> {
        let amount = self.scalar(index)?;
        let (value, scalar) = self.as_number(amount, index);
        let t = self.terms.clone();
        // Wide enough that the comparison with the length is exact in both directions.
        let width = scalar.width.max(INDEX_BITS);
        let wide = conversion::extend(&t, value, scalar.width, scalar.signed(), width);
        let in_range = t.bv_ult(wide, t.bv(width, u128::from(length)));
        let property = self.lowering.program.property;
        let only_memory =
            property.asks_for(Aspect::Dereference) && !property.asks_for(Aspect::Bounds);
        let array = designator::indexed_array(self.lowering.unit, element);
        let subject = Subject::Index {
            array: array.map(Into::into),
            index: Number {
                value: wide,
                signed: scalar.signed(),
            },
            length,
        };
        match extent {
            _ if !only_memory => {
                self.require_of(subject, in_range, Undefined::ArrayBounds, index.span);
            }
            Extent::Whole => self.require_of(subject, in_range, Undefined::Pointer, index.span),
            // Perhaps still inside the object, and then no invalid access.
            Extent::Part => {
                let construct = "index outside an array that is part of an object";
                self.require_modelled(in_range, construct, index.span);
            }
        }
        Ok(wide)
    }

    /// A copy of a value, so that its members can be designated.
    fn temporary_object(&mut self, expr: &Expr) -> Lowered<Place> {
        let value = self.value(expr)?;
        let scope = Scope::Local(self.function);
        let name = format!("{}::$copy", self.name);
        let shape = value.shape.clone();
        let storage = self.lowering.allocate(&name, None, shape, scope, expr.span);
        let place = Place::of(&storage);
        self.write(&place, &value, expr.span)?;
        Ok(place)
    }

    /// Keeps index terms and pointers from changing when something is evaluated before the
    /// place is used.
    pub fn fix_indices(&mut self, place: &mut Place, span: Option<Span>) {
        match place {
            Place::Plain(plain) => {
                for i in 0..plain.indices.len() {
                    plain.indices[i].0 = self.save(plain.indices[i].0, Scalar::WORD, span);
                }
            }
            Place::Memory(memory) => {
                memory.pointer = self.save(memory.pointer, self.pointer_scalar(), span);
            }
        }
    }

    /// The position of a place's element in a variable that has further dimensions `rest`.
    pub(super) fn flat_index(&self, place: &Plain, rest: &[u64]) -> TermId {
        let t = &self.terms;
        let mut flat = t.bv(INDEX_BITS, 0);
        for (index, length) in &place.indices {
            flat = t.bv_add(
                t.bv_mul(flat, t.bv(INDEX_BITS, u128::from(*length))),
                *index,
            );
        }
        for length in rest {
            flat = t.bv_mul(flat, t.bv(INDEX_BITS, u128::from(*length)));
        }
        flat
    }
}

impl Expr {
    /// Whether the expression's value is a pointer.
    pub(crate) fn is_pointer(&self) -> bool {
        self.ty.is_pointer()
    }
}

impl Type {
    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self, Type::Pointer(_))
    }
}
