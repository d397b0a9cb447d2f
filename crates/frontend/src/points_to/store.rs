//! Generation: assignments, copies and initialisers.

use super::facts::Extent;
use super::generate::{End, Generator};
use super::graph::Raw;
use super::model::ExprKey;
use crate::ast::{AssignOp, CastKind, Expr, ExprKind, Initialiser, Type};

impl<'u> Generator<'u> {
    /// `target = value` and `target op= value`.
    pub fn assignment(
        &mut self,
        op: &'u AssignOp,
        target: &'u Expr,
        value: &'u Expr,
        expr: &'u Expr,
    ) -> Option<Raw> {
        let at = self.place(target);
        if self.touch_bits(target) {
            let value = self.value(value);
            self.lost.extend(value);
            return None;
        }
        match op {
            AssignOp::Plain => {
                self.assign(at, &target.ty, value);
            }
            AssignOp::Compound { op, .. } => {
                self.touch(at, &target.ty);
                if self.carries(&target.ty) {
                    self.compound(*op, at, target, value)
                } else {
                    self.value(value);
                }
            }
        }
        if let Type::Record(_) = expr.ty {
            self.places.insert(ExprKey::of(expr), at);
            return None;
        }
        self.carries(&expr.ty).then(|| self.graph.slot(at))
    }

    /// An object takes the value of an expression.
    pub fn assign(&mut self, at: Raw, ty: &Type, value: &'u Expr) {
        match ty {
            Type::Void => {
                self.value(value);
            }
            Type::Record(_) | Type::Array(..) | Type::VariableArray(..) => {
                let from = self.place(value);
                self.copy(at, from, ty);
            }
            _ => {
                let target = self.value(value);
                self.store(at, ty, target, &value.ty);
            }
        }
    }

    /// An object takes a scalar that points to `target`.
    pub fn store(&mut self, at: Raw, ty: &Type, target: Option<Raw>, from: &Type) {
        self.touch(at, ty);
        let Some(target) = target else {
            return;
        };
        if self.carries(ty) {
            self.convert(target, from, ty);
            let slot = self.graph.slot(at);
            self.graph.unify(slot, target);
        } else {
            self.lost.push(target);
        }
    }

    /// Copies an object. Objects with overlapping members become one node with their copies.
    pub fn copy(&mut self, to: Raw, from: Raw, ty: &Type) {
        let leaves = self.layouts.leaves(ty);
        if leaves.unknown {
            self.crush(to);
            self.crush(from);
        }
        if leaves.unknown || leaves.has_union {
            let size = self.layouts.size(ty);
            self.facts.ranges.add((to, size));
            self.facts.ranges.add((from, size));
            self.graph.unify(to, from);
            return;
        }
        self.touch_all(to, ty);
        self.touch_all(from, ty);
        for (offset, touch) in &leaves.scalars {
            if self.may_point(touch) {
                let a = self.graph.slot(to.plus(*offset));
                let b = self.graph.slot(from.plus(*offset));
                self.graph.unify(a, b);
            }
        }
    }

    /// Whether what is stored under an access is followed.
    pub fn may_point(&self, touch: &super::facts::Touch) -> bool {
        use super::facts::Access::Scalar;
        use super::model::Kind;
        match touch.access {
            Scalar(Kind::Pointer) => true,
            Scalar(Kind::Integer(size)) => {
                self.carry == super::generate::Carry::Integers
                    && u64::from(size) >= self.layouts.pointer()
            }
            _ => false,
        }
    }

    /// Every scalar of an object is read or written. Unions are left to the copies of their parts.
    pub fn touch_all(&mut self, at: Raw, ty: &Type) {
        let leaves = self.layouts.leaves(ty);
        if leaves.unknown {
            self.crush(at);
            return;
        }
        if leaves.has_union {
            return;
        }
        let whole = self.layouts.size(ty).unwrap_or(0);
        for (offset, size, stride) in &leaves.arrays {
            let extent = Extent {
                length: Some(*size),
                stride: *stride,
            };
            self.facts.extents.add((at.plus(*offset), extent));
        }
        for (offset, touch) in &leaves.scalars {
            self.shift(at, *offset, touch.size, whole);
            self.facts.touches.add((at.plus(*offset), *touch));
        }
    }

    /// An object takes the value of its initialiser.
    pub fn initialise(&mut self, at: Raw, ty: &Type, expr: &'u Expr) {
        match (ty, &expr.kind) {
            (_, ExprKind::ZeroInitialiser | ExprKind::Initialiser(Initialiser::Empty)) => {
                self.touch_all(at, ty);
            }
            (Type::Array(..), ExprKind::String(_)) => self.string(at, ty),
            (
                Type::Array(..) | Type::Record(_),
                ExprKind::Cast(CastKind::NoOp, inner) | ExprKind::CompoundLiteral(inner),
            ) if matches!(inner.kind, ExprKind::Initialiser(_) | ExprKind::String(_)) => {
                self.initialise(at, ty, inner);
            }
            (Type::Array(element, _), ExprKind::Initialiser(Initialiser::Array(list))) => {
                self.extent(at, ty, End::Declared);
                if !covers(ty, list.len()) {
                    self.touch_all(at, ty);
                }
                for each in list {
                    self.initialise(at, element, each);
                }
            }
            (Type::Record(id), ExprKind::Initialiser(Initialiser::Struct(list))) => {
                let unit = self.unit;
                let fields = unit.record(*id).fields.as_deref().unwrap_or_default();
                for (i, (field, each)) in (0u32..).zip(fields.iter().zip(list)) {
                    if field.bits.is_none() {
                        let member = self.member(at, *id, i);
                        self.initialise(member, &field.ty, each);
                        continue;
                    }
                    let value = self.value(each);
                    self.lost.extend(value);
                    match self.layouts.bit_field(*id, i) {
                        Some((offset, touch)) if !field.name.is_empty() => {
                            self.facts.touches.add((at.plus(offset), touch));
                        }
                        _ => {}
                    }
                }
                for (i, field) in (0u32..).zip(fields).skip(list.len()) {
                    if field.bits.is_none() {
                        let member = self.member(at, *id, i);
                        self.touch_all(member, &field.ty);
                    }
                }
            }
            (Type::Record(id), ExprKind::Initialiser(Initialiser::Union(field, inner))) => {
                let unit = self.unit;
                let member = self.member(at, *id, *field);
                let fields = unit.record(*id).fields.as_deref().unwrap_or_default();
                if let Some(field) = fields.get(*field as usize) {
                    self.initialise(member, &field.ty, inner);
                }
            }
            (_, ExprKind::Initialiser(Initialiser::Scalar(inner))) => {
                self.initialise(at, ty, inner);
            }
            _ => self.assign(at, ty, expr),
        }
    }
}

/// Whether a list has an initialiser for every element.
fn covers(ty: &Type, count: usize) -> bool {
    matches!(ty, Type::Array(_, Some(length)) if *length <= count as u64)
}
