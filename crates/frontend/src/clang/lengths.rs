//! Arrays whose length is computed at run time.
//!
//! C evaluates a length once, where the type is written. So each becomes a hidden local variable
//! that is declared and set there; the type names the variable. clang prints a length only as text
//! inside the type, and prints the type again wherever an expression has it: there the type comes
//! from the operands, and the text is not evaluated again.

use super::convert::{Converter, contains_other};
use super::length_state::Meaning;
use super::node::{Node, TypeText};
use super::scan::{is_quiet, words};
use crate::ast::{
    AssignOp, BinaryOp, DeclaredBy, Expr, ExprKind, Linkage, StatementKind, Storage, Type,
    VariableDecl, VariableId, layout,
};
use invar_cfa::Span;
use std::sync::Arc;

/// Name of the hidden variables.
const NAME: &str = "$length";

/// The bounds in a declaration, one after the other.
fn inside_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let inside = text.chars().filter(|c| {
        let was_inside = depth > 0;
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        was_inside
    });
    inside.collect()
}

impl Converter {
    /// The type of a declaration; the lengths in it wait in [`LengthState::take_waiting`](super::length_state::LengthState::take_waiting).
    pub(super) fn declared_type(&mut self, node: &Node) -> Type {
        match &node.ty {
            Some(text) => {
                if &*node.kind == "VarDecl" && has_computed_length(&text.written) {
                    self.check_deduced_type(node);
                }
                let (ty, lengths) = self.written_type(text, node.location.or(node.begin));
                self.lengths.waiting.extend(lengths);
                ty
            }
            None => Type::Other("no type".into()),
        }
    }

    /// A type that is written here, with the variables of the lengths in it.
    pub(super) fn written_type(
        &mut self,
        text: &TypeText,
        span: Option<Span>,
    ) -> (Type, Vec<VariableId>) {
        if self.current.is_none() || !has_computed_length(&text.written) {
            self.check_type_of(text);
            return (self.resolve(text), Vec::new());
        }
        let others = std::mem::take(&mut self.lengths.new);
        let outer = std::mem::replace(&mut self.lengths.meaning, Meaning::Written(span));
        let ty = self.resolve(text);
        self.lengths.meaning = outer;
        (ty, std::mem::replace(&mut self.lengths.new, others))
    }

    /// What a printed length means: the variable that holds it.
    pub(super) fn length(&mut self, text: &str) -> Option<VariableId> {
        self.lengths.met += 1;
        let Meaning::Written(span) = self.lengths.meaning else {
            let mut known = self.lengths.known.iter().rev();
            return known.find(|known| &*known.0 == text).map(|known| known.1);
        };
        let function = self.current?;
        let meaning = std::mem::take(&mut self.lengths.meaning);
        let value = self.expression_text(text, span);
        self.lengths.meaning = meaning;
        let size_type = self.size_type();
        let value = value.and_then(|value| self.convert_integer(value, size_type.clone()));
        if value.is_none() {
            self.lengths.failed = true;
        }
        let id = VariableId(self.unit.variables.len() as u32);
        self.unit.variables.push(VariableDecl {
            name: NAME.into(),
            ty: size_type,
            storage: Storage::Local(function),
            initialiser: Some(value?),
            linkage: Linkage::Internal,
            constant: false,
            volatile: false,
            alignment: None,
            span,
            declared_by: DeclaredBy::FrontEnd,
        });
        self.lengths.new.push(id);
        self.lengths.known.push((text.into(), id));
        Some(id)
    }

    /// A cast or `sizeof` with a type name: the lengths in the name are evaluated first.
    pub(super) fn after_lengths(&mut self, value: Expr, lengths: Vec<VariableId>) -> Expr {
        let mut whole = value;
        for id in lengths.into_iter().rev() {
            let length = self.unit.variables[id.0 as usize].initialiser.take();
            let Some(length) = length else { continue };
            let (ty, span) = (length.ty.clone(), whole.span);
            let target = Expr {
                kind: ExprKind::Variable(id),
                ty: ty.clone(),
                span,
            };
            let kind = ExprKind::Assign {
                op: AssignOp::Plain,
                target: Box::new(target),
                value: Box::new(length),
            };
            let set = Expr { kind, ty, span };
            let ty = whole.ty.clone();
            let kind = ExprKind::Binary(BinaryOp::Comma, Box::new(set), Box::new(whole));
            whole = Expr { kind, ty, span };
            self.lengths.loose.push(id);
        }
        whole
    }

