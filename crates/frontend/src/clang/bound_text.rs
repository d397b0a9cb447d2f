//! The length of an array as clang prints it inside a type, e.g. `n + sizeof(int)`, to a typed
//! expression. The names are those in scope where the type is written.
//!
//! Read here: names, integers, members, elements, `*`, calls of functions with a prototype, casts
//! between integers, `sizeof`, and the operators of C without assignments. Anything else: nothing.

use super::arithmetic::integer;
use super::convert::{Converter, contains_other};
use super::literal::unescape;
use super::operators;
use super::scan::closing;
use super::scope::Value;
use super::type_text::parse_type;
use super::typed::{cast, constant, int};
use crate::ast::{CastKind, Expr, ExprKind, IntegerValue, Type, UnaryOp, layout};
use invar_cfa::Span;

/// Binary operators, the loosest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Converter {
    /// The value of a printed expression; `None` if any part of it is not understood.
    pub(super) fn expression_text(&mut self, text: &str, span: Option<Span>) -> Option<Expr> {
        if self.has_two_meanings(text) {
            return None;
        }
        let mut parser = Parser {
            rest: text.trim(),
            span,
            converter: self,
        };
        let value = parser.conditional()?;
        parser.rest.is_empty().then_some(value)
    }
}

struct Parser<'t, 'c> {
    /// What is still to be read, without leading blanks.
    rest: &'t str,
    span: Option<Span>,
    converter: &'c mut Converter,
}

