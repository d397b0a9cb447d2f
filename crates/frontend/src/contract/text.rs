//! Clauses as contracts are written.

use super::{Bound, Clause, Count, Path, Step};
use crate::ast::{FunId, Type, Unit};
use invar_cfa::DataModel;

/// A precondition as lines of a contract; clauses about one pointer are joined.
pub fn requirements(
    unit: &Unit,
    model: DataModel,
    function: FunId,
    clauses: &[Clause],
) -> Vec<String> {
    let is_set = |path: &Path| clauses.contains(&Clause::NotNull(path.clone()));
    let has_memory = |path: &Path| {
        clauses.iter().any(|clause| match clause {
            Clause::Elements {
                pointer,
                count: Count::Fixed(_),
            }
            | Clause::String(pointer) => pointer == path,
            _ => false,
        })
    };
    let mut lines = Vec::new();
    for clause in clauses {
        let written = text(unit, model, function, clause);
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
pub fn text(unit: &Unit, model: DataModel, function: FunId, clause: &Clause) -> String {
    let name = |path: &Path| name(unit, function, path);
    match clause {
        Clause::NotNull(path) => format!("{} != NULL", name(path)),
        Clause::NotNegative(path) => format!("{} >= 0", name(path)),
        Clause::NotZero(path) => format!("{} != 0", name(path)),
        Clause::Less { value, limit } => {
            let smaller = match limit {
                Bound::Fixed(limit) => format!("{} < {limit}", name(value)),
                Bound::Value(limit) => format!("{} < {}", name(value), name(limit)),
            };
            let is_unsigned = |path: &Path| match ty(unit, function, path) {
                Some(Type::Int(kind)) => !kind.signed,
                _ => false,
            };
            match limit {
                _ if !is_unsigned(value) => format!("{} >= 0 && {smaller}", name(value)),
                Bound::Value(limit) if !is_unsigned(limit) => {
                    format!("{} >= 0 && {smaller}", name(limit))
                }
                _ => smaller,
            }
        }
        Clause::String(path) => format!("invar_is_string({})", name(path)),
        Clause::Elements { pointer, count } => {
            let first = name(pointer);
            let is_bytes = is_bytes(unit, function, pointer);
            let bytes = match (count, is_bytes) {
                (Count::Fixed(count), true) => count.to_string(),
                (Count::Fixed(1), false) => format!("sizeof(*{first})"),
                (Count::Fixed(count), false) => format!("{count} * sizeof(*{first})"),
                (Count::Value(count), true) => name(count),
                (Count::Value(count), false) => format!("{} * sizeof(*{first})", name(count)),
            };
            let accessible = format!("__CPROVER_rw_ok({first}, {bytes})");
            let width = match count {
                Count::Value(count) => width_of(unit, function, count),
                Count::Fixed(_) => 0,
            };
            let size = size_width(model);
            match (count, is_bytes) {
                // The conversion to `size_t` loses bits.
                (Count::Value(count), true) if width > size => {
                    format!("{} <= SIZE_MAX && {accessible}", name(count))
                }
                // The product may wrap.
                (Count::Value(count), false) if width >= size => {
                    let count = name(count);
                    format!("{count} <= SIZE_MAX / sizeof(*{first}) && {accessible}")
                }
                _ => accessible,
            }
        }
    }
}

/// The bits of `size_t`.
fn size_width(model: DataModel) -> u32 {
    match model {
        DataModel::Lp64 => 64,
        DataModel::Ilp32 => 32,
    }
}

/// The bits of a number of elements; more than any type has where its type is not known.
fn width_of(unit: &Unit, function: FunId, count: &Path) -> u32 {
    match ty(unit, function, count) {
        Some(Type::Int(kind)) => kind.width,
        _ => u32::MAX,
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
pub(super) fn ty(unit: &Unit, function: FunId, path: &Path) -> Option<Type> {
    let parameters = &unit.function(function).parameters;
    let parameter = *parameters.get(path.parameter as usize)?;
    let mut ty = unit.variable(parameter).ty.clone();
    for step in &path.steps {
        ty = after(unit, &ty, *step)?.1;
    }
    Some(ty)
}

/// The name and the type of what a step leads to; `*` has no name.
fn after(unit: &Unit, ty: &Type, step: Step) -> Option<(String, Type)> {
    let member = |ty: &Type, field: u32| match ty {
        Type::Record(record) => {
            let field = unit.record(*record).fields.as_ref()?.get(field as usize)?;
            Some((field.name.to_string(), field.ty.clone()))
        }
        _ => None,
    };
    match (step, ty) {
        (Step::Inner(field), ty) => member(ty, field),
        (Step::Member(field), Type::Pointer(target)) => member(target, field),
        (Step::Target, Type::Pointer(target)) => Some((String::new(), (**target).clone())),
        _ => None,
    }
}

/// `p`, `r->size`, `r->range.end`, `*p`.
fn name(unit: &Unit, function: FunId, path: &Path) -> String {
    let parameters = &unit.function(function).parameters;
    let parameter = parameters.get(path.parameter as usize);
    let mut name = parameter.map_or_else(String::new, |id| unit.variable(*id).name.to_string());
    let mut prefix = Path::parameter(path.parameter);
    for step in &path.steps {
        let before = ty(unit, function, &prefix);
        let member = before.and_then(|ty| after(unit, &ty, *step));
        let member = member.map_or_else(String::new, |(name, _)| name);
        name = match step {
            Step::Target => format!("(*{name})"),
            Step::Member(_) => format!("{name}->{member}"),
            Step::Inner(_) => format!("{name}.{member}"),
        };
        prefix = prefix.then(*step);
    }
    name
}
