//! Names of objects, for showing pointers.

use crate::ast::ExprKind;
use crate::lower::lowering::Lowering;
use crate::lower::pointer_bits::{ANY, PROGRAM};
use crate::lower::shape::Shape;
use crate::lower::state::StaticObject;
use invar_cfa::{Extent, Object, Objects};
use std::sync::Arc;

/// Members of a struct that are named.
const MAX_MEMBERS: usize = 64;
/// Characters of a string literal that serve as its name.
const MAX_STRING: usize = 24;

impl Lowering<'_> {
    /// Hands the names of the fixed objects over to the program.
    pub(in crate::lower) fn name_objects(&mut self) {
        let mut objects = Objects {
            first_made: self.memory.first_dynamic(),
            marks: ANY | PROGRAM << 28,
            program: PROGRAM << 28,
            ..std::mem::take(&mut self.program.objects)
        };
        for object in self.memory.numbered() {
            if let Some(named) = self.named(object) {
                let number = self.object_number(object);
                objects.named.insert(number, named);
            }
        }
        objects.named.extend(self.arguments_named());
        self.program.objects = objects;
    }

    fn named(&self, object: StaticObject) -> Option<Object> {
        let (name, extent, members, span) = match object {
            StaticObject::Variable(variable) => {
                let declared = self.unit.variable(variable);
                let shape = self.shapes.of(&declared.ty);
                let element = match &*shape {
                    Shape::Array(element, _) => element.clone(),
                    _ => shape.clone(),
                };
                let extent = match &*shape {
                    Shape::Array(..) => Extent::Array(element.size()),
                    _ => Extent::One(element.size()),
                };
                let members = member_offsets(&element);
                (declared.name.clone(), extent, members, declared.span)
            }
            StaticObject::Function(function) => {
                let declared = self.unit.function(function);
                let name = declared.name.clone();
                (name, Extent::Function, Vec::new(), declared.span)
            }
            StaticObject::Literal(key) => {
                let literal = self.points_to.expression(key)?;
                let ExprKind::String(units) = &literal.kind else {
                    return None;
                };
                let text = string_text(units)?;
                (text, Extent::Array(1), Vec::new(), literal.span)
            }
        };
        Some(Object {
            name,
            extent,
            members,
            span,
        })
    }
}

/// The scalars of a struct: byte offset and path.
fn member_offsets(shape: &Shape) -> Vec<(u64, Arc<str>)> {
    let mut found = Vec::new();
    let mut stack = vec![(shape.members(), 0, String::new())];
    while let Some((members, start, path)) = stack.pop() {
        for member in members {
            let offset = start + member.bit_offset / 8;
            let path = match &*member.name {
                "" => path.clone(),
                name => format!("{path}.{name}"),
            };
            if member.bit_field || found.len() >= MAX_MEMBERS {
                continue;
            }
            match member.shape.members() {
                [] => found.push((offset, Arc::from(path))),
                inner => stack.push((inner, offset, path)),
            }
        }
    }
    found.sort();
    found
}

/// A string literal as C text, if it is short and printable.
fn string_text(units: &[u32]) -> Option<Arc<str>> {
    let printable = |unit: &u32| {
        u8::try_from(*unit)
            .ok()
            .filter(|b| b.is_ascii() && *b >= 32)
    };
    if units.len() > MAX_STRING {
        return None;
    }
    let mut text = String::from('"');
    for unit in units {
        let byte = printable(unit)?;
        if byte == b'"' || byte == b'\\' {
            text.push('\\');
        }
        text.push(char::from(byte));
    }
    text.push('"');
    Some(text.into())
}
