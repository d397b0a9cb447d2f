//! The clauses that make sense for a function, by the types of its parameters.

use super::insert::counts;
use super::{Clause, Count, Path, Step};
use crate::ast::{FunId, RecordKind, Type, Unit};

/// More clauses than this are not tried together.
const MAX_CLAUSES: usize = 48;

/// Clauses that are tried together, the likely ones first. Each stage keeps those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Pointers lead to one object.
    Objects,
    /// Pointers lead to as many elements as an integer says, or to strings.
    Lengths,
    /// What objects point to.
    Members,
}

impl Stage {
    /// All, in order.
    pub const ALL: [Stage; 3] = [Stage::Objects, Stage::Lengths, Stage::Members];
}

/// The clauses of a stage and of those before it.
pub fn candidates(unit: &Unit, function: FunId, stage: Stage) -> Vec<Clause> {
    let declared = unit.function(function);
    let parameters: Vec<(Path, Type)> = (declared.parameters.iter().enumerate())
        .map(|(i, id)| (Path::parameter(i as u32), unit.variable(*id).ty.clone()))
        .collect();
    let mut clauses = Vec::new();
    for (path, ty) in &parameters {
        if let Type::Pointer(target) = ty {
            object(path, target, &mut clauses);
        }
    }
    let numbers: Vec<&Path> = integers(&parameters).collect();
    if stage >= Stage::Lengths {
        for (path, ty) in &parameters {
            match ty {
                Type::Pointer(target) => lengths(path, target, &numbers, &mut clauses),
                _ if counts(ty).is_some_and(|kind| kind.signed) => {
                    clauses.push(Clause::NotNegative(path.clone()));
                }
                _ => {}
            }
        }
    }
    if stage >= Stage::Members {
        for (path, ty) in &parameters {
            if let Type::Pointer(target) = ty {
                members(unit, path, target, &numbers, &mut clauses);
            }
        }
    }
    clauses.truncate(MAX_CLAUSES);
    clauses
}

fn integers(values: &[(Path, Type)]) -> impl Iterator<Item = &Path> {
    let integers = values.iter().filter(|(_, ty)| counts(ty).is_some());
    integers.map(|(path, _)| path)
}

fn object(path: &Path, target: &Type, clauses: &mut Vec<Clause>) {
    clauses.push(Clause::NotNull(path.clone()));
    if !matches!(target, Type::Void | Type::Function(_)) {
        clauses.push(Clause::Elements {
            pointer: path.clone(),
            count: Count::One,
        });
    }
}

fn lengths(path: &Path, target: &Type, numbers: &[&Path], clauses: &mut Vec<Clause>) {
    if let Type::Function(_) = target {
        return;
    }
    for number in numbers {
        clauses.push(Clause::Elements {
            pointer: path.clone(),
            count: Count::Value((*number).clone()),
        });
    }
    if counts(target).is_some_and(|kind| kind.width == 8) {
        clauses.push(Clause::String(path.clone()));
    }
}

/// What the object of a pointer points to.
fn members(unit: &Unit, path: &Path, target: &Type, numbers: &[&Path], clauses: &mut Vec<Clause>) {
    let inner: Vec<(Path, Type)> = match target {
        Type::Pointer(_) => vec![(path.then(Step::Target), target.clone())],
        // Members of a union are not there together.
        Type::Record(record) if unit.record(*record).kind == RecordKind::Struct => {
            let fields = unit.record(*record).fields.as_deref().unwrap_or_default();
            let plain = fields.iter().enumerate().filter(|(_, f)| f.bits.is_none());
            plain
                .map(|(i, f)| (path.then(Step::Member(i as u32)), f.ty.clone()))
                .collect()
        }
        _ => return,
    };
    let counters: Vec<&Path> = integers(&inner).chain(numbers.iter().copied()).collect();
    for (path, ty) in &inner {
        if let Type::Pointer(target) = ty {
            object(path, target, clauses);
            lengths(path, target, &counters, clauses);
        }
    }
}
