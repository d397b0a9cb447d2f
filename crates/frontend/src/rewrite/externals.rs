//! Functions without a body may write to one of several objects: a variable says whether one did.

use super::build::{hidden_variable, int};
use crate::ast::{Storage, Unit};
use crate::library::APPROXIMATED;
use crate::library::is_of_program;

pub(super) fn rewrite(unit: &mut Unit) {
    let is_known = unit
        .variables
        .iter()
        .any(|variable| &*variable.name == APPROXIMATED);
    let writes = unit.functions.iter().any(|function| {
        let takes_pointers = function.ty.variadic
            || function.ty.without_prototype
            || function.ty.parameters.iter().any(|ty| ty.is_pointer());
        function.body.is_none() && takes_pointers && is_of_program(function)
    });
    if writes && !is_known {
        hidden_variable(unit, APPROXIMATED, int(), Storage::Global, None);
    }
}
