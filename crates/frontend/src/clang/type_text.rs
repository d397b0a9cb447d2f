//! Types as clang prints them, e.g. `struct s *(*)(int, char[3])`, to types of the tree.

use super::arithmetic::{Words, plain};
use super::numbers_type::{Form, Numbers};
use crate::ast::{FloatKind, FunctionType, Type, VariableId};
use invar_cfa::{CharSign, DataModel, LongDouble};
use std::sync::Arc;

/// Function attributes in types that do not change what a call means.
const HARMLESS: [&str; 12] = [
    "noreturn",
    "cdecl",
    "stdcall",
    "fastcall",
    "regparm",
    "sysv_abi",
    "nothrow",
    "warn_unused",
    "nocf_check",
    "const",
    "pure",
    "unused",
];

/// What names in types mean.
pub(super) trait Resolve {
    /// The type of a typedef.
    fn typedef(&mut self, name: &str) -> Option<Type>;
    /// The type of `struct tag`, `union tag`, `enum tag`; a nameless one has the tag
    /// `@file:line:column`.
    fn tagged(&mut self, keyword: &str, tag: &str) -> Option<Type>;
    /// The type of `typeof (operand)`.
    fn type_of_operand(&mut self, operand: &str) -> Option<Type>;
    /// The variable that holds a length that is no number.
    fn length(&mut self, text: &str) -> Option<VariableId>;
    /// The type of complex numbers or vectors.
    fn numbers(&mut self, numbers: Numbers) -> Option<Type>;
    /// Sizes of the types.
    fn data_model(&self) -> DataModel;
    /// Whether `char` has negative values.
    fn char_sign(&self) -> CharSign {
        CharSign::Signed
    }
    /// The format of `long double`.
    fn long_double(&self) -> LongDouble;
}

/// Reads a type; [`Type::Other`] if any part of it is not understood.
pub(super) fn parse_type(text: &str, names: &mut dyn Resolve) -> Type {
    let mut parser = Parser {
        text: text.as_bytes(),
        at: 0,
        names,
        place: TypePlace::Elsewhere,
    };
    match parser.whole() {
        Some(ty) => ty,
        None => Type::Other(text.into()),
    }
}

/// Where a type is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypePlace {
    /// In a list of parameters, where lengths are not evaluated: `int[n]` is as `int[*]`.
    Parameter,
    Elsewhere,
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    names: &'a mut dyn Resolve,
    place: TypePlace,
}

