//! Arguments of the function where the run starts, and what the pointers among them lead to: names for showing runs.

use super::enumerations::enumeration;
use super::lowering::{INDEX, Lowering};
use super::shape::{Scalar, Storage};
use crate::ast::{RecordId, Type, VariableId, layout};
use invar_cfa::{EntryArgument, Pointee, PointeeMember};
use std::sync::Arc;

/// Scalars of a type that are named.
const MAX_MEMBERS: usize = 64;
/// Types that are looked at.
const MAX_POINTEES: usize = 64;

impl Lowering<'_> {
    /// Names the variables that take an argument.
    pub(super) fn name_argument(&mut self, parameter: VariableId, storage: &Storage) {
        let declared = self.unit.variable(parameter);
        if declared.name.is_empty() {
            return;
        }
        let paths = self.member_paths(&storage.shape, "");
        let pointee = match &declared.ty {
            Type::Pointer(target) => self.pointee(target),
            _ => None,
        };
        for (variable, path) in storage.leaves.iter().zip(paths) {
            let name = format!("{}{}", declared.name, path.replace(INDEX, ""));
            self.program.objects.arguments.push(EntryArgument {
                variable: *variable,
                name: name.into(),
                pointee,
            });
        }
    }

    /// The position of a type among those that pointers lead to, if its size is known.
    fn pointee(&mut self, ty: &Type) -> Option<usize> {
        if let Some(known) = self.memory.pointees.get(ty) {
            return Some(*known);
        }
        let position = self.program.objects.pointees.len();
        let size = self.bytes(ty)?;
        if position == MAX_POINTEES {
            return None;
        }
        // Before its members: they may lead back to it.
        self.memory.pointees.insert(ty.clone(), position);
        self.program.objects.pointees.push(Pointee::default());
        let mut members = Vec::new();
        self.add_members(ty, 0, "", &mut members);
        self.program.objects.pointees[position] = Pointee { size, members };
        Some(position)
    }

    fn bytes(&self, ty: &Type) -> Option<u64> {
        let model = self.program.data_model;
        layout::size_of(self.unit, model, ty).filter(|bytes| *bytes > 0)
    }

    /// The scalars of a type that begins at an offset.
    fn add_members(
        &mut self,
        ty: &Type,
        offset: u64,
        path: &str,
        members: &mut Vec<PointeeMember>,
    ) {
        match ty {
            _ if members.len() >= MAX_MEMBERS => {}
            Type::Record(record) => self.add_fields(*record, offset, path, members),
            Type::Array(element, Some(length)) => {
                let Some(bytes) = self.bytes(element) else {
                    return;
                };
                if self.shapes.scalar(element).is_some() {
                    return self.add_scalar(element, (offset, Some(*length)), path, members);
                }
                for index in 0..(*length).min(MAX_MEMBERS as u64) {
                    let path = format!("{path}[{index}]");
                    self.add_members(element, offset + index * bytes, &path, members);
                }
            }
            _ if self.shapes.scalar(ty).is_some() => {
                self.add_scalar(ty, (offset, None), path, members);
            }
            _ => {}
        }
    }

    fn add_fields(
        &mut self,
        record: RecordId,
        offset: u64,
        path: &str,
        members: &mut Vec<PointeeMember>,
    ) {
        let (unit, model) = (self.unit, self.program.data_model);
        let Some(layout) = layout::record_layout(unit, model, record) else {
            return;
        };
        let fields = unit.record(record).fields.iter().flatten();
        for (field, at) in fields.zip(&layout.offsets) {
            if field.bits.is_some() {
                continue;
            }
            let path = match &*field.name {
                "" => path.to_owned(),
                name => format!("{path}.{name}"),
            };
            self.add_members(&field.ty, offset + at.bytes(), &path, members);
        }
    }

    fn add_scalar(
        &mut self,
        ty: &Type,
        (offset, length): (u64, Option<u64>),
        path: &str,
        members: &mut Vec<PointeeMember>,
    ) {
        let Some(bytes) = self.bytes(ty) else {
            return;
        };
        let pointee = match ty {
            Type::Pointer(target) => self.pointee(target),
            _ => None,
        };
        let scalar = self.shapes.scalar(ty);
        let integer = scalar.filter(|scalar| scalar.is_integer());
        members.push(PointeeMember {
            offset,
            path: Arc::from(path),
            bytes,
            integer: integer.map(Scalar::integer),
            enumeration: enumeration(self.unit, ty),
            length,
            pointee,
        });
    }
}
