//! The variables of `getopt` belong to the library: they have the values that POSIX gives them until the program, or the
//! model of `getopt`, changes them.

use super::build::At;
use crate::ast::{CastKind, Storage, Type, Unit};

/// The variables with their first values.
const VARIABLES: [(&str, i128); 4] = [
    ("optind", 1),
    ("opterr", 1),
    ("optopt", '?' as i128),
    ("optarg", 0),
];

/// Defines the variables.
pub(super) fn rewrite(unit: &mut Unit) {
    for variable in &mut unit.variables {
        let known = VARIABLES.iter().find(|(name, _)| *name == &*variable.name);
        let Some((_, value)) = known.filter(|_| variable.storage == Storage::External) else {
            continue;
        };
        let at = At(variable.span);
        let number = at.number(*value);
        variable.initialiser = match variable.ty {
            Type::Int(_) => Some(number),
            Type::Pointer(_) => Some(at.cast(CastKind::NullToPointer, number, variable.ty.clone())),
            _ => continue,
        };
        variable.storage = Storage::Global;
    }
}
