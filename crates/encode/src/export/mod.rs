//! Transition systems as text for other tools.

mod vmt;

pub use vmt::{NotVmt, vmt_text};
