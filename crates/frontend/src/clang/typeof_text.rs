//! The operand of a printed `typeof`. clang resolves it only where `typeof` is the whole type; in
//! `typeof (*p) *` it stays text. Read here: names, `*e`, `&e`, `e->m`, `e.m`, `e[...]`, casts,
//! which is what list macros are made of.

use super::convert::{Converter, contains_other};
use super::scan::{leading_word, words};
use super::scope::Meaning;
use super::type_text::parse_type;
use crate::ast::{RecordId, Storage, Type};
use std::sync::Arc;

impl Converter {
    /// The type of `typeof (text)`; `None` where it is not certain.
    pub(super) fn type_of_operand(&mut self, text: &str) -> Option<Type> {
        if self.has_two_meanings(text) {
            return None;
        }
        let ty = match parse_type(text, self) {
            Type::Other(_) => self.type_of_expression(text.trim())?,
            ty => ty,
        };
        (!contains_other(&ty)).then_some(ty)
    }

    /// Whether a word of a text is the name of a type and that of a value: which one is hidden is not printed.
    pub(super) fn has_two_meanings(&self, text: &str) -> bool {
        words(text).any(|word| {
            let is_type = || self.names.look_up(&format!("typedef {word}")) != Meaning::Unknown;
            self.names.value(word).is_some() && is_type()
        })
    }

    fn type_of_expression(&mut self, text: &str) -> Option<Type> {
        if let Some(operand) = text.strip_prefix('*') {
            return match self.type_of_expression(operand.trim_start())? {
                Type::Pointer(target) | Type::Array(target, _) => Some((*target).clone()),
                _ => None,
            };
        }
        if let Some(operand) = text.strip_prefix('&').filter(|rest| !rest.starts_with('&')) {
            let ty = self.type_of_expression(operand.trim_start())?;
            return Some(Type::Pointer(Arc::new(ty)));
        }
        let (primary, rest) = self.primary(text)?;
        self.postfix(primary, rest)
    }

    /// The type of the first operand and the text after it.
    fn primary<'t>(&mut self, text: &'t str) -> Option<(Type, &'t str)> {
        if text.starts_with('(') {
            let end = closing(text, '(', ')')?;
            let (inside, rest) = (&text[1..end], text[end + 1..].trim_start());
            let is_operand = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '(');
            if rest.starts_with(is_operand) {
                // A cast: whatever follows has the type in parentheses. Members bind tighter than
                // casts, so none may follow.
                let is_plain = rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                let ty = parse_type(inside, self);
                return (is_plain && !contains_other(&ty)).then_some((ty, ""));
            }
            return Some((self.type_of_expression(inside.trim())?, rest));
        }
        let (name, rest) = leading_word(text);
        Some((self.type_of_name(name)?, rest.trim_start()))
    }

    fn postfix(&mut self, ty: Type, text: &str) -> Option<Type> {
        let (mut ty, mut rest) = (ty, text);
        while !rest.is_empty() {
            if rest.starts_with('[') {
                let end = closing(rest, '[', ']')?;
                ty = target(ty)?;
                rest = rest[end + 1..].trim_start();
                continue;
            }
            let member = match rest.strip_prefix("->") {
                Some(member) => {
                    ty = target(ty)?;
                    member
                }
                None => rest.strip_prefix('.')?,
            };
            let (name, after) = leading_word(member);
            let Type::Record(record) = ty else {
                return None;
            };
            ty = self.type_of_member(record, name)?;
            rest = after.trim_start();
        }
        Some(ty)
    }

    /// Which declaration a name means is not printed; where all that it can mean, globals and
    /// variables of this function, have one type, that is the type.
    fn type_of_name(&self, name: &str) -> Option<Type> {
        let mut candidates = self.unit.variables.iter().filter(|variable| {
            let is_visible = match variable.storage {
                Storage::Global | Storage::External => true,
                Storage::StaticLocal(function)
                | Storage::Local(function)
                | Storage::Parameter(function) => Some(function) == self.current,
            };
            is_visible && &*variable.name == name
        });
        let first = candidates.next()?;
        let is_other =
            self.function_names.contains_key(name) || self.enumerator_names.contains(name);
        (!is_other && candidates.all(|other| other.ty == first.ty)).then(|| first.ty.clone())
    }

    fn type_of_member(&self, record: RecordId, name: &str) -> Option<Type> {
        let fields = self.unit.record(record).fields.as_ref()?;
        if let Some(field) = fields.iter().find(|field| &*field.name == name) {
            return Some(field.ty.clone());
        }
        fields
            .iter()
            .filter(|field| field.name.is_empty())
            .find_map(|field| match field.ty {
                Type::Record(inner) => self.type_of_member(inner, name),
                _ => None,
            })
    }
}

fn target(ty: Type) -> Option<Type> {
    match ty {
        Type::Pointer(target) | Type::Array(target, _) => Some((*target).clone()),
        _ => None,
    }
}

/// Where the bracket that `text` starts with is closed.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_u32;
    for (position, character) in text.char_indices() {
        if character == open {
            depth += 1;
        } else if character == close {
            depth -= 1;
            if depth == 0 {
                return Some(position);
            }
        }
    }
    None
}
