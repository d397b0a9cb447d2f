//! How much a store may keep, and for how long.

use std::time::Duration;

/// How much a store may keep, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The size of a value, before it is packed; a larger one is neither put nor read.
    pub entry_bytes: u64,
    /// What all entries may take together after a trim, as they lie there.
    pub total_bytes: u64,
    /// How long an entry stays after it was written. (In a folder: or last read, to the day.)
    pub age: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry_bytes: 16 << 20,
            total_bytes: 2 << 30,
            age: Duration::from_secs(90 * 24 * 60 * 60),
        }
    }
}
