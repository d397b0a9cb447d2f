//! Initialisers of static objects that read `const` variables or literals: what compilers fold is written out.
//!
//! Static objects have their values before anything runs. An initialiser that reads a variable has the value of that
//! variable's own initialiser, wherever it is declared and whether or not anything else uses it.

use super::walk::{self, Visitor};
use crate::ast::{
    CastKind, Expr, ExprKind, Initialiser, IntegerValue, Storage, UnaryOp, Unit, VariableId,
};

/// An initialiser whose value is not found.
const NOT_FOLDED: &str = "initialiser of a static object that reads a variable";

/// Characters up to this one are the same number in all types of characters.
const LAST_ASCII: u32 = 127;

/// Variables that an initialiser reads through one another.
const MAX_DEPTH: u32 = 64;

pub(super) fn rewrite(unit: &mut Unit) {
    for number in 0..unit.variables.len() {
        let declared = &unit.variables[number];
        let is_static = matches!(declared.storage, Storage::Global | Storage::StaticLocal(_));
        let Some(initialiser) = declared.initialiser.as_ref().filter(|_| is_static) else {
            continue;
        };
        let mut is_read =
            |part: &Expr| matches!(part.kind, ExprKind::Cast(CastKind::LValueToRValue, _));
        if !unit.any_part(initialiser, &mut is_read) {
            continue;
        }
        let mut folded = initialiser.clone();
        walk::initialiser(&mut folded, &mut Folder { unit, depth: 0 });
        unit.variables[number].initialiser = Some(folded);
    }
}

/// Replaces reads of variables and literals by their initialisers.
struct Folder<'u> {
    unit: &'u Unit,
    depth: u32,
}

impl Visitor for Folder<'_> {
    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Cast(CastKind::LValueToRValue, object) = &expr.kind else {
            return;
        };
        match self.value(object) {
            Some(value) => *expr = value,
            None => expr.kind = ExprKind::Unsupported(NOT_FOLDED.to_owned()),
        }
    }
}

impl Folder<'_> {
    /// The value that an object has from the start, if it never changes.
    fn value(&self, object: &Expr) -> Option<Expr> {
        match &object.kind {
            ExprKind::Variable(id) => self.of_variable(*id),
            ExprKind::CompoundLiteral(value) => self.folded((**value).clone()),
            ExprKind::Cast(CastKind::NoOp, inner) => self.value(inner),
            ExprKind::String(_) => Some(object.clone()),
            ExprKind::Member { base, field, .. } => {
                let whole = self.value(base)?;
                let part = match &whole.kind {
                    ExprKind::Initialiser(Initialiser::Struct(list)) => list.get(*field as usize),
                    ExprKind::Initialiser(Initialiser::Union(member, inner)) if member == field => {
                        Some(&**inner)
                    }
                    ExprKind::Initialiser(Initialiser::Empty) | ExprKind::ZeroInitialiser => None,
                    _ => return None,
                };
                Some(part.cloned().unwrap_or_else(|| zero(object)))
            }
            ExprKind::Index { base, index } => {
                let ExprKind::Cast(CastKind::ArrayToPointer, array) = &base.kind else {
                    return None;
                };
                let whole = self.value(array)?;
                let index = usize::try_from(number(index)?).ok()?;
                let part = match &whole.kind {
                    ExprKind::Initialiser(Initialiser::Array(list)) => list.get(index),
                    // The zero at its end is not in the text.
                    ExprKind::String(text) if index == text.len() => None,
                    ExprKind::String(text) => {
                        let character = text.get(index).filter(|c| **c <= LAST_ASCII)?;
                        let kind = ExprKind::Integer((*character).into());
                        return Some(Expr {
                            kind,
                            ..object.clone()
                        });
                    }
                    ExprKind::Initialiser(Initialiser::Empty) | ExprKind::ZeroInitialiser => None,
                    _ => return None,
                };
                Some(part.cloned().unwrap_or_else(|| zero(object)))
            }
            ExprKind::Unary(UnaryOp::Dereference, pointer) => match &pointed_to(pointer)?.kind {
                ExprKind::Unary(UnaryOp::AddressOf, target) => self.value(target),
                _ => None,
            },
            _ => None,
        }
    }

    fn of_variable(&self, id: VariableId) -> Option<Expr> {
        let declared = self.unit.variable(id);
        if !declared.constant {
            return None;
        }
        let value = declared.initialiser.clone()?;
        // A second mention of a compound literal would be another object.
        let mut is_object = |part: &Expr| matches!(part.kind, ExprKind::CompoundLiteral(_));
        if self.unit.any_part(&value, &mut is_object) {
            return None;
        }
        self.folded(value)
    }

    /// The value of an initialiser, without the variables that it reads.
    fn folded(&self, mut value: Expr) -> Option<Expr> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        while let ExprKind::Initialiser(Initialiser::Scalar(inner)) = value.kind {
            value = *inner;
        }
        let mut inside = Folder {
            unit: self.unit,
            depth: self.depth + 1,
        };
        walk::initialiser(&mut value, &mut inside);
        Some(value)
    }
}

/// A pointer without conversions that change nothing.
fn pointed_to(pointer: &Expr) -> Option<&Expr> {
    match &pointer.kind {
        ExprKind::Cast(CastKind::NoOp, inner) => pointed_to(inner),
        ExprKind::Cast(..) => None,
        _ => Some(pointer),
    }
}

/// The value of an integer constant, through conversions that keep it.
fn number(expr: &Expr) -> Option<IntegerValue> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast(_, inner) => number(inner).filter(|value| (0..=127).contains(value)),
        _ => None,
    }
}

fn zero(of: &Expr) -> Expr {
    Expr {
        kind: ExprKind::ZeroInitialiser,
        ..of.clone()
    }
}
