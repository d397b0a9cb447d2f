//! Sizes, offsets and the scalars inside of types, computed once per struct.

use super::facts::{Access, Touch};
use super::model::Kind;
use crate::ast::layout::{self, RecordLayout};
use crate::ast::{EnumId, IntKind, RecordId, RecordKind, Type, Unit};
use invar_cfa::DataModel;
use std::rc::Rc;

/// The scalars of a type; elements of an array are represented by the first one.
#[derive(Default, Debug)]
pub(super) struct Leaves {
    /// Offset, and what a copy does there.
    pub scalars: Vec<(i64, Touch)>,
    /// Offset, bytes, and bytes of an element of every array.
    pub arrays: Vec<(i64, u64, u64)>,
    /// Members overlap: a copy cannot be told by its members.
    pub has_union: bool,
    /// Something has no known size.
    pub unknown: bool,
}

/// Largest number of elements of an array that stays a plain variable.
const MAX_ELEMENTS: u64 = 1 << 30;

/// Layouts of one unit.
pub(super) struct Layouts<'u> {
    unit: &'u Unit,
    model: DataModel,
    records: Vec<Option<Option<Rc<RecordLayout>>>>,
    leaves: Vec<Option<Rc<Leaves>>>,
}

impl<'u> Layouts<'u> {
    pub fn new(unit: &'u Unit, model: DataModel) -> Layouts<'u> {
        Layouts {
            unit,
            model,
            records: vec![None; unit.records.len()],
            leaves: vec![None; unit.records.len()],
        }
    }

    /// Bytes of a pointer.
    pub fn pointer(&self) -> u64 {
        u64::from(self.model.pointer_bits() / 8)
    }

    /// The integer type of an enumeration.
    pub fn enumeration(&self, id: EnumId) -> Option<IntKind> {
        self.unit.enums.get(id.0 as usize).copied()
    }

    /// The layout of a struct or union.
    pub fn record(&mut self, id: RecordId) -> Option<Rc<RecordLayout>> {
        if let Some(known) = &self.records[id.0 as usize] {
            return known.clone();
        }
        let layout = layout::record_layout(self.unit, self.model, id).map(Rc::new);
        self.records[id.0 as usize] = Some(layout.clone());
        layout
    }

    /// Bytes of a type.
    pub fn size(&mut self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Array(element, Some(length)) => self.size(element)?.checked_mul(*length),
            Type::Record(id) => Some(self.record(*id)?.size),
            _ => layout::size_of(self.unit, self.model, ty),
        }
    }

    /// Bytes by which pointers to a type step: of an array, those of its innermost element.
    pub fn stride(&mut self, ty: &Type) -> u64 {
        let size = match innermost(ty) {
            Type::Void | Type::Function(_) => Some(1),
            element => self.size(element),
        };
        size.unwrap_or(1).max(1)
    }

    /// What the accesses to a scalar type are.
    pub fn scalar(&mut self, ty: &Type) -> Option<Touch> {
        let kind = match ty {
            Type::Bool | Type::Int(_) | Type::Enum(_) => {
                let bytes = layout::size_of(self.unit, self.model, ty)?;
                Kind::Integer(u32::try_from(bytes).ok()?)
            }
            Type::Float(kind) => Kind::Float(*kind),
            Type::Pointer(_) => Kind::Pointer,
            _ => return None,
        };
        Some(Touch {
            size: self.size(ty)?,
            access: Access::Scalar(kind),
        })
    }

    /// First byte and touched bytes of a bit-field.
    pub fn bit_field(&mut self, id: RecordId, field: u32) -> Option<(i64, Touch)> {
        let bits = u64::from(self.bits(id, field)?);
        let start = self.record(id)?.offsets.get(field as usize)?.bits;
        let first = start / 8;
        let size = (start + bits.max(1)).div_ceil(8) - first;
        let access = Access::Bytes;
        Some((i64::try_from(first).ok()?, Touch { size, access }))
    }

