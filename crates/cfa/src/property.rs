//! What is to be proved.

use crate::Span;
use std::fmt;

/// A property of a whole program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Property {
    /// No failing assertion and no call of an error function: what a developer asks for.
    Assert,
    /// The competition's reading: no call of `reach_error` or `__VERIFIER_error`; in a program
    /// that has neither, no failing assertion.
    UnreachCall,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::Assert => "assert",
            Property::UnreachCall => "unreach-call",
        })
    }
}

/// Name of a check in its program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CheckId(pub u32);

/// A place where the property can be violated.
#[derive(Clone, Debug)]
pub struct Check {
    /// What would go wrong.
    pub kind: CheckKind,
    /// Where.
    pub span: Option<Span>,
}

/// The kinds of violation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CheckKind {
    /// An error function is called.
    ErrorCall,
    /// An assertion fails.
    Assertion,
    /// A fact that somebody stated does not hold.
    Invariant,
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckKind::ErrorCall => "call of the error function",
            CheckKind::Assertion => "failing assertion",
            CheckKind::Invariant => "stated fact that does not hold",
        })
    }
}