impl<'t> Parser<'t, '_> {
    fn skip(&mut self, length: usize) {
        self.rest = self.rest[length..].trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest.starts_with(token);
        if found {
            self.skip(token.len());
        }
        found
    }

    fn made(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr {
            kind,
            ty,
            span: self.span,
        }
    }

    fn conditional(&mut self) -> Option<Expr> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Some(condition);
        }
        let then = self.conditional()?;
        if !self.eat(":") {
            return None;
        }
        let otherwise = self.conditional()?;
        let (then, otherwise) = self.converter.balance(then, otherwise)?;
        let ty = then.ty.clone();
        let kind = ExprKind::Conditional {
            condition: Box::new(condition),
            then: Some(Box::new(then)),
            otherwise: Box::new(otherwise),
        };
        Some(self.made(kind, ty))
    }

    /// The operator of a level that comes next.
    fn operator(&self, level: &[&'static str]) -> Option<&'static str> {
        let found = level.iter().find(|token| self.rest.starts_with(**token))?;
        let after = self.rest[found.len()..].chars().next();
        // `&` is no `&&`, `<` no `<<`, and nothing is an assignment or an increment.
        let is_longer = match (*found, after) {
            ("<=" | ">=" | "==" | "!=" | "||" | "&&", _) => false,
            (_, Some('=')) => true,
            ("*" | "/" | "%" | "^" | "<<" | ">>", _) => false,
            (token, Some(next)) => token.starts_with(next),
            (_, None) => false,
        };
        (!is_longer).then_some(*found)
    }

    fn binary(&mut self, depth: usize) -> Option<Expr> {
        let Some(level) = LEVELS.get(depth) else {
            return self.unary();
        };
        let mut left = self.binary(depth + 1)?;
        while let Some(token) = self.operator(level) {
            self.skip(token.len());
            let right = self.binary(depth + 1)?;
            left = self
                .converter
                .combine(operators::binary(token)?, left, right)?;
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expr> {
        if self.rest.starts_with("++") || self.rest.starts_with("--") {
            return None;
        }
        if let Some(after) = self.rest.strip_prefix("sizeof")
            && after.starts_with([' ', '('])
        {
            self.skip("sizeof".len());
            return self.size();
        }
        if self.rest.starts_with('(') && self.type_ahead().is_some() {
            return self.cast();
        }
        for token in ["-", "+", "~", "!"] {
            if self.eat(token) {
                let operand = self.unary()?;
                let op = operators::unary(token, operators::Fixity::Prefix)?;
                if op == UnaryOp::LogicalNot {
                    return Some(self.made(ExprKind::Unary(op, Box::new(operand)), int()));
                }
                let operand = self.converter.promote(operand)?;
                let ty = operand.ty.clone();
                return Some(self.made(ExprKind::Unary(op, Box::new(operand)), ty));
            }
        }
        let place = self.place()?;
        Some(match place {
            Operand::Value(value) => value,
            Operand::Place(place) => self.converter.read(place),
        })
    }

    /// The type in the parentheses that come next, if it is one, and what follows them.
    fn type_ahead(&mut self) -> Option<(Type, &'t str)> {
        let end = closing(self.rest)?;
        let ty = parse_type(&self.rest[1..end], self.converter);
        (!contains_other(&ty)).then(|| (ty, self.rest[end + 1..].trim_start()))
    }

    fn size(&mut self) -> Option<Expr> {
        let ty = if self.rest.starts_with('(')
            && let Some((ty, rest)) = self.type_ahead()
        {
            self.rest = rest;
            ty
        } else {
            match self.place()? {
                Operand::Place(place) => place.ty,
                Operand::Value(value) => value.ty,
            }
        };
        let converter = &*self.converter;
        let size = layout::size_of(&converter.unit, converter.data_model, &ty)?;
        Some(constant(size.into(), converter.size_type(), self.span))
    }

    fn cast(&mut self) -> Option<Expr> {
        let (ty, rest) = self.type_ahead()?;
        self.rest = rest;
        let operand = self.unary()?;
        match (&ty, &operand.ty) {
            (Type::Pointer(_), Type::Pointer(_)) => Some(cast(CastKind::BitCast, operand, ty)),
            _ => self.converter.convert_integer(operand, ty),
        }
    }

    /// An operand that is not read yet, where it designates an object.
    fn place(&mut self) -> Option<Operand> {
        if self.eat("*") {
            let pointer = self.unary()?;
            let Type::Pointer(target) = &pointer.ty else {
                return None;
            };
            let ty = (**target).clone();
            let kind = ExprKind::Unary(UnaryOp::Dereference, Box::new(pointer));
            return Some(Operand::Place(self.made(kind, ty)));
        }
        let mut operand = self.primary()?;
        loop {
            if self.eat("->") {
                let pointer = self.read(operand);
                let Type::Pointer(target) = &pointer.ty else {
                    return None;
                };
                let ty = (**target).clone();
                let kind = ExprKind::Unary(UnaryOp::Dereference, Box::new(pointer));
                let base = self.made(kind, ty);
                operand = Operand::Place(self.member(base)?);
            } else if self.eat(".") {
                let Operand::Place(base) = operand else {
                    return None;
                };
                operand = Operand::Place(self.member(base)?);
            } else if self.eat("[") {
                let base = self.read(operand);
                let index = self.conditional()?;
                let Type::Pointer(target) = &base.ty else {
                    return None;
                };
                if !self.eat("]") {
                    return None;
                }
                let ty = (**target).clone();
                let (base, index) = (Box::new(base), Box::new(index));
                operand = Operand::Place(self.made(ExprKind::Index { base, index }, ty));
            } else if self.rest.starts_with("++") || self.rest.starts_with("--") {
                return None;
            } else if self.rest.starts_with('(') {
                let callee = self.read(operand);
                operand = Operand::Value(self.call(callee)?);
            } else {
                return Some(operand);
            }
        }
    }

    fn read(&self, operand: Operand) -> Expr {
        match operand {
            Operand::Place(place) => self.converter.read(place),
            Operand::Value(value) => value,
        }
    }

    fn call(&mut self, callee: Expr) -> Option<Expr> {
        let function = callee.callee_type()?.clone();
        if function.variadic || function.without_prototype || !self.eat("(") {
            return None;
        }
        let mut arguments = Vec::new();
        for (position, ty) in function.parameters.iter().enumerate() {
            if position > 0 && !self.eat(",") {
                return None;
            }
            let value = self.conditional()?;
            arguments.push(self.converter.convert_integer(value, ty.clone())?);
        }
        let callee = Box::new(callee);
        self.eat(")")
            .then(|| self.made(ExprKind::Call { callee, arguments }, function.result))
    }

    /// A member, found by name through nameless members.
    fn member(&mut self, base: Expr) -> Option<Expr> {
        let name = self.word();
        self.skip(name.len());
        let Type::Record(record) = base.ty else {
            return None;
        };
        let path = self.converter.member_path(record, name)?;
        let mut base = base;
        for (record, field) in path {
            let fields = self.converter.unit.record(record).fields.as_ref()?;
            let ty = fields.get(field as usize)?.ty.clone();
            let kind = ExprKind::Member {
                base: Box::new(base),
                record,
                field,
            };
            base = self.made(kind, ty);
        }
        Some(base)
    }

    fn word(&self) -> &'t str {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    fn primary(&mut self) -> Option<Operand> {
        if self.eat("(") {
            let inside = if self.rest.starts_with(['*', '(']) {
                // `(*p)` designates an object, `(a + b)` does not.
                self.place_or_value()?
            } else {
                Operand::Value(self.conditional()?)
            };
            return self.eat(")").then_some(inside);
        }
        if self.rest.starts_with('\'') {
            return Some(Operand::Value(self.character()?));
        }
        let word = self.word();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            self.skip(word.len());
            return Some(Operand::Value(self.literal(word)?));
        }
        if word.is_empty() {
            return None;
        }
        self.skip(word.len());
        match self.converter.names.value(word) {
            Some(Value::Variable(id)) => {
                let ty = self.converter.unit.variable(id).ty.clone();
                Some(Operand::Place(self.made(ExprKind::Variable(id), ty)))
            }
            Some(Value::Function(id)) => {
                let ty = Type::Function(self.converter.unit.function(id).ty.clone().into());
                Some(Operand::Place(self.made(ExprKind::Function(id), ty)))
            }
            Some(Value::Enumerator(value, ty)) => {
                Some(Operand::Value(constant(value, ty, self.span)))
            }
            None => None,
        }
    }

    fn place_or_value(&mut self) -> Option<Operand> {
        let start = self.rest;
        if let Some(operand) = self.place()
            && self.rest.starts_with(')')
        {
            return Some(operand);
        }
        self.rest = start;
        Some(Operand::Value(self.conditional()?))
    }

    /// A character constant: an `int` with the value of a `char`.
    fn character(&mut self) -> Option<Expr> {
        let text = self.rest.strip_prefix('\'')?;
        // The quote does not end the constant where it is escaped, as in '\\''.
        let end = text.get(1..)?.find('\'').map(|end| end + 1)?;
        let end = end + usize::from(text.starts_with("\\'"));
        let inside = text.get(..end).filter(|_| text[end..].starts_with('\''))?;
        self.skip(end + 2);
        let characters = match inside {
            "\"" => vec![u32::from(b'"')],
            inside => unescape(&format!("\"{inside}\""))?,
        };
        let [character] = characters[..] else {
            return None;
        };
        // What others are depends on whether `char` has a sign.
        let value = u8::try_from(character).ok().filter(u8::is_ascii)?;
        Some(constant(value.into(), int(), self.span))
    }

    /// clang prints integers in decimal with the suffix of their type.
    fn literal(&self, word: &str) -> Option<Expr> {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let value: IntegerValue = digits.parse().ok()?;
        let long = self.converter.data_model.pointer_bits();
        let kind = match &word[digits.len()..] {
            "" => integer("int", 32),
            "U" => integer("unsigned int", 32),
            "L" => integer("long", long),
            "UL" => integer("unsigned long", long),
            "LL" => integer("long long", 64),
            "ULL" => integer("unsigned long long", 64),
            _ => return None,
        };
        Some(constant(value, Type::Int(kind), self.span))
    }
}

/// What an operand is before it is used.
enum Operand {
    /// Designates an object or a function.
    Place(Expr),
    Value(Expr),
}
