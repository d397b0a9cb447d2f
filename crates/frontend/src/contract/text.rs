//! Clauses as contracts are written.

use super::{Clause, Count, Path, Step};
use crate::ast::{FunId, Type, Unit};

/// A precondition as lines of a contract; clauses about one pointer are joined.
pub fn requirements(unit: &Unit, function: FunId, clauses: &[Clause]) -> Vec<String> {
    let is_set = |path: &Path| clauses.contains(&Clause::NotNull(path.clone()));
    let has_memory = |path: &Path| {
        clauses.iter().any(|clause| match clause {
            Clause::Elements { pointer, count } => pointer == path && *count == Count::One,
            Clause::String(pointer) => pointer == path,
            Clause::NotNull(_) | Clause::NotNegative(_) => false,
        })
    };
    let mut lines = Vec::new();
    for clause in clauses {
        let written = text(unit, function, clause);
        let subject = clause.subject();
        let line = match clause {
            // Said by the clause about its memory.
            Clause::NotNull(path) if has_memory(path) => continue,
            Clause::Elements { .. } | Clause::String(_) if !is_set(subject) => {
                format!("{} == NULL || {written}", name(unit, function, subject))
            }
            _ => written,
        };
        lines.push(format!("__CPROVER_requires({line})"));
    }
    lines
}

/// A clause as a condition.
pub fn text(unit: &Unit, function: FunId, clause: &Clause) -> String {
    let name = |path: &Path| name(unit, function, path);
    match clause {
        Clause::NotNull(path) => format!("{} != NULL", name(path)),
        Clause::NotNegative(path) => format!("{} >= 0", name(path)),
        Clause::String(path) => format!("invar_is_string({})", name(path)),
        Clause::Elements { pointer, count } => {
            let first = name(pointer);
            let is_bytes = is_bytes(unit, function, pointer);
            let bytes = match (count, is_bytes) {
                (Count::One, true) => "1".to_owned(),
                (Count::One, false) => format!("sizeof(*{first})"),
                (Count::Value(count), true) => name(count),
                (Count::Value(count), false) => format!("{} * sizeof(*{first})", name(count)),
            };
            let accessible = format!("__CPROVER_rw_ok({first}, {bytes})");
            match count {
                Count::Value(count) if !is_bytes && is_wide(unit, function, count) => {
                    let count = name(count);
                    format!("{count} <= SIZE_MAX / sizeof(*{first}) && {accessible}")
                }
                _ => accessible,
            }
        }
    }
}

/// Whether a number of elements may be too large for its product with their size.
fn is_wide(unit: &Unit, function: FunId, count: &Path) -> bool {
    match ty(unit, function, count) {
        Some(Type::Int(kind)) => kind.width >= 64 || kind.width == 32 && !kind.signed,
        _ => true,
    }
}

/// Whether elements are bytes.
fn is_bytes(unit: &Unit, function: FunId, pointer: &Path) -> bool {
    match ty(unit, function, pointer) {
        Some(Type::Pointer(target)) => match &*target {
            Type::Void => true,
            Type::Int(kind) => kind.width == 8,
            _ => false,
        },
        _ => false,
    }
}

/// The type of what a path leads to.
fn ty(unit: &Unit, function: FunId, path: &Path) -> Option<Type> {
    let parameter = *unit
        .function(function)
        .parameters
        .get(path.parameter as usize)?;
    let mut ty = unit.variable(parameter).ty.clone();
    for step in &path.steps {
        let Type::Pointer(target) = ty else {
            return None;
        };
        ty = match (step, &*target) {
            (Step::Target, target) => target.clone(),
            (Step::Member(field), Type::Record(record)) => {
                let fields = unit.record(*record).fields.as_ref()?;
                fields.get(*field as usize)?.ty.clone()
            }
            (Step::Member(_), _) => return None,
        };
    }
    Some(ty)
}

/// `p`, `r->size`, `*p`.
fn name(unit: &Unit, function: FunId, path: &Path) -> String {
    let parameters = &unit.function(function).parameters;
    let parameter = parameters.get(path.parameter as usize);
    let mut name = parameter.map_or_else(String::new, |id| unit.variable(*id).name.to_string());
    let mut prefix = Path::parameter(path.parameter);
    for step in &path.steps {
        name = match step {
            Step::Target => format!("(*{name})"),
            Step::Member(field) => {
                let member = match ty(unit, function, &prefix) {
                    Some(Type::Pointer(target)) => match &*target {
                        Type::Record(record) => {
                            let fields = unit.record(*record).fields.as_deref();
                            let field = fields.and_then(|fields| fields.get(*field as usize));
                            field.map(|field| field.name.to_string())
                        }
                        _ => None,
                    },
                    _ => None,
                };
                format!("{name}->{}", member.unwrap_or_default())
            }
        };
        prefix = prefix.then(*step);
    }
    name
}
