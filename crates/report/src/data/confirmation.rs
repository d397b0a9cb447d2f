//! What became of a violation when the program was compiled and run outside of invar.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of a native run; the verdict does not depend on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Confirmation {
    /// The run failed as the report says.
    Confirmed {
        /// The compiler, as it was called.
        compiler: String,
        /// What watched the run.
        sanitizers: Sanitizers,
        /// Whether the run could reach the network.
        network: Network,
        /// How the failure was seen.
        shown: Shown,
        /// What the run said about it.
        detail: Option<String>,
    },
    /// The run did something else, or there was none.
    NotConfirmed {
        /// Why.
        reason: NotConfirmed,
        /// What the compiler, the run or the harness said about it.
        detail: Option<String>,
    },
}

/// What watches a native run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sanitizers {
    /// Those for addresses and for undefined behaviour.
    AddressAndUndefined,
    /// None: the violation needs none, or the compiler has none.
    Absent,
}

/// What a native run can reach of the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Network {
    /// Nothing: the run has a network of its own.
    Unreachable,
    /// What the user can reach: the system offers no separation.
    Shared,
}

/// How a native run shows a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// The harness sees that an assertion fails or that an error function is called.
    ErrorReached,
    /// A sanitizer reports the violation at its place.
    SanitizerReport,
    /// The system ends the run by a signal.
    Signal,
}

/// Why a native run does not confirm a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotConfirmed {
    /// There is no folder for the run, or a file cannot be written.
    NoFolder,
    /// The compiler cannot be started.
    NoCompiler,
    /// The compiler refuses the program or its harness.
    NotCompiled,
    /// What was compiled cannot be started.
    NotStarted,
    /// The run took too long.
    TimeLimit,
    /// The run took too much memory.
    MemoryLimit,
    /// The user stopped it.
    Interrupted,
    /// The run left the execution that was found: an assumption does not hold.
    AssumptionFails,
    /// The run failed elsewhere or otherwise.
    OtherFailure,
    /// The run ended without a failure that can be seen.
    NoFailure,
}

impl Confirmation {
    /// A run that confirms nothing.
    pub fn not(reason: NotConfirmed, detail: Option<String>) -> Confirmation {
        Confirmation::NotConfirmed { reason, detail }
    }
}

impl fmt::Display for NotConfirmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotConfirmed::NoFolder => "there is no folder to compile and run it in",
            NotConfirmed::NoCompiler => "the compiler cannot be started",
            NotConfirmed::NotCompiled => "the program and its harness cannot be compiled",
            NotConfirmed::NotStarted => "the compiled program cannot be started",
            NotConfirmed::TimeLimit => "the native run takes too long",
            NotConfirmed::MemoryLimit => "the native run takes too much memory",
            NotConfirmed::Interrupted => "interrupted",
            NotConfirmed::AssumptionFails => "an assumption does not hold in the native run",
            NotConfirmed::OtherFailure => "the native run fails otherwise",
            NotConfirmed::NoFailure => "the native run shows no failure",
        })
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shown::ErrorReached => "the error is reached",
            Shown::SanitizerReport => "the sanitizer reports it",
            Shown::Signal => "a signal ends the run",
        })
    }
}

impl fmt::Display for Sanitizers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sanitizers::AddressAndUndefined => "with -fsanitize=address,undefined",
            Sanitizers::Absent => "without sanitizers",
        })
    }
}

/// One line for people.
impl fmt::Display for Confirmation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = match self {
            Confirmation::Confirmed {
                compiler,
                sanitizers,
                shown,
                detail,
                ..
            } => {
                write!(
                    f,
                    "confirmed by execution: {compiler} {sanitizers}: {shown}"
                )?;
                detail
            }
            Confirmation::NotConfirmed { reason, detail } => {
                write!(f, "not confirmed: {reason}")?;
                detail
            }
        };
        if let Some(detail) = detail {
            write!(f, ": {}", crate::visible(detail))?;
        }
        Ok(())
    }
}
