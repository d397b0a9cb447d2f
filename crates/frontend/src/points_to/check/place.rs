//! The second walk: places of lvalues, and copies of objects.

use super::{Checker, Distance, Target};
use crate::ast::{BinaryOp, CastKind, Expr, ExprKind, RecordId, Type, UnaryOp};
use crate::points_to::ExprKey;
use crate::points_to::facts::Move;
use crate::points_to::generate::variable;
use crate::points_to::graph::Raw;
use crate::points_to::place::direct_array;

impl<'u> Checker<'_, 'u> {
    /// The place of an lvalue, given what its operands say.
    pub(super) fn recorded_place(&mut self, expr: &Expr, expected: Option<Raw>) -> Option<Raw> {
        let at = self.generator.places.get(&ExprKey::of(expr)).copied()?;
        let expected = expected.map_or(Target::Unknown, Target::At);
        self.flow(expected, at);
        Some(at)
    }

    pub(super) fn place(&mut self, expr: &'u Expr) -> Option<Raw> {
        let expected = match &expr.kind {
            ExprKind::Variable(id) => Some(variable(*id)),
            ExprKind::Function(id) => self.generator.functions.get(id).copied(),
            ExprKind::Member {
                base,
                record,
                field,
            } => {
                let base = self.place(base)?;
                self.member(base, *record, *field)
            }
            ExprKind::Index { base, index } => {
                let (base, index) = match base.ty {
                    Type::Pointer(_) => (base, index),
                    _ => (index, base),
                };
                self.pointed_at(base, Some((index, 1)), &expr.ty)
            }
            ExprKind::Unary(UnaryOp::Dereference, pointer) => self.dereferenced(pointer, expr),
            ExprKind::Cast(
                CastKind::NoOp | CastKind::Volatile | CastKind::LValueToRValue,
                inner,
            ) => self.place(inner),
            ExprKind::CompoundLiteral(initialiser) => {
                let at = self.generator.literals.get(&ExprKey::of(expr)).copied();
                if let Some(at) = at {
                    self.initialise(at, &expr.ty, initialiser);
                }
                at
            }
            ExprKind::String(_) => self.generator.literals.get(&ExprKey::of(expr)).copied(),
            _ => self.temporary(expr),
        };
        self.recorded_place(expr, expected)
    }

    pub(super) fn dereferenced(&mut self, pointer: &'u Expr, expr: &'u Expr) -> Option<Raw> {
        match &pointer.kind {
            ExprKind::Unary(UnaryOp::AddressOf, object) => self.place(object),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) => {
                let sign = if *op == BinaryOp::Sub { -1 } else { 1 };
                match (&left.ty, &right.ty) {
                    (Type::Pointer(_), Type::Pointer(_)) => None,
                    (Type::Pointer(_), _) => self.pointed_at(left, Some((right, sign)), &expr.ty),
                    _ => self.pointed_at(right, Some((left, sign)), &expr.ty),
                }
            }
            _ => self.pointed_at(pointer, None, &expr.ty),
        }
    }

    /// `*base` or `base[index]`.
    pub(super) fn pointed_at(
        &mut self,
        base: &'u Expr,
        index: Option<(&'u Expr, i128)>,
        element: &Type,
    ) -> Option<Raw> {
        let array = direct_array(base);
        let target = match array {
            // An index of an array by its name is compared with the length at run time.
            Some(array) => {
                let at = self.place(array)?;
                self.recorded(base, Target::At(at))
            }
            None => self.value(base),
        };
        if let Some((index, _)) = index {
            self.value(index);
        }
        let Target::At(at) = target else {
            return None;
        };
        match index {
            Some((index, sign)) => {
                let by = Distance::of(self.generator.layouts.constant(index), sign);
                let moved = self.moved(at, element, by);
                if array.is_none() && by != Distance::None {
                    self.note_step(at);
                }
                moved
            }
            None => Some(at),
        }
    }

    pub(super) fn note_step(&mut self, at: Raw) {
        let cell = self.cell(at);
        self.findings.stepped.insert(cell);
    }

    /// A pointer moved by elements of a type.
    pub(super) fn moved(&mut self, at: Raw, element: &Type, by: Distance) -> Option<Raw> {
        let stride = i64::try_from(self.generator.layouts.stride(element)).ok()?;
        let is_closed = self.cell(at.plus(stride)) == self.cell(at);
        let elements = match by {
            Distance::None => return Some(at),
            _ if is_closed => return Some(at),
            Distance::Elements(elements) => elements,
            Distance::Computed => {
                self.distrust(at);
                return Some(at);
            }
        };
        let size = i128::from(self.generator.layouts.size(element).unwrap_or(1));
        let by = i64::try_from(size.checked_mul(elements)?).ok()?;
        self.shifted(at, by, 1, 0)
    }

    /// A place at a fixed distance from another one of the same object.
    pub(super) fn shifted(&mut self, at: Raw, by: i64, size: u64, whole: u64) -> Option<Raw> {
        let root = self.generator.graph.find(at);
        let folding = self.solution.foldings.get(&root.node);
        let keeps = folding.is_none_or(|f| f.keeps(root.offset, Move { by, size, whole }));
        if by != 0 && !keeps {
            self.distrust(at);
        }
        Some(at.plus(by))
    }

    pub(super) fn member(&mut self, base: Raw, record: RecordId, field: u32) -> Option<Raw> {
        let layout = self.generator.layouts.record(record)?;
        let offset = layout.offsets.get(field as usize)?.bytes();
        let by = i64::try_from(offset).ok()?;
        let declared = self.generator.unit.record(record).fields.as_ref()?;
        let ty = &declared.get(field as usize)?.ty;
        let size = self.generator.layouts.size(ty).unwrap_or(0);
        let size = size.min(layout.size.saturating_sub(offset));
        self.shifted(base, by, size, layout.size)
    }

    /// A place that holds a value of struct type.
    pub(super) fn temporary(&mut self, expr: &'u Expr) -> Option<Raw> {
        let at = self.generator.places.get(&ExprKey::of(expr)).copied();
        match &expr.kind {
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.value(condition);
                for branch in then.iter().chain([otherwise]) {
                    let from = self.place(branch);
                    self.copy(at, from, &expr.ty);
                }
                at
            }
            ExprKind::Binary(BinaryOp::Comma, left, right) => {
                self.value(left);
                self.place(right)
            }
            _ => {
                self.value(expr);
                at
            }
        }
    }

    /// An object is copied: every pointer in it flows.
    pub(super) fn copy(&mut self, to: Option<Raw>, from: Option<Raw>, ty: &Type) {
        let leaves = self.generator.layouts.leaves(ty);
        let (Some(to), Some(from)) = (to, from) else {
            return self.unknown_store(Target::Unknown);
        };
        self.copy_numbers(to, from);
        if leaves.unknown || leaves.has_union {
            if self.cell(to) != self.cell(from) {
                let node = self.generator.graph.find(to).node;
                let slots = self.generator.graph.slots(node).clone();
                let start = self.generator.graph.find(to).offset;
                let offsets: Vec<i64> = slots.keys().map(|offset| offset - start).collect();
                slots.into_values().for_each(|slot| self.distrust(slot));
                self.copy_number_cells(to, from, &offsets);
            }
            return;
        }
        let offsets: Vec<i64> = leaves.scalars.iter().map(|(offset, _)| *offset).collect();
        self.copy_number_cells(to, from, &offsets);
        for (offset, touch) in &leaves.scalars {
            if self.generator.may_point(touch) {
                let value = self.slot(Some(from.plus(*offset)));
                self.store(Some(to.plus(*offset)), value);
            }
        }
    }
}
