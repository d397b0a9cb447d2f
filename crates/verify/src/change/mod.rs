//! Which assertions a change since a revision can affect.
//!
//! `exported` has git write the files of the revision into a folder, once for all functions of a survey; `before` reads the
//! program as it was from there, in the supervised process; `questions` finds assertions whose question is unchanged,
//! `check` leaves those out. Whatever cannot be compared is affected.
//!
//! The supervising process exports the revision. Old and new program are read with the same options; compared are canonical
//! forms of prepared programs, as in the keys of the evidence cache.

mod before;
mod check;
mod exported;
mod git;
mod questions;

pub(crate) use before::read;
pub use exported::Exported;
pub(crate) use questions::{Asked, unaffected};
