//! What a store of evidence had to do with a verdict.

use serde::{Deserialize, Serialize};

/// How a store was used. Evidence that comes from it is certified like any other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoreReport {
    /// Where it is.
    pub location: String,
    /// Questions that evidence from the store answered.
    pub hits: u32,
    /// Questions that were answered with what was known of an earlier version of the program.
    pub earlier: u32,
    /// Questions that had to be searched.
    pub misses: u32,
    /// Entries that were written.
    pub written: u32,
    /// Entries that were dropped, each with the reason.
    pub dropped: Vec<String>,
    /// Why the store could not be used, if so.
    pub problem: Option<String>,
}

impl StoreReport {
    /// Whether nothing had to be searched.
    pub fn answered(&self) -> bool {
        self.hits > 0 && self.misses == 0 && self.earlier == 0
    }
}