    /// The lengths of casts in the function that was read; nothing is known of the next one yet.
    pub(super) fn end_lengths(&mut self) -> Vec<VariableId> {
        self.lengths.known.clear();
        std::mem::take(&mut self.lengths.loose)
    }

    /// The statements for the lengths in what was just declared.
    pub(super) fn new_lengths(&mut self) -> Vec<StatementKind> {
        let mut statements = Vec::new();
        let new = self.lengths.take_waiting();
        if !new.is_empty() {
            statements.push(StatementKind::Declare(new));
        }
        if self.lengths.take_failure() {
            let what = "array length that is not understood";
            statements.push(StatementKind::Unsupported(what.to_owned()));
        }
        statements
    }

    /// `typeof(a)` has the length of `a`, of which clang prints the text: the variables in it may have
    /// had other values where another length with this text was evaluated.
    fn check_type_of(&mut self, text: &TypeText) {
        let desugared = text.resolved();
        if !text.written.contains("typeof") || !has_computed_length(desugared) {
            return;
        }
        let known = &self.lengths.known;
        let is_repeated = |(i, (text, _)): (usize, &(Arc<str>, VariableId))| {
            known[..i].iter().any(|(earlier, _)| earlier == text)
        };
        self.lengths.failed |= known.iter().enumerate().any(is_repeated);
    }

    /// `__auto_type p = &a[0]` has the length of `a`, which clang prints as if it were written.
    fn check_deduced_type(&mut self, node: &Node) {
        let extent = node.extent();
        let written = extent.and_then(|extent| extent.written(&mut self.files));
        self.lengths.failed |= written.is_none_or(|text| text.contains("__auto_type"));
    }

    /// `int a[n++]` as a parameter is a pointer, but `n++` is evaluated: clang prints only the
    /// pointer, so the text says whether there is more to do than nothing.
    pub(super) fn check_lost_length(&mut self, node: &Node) {
        let written = node
            .extent()
            .and_then(|extent| extent.written(&mut self.files));
        let Some(text) = written else { return };
        let bounds = inside_brackets(&text);
        self.lengths.failed |= !is_quiet(&bounds);
        // Macros are looked at when all of the text is there.
        let unknown = words(&bounds).filter(|word| self.names.value(word).is_none());
        self.bound_words.extend(unknown.map(str::to_owned));
    }

    /// `sizeof` of a type with a computed length.
    pub(super) fn computed_size(
        &mut self,
        node: &Node,
        ty: &Type,
        lengths: Vec<VariableId>,
    ) -> Expr {
        match layout::size_expression(&self.unit, self.data_model, ty, node.begin) {
            Some(size) => self.after_lengths(size, lengths),
            None => self.unsupported(node, "sizeof of an array of computed length"),
        }
    }

    /// What replaces a cast or `sizeof` if a length in its type name was not understood.
    pub(super) fn refuse_length(&mut self, node: &Node) -> Option<Expr> {
        let failed = self.lengths.take_failure();
        failed.then(|| self.unsupported(node, "array length that is not understood"))
    }

    /// The printed type, or what the operands say where that cannot be read (`typeof`, a tag of
    /// two scopes) or would mean to evaluate a length again.
    pub(super) fn type_or(&mut self, node: &Node, inferred: impl FnOnce() -> Option<Type>) -> Type {
        let printed = node.ty.as_ref();
        let is_computed = printed.is_some_and(|text| has_computed_length(text.resolved()));
        let known = |ty: &Type| !contains_other(ty);
        if is_computed {
            return match inferred().filter(known) {
                Some(ty) => ty,
                None => self.type_of(node),
            };
        }
        let ty = self.type_of(node);
        if known(&ty) {
            ty
        } else {
            inferred().filter(known).unwrap_or(ty)
        }
    }
}

/// Whether a printed type has an array length that is no number.
pub(super) fn has_computed_length(text: &str) -> bool {
    text.split('[').skip(1).any(|rest| {
        let bound = rest.split(']').next().unwrap_or_default();
        bound.bytes().any(|byte| !byte.is_ascii_digit())
    })
}
