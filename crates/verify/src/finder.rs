//! Which part of invar found an answer.

use crate::request::EngineId;

/// What found an answer, or searched last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finder {
    /// An engine.
    Engine(EngineId),
    /// Simplification of the program, which left nothing to search.
    Intervals,
    /// A concrete execution.
    Execution,
    /// The evidence cache.
    Cache,
    /// Invariants or an execution of an earlier version of the program.
    EarlierVersion,
    /// The invariants that a witness states.
    Statement,
}

impl Finder {
    /// The name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Finder::Engine(engine) => engine.name(),
            Finder::Intervals => "intervals",
            Finder::Execution => "run",
            Finder::Cache => "store",
            Finder::EarlierVersion => "earlier version",
            Finder::Statement => "statement",
        }
    }
}
