//! Why there is no verdict.

use invar_cfa::{AssumptionKind, SourcePlace, UnsupportedKind};
use std::fmt;
use std::time::Duration;

/// A bound of an engine that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Steps of an unrolling.
    Unrolling(u32),
    /// Edges of the program after inlining.
    InlinedEdges(usize),
    /// What facts alone can prove: those that were found allow an error.
    Facts,
    /// What can be proved without following memory.
    ForgottenMemory,
    /// The rankings that are tried: none was proved for some loop, and no execution without end was found.
    Rankings,
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
    /// The run was cancelled.
    Cancelled,
    /// A solver said unknown or failed.
    SolverGaveUp {
        /// Which solver and what it said.
        message: String,
    },
    /// Something in the program is not modelled and can, as far as is known, be reached.
    Unsupported {
        /// What it is.
        kind: UnsupportedKind,
        /// The construct.
        construct: String,
        /// Where it is in the source.
        place: Option<SourcePlace>,
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
    /// The program has nothing that the property asks for: a proof would be about nothing.
    NothingToCheck,
    /// Everything that was asked for holds only because no execution gets there.
    Vacuous,
    /// A proof rests on assumptions of kinds that the request refuses.
    RefusedAssumption(Vec<AssumptionKind>),
    /// Executions access memory of a caller, and no precondition was found that speaks of it.
    Uncovered,
    /// The program text could not be read.
    Input(String),
    /// A part of invar failed.
    Internal(String),
}

impl Reason {
    /// The activity of reading the program text.
    pub const READING: &'static str = "reading";

    /// Whether the time was used up before the program was read.
    pub fn is_late_reading(&self) -> bool {
        matches!(self, Reason::Timeout { activity, .. } if activity == Reason::READING)
    }

    /// A construct that is not modelled.
    pub fn unsupported(construct: impl Into<String>, place: Option<SourcePlace>) -> Reason {
        Reason::Unsupported {
            kind: UnsupportedKind::Construct,
            construct: construct.into(),
            place,
        }
    }

    /// Its class, for tables.
    pub fn class(&self) -> ReasonClass {
        match self {
            Reason::Timeout { .. } => ReasonClass::Timeout,
            Reason::Memory { .. } => ReasonClass::Memory,
            Reason::Cancelled => ReasonClass::Cancelled,
            Reason::SolverGaveUp { .. } => ReasonClass::SolverGaveUp,
            Reason::Unsupported { .. } => ReasonClass::Unsupported,
            Reason::UnsupportedProperty(_) => ReasonClass::UnsupportedProperty,
            Reason::Bound(_) => ReasonClass::Bound,
            Reason::CertificateRejected { .. } => ReasonClass::CertificateRejected,
            Reason::NothingToCheck => ReasonClass::NothingToCheck,
            Reason::Vacuous => ReasonClass::Vacuous,
            Reason::RefusedAssumption(_) => ReasonClass::RefusedAssumption,
            Reason::Uncovered => ReasonClass::Uncovered,
            Reason::Input(_) => ReasonClass::Input,
            Reason::Internal(_) => ReasonClass::Internal,
        }
    }
}

