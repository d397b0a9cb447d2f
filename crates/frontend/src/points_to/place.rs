//! Generation: the objects that lvalues designate.

use super::facts::{Access, Move, Touch};
use super::generate::{End, Generator, Start};
use super::graph::Raw;
use super::model::{ExprKey, Kind, Object};
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, RecordKind, Type, UnaryOp, VariableId};

impl<'u> Generator<'u> {
    /// The object that an expression designates; for a value of struct type, a place that holds it.
    pub fn place(&mut self, expr: &'u Expr) -> Raw {
        let at = match &expr.kind {
            ExprKind::Variable(id) => self.mention(*id),
            ExprKind::Function(id) => self.function_place(*id),
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let base = self.place(base);
                self.member(base, *record, *field)
            }
            ExprKind::Index { base, index } => {
                let base = match direct_array(base) {
                    Some(array) => Some(self.decay(base, array)),
                    None => self.value(base),
                };
                let base = self.known(base);
                self.value(index);
                self.element(base, index, &expr.ty)
            }
            ExprKind::Unary(UnaryOp::Dereference, pointer) => self.dereferenced(pointer),
            ExprKind::Cast(
                CastKind::NoOp | CastKind::Volatile | CastKind::LValueToRValue,
                inner,
            ) => self.place(inner),
            ExprKind::CompoundLiteral(initialiser) => {
                let at = self.literal_object(expr);
                self.initialise(at, &expr.ty, initialiser);
                at
            }
            ExprKind::String(_) => {
                let at = self.literal_object(expr);
                self.string(at, &expr.ty);
                at
            }
            _ => self.temporary(expr),
        };
        self.places.insert(ExprKey::of(expr), at);
        at
    }

    /// `*pointer`. An address that is taken here and not kept leaves a variable plain.
    fn dereferenced(&mut self, pointer: &'u Expr) -> Raw {
        let at = match &pointer.kind {
            ExprKind::Unary(UnaryOp::AddressOf, object) => {
                let at = self.place(object);
                self.pointees.insert(ExprKey::of(pointer), at);
                return at;
            }
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                let (base, index) = match left.ty {
                    Type::Pointer(_) => (left, right),
                    _ => (right, left),
                };
                match (direct_array(base), &pointer.ty) {
                    (Some(array), Type::Pointer(element)) => {
                        let base = self.decay(base, array);
                        self.value(index);
                        let at = self.element(base, index, element);
                        self.pointees.insert(ExprKey::of(pointer), at);
                        Some(at)
                    }
                    _ => self.value(pointer),
                }
            }
            _ => match direct_array(pointer) {
                Some(array) => Some(self.decay(pointer, array)),
                None => self.value(pointer),
            },
        };
        self.known(at)
    }

    /// A place also for pointers that point nowhere.
    pub fn known(&mut self, at: Option<Raw>) -> Raw {
        at.unwrap_or_else(|| self.graph.fresh())
    }

    /// The first element of an array.
    pub fn decay(&mut self, pointer: &'u Expr, array: &'u Expr) -> Raw {
        let at = self.place(array);
        let end = if self.is_open(array) {
            End::Open
        } else {
            End::Declared
        };
        self.extent(at, &array.ty, end);
        let mut outer = pointer;
        self.pointees.insert(ExprKey::of(outer), at);
        while let ExprKind::Cast(CastKind::NoOp, inner) = &outer.kind {
            self.pointees.insert(ExprKey::of(inner), at);
            outer = inner;
        }
        at
    }

    /// Whether an array may be longer than declared: a last member of no or one element.
    fn is_open(&self, array: &Expr) -> bool {
        match (&array.kind, &array.ty) {
            (_, Type::Array(_, None | Some(0)) | Type::VariableArray(..)) => true,
            (_, Type::Array(element, _)) if element.has_computed_length() => true,
            (ExprKind::Member { record, field, .. }, Type::Array(_, Some(1))) => {
                let record = self.unit.record(*record);
                let count = record.fields.as_ref().map_or(0, Vec::len);
                record.kind == RecordKind::Union || *field as usize + 1 == count
            }
            (ExprKind::Cast(CastKind::NoOp, inner), _) => self.is_open(inner),
            _ => false,
        }
    }

    /// `base[index]`.
    pub fn element(&mut self, base: Raw, index: &Expr, element: &Type) -> Raw {
        if self.layouts.constant(index) != Some(0) {
            let stride = self.layouts.stride(element);
            self.facts.steps.add((base, stride));
        }
        base
    }

    /// `base.field`.
    pub fn member(&mut self, base: Raw, record: crate::ast::RecordId, field: u32) -> Raw {
        let unit = self.unit;
        let declared = unit.record(record).fields.as_ref();
        let declared = declared.and_then(|fields| fields.get(field as usize));
        let (Some(layout), Some(declared)) = (self.layouts.record(record), declared) else {
            self.crush(base);
            return base;
        };
        let offset = layout.offsets[field as usize].bytes();
        let by = i64::try_from(offset).unwrap_or(i64::MAX);
        let size = match declared.bits {
            Some(bits) => u64::from(bits).div_ceil(8) + 1,
            None => self.layouts.size(&declared.ty).unwrap_or(0),
        };
        let size = size.min(layout.size.saturating_sub(offset));
        self.shift(base, by, size, layout.size);
        let at = base.plus(by);
        if unit.record(record).kind == RecordKind::Union {
            self.reinterpret(at, &declared.ty);
            self.keep_bits(at, &declared.ty);
        }
        at
    }

    /// A place of an object is reached from another one.
    pub fn shift(&mut self, at: Raw, by: i64, size: u64, whole: u64) {
        if by != 0 {
            self.facts.moves.add((at, Move { by, size, whole }));
        }
    }

    /// Floats in a union are kept as their bytes: copies go byte by byte, and a float that is half
    /// copied has no value.
    fn keep_bits(&mut self, at: Raw, ty: &Type) {
        let leaves = match self.layouts.scalar(ty) {
            Some(touch) => vec![(0, touch)],
            None => self.layouts.leaves(ty).scalars.clone(),
        };
        for (offset, touch) in leaves {
            if let Access::Scalar(Kind::Float(_)) = touch.access {
                let access = Access::Bytes;
                let size = touch.size;
                self.facts
                    .touches
                    .add((at.plus(offset), Touch { size, access }));
            }
        }
    }

    /// A pointer is stored here that may have been stored with another type.
    pub fn reinterpret(&mut self, at: Raw, ty: &Type) {
        if let Type::Pointer(target) = ty
            && **target != Type::Void
        {
            let stride = self.layouts.stride(target);
            let slot = self.graph.slot(at);
            self.facts.recasts.add((slot, stride));
        }
    }

    fn literal_object(&mut self, expr: &'u Expr) -> Raw {
        if let Some(known) = self.literals.get(&ExprKey::of(expr)) {
            return *known;
        }
        // Equal strings are one object, as gcc has it; C leaves that open.
        if let ExprKind::String(text) = &expr.kind {
            let first = *self
                .strings
                .entry((text, &expr.ty))
                .or_insert(ExprKey::of(expr));
            if let Some(known) = self.literals.get(&first).copied() {
                self.same.insert(ExprKey::of(expr), first);
                self.literals.insert(ExprKey::of(expr), known);
                return known;
            }
        }
        let at = self.graph.fresh();
        let zero = match expr.kind {
            ExprKind::String(_) => true,
            _ => self.current.is_none() || self.is_large(&expr.ty),
        };
        let start = if zero { Start::Zero } else { Start::Any };
        self.objects
            .push((Object::Literal(ExprKey::of(expr)), at, start));
        self.makers.insert(ExprKey::of(expr), expr);
        self.literals.insert(ExprKey::of(expr), at);
        at
    }

    /// The characters of a string are written.
    pub fn string(&mut self, at: Raw, ty: &Type) {
        let size = self.layouts.stride(ty);
        self.extent(at, ty, End::Declared);
        let kind = Kind::Integer(u32::try_from(size).unwrap_or(1));
        let access = Access::Scalar(kind);
        self.facts.touches.add((at, Touch { size, access }));
    }

    /// Marks the variable that a used address leads into.
    pub fn take(&mut self, object: &Expr) {
        if let Some(id) = root_variable(object) {
            self.taken[id.0 as usize] = true;
        }
    }
}

/// The array, if a pointer is nothing but the address of its first element.
pub(super) fn direct_array(pointer: &Expr) -> Option<&Expr> {
    match &pointer.kind {
        ExprKind::Cast(CastKind::ArrayToPointer, array) => Some(array),
        ExprKind::Cast(CastKind::NoOp, inner) => direct_array(inner),
        _ => None,
    }
}

/// The variable that contains an object, if that is plain to see.
pub(crate) fn root_variable(object: &Expr) -> Option<VariableId> {
    match &object.kind {
        ExprKind::Variable(id) => Some(*id),
        ExprKind::Member { base, .. } => root_variable(base),
        ExprKind::Index { base, .. } => root_variable(direct_array(base)?),
        ExprKind::Cast(CastKind::NoOp | CastKind::Volatile, inner) => root_variable(inner),
        ExprKind::Unary(UnaryOp::Dereference, pointer) => match &pointer.kind {
            ExprKind::Unary(UnaryOp::AddressOf, inner) => root_variable(inner),
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                let base = direct_array(left).or_else(|| direct_array(right))?;
                root_variable(base)
            }
            _ => root_variable(direct_array(pointer)?),
        },
        _ => None,
    }
}
