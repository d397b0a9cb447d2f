//! What C leaves to the compiler, written out in the tree before pointers are analysed: initialisers that are folded, lists of
//! arguments, output that is not shown, formatted input, symbols that may be missing.
//!
//! A call of a function with variable arguments puts them into an array of slots, one per argument and
//! one that ends the list, and passes the address of the first slot in a hidden parameter. A slot has a member for each kind
//! of argument and says which one is used (`slots`), so that arguments keep their types in memory. `va_list` holds the address of
//! the next slot (`lists`); an argument that is taken as another kind than it was passed as, or that is not there,
//! is not modelled.
//!
//! Reading order: `walk`, `build`, `order`, `slots`, `calls`, `lists`; `format`, `known_formats`, `output`; `scan_format`, `input`; `flexible`, `constant_initialisers`, `weak`, `streams`, `taken`, `options`, `at_exit`, `externals`.

mod at_exit;
pub(crate) mod build;
pub(crate) mod calls;
mod constant_initialisers;
mod externals;
mod flexible;
mod format;
mod input;
mod known_formats;
mod lists;
mod options;
mod order;
mod output;
mod scan_format;
mod slots;
mod streams;
mod taken;
pub(crate) mod walk;
mod weak;

pub(crate) use slots::list_fields;

use crate::ast::{FunId, Output, Unit};
use invar_cfa::DataModel;
use slots::Slots;

/// Rewrites a linked unit.
pub(crate) fn rewrite(unit: &mut Unit, data_model: DataModel) {
    flexible::rewrite(unit, data_model);
    constant_initialisers::rewrite(unit);
    order::rewrite(unit);
    weak::rewrite(unit);
    streams::rewrite(unit);
    taken::rewrite(unit);
    at_exit::rewrite(unit);
    options::rewrite(unit);
    externals::rewrite(unit);
    input::rewrite(unit, data_model);
    if unit.output == Output::Unobserved
        && let Some(functions) = output::Functions::find(unit)
    {
        for number in 0..unit.functions.len() {
            output::rewrite(unit, &functions, FunId(number as u32));
        }
    }
    let is_variadic = unit
        .functions
        .iter()
        .any(|function| function.ty.variadic && function.body.is_some());
    if !is_variadic {
        return;
    }
    let slots = Slots::new(unit, data_model);
    for number in 0..unit.functions.len() {
        calls::receive(unit, FunId(number as u32), &slots);
    }
    for number in 0..unit.functions.len() {
        let function = FunId(number as u32);
        lists::rewrite(unit, function, &slots);
        calls::rewrite(unit, function, &slots);
    }
}
