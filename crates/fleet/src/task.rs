//! A task, and how urgent it is.

use serde::{Deserialize, Serialize};

/// A task on the queue: small, since large parts are in the store.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The batch it belongs to.
    pub batch: String,
    /// Its number there, from 0.
    pub number: u64,
    /// What the runner reads.
    pub body: String,
}

/// How urgent a task is. Workers take the urgent ones first, also before those that come back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Priority {
    /// Before all others.
    High,
    /// As usual.
    Normal,
    /// When there is nothing else to do.
    Low,
}

impl Priority {
    /// All of them, the most urgent first.
    pub const ALL: [Priority; 3] = [Priority::High, Priority::Normal, Priority::Low];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Priority::High => "high",
            Priority::Normal => "normal",
            Priority::Low => "low",
        }
    }
}
