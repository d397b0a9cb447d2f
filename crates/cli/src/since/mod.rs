//! `--since REVISION`: which assertions a change can affect.
//!
//! `exported` has git write the files of the revision into a folder, once for all functions of a
//! survey; `before` reads the program as it was from there, in the supervised process; `questions`
//! says which assertions ask the same as one of them did. Whatever cannot be compared is affected.

mod before;
mod exported;
mod git;
mod questions;

pub use before::read;
pub use exported::Exported;
pub use questions::{Asked, unaffected};
