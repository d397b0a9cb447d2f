//! Places where a property can be violated, and how.

use crate::{Aspect, SignedOperator, Span, Undefined};
use std::fmt;

/// A place where the property can be violated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// A stated fact does not hold.
    Invariant,
    /// A signed operation leaves the range of its type.
    Overflow(SignedOperator),
    /// What C leaves undefined.
    Undefined(Undefined),
    /// An execution does not end: its state repeats, or it gets to a state from which no end is reached.
    Endless,
    /// A ranking does not decrease on a way around its loop.
    Ranking,
}

impl CheckKind {
    /// What it violates; nothing, if it is about a stated fact or a ranking.
    pub fn aspect(self) -> Option<Aspect> {
        Some(match self {
            CheckKind::ErrorCall => Aspect::ErrorCall,
            CheckKind::Assertion => Aspect::Assertion,
            CheckKind::Invariant | CheckKind::Ranking => return None,
            CheckKind::Endless => Aspect::Termination,
            CheckKind::Overflow(_) => Aspect::Overflow,
            CheckKind::Undefined(undefined) => undefined.aspect(),
        })
    }
}

impl CheckKind {
    /// Whether an execution that fails the check is an error; otherwise the check stays open, and executions go on.
    pub fn is_violation(self) -> bool {
        self != CheckKind::Undefined(Undefined::Uncovered)
    }

    /// The name of the smallest property that asks for it.
    pub fn property(self) -> &'static str {
        match self.aspect() {
            None => "invariant",
            Some(Aspect::Assertion) => "assert",
            Some(Aspect::ErrorCall) => "unreach-call",
            Some(Aspect::Overflow) => "no-overflow",
            Some(Aspect::Conversion | Aspect::FloatConversion) => "conversion",
            Some(Aspect::Division) => "division-by-zero",
            Some(Aspect::Shift) => "shift",
            Some(Aspect::Bounds) => "array-bounds",
            Some(Aspect::Dereference | Aspect::Free | Aspect::Leak) => "valid-memsafety",
            Some(Aspect::ConstantWrite) => "const-write",
            Some(Aspect::Overlap) => "overlap",
            Some(Aspect::PointerOrder) => "pointer-order",
            Some(Aspect::Sequence) => "unsequenced",
            Some(Aspect::Flow) => "missing-return",
            Some(Aspect::Uninitialised) => "uninitialised",
            Some(Aspect::Termination) => "termination",
        }
    }
}

impl fmt::Display for CheckKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckKind::ErrorCall => f.write_str("call of the error function"),
            CheckKind::Assertion => f.write_str("failing assertion"),
            CheckKind::Invariant => f.write_str("stated fact that does not hold"),
            CheckKind::Overflow(operator) => {
                write!(f, "signed overflow in '{}'", operator.symbol())
            }
            CheckKind::Undefined(undefined) => undefined.fmt(f),
            CheckKind::Endless => f.write_str("execution that does not end"),
            CheckKind::Ranking => f.write_str("ranking that does not decrease"),
        }
    }
}
