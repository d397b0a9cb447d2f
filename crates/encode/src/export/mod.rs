//! Transition systems as text for other tools.

mod btor2;
mod vmt;

pub use btor2::{NotBtor2, btor2_model};
pub use vmt::{NotVmt, vmt_text};
