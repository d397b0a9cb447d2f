//! Models of the C library: definitions in C that are put before a program that lacks them.
//!
//! Reading order: `scan` finds out which modelled functions a text uses, `library` gives their
//! definitions, clang reads them before the text, `link` makes each the body of the function that
//! it stands for. The definitions are in the folder `models` of this crate.
//!
//! A model is called `__invar_model_NAME` until it is linked, so it can disagree with nothing that
//! the program declares; a function that the program defines, or declares with another type, keeps
//! what it has.

mod library;
mod link;
mod scan;

pub use library::{definitions, is_modelled, names};
pub(crate) use link::link;

use scan::Uses;

/// Where clang reads the definitions from: its standard input, under a name that it can include.
pub(crate) const INPUT: &str = "/dev/stdin";

/// Start of the file names in positions inside models.
pub const FILE_PREFIX: &str = "<invar-model>/";

/// Start of the names of models that are not linked yet.
pub(crate) const MODEL_PREFIX: &str = "__invar_model_";

/// The definitions that a C text needs; empty if it needs none.
pub fn definitions_for(text: &[u8]) -> String {
    match scan::uses(text, is_modelled) {
        Uses::Anything => definitions(&names()),
        Uses::Names(used) => {
            let used: Vec<&str> = used.iter().map(String::as_str).collect();
            definitions(&used)
        }
    }
}
