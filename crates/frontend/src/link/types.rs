//! Whether two declarations of one thing agree, and what they say together (C11 6.2.7).

use crate::ast::{FloatKind, FunctionType, IntKind, Type, Unit};
use std::sync::Arc;

/// The type of something that is declared with both types; `None` if they do not agree.
pub(super) fn composite(unit: &Unit, a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        _ if a == b => Some(a.clone()),
        (Type::Pointer(x), Type::Pointer(y)) => {
            Some(Type::Pointer(Arc::new(composite(unit, x, y)?)))
        }
        (Type::Array(x, length), Type::Array(y, other)) => {
            let element = Arc::new(composite(unit, x, y)?);
            match (length, other) {
                (Some(length), Some(other)) if length != other => None,
                _ => Some(Type::Array(element, length.or(*other))),
            }
        }
        // A computed length agrees with any.
        (Type::VariableArray(x, _), Type::Array(y, _) | Type::VariableArray(y, _))
        | (Type::Array(x, _), Type::VariableArray(y, _)) => {
            composite(unit, x, y).map(|_| a.clone())
        }
        (Type::Enum(_), Type::Enum(_) | Type::Int(_)) | (Type::Int(_), Type::Enum(_)) => {
            let same = alike(integer(unit, a)?, integer(unit, b)?);
            same.then(|| a.clone())
        }
        (Type::Record(x), Type::Record(y)) => {
            let (first, second) = (unit.record(*x), unit.record(*y));
            let same = first.tag == second.tag && first.kind == second.kind;
            let is_open = first.fields.is_none() || second.fields.is_none();
            let ty = if first.fields.is_none() { b } else { a };
            (same && is_open && !first.tag.is_empty()).then(|| ty.clone())
        }
        (Type::Function(x), Type::Function(y)) => {
            Some(Type::Function(Arc::new(function(unit, x, y)?)))
        }
        _ => None,
    }
}

/// The type of a function that is declared with both types.
pub(super) fn function(unit: &Unit, a: &FunctionType, b: &FunctionType) -> Option<FunctionType> {
    let result = composite(unit, &a.result, &b.result)?;
    let silent = |f: &FunctionType| f.without_prototype && f.parameters.is_empty();
    let with = |f: &FunctionType, parameters| FunctionType {
        result: result.clone(),
        parameters,
        ..f.clone()
    };
    match (silent(a), silent(b)) {
        (true, true) => Some(with(a, Vec::new())),
        (true, false) | (false, true) => {
            let telling = if silent(a) { b } else { a };
            // Arguments arrive promoted.
            let promoted = telling.parameters.iter().all(|p| is_promoted(unit, p));
            (promoted && !telling.variadic).then(|| with(telling, telling.parameters.clone()))
        }
        (false, false) => {
            if a.parameters.len() != b.parameters.len() || a.variadic != b.variadic {
                return None;
            }
            let parameters = a.parameters.iter().zip(&b.parameters);
            let parameters = parameters.map(|(x, y)| composite(unit, x, y));
            let parameters = parameters.collect::<Option<Vec<Type>>>()?;
            let telling = if a.without_prototype { b } else { a };
            Some(with(telling, parameters))
        }
    }
}

fn is_promoted(unit: &Unit, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Float(FloatKind::Float) => false,
        Type::Int(_) | Type::Enum(_) => integer(unit, ty).is_some_and(|kind| kind.width >= 32),
        _ => true,
    }
}

fn integer(unit: &Unit, ty: &Type) -> Option<IntKind> {
    match ty {
        Type::Int(kind) => Some(*kind),
        Type::Enum(id) => unit.enums.get(id.0 as usize).copied(),
        _ => None,
    }
}

fn alike(a: IntKind, b: IntKind) -> bool {
    a.width == b.width && a.signed == b.signed
}
