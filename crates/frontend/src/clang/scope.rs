//! What the names in printed types mean at the current place of the text.
//!
//! Types are printed without scopes, so a name that two live declarations share has no sure
//! meaning: looking it up gives [`Meaning::Ambiguous`].

use crate::ast::{FunId, IntegerValue, Type, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What a name means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Unknown,
    Ambiguous,
    Type(Type),
}

/// What a name in an expression stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Variable(VariableId),
    Function(FunId),
    Enumerator(IntegerValue, Type),
}

struct Binding {
    depth: usize,
    ty: Type,
}

/// The live names. Keys are `typedef name`, `struct tag`, `struct @file:line:column`.
#[derive(Default)]
pub(super) struct Names {
    bindings: FxHashMap<Arc<str>, Vec<Binding>>,
    /// Names declared in each open scope inside the file scope.
    scopes: Vec<Vec<Arc<str>>>,
    /// Names whose type left its scope as the value of a statement expression.
    poisoned: FxHashSet<Arc<str>>,
    /// What names in expressions stand for, the innermost last, with the depth of their scope.
    values: FxHashMap<Arc<str>, Vec<(usize, Value)>>,
    /// Those declared in each open scope inside the file scope.
    value_scopes: Vec<Vec<Arc<str>>>,
    /// Types already parsed, while nothing they depend on has changed.
    parsed: FxHashMap<Arc<str>, Type>,
}

impl Names {
    /// Opens a block.
    pub(super) fn enter(&mut self) {
        self.scopes.push(Vec::new());
        self.value_scopes.push(Vec::new());
    }

    /// Closes a block and returns the names that were declared in it.
    pub(super) fn leave(&mut self) -> Vec<Arc<str>> {
        let depth = self.scopes.len();
        let declared = self.scopes.pop().unwrap_or_default();
        for name in &declared {
            if let Some(bindings) = self.bindings.get_mut(name) {
                bindings.retain(|binding| binding.depth != depth);
            }
        }
        if !declared.is_empty() {
            self.parsed.clear();
        }
        for name in self.value_scopes.pop().unwrap_or_default() {
            if let Some(values) = self.values.get_mut(&name) {
                values.retain(|(at, _)| *at != depth);
            }
        }
        declared
    }

    /// Makes names unusable from here on.
    pub(super) fn poison(&mut self, names: Vec<Arc<str>>) {
        self.poisoned.extend(names);
        self.parsed.clear();
    }

    /// Declares a name in the current scope.
    pub(super) fn bind(&mut self, name: &str, ty: Type) {
        let depth = self.scopes.len();
        let name: Arc<str> = name.into();
        let bindings = self.bindings.entry(Arc::clone(&name)).or_default();
        if bindings.iter().any(|known| known.ty == ty) {
            return;
        }
        if !bindings.is_empty() {
            self.parsed.clear();
        }
        bindings.push(Binding { depth, ty });
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name);
        }
    }

    /// Declares what a name in expressions stands for in the current scope.
    pub(super) fn bind_value(&mut self, name: &Arc<str>, value: Value) {
        let depth = self.scopes.len();
        let values = self.values.entry(Arc::clone(name)).or_default();
        match values.last_mut() {
            Some((at, known)) if *at == depth => *known = value,
            _ => {
                values.push((depth, value));
                if let Some(scope) = self.value_scopes.last_mut() {
                    scope.push(Arc::clone(name));
                }
            }
        }
    }

    /// What a name in an expression stands for here.
    pub(super) fn value(&self, name: &str) -> Option<Value> {
        let (_, value) = self.values.get(name)?.last()?;
        Some(value.clone())
    }

    /// The type that the current scope itself declares under a name.
    pub(super) fn declared_here(&self, name: &str) -> Option<&Type> {
        let depth = self.scopes.len();
        let bindings = self.bindings.get(name)?;
        bindings
            .iter()
            .find(|binding| binding.depth == depth)
            .map(|binding| &binding.ty)
    }

    /// What a name means here.
    pub(super) fn look_up(&self, name: &str) -> Meaning {
        if self.poisoned.contains(name) {
            return Meaning::Ambiguous;
        }
        let Some(bindings) = self.bindings.get(name) else {
            return Meaning::Unknown;
        };
        match bindings.as_slice() {
            [] => Meaning::Unknown,
            [only] => Meaning::Type(only.ty.clone()),
            _ => Meaning::Ambiguous,
        }
    }

    /// A type parsed before.
    pub(super) fn remembered(&self, text: &str) -> Option<Type> {
        self.parsed.get(text).cloned()
    }

    /// Keeps a parsed type.
    pub(super) fn remember(&mut self, text: &Arc<str>, ty: &Type) {
        self.parsed.insert(Arc::clone(text), ty.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::{Meaning, Names};
    use crate::ast::{RecordId, Type};

    #[test]
    fn a_tag_of_two_live_scopes_is_ambiguous_until_the_inner_one_ends() {
        let mut names = Names::default();
        let outer = Type::Record(RecordId(0));
        names.bind("struct s", outer.clone());
        names.enter();
        names.bind("struct s", Type::Record(RecordId(1)));
        assert_eq!(names.look_up("struct s"), Meaning::Ambiguous);
        names.leave();
        assert_eq!(names.look_up("struct s"), Meaning::Type(outer));
        names.poison(vec!["struct s".into()]);
        assert_eq!(names.look_up("struct s"), Meaning::Ambiguous);
    }
}
