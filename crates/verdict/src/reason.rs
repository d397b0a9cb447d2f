//! Why there is no verdict.

use std::fmt;
use std::time::Duration;

/// A bound of an engine that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Steps of an unrolling.
    Unrolling(u32),
    /// Edges of the program after inlining.
    InlinedEdges(usize),
}

/// Why neither `safe` nor `unsafe` could be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time given was used up.
    Timeout {
        /// The time given.
        limit: Duration,
        /// What was going on.
        activity: String,
    },
    /// The memory given was used up.
    Memory {
        /// The memory given, in megabytes.
        limit_mb: u64,
        /// What was going on.
        activity: String,
    },
    /// Someone asked to stop.
    Cancelled,
    /// A solver said unknown or failed.
    SolverGaveUp {
        /// Which solver and what it said.
        message: String,
    },
    /// Something in the program is not modelled and can, as far as is known, be reached.
    Unsupported {
        /// The construct.
        construct: String,
        /// Where it stands, as text.
        place: Option<String>,
    },
    /// The property is not supported.
    UnsupportedProperty(String),
    /// A bound was reached.
    Bound(Limit),
    /// Evidence was found and did not pass certification.
    CertificateRejected {
        /// What the engine had claimed.
        claim: &'static str,
        /// What was wrong with it.
        message: String,
    },
    /// The program text could not be read.
    Input(String),
    /// A part of invar failed.
    Internal(String),
}

impl Reason {
    /// A one-word class, for tables.
    pub fn class(&self) -> &'static str {
        match self {
            Reason::Timeout { .. } => "timeout",
            Reason::Memory { .. } => "memory",
            Reason::Cancelled => "cancelled",
            Reason::SolverGaveUp { .. } => "solver gave up",
            Reason::Unsupported { .. } => "unsupported construct",
            Reason::UnsupportedProperty(_) => "unsupported property",
            Reason::Bound(_) => "bound reached",
            Reason::CertificateRejected { .. } => "certificate rejected",
            Reason::Input(_) => "input",
            Reason::Internal(_) => "internal error",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Timeout { limit, activity } => {
                write!(
                    f,
                    "timeout after {} s while {activity}",
                    limit.as_secs_f64()
                )
            }
            Reason::Memory { limit_mb, activity } => {
                write!(f, "memory limit of {limit_mb} MB reached while {activity}")
            }
            Reason::Cancelled => f.write_str("cancelled"),
            Reason::SolverGaveUp { message } => write!(f, "solver gave up: {message}"),
            Reason::Unsupported { construct, place } => {
                write!(f, "unsupported construct: {construct}")?;
                place
                    .as_ref()
                    .map_or(Ok(()), |place| write!(f, " at {place}"))
            }
            Reason::UnsupportedProperty(name) => {
                write!(f, "unsupported property: {name} is not checked yet")
            }
            Reason::Bound(limit) => {
                f.write_str("bound reached: ")?;
                match limit {
                    Limit::Unrolling(n) => write!(f, "{n} unrolled steps"),
                    Limit::InlinedEdges(n) => write!(f, "more than {n} edges after inlining"),
                }
            }
            Reason::CertificateRejected { claim, message } => {
                write!(
                    f,
                    "certificate rejected: {claim} was claimed, but {message}"
                )
            }
            Reason::Input(message) => write!(f, "input: {message}"),
            Reason::Internal(message) => write!(f, "internal error: {message}"),
        }
    }
}
