//! Which objects are `volatile`, and which expressions read them as such.
//!
//! Types of the tree have no qualifiers. clang prints them with every expression: an object that is read, or changed by
//! `op=`, `++` or `--`, through an lvalue of volatile type gets the mark [`CastKind::Volatile`].

use super::convert::Converter;
use super::node::{Node, TypeText};
use crate::ast::{CastKind, Expr, ExprKind, RecordId, Type};
use std::sync::Arc;

const VOLATILE: &str = "volatile";

impl Converter {
    /// Whether what a node declares or designates is a volatile object, an array of them included.
    pub(super) fn is_volatile_object(&self, node: &Node) -> bool {
        node.ty.as_ref().is_some_and(|ty| self.is_volatile_type(ty))
    }

    fn is_volatile_type(&self, ty: &TypeText) -> bool {
        self.is_volatile_object_text(ty.resolved())
    }

    fn is_volatile_object_text(&self, text: &str) -> bool {
        // clang resolves the name of a type, but not that of the elements of an array.
        let is_element_volatile = || {
            let element = element_name(text).filter(|name| text != *name);
            element.is_some_and(|name| self.volatile_typedefs.contains(name))
        };
        is_volatile_text(text) || is_element_volatile()
    }

    /// Whether a type is that of a pointer to a volatile object.
    fn points_to_volatile(&self, ty: &TypeText) -> bool {
        [&ty.written, ty.resolved()].into_iter().any(|text| {
            let pointee = text.rsplit_once('*').map(|(pointee, _)| pointee.trim_end());
            pointee.is_some_and(|pointee| {
                let is_volatile_name = self.volatile_typedefs.contains(pointee);
                is_volatile_name || self.is_volatile_object_text(pointee)
            })
        })
    }

    /// Remembers a typedef of a volatile type. Names that a block declares anew count too: then an object that is not
    /// volatile may be taken for one where it is read through a pointer to volatile.
    pub(super) fn note_volatile_typedef(&mut self, node: &Node, name: &Arc<str>) {
        if self.is_volatile_object(node) {
            self.volatile_typedefs.insert(Arc::clone(name));
        }
    }

    /// What an address leads to, marked if that is a volatile object.
    pub(super) fn accessed_at(&mut self, address: &Node, object: Expr) -> Expr {
        let is_volatile = |ty: &TypeText| self.points_to_volatile(ty);
        if address.ty.as_ref().is_some_and(is_volatile) {
            self.marked(object)
        } else {
            object
        }
    }

    /// Notes that a pointer to volatile objects becomes one to others.
    pub(super) fn note_dropped_volatile(&mut self, from: &Node, operand: &Expr, to: &Node) {
        let (Some(before), Some(after)) = (&from.ty, &to.ty) else {
            return;
        };
        if !after.resolved().contains('*') || self.points_to_volatile(after) {
            return;
        }
        let has_volatile_member = match (&operand.ty, self.resolve(after)) {
            (Type::Pointer(old), Type::Pointer(new)) => {
                self.has_volatile_member(old) && !self.has_volatile_member(&new)
            }
            _ => false,
        };
        if has_volatile_member || self.points_to_volatile(before) {
            let unit = &mut self.unit;
            unit.dropped_volatile = unit.dropped_volatile.or(to.begin);
        }
    }

    /// An object that is read or changed, marked if a volatile one is read.
    pub(super) fn accessed(&mut self, node: &Node, object: Expr) -> Expr {
        let is_atomic = |ty: &TypeText| ty.resolved().contains("_Atomic");
        self.unit.has_atomics |= node.ty.as_ref().is_some_and(is_atomic);
        let is_volatile = self.is_volatile_object(node) || self.has_volatile_member(&object.ty);
        if !is_volatile || self.numbers(&object.ty).is_some() {
            return object;
        }
        self.marked(object)
    }

    fn marked(&mut self, object: Expr) -> Expr {
        self.unit.has_volatile = true;
        let (ty, span) = (object.ty.clone(), object.span);
        let kind = ExprKind::Cast(CastKind::Volatile, Box::new(object));
        Expr { kind, ty, span }
    }

    fn has_volatile_member(&self, ty: &Type) -> bool {
        match ty {
            Type::Record(id) => self.record_has_volatile_member(*id),
            Type::Array(element, _) => self.has_volatile_member(element),
            _ => false,
        }
    }

    fn record_has_volatile_member(&self, id: RecordId) -> bool {
        let mut fields = self.unit.record(id).fields.iter().flatten();
        fields.any(|field| field.volatile || self.has_volatile_member(&field.ty))
    }
}

/// Whether a printed type is that of a volatile object, or of an array of them.
fn is_volatile_text(text: &str) -> bool {
    let object = match text.split_once("(*") {
        // Of `int (*volatile[2])(int)` what is in the first parentheses is about the object.
        Some((_, declarator)) => declarator.split([')', '[']).next().unwrap_or_default(),
        None => text.split('[').next().unwrap_or_default(),
    };
    let qualifiers = object
        .rsplit_once('*')
        .map_or(object, |(_, qualifiers)| qualifiers);
    qualifiers.split_whitespace().any(|word| word == VOLATILE)
}

/// The name of the type of an object, or of the elements of an array, where it is not a pointer.
fn element_name(text: &str) -> Option<&str> {
    let element = text.split('[').next()?.trim_end();
    (!element.contains(['*', '('])).then(|| element.rsplit(' ').next())?
}

#[cfg(test)]
mod tests {
    use super::is_volatile_text;

    #[test]
    fn the_object_itself_is_volatile() {
        for text in [
            "volatile int",
            "const volatile unsigned int",
            "int *volatile",
            "volatile int[4]",
            "int *const volatile[2]",
            "int (*volatile)(void)",
            "int (*volatile[2])(int)",
            "volatile struct regs",
        ] {
            assert!(is_volatile_text(text), "{text}");
        }
    }

    #[test]
    fn what_is_pointed_to_is_another_object() {
        for text in [
            "volatile int *",
            "int",
            "volatile int *const",
            "int (*)(volatile int *)",
            "volatile int *[3]",
        ] {
            assert!(!is_volatile_text(text), "{text}");
        }
    }
}
