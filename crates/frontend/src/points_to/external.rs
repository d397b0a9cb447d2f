//! What code that is not there may have stored: pointers to objects of its own.
//!
//! Objects from outside hold pointers from outside. So wherever the contents of a node are not the
//! program's, what its pointers point to may be outside too, whatever else the program stores there.

use super::generate::{Generator, Start};
use super::graph::Raw;
use super::model::Object;
use crate::ast::{Storage, Type};
use std::collections::BTreeSet;

/// Elements of an array that are looked at one by one.
const ELEMENTS: u64 = 64;

impl Generator<'_> {
    /// A value of a type comes from outside, where pointers to one type may point to the same
    /// object.
    pub(super) fn fill_from_outside(&mut self, at: Raw, ty: &Type) {
        match ty {
            Type::Pointer(target) => {
                if let Type::Function(_) = **target {
                    return;
                }
                let object = match self.outside_objects.get(&**target) {
                    Some(known) => *known,
                    None => {
                        let object = self.external();
                        self.outside_objects.insert((**target).clone(), object);
                        self.fill_from_outside(object, target);
                        object
                    }
                };
                let slot = self.graph.slot(at);
                self.graph.unify(slot, object);
            }
            Type::Array(element, length) => {
                let size = self.layouts.size(element).unwrap_or(0);
                for number in 0..length.unwrap_or(1).min(ELEMENTS) {
                    let offset = size.saturating_mul(number);
                    self.fill_from_outside(at.plus(offset.cast_signed()), element);
                }
            }
            Type::Record(id) => {
                let unit = self.unit;
                let layout = self.layouts.record(*id);
                let fields = unit.record(*id).fields.iter().flatten();
                for (field, place) in fields.zip(layout.iter().flat_map(|l| &l.offsets)) {
                    let offset = i64::try_from(place.bytes()).unwrap_or(0);
                    self.fill_from_outside(at.plus(offset), &field.ty);
                }
            }
            _ => {}
        }
    }

    /// Marks the nodes that pointers from outside may point to. Nothing is unified after this.
    pub(super) fn spread_outside(&mut self) {
        let (_, more) = self.outside_nodes();
        for target in more {
            self.objects.push((Object::External, target, Start::Any));
        }
    }

    /// Objects from outside whose addresses are compared may be the same: equal pointers have equal
    /// contents. Whether something was unified.
    pub(super) fn unify_compared(&mut self) -> bool {
        let (marked, _) = self.outside_nodes();
        let before = (self.graph.unions, self.graph.mixes().len());
        for (a, b) in self.compared.clone() {
            let (x, y) = (self.graph.find(a), self.graph.find(b));
            if x != y && marked.contains(&x.node) && marked.contains(&y.node) {
                self.graph.unify(a, b);
            }
        }
        before != (self.graph.unions, self.graph.mixes().len())
    }

    /// The nodes that pointers from outside may point to, and places in those that have no object
    /// from outside yet.
    fn outside_nodes(&mut self) -> (BTreeSet<u32>, Vec<Raw>) {
        let mut marked = BTreeSet::new();
        let mut more = Vec::new();
        let mut todo = Vec::new();
        for (object, at, _) in self.objects.clone() {
            let root = self.graph.find(at).node;
            match object {
                Object::External => {
                    marked.insert(root);
                    todo.push(root);
                }
                Object::Variable(id) if self.unit.variable(id).storage == Storage::External => {
                    todo.push(root);
                }
                _ => {}
            }
        }
        for at in self.from_elsewhere.clone() {
            todo.push(self.graph.find(at).node);
        }
        let mut seen: BTreeSet<u32> = todo.iter().copied().collect();
        loop {
            while let Some(root) = todo.pop() {
                let targets: Vec<Raw> = self.graph.slots(root).values().copied().collect();
                for target in targets {
                    let node = self.graph.find(target).node;
                    if marked.insert(node) {
                        more.push(target);
                    }
                    if seen.insert(node) {
                        todo.push(node);
                    }
                }
            }
            // A function from outside returns what is outside.
            for number in 0..self.calls.len() {
                let (callee, result) = (self.calls[number].callee, self.calls[number].result);
                let is_outside = marked.contains(&self.graph.find(callee).node)
                    || self.graph.functions(callee).is_empty();
                let result = self.graph.find(result).node;
                if is_outside && seen.insert(result) {
                    todo.push(result);
                }
            }
            if todo.is_empty() {
                return (marked, more);
            }
        }
    }
}