    /// The width of a member that is a bit-field.
    pub fn bits(&self, id: RecordId, field: u32) -> Option<u32> {
        let fields = self.unit.record(id).fields.as_ref()?;
        fields.get(field as usize)?.bits
    }

    /// The scalars of a type.
    pub fn leaves(&mut self, ty: &Type) -> Rc<Leaves> {
        match ty {
            Type::Record(id) => self.record_leaves(*id),
            _ => {
                let mut leaves = Leaves::default();
                self.collect(ty, 0, &mut leaves);
                Rc::new(leaves)
            }
        }
    }

    fn record_leaves(&mut self, id: RecordId) -> Rc<Leaves> {
        if let Some(known) = &self.leaves[id.0 as usize] {
            return Rc::clone(known);
        }
        let mut leaves = Leaves::default();
        let record = self.unit.record(id);
        match (self.record(id), &record.fields) {
            (Some(layout), Some(fields)) => {
                leaves.has_union = record.kind == RecordKind::Union;
                for (i, field) in (0u32..).zip(fields) {
                    if field.bits.is_some() {
                        if field.name.is_empty() {
                            continue;
                        }
                        leaves.scalars.extend(self.bit_field(id, i));
                    } else {
                        let offset = layout.offsets[i as usize].bytes();
                        let offset = i64::try_from(offset).unwrap_or(i64::MAX);
                        self.collect(&field.ty, offset, &mut leaves);
                    }
                }
            }
            _ => leaves.unknown = true,
        }
        let leaves = Rc::new(leaves);
        self.leaves[id.0 as usize] = Some(Rc::clone(&leaves));
        leaves
    }

    fn collect(&mut self, ty: &Type, offset: i64, into: &mut Leaves) {
        match ty {
            Type::Array(_, length) => {
                let stride = self.stride(ty);
                match (length, self.size(ty)) {
                    (None, _) | (_, Some(0)) => return,
                    (_, Some(size)) => into.arrays.push((offset, size, stride)),
                    _ => into.unknown = true,
                }
                self.collect(innermost(ty), offset, into);
            }
            Type::Record(id) => {
                let inner = self.record_leaves(*id);
                let moved = |(at, rest): &(i64, Touch)| (at.saturating_add(offset), *rest);
                into.scalars.extend(inner.scalars.iter().map(moved));
                let moved = |(at, l, s): &(i64, u64, u64)| (at.saturating_add(offset), *l, *s);
                into.arrays.extend(inner.arrays.iter().map(moved));
                into.has_union |= inner.has_union;
                into.unknown |= inner.unknown;
            }
            _ => match self.scalar(ty) {
                Some(touch) => into.scalars.push((offset, touch)),
                None => into.unknown = true,
            },
        }
    }

    /// Whether a variable of the type must live in memory because it cannot be split.
    pub fn unsplittable(&self, ty: &Type) -> bool {
        match ty {
            Type::VariableArray(..) | Type::Array(_, None) => true,
            Type::Array(element, Some(length)) => {
                elements(ty).is_none_or(|n| n > MAX_ELEMENTS)
                    || *length == 0
                    || self.unsplittable(element)
            }
            Type::Record(id) => {
                let record = self.unit.record(*id);
                let fields = record.fields.as_deref().unwrap_or_default();
                record.kind == RecordKind::Union
                    || fields.iter().any(|field| self.unsplittable(&field.ty))
            }
            _ => false,
        }
    }
}

/// The element of the innermost array.
pub(super) fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) | Type::VariableArray(element, _) => innermost(element),
        _ => ty,
    }
}

/// The number of innermost elements.
fn elements(ty: &Type) -> Option<u64> {
    match ty {
        Type::Array(element, Some(length)) => elements(element)?.checked_mul(*length),
        Type::Array(_, None) | Type::VariableArray(..) => None,
        _ => Some(1),
    }
}
