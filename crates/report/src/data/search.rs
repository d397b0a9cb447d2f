//! What was tried on the way to a verdict, and how each search ended.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One search by one engine in one arithmetic.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchRecord {
    /// The engine.
    pub engine: String,
    /// The arithmetic in which it searched.
    pub arithmetic: String,
    /// Seconds from the start of the check to the start of the search.
    pub start: f64,
    /// Seconds that it took.
    pub seconds: f64,
    /// How it ended.
    pub ending: Ending,
    /// How it ended, in words, with what was going on last.
    pub reason: String,
    /// Steps of the unrolling, or level of the frontier, at the end.
    pub level: u32,
    /// Lemmas at the end.
    pub lemmas: u64,
    /// Open obligations at the end.
    pub obligations: u64,
    /// Seconds between the last sign of life and the end.
    pub quiet: f64,
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// With a certified verdict.
    Decided,
    /// Its time was up, and it had made progress until the end.
    #[default]
    OutOfTime,
    /// Its time was up, and lemma after lemma was learnt without coming closer.
    Diverging,
    /// Its time was up inside a question to a solver.
    SolverStuck,
    /// A solver said unknown.
    SolverGaveUp,
    /// What it found holds in its arithmetic and not over bit-vectors.
    TooCoarse,
    /// Its proof or its run was not accepted by certification in time.
    NotCertified,
    /// The memory was used up.
    Memory,
    /// Something is not modelled, or not by this engine.
    Unsupported,
    /// A bound was reached, or there was nothing more to try.
    Exhausted,
    /// Another search had the verdict first.
    Stopped,
    /// A part of invar failed.
    Failed,
}

impl Ending {
    /// Every ending.
    pub const ALL: [Ending; 12] = [
        Ending::Decided,
        Ending::OutOfTime,
        Ending::Diverging,
        Ending::SolverStuck,
        Ending::SolverGaveUp,
        Ending::TooCoarse,
        Ending::NotCertified,
        Ending::Memory,
        Ending::Unsupported,
        Ending::Exhausted,
        Ending::Stopped,
        Ending::Failed,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Decided => "decided",
            Ending::OutOfTime => "out-of-time",
            Ending::Diverging => "diverging",
            Ending::SolverStuck => "solver-stuck",
            Ending::SolverGaveUp => "solver-gave-up",
            Ending::TooCoarse => "too-coarse",
            Ending::NotCertified => "not-certified",
            Ending::Memory => "memory",
            Ending::Unsupported => "unsupported",
            Ending::Exhausted => "exhausted",
            Ending::Stopped => "stopped",
            Ending::Failed => "failed",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Ending;

    #[test]
    fn an_ending_is_written_by_its_name() {
        for ending in Ending::ALL {
            let text = serde_json::to_string(&ending).expect("text");
            assert_eq!(text, format!("\"{ending}\""));
        }
    }
}
