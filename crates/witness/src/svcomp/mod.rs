//! Verification witnesses: the competition's format 2.0 in YAML, written and read, and the older
//! GraphML, written.
//!
//! `model` is the format as types, `write` makes an entry from a report, `digest` the hashes in it,
//! `graphml` the older format.

mod digest;
mod graphml;
pub mod model;
mod write;

pub use digest::{sha256, timestamp};
pub use graphml::graphml;
pub use write::{TaskText, specification, witness};

use model::Entry;

/// The entries of a witness file.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str) -> Result<Vec<Entry>, String> {
    serde_saphyr::from_str(text).map_err(|error| error.to_string())
}

/// Entries as text.
///
/// # Errors
/// What cannot be written.
pub fn text(entries: &[Entry]) -> Result<String, String> {
    serde_saphyr::to_string(&entries).map_err(|error| error.to_string())
}