macro_rules! classes {
    ($( $(#[doc = $doc:literal])* $class:ident = $name:literal, )+) => {
        /// The class of a [`Reason`], as reports name it.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
        )]
        pub enum ReasonClass {
            $( $(#[doc = $doc])* #[serde(rename = $name)] $class, )+
        }

        impl ReasonClass {
            /// Every class.
            pub const ALL: &[ReasonClass] = &[$( ReasonClass::$class, )+];

            /// Its name in reports.
            pub const fn name(self) -> &'static str {
                match self {
                    $( ReasonClass::$class => $name, )+
                }
            }
        }
    };
}

classes! {
    /// The time was used up.
    Timeout = "timeout",
    /// The memory was used up.
    Memory = "memory",
    /// The run was cancelled.
    Cancelled = "cancelled",
    /// A solver said unknown or failed.
    SolverGaveUp = "solver gave up",
    /// Something is not modelled.
    Unsupported = "unsupported construct",
    /// The property is not checked.
    UnsupportedProperty = "unsupported property",
    /// A bound was reached.
    Bound = "bound reached",
    /// Evidence did not pass certification.
    CertificateRejected = "certificate rejected",
    /// Nothing was asked.
    NothingToCheck = "nothing to check",
    /// Everything that was asked for is unreachable.
    Vacuous = "vacuous",
    /// A proof rests on what the request refuses.
    RefusedAssumption = "refused assumption",
    /// No precondition covers the accesses.
    Uncovered = "no precondition",
    /// The program could not be read.
    Input = "input",
    /// A part of invar failed.
    Internal = "internal error",
    /// A change can affect nothing that was asked; no [`Reason`], since no search was needed.
    Unaffected = "unaffected",
}

impl fmt::Display for ReasonClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
            Reason::Unsupported {
                construct, place, ..
            } => {
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
                    Limit::Facts => f.write_str("the facts found do not exclude every error"),
                    Limit::ForgottenMemory => f.write_str("no proof without following memory"),
                    Limit::Rankings => f.write_str(
                        "no ranking was proved for some loop, and no execution without end was found",
                    ),
                }
            }
            Reason::CertificateRejected { claim, message } => {
                write!(
                    f,
                    "certificate rejected: {claim} was claimed, but {message}"
                )
            }
            Reason::NothingToCheck => {
                f.write_str("nothing to check: 0 assertions, 0 places where C may be undefined")
            }
            Reason::Vacuous => f.write_str("vacuous: no execution gets to any assertion"),
            Reason::RefusedAssumption(kinds) => {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                write!(
                    f,
                    "refused assumption: the proof rests on {}",
                    names.join(", ")
                )
            }
            Reason::Uncovered => f.write_str(
                "no precondition: none was found that covers every access to memory of a caller",
            ),
            Reason::Input(message) => write!(f, "input: {message}"),
            Reason::Internal(message) => write!(f, "internal error: {message}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AssumptionKind, Limit, Reason, ReasonClass};
    use std::time::Duration;

    /// One reason of each kind; a new kind does not compile here.
    fn each(reason: &Reason) -> usize {
        match reason {
            Reason::Timeout { .. } => 0,
            Reason::Memory { .. } => 1,
            Reason::Cancelled => 2,
            Reason::SolverGaveUp { .. } => 3,
            Reason::Unsupported { .. } => 4,
            Reason::UnsupportedProperty(_) => 5,
            Reason::Bound(_) => 6,
            Reason::CertificateRejected { .. } => 7,
            Reason::NothingToCheck => 8,
            Reason::Vacuous => 9,
            Reason::RefusedAssumption(_) => 10,
            Reason::Uncovered => 11,
            Reason::Input(_) => 12,
            Reason::Internal(_) => 13,
        }
    }

    #[test]
    fn the_list_of_classes_is_complete() {
        let text = String::new;
        let reasons = [
            Reason::Timeout {
                limit: Duration::ZERO,
                activity: text(),
            },
            Reason::Memory {
                limit_mb: 1,
                activity: text(),
            },
            Reason::Cancelled,
            Reason::SolverGaveUp { message: text() },
            Reason::unsupported(text(), None),
            Reason::UnsupportedProperty(text()),
            Reason::Bound(Limit::Unrolling(1)),
            Reason::CertificateRejected {
                claim: "safe",
                message: text(),
            },
            Reason::NothingToCheck,
            Reason::Vacuous,
            Reason::RefusedAssumption(vec![AssumptionKind::Volatile]),
            Reason::Uncovered,
            Reason::Input(text()),
            Reason::Internal(text()),
        ];
        // That a change can affect nothing is the class of no reason.
        assert_eq!(reasons.len() + 1, ReasonClass::ALL.len());
        for reason in &reasons {
            assert_eq!(reason.class(), ReasonClass::ALL[each(reason)]);
        }
    }
}
