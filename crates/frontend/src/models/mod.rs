//! Models of the C library: definitions in C that are put before a program that lacks them.
//!
//! Reading order: `needs` finds out which modelled functions a program uses, with `scan` for each of
//! its files; `library` gives their definitions, clang reads them before the text, `link` makes each the body of the function that
//! it stands for. The definitions are in the folder `models` of this crate.
//!
//! A model is called `__invar_model_NAME` until it is linked, so it can disagree with nothing that
//! the program declares; a function that the program defines, or declares with another type, keeps
//! what it has.

mod library;
mod link;
mod needs;
mod scan;

use crate::ast::{Linkage, Unit};
use invar_cfa::Span;

use library::allocates;
pub use library::{definitions, is_modelled, names};
pub(crate) use link::link;
pub use needs::definitions_for;

/// Where clang reads the definitions from: its standard input, under a name that it can include.
pub(crate) const INPUT: &str = "/dev/stdin";

/// Start of the file names in positions inside models.
pub const FILE_PREFIX: &str = invar_cfa::MODEL_FILES;

/// Whether something is in a model.
pub(crate) fn is_model(unit: &Unit, span: Option<Span>) -> bool {
    span.is_some_and(|span| unit.sources.is_model(span))
}

/// Whether a unit defines a function that allocates for all of the program, the C library included.
pub(crate) fn has_allocator(unit: &Unit) -> bool {
    unit.functions.iter().any(|function| {
        let is_named = matches!(&*function.name, "malloc" | "calloc" | "realloc" | "free");
        let is_visible = function.linkage != Linkage::Internal;
        is_named && is_visible && function.body.is_some() && !is_model(unit, function.span)
    })
}

/// A helper that calls of formatted input begin with where they are written out.
pub(crate) const INPUT_ENDS: &str = "__invar_help_scan_ends";

/// What verdicts call a function of the models, if they name it.
pub fn told_as(name: &str) -> Option<&str> {
    if name == INPUT_ENDS {
        Some("formatted input")
    } else {
        is_modelled(name).then_some(name)
    }
}

/// Start of the names of models that are not linked yet.
pub(crate) const MODEL_PREFIX: &str = "__invar_model_";
