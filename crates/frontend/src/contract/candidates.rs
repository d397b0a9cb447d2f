//! The clauses that the text of a function suggests.

use super::insert::counts;
use super::text::ty;
use super::usage::usage;
use super::{Bound, Clause, Count, Path};
use crate::ast::{FunId, Type, Unit};

/// More clauses than this are not tried together.
const MAX_CLAUSES: usize = 48;

/// Clauses that are tried together, the likely ones first. Each stage keeps those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Pointers lead to objects of their types; integers are in the ranges that operators ask for.
    Objects,
    /// Pointers lead to as many elements as an integer says, or to strings.
    Lengths,
    /// Pointers lead to as many elements as the constants of loops and masks need.
    Reach,
}

impl Stage {
    /// All, in order.
    pub const ALL: [Stage; 3] = [Stage::Objects, Stage::Lengths, Stage::Reach];
}

/// The clauses of a stage and of those before it, but for those that follow from others.
pub fn candidates(unit: &Unit, function: FunId, stage: Stage) -> Vec<Clause> {
    let usage = usage(unit, function);
    let integer = |path: &Path| ty(unit, function, path).and_then(|ty| counts(&ty));
    let target = |path: &Path| match ty(unit, function, path) {
        Some(Type::Pointer(target)) => Some(target),
        _ => None,
    };
    let mut clauses = Vec::new();
    // What a path rests on comes first.
    let mut pointers: Vec<&Path> = usage.accessed.keys().chain(&usage.called).collect();
    pointers.sort_by_key(|path| (path.steps.len(), path.parameter));
    pointers.retain(|path| target(path).is_some());
    for path in &pointers {
        clauses.push(Clause::NotNull((*path).clone()));
        let elements = usage.accessed.get(*path).copied().unwrap_or_default();
        let is_object = target(path).is_some_and(|target| is_object(&target));
        if elements > 0 && is_object {
            clauses.push(Clause::Elements {
                pointer: (*path).clone(),
                count: Count::Fixed(elements),
            });
        }
    }
    for (path, limit) in &usage.limits {
        if integer(path).is_some() && *limit > 0 {
            clauses.push(Clause::Less {
                value: path.clone(),
                limit: Bound::Fixed(*limit),
            });
        }
    }
    let divisors = usage.divisors.iter().filter(|path| integer(path).is_some());
    clauses.extend(divisors.cloned().map(Clause::NotZero));
    if stage >= Stage::Lengths {
        let mut numbers: Vec<&Path> = usage.counts.iter().collect();
        numbers.retain(|path| integer(path).is_some_and(|kind| kind.width > 8));
        for path in pointers
            .iter()
            .filter(|path| usage.indexed.contains(**path))
        {
            let Some(target) = target(path) else {
                continue;
            };
            for number in numbers.iter().filter(|number| belong(path, number)) {
                clauses.push(Clause::Elements {
                    pointer: (*path).clone(),
                    count: Count::Value((*number).clone()),
                });
            }
            if counts(&target).is_some_and(|kind| kind.width == 8) {
                // It has an element: its zero.
                let one = Clause::Elements {
                    pointer: (*path).clone(),
                    count: Count::Fixed(1),
                };
                clauses.retain(|clause| *clause != one);
                clauses.push(Clause::String((*path).clone()));
            }
        }
        for (pointer, position) in &usage.positions {
            let limits = numbers.iter().filter(|number| belong(pointer, number));
            let is_position = |path: &Path| {
                let pair = (pointer.clone(), path.clone());
                usage.positions.contains(&pair)
            };
            for limit in limits.filter(|limit| !is_position(limit)) {
                clauses.push(Clause::Less {
                    value: position.clone(),
                    limit: Bound::Value((*limit).clone()),
                });
            }
        }
        let signed = numbers
            .iter()
            .filter(|path| integer(path).is_some_and(|kind| kind.signed));
        clauses.extend(signed.map(|path| Clause::NotNegative((*path).clone())));
    }
    if stage >= Stage::Reach {
        for (path, elements) in &usage.reached {
            if target(path).is_some_and(|target| is_object(&target)) {
                clauses.push(Clause::Elements {
                    pointer: path.clone(),
                    count: Count::Fixed(*elements),
                });
            }
        }
    }
    clauses.truncate(MAX_CLAUSES);
    clauses
}

/// Whether an integer may say how many elements a pointer leads to: a parameter, or a member beside the pointer.
fn belong(pointer: &Path, number: &Path) -> bool {
    let beside = || {
        let (_, before) = pointer.steps.split_last()?;
        let (_, others) = number.steps.split_last()?;
        Some(pointer.parameter == number.parameter && before == others)
    };
    number.steps.is_empty() || beside().unwrap_or(false)
}

fn is_object(target: &Type) -> bool {
    !matches!(target, Type::Void | Type::Function(_))
}
