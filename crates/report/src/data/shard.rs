//! Which part of the assertions a check looked at.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of several parts of a program's assertions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ShardReport {
    /// Its number, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// Assertions in this part.
    pub assertions: usize,
    /// Assertions in all parts together.
    pub whole: usize,
}

impl ShardReport {
    /// Whether there are assertions elsewhere.
    pub fn is_partial(&self) -> bool {
        self.assertions < self.whole
    }
}

impl fmt::Display for ShardReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, of) = (self.number, self.of);
        let (assertions, whole) = (self.assertions, self.whole);
        write!(f, "shard {number}/{of}: {assertions} of {whole} assertions")
    }
}