impl Parser<'_> {
    fn whole(&mut self) -> Option<Type> {
        let ty = self.type_name()?;
        self.blanks();
        (self.at == self.text.len()).then_some(ty)
    }

    fn type_name(&mut self) -> Option<Type> {
        let base = self.specifiers()?;
        self.declarator(base)
    }

    fn blanks(&mut self) {
        while self.text.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.blanks();
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The word that starts here, without taking it.
    fn word(&mut self) -> &str {
        self.blanks();
        let rest = &self.text[self.at..];
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
        let end = rest
            .iter()
            .position(|byte| !is_part(byte))
            .unwrap_or(rest.len());
        std::str::from_utf8(&rest[..end]).unwrap_or_default()
    }

    /// Takes `( ... )` with everything nested in it and returns the inside.
    fn parenthesised(&mut self) -> Option<String> {
        if !self.eat(b'(') {
            return None;
        }
        let start = self.at;
        let mut depth = 1;
        while depth > 0 {
            match self.text.get(self.at)? {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        String::from_utf8(self.text[start..self.at - 1].to_vec()).ok()
    }

    /// Takes qualifiers and harmless attributes.
    fn qualifiers(&mut self) -> Option<()> {
        loop {
            let length = match self.word() {
                word @ ("const" | "volatile" | "restrict" | "__restrict" | "_Nonnull"
                | "_Nullable" | "__unaligned") => word.len(),
                "__attribute__" => {
                    self.at += "__attribute__".len();
                    let attribute = self.parenthesised()?;
                    let inside = attribute.trim_start_matches('(').trim_end_matches(')');
                    let name = inside.split(['(', ' ']).next().unwrap_or_default();
                    if !HARMLESS.contains(&name.trim_matches('_')) {
                        return None;
                    }
                    continue;
                }
                _ => return Some(()),
            };
            self.at += length;
        }
    }

    fn specifiers(&mut self) -> Option<Type> {
        let mut words = Words::default();
        let mut named: Option<Type> = None;
        let mut several = None;
        loop {
            self.vector(&mut several)?;
            self.qualifiers()?;
            let word = self.word().to_owned();
            let arithmetic = match &*word {
                "signed" | "__signed" => {
                    words.signed = true;
                    true
                }
                "unsigned" => {
                    words.unsigned = true;
                    true
                }
                "_Complex" => {
                    several = Some((Form::Complex, 2));
                    true
                }
                "short" => {
                    words.short = true;
                    true
                }
                "long" => {
                    words.long += 1;
                    true
                }
                _ => match plain(&word) {
                    Some(base) if words.base.is_none() => {
                        words.base = Some(base);
                        true
                    }
                    _ => false,
                },
            };
            if arithmetic {
                self.at += word.len();
                continue;
            }
            if word.is_empty() || named.is_some() || words.is_started() {
                break;
            }
            self.at += word.len();
            named = Some(match &*word {
                "struct" | "union" | "enum" => self.tagged(&word)?,
                "_Atomic" => self.atomic()?,
                "typeof" | "__typeof__" | "__typeof" => {
                    let operand = self.parenthesised()?;
                    self.names.type_of_operand(&operand)?
                }
                _ => self.names.typedef(&word)?,
            });
        }
        let ty = match named {
            Some(ty) => (!words.is_started()).then_some(ty)?,
            // `_Complex` alone.
            None if !words.is_started() && several == Some((Form::Complex, 2)) => {
                Type::Float(FloatKind::Double)
            }
            None => words.into_type(&*self.names)?,
        };
        match several {
            Some((form, count)) => self.names.numbers(Numbers {
                form,
                element: ty,
                count,
            }),
            None => Some(ty),
        }
    }

    /// Takes `__attribute__((__vector_size__(4 * sizeof(int))))` or `__attribute__((ext_vector_type(4)))`.
    fn vector(&mut self, several: &mut Option<(Form, u64)>) -> Option<()> {
        while self.word() == "__attribute__" {
            let start = self.at;
            self.at += "__attribute__".len();
            let attribute = self.parenthesised()?;
            let inside = attribute.trim_start_matches('(');
            let count = inside
                .strip_prefix("__vector_size__(")
                .or_else(|| inside.strip_prefix("ext_vector_type("));
            let Some(count) = count else {
                self.at = start;
                return Some(());
            };
            let end = count.find(|c: char| !c.is_ascii_digit())?;
            if several.is_some() {
                return None;
            }
            *several = Some((Form::Vector, count[..end].parse().ok()?));
        }
        Some(())
    }

    /// The tag after `struct`, `union` or `enum`: `tag`, `(unnamed struct at file:1:2)`, or a
    /// nameless one with the name of what surrounds it, `tag::(anonymous at file:1:2)`.
    fn tagged(&mut self, keyword: &str) -> Option<Type> {
        loop {
            let tag = self.word().to_owned();
            self.at += tag.len();
            if self.peek() == Some(b':') && self.text.get(self.at + 1) == Some(&b':') {
                self.at += 2;
                continue;
            }
            if !tag.is_empty() {
                return self.names.tagged(keyword, &tag);
            }
            let inside = self.parenthesised()?;
            if self.peek() == Some(b':') && self.text.get(self.at + 1) == Some(&b':') {
                self.at += 2;
                continue;
            }
            let (_, place) = inside.split_once(" at ")?;
            return self.names.tagged(keyword, &format!("@{place}"));
        }
    }

    /// `_Atomic(T)` behaves as `T` for scalars, in a program of one thread.
    fn atomic(&mut self) -> Option<Type> {
        let inside = self.parenthesised()?;
        match parse_type(&inside, self.names) {
            Type::Other(_) | Type::Record(_) => None,
            ty => Some(ty),
        }
    }

    fn declarator(&mut self, base: Type) -> Option<Type> {
        let mut ty = base;
        self.qualifiers()?;
        while self.eat(b'*') {
            ty = Type::Pointer(Arc::new(ty));
            self.qualifiers()?;
        }
        if self.peek() == Some(b'(') && self.is_nested() {
            let inside = self.parenthesised()?;
            let outer = self.suffixes(ty)?;
            let mut nested = Parser {
                text: inside.as_bytes(),
                at: 0,
                names: &mut *self.names,
                place: self.place,
            };
            let whole = nested.declarator(outer)?;
            return (nested.peek().is_none()).then_some(whole);
        }
        self.suffixes(ty)
    }

    /// Whether the parenthesis here encloses a declarator and not parameters.
    fn is_nested(&self) -> bool {
        let mut rest = self.text[self.at + 1..]
            .iter()
            .skip_while(|byte| **byte == b' ');
        matches!(rest.next(), Some(b'*' | b'(' | b'['))
    }

    fn suffixes(&mut self, base: Type) -> Option<Type> {
        self.qualifiers()?;
        match self.peek() {
            Some(b'[') => {
                let bound = self.bound()?;
                let element = Arc::new(self.suffixes(base)?);
                Some(match bound {
                    Bound::Fixed(length) => Type::Array(element, Some(length)),
                    Bound::Open => Type::Array(element, None),
                    Bound::Computed(length) => Type::VariableArray(element, length),
                })
            }
            Some(b'(') => {
                let inside = self.parenthesised()?;
                let mut function = self.parameters(&inside)?;
                function.result = self.suffixes(base)?;
                Some(Type::Function(Arc::new(function)))
            }
            _ => Some(base),
        }
    }

    fn bound(&mut self) -> Option<Bound> {
        self.at += 1;
        let start = self.at;
        let mut depth = 1;
        while depth > 0 {
            match self.text.get(self.at)? {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        let text = self.text;
        let inside = std::str::from_utf8(&text[start..self.at - 1]).ok()?.trim();
        Some(match inside.parse::<u64>() {
            Ok(length) => Bound::Fixed(length),
            Err(_) if matches!(inside, "" | "*") => Bound::Open,
            Err(_) if self.place == TypePlace::Parameter => Bound::Open,
            Err(_) => Bound::Computed(self.names.length(inside)?),
        })
    }

    fn parameters(&mut self, inside: &str) -> Option<FunctionType> {
        let mut function = FunctionType {
            result: Type::Void,
            parameters: Vec::new(),
            variadic: false,
            without_prototype: inside.trim().is_empty(),
        };
        let mut list = Parser {
            text: inside.as_bytes(),
            at: 0,
            names: &mut *self.names,
            place: TypePlace::Parameter,
        };
        while list.peek().is_some() {
            if list.text[list.at..].starts_with(b"...") {
                list.at += 3;
                function.variadic = true;
            } else {
                function.parameters.push(list.type_name()?);
            }
            if list.peek().is_some() && !list.eat(b',') {
                return None;
            }
        }
        if function.parameters == [Type::Void] {
            function.parameters.clear();
        }
        Some(function)
    }
}

enum Bound {
    Fixed(u64),
    Open,
    Computed(VariableId),
}

#[cfg(test)]
mod tests;
