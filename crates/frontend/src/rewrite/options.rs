//! The variables of `getopt` belong to the library: where its model is used, they have the values that POSIX gives them.

use super::build::At;
use crate::ast::{CastKind, FunctionDecl, Storage, Type, Unit};
use crate::models::is_model;

/// The functions, and the variables with their first values.
const FUNCTIONS: [&str; 3] = ["getopt", "getopt_long", "getopt_long_only"];
const VARIABLES: [(&str, i128); 4] = [
    ("optind", 1),
    ("opterr", 1),
    ("optopt", '?' as i128),
    ("optarg", 0),
];

/// Defines the variables.
pub(super) fn rewrite(unit: &mut Unit) {
    let is_modelled = |f: &FunctionDecl| {
        FUNCTIONS.contains(&&*f.name) && is_model(unit, f.span) && f.body.is_some()
    };
    if !unit.functions.iter().any(is_modelled) {
        return;
    }
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
