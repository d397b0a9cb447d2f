//! How a search went over time.

use serde::{Deserialize, Serialize};

/// What a search had at one time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Seconds since the start.
    pub seconds: f64,
    /// The engine.
    pub engine: String,
    /// The arithmetic.
    pub arithmetic: String,
    /// Steps of the unrolling, or level of the frontier.
    pub level: u32,
    /// Lemmas that hold.
    pub lemmas: u64,
    /// Obligations in the queue.
    pub obligations: u64,
}
