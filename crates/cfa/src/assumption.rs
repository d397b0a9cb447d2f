//! The table of assumptions: each restricts a verdict to fewer executions than the text has, or
//! fixes a choice that C leaves open.
//!
//! A restriction in the program is an edge with [`AssumeReason::Assumption`], which names its kind.
//! Reports, messages, options and the book read the table.

use crate::{AssumeReason, HavocOrigin};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where the text of a verdict prints an assumption. Reports (JSON, SARIF, page, witness) have all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printed {
    /// On a separate line.
    OwnLine,
    /// On the line that several share, after a proof.
    SharedLine,
    /// In reports only.
    ReportsOnly,
}

/// What `--strict` does about an assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strict {
    /// It may hide a violation: `safe` becomes `unknown`.
    Refused,
    /// It hides none: it says how the program is read, or allows more executions than C does.
    Kept,
}

macro_rules! kinds {
    ($( $(#[doc = $about:literal])+ $variant:ident = $name:literal, $printed:ident, $strict:ident; )+) => {
        /// The kinds of assumptions.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        pub enum AssumptionKind {
            $( $(#[doc = $about])+ #[serde(rename = $name)] $variant ),+
        }

        impl AssumptionKind {
            /// Every kind, in the order in which verdicts list them.
            pub const ALL: &'static [AssumptionKind] = &[$( AssumptionKind::$variant ),+];

            /// Its name in reports and options.
            pub const fn name(self) -> &'static str {
                match self { $( AssumptionKind::$variant => $name ),+ }
            }

            /// What is assumed, in one sentence.
            pub fn about(self) -> String {
                let text = match self { $( AssumptionKind::$variant => concat!($($about),+) ),+ };
                text.trim().to_owned()
            }

            /// Where text prints it.
            pub const fn printed(self) -> Printed {
                match self { $( AssumptionKind::$variant => Printed::$printed ),+ }
            }

            /// What `--strict` does about it.
            pub const fn strict(self) -> Strict {
                match self { $( AssumptionKind::$variant => Strict::$strict ),+ }
            }
        }
    };
}

kinds! {
    /// NDEBUG removes assertions: nothing checks them.
    RemovedAssertions = "removed-assertions", OwnLine, Refused;
    /// The property does not ask for undefined behaviour: executions end there.
    UndefinedBehaviour = "undefined-behaviour", OwnLine, Refused;
    /// A function without a body does no more than the text says.
    MissingBody = "missing-body", OwnLine, Refused;
    /// A function that is called does what its contract says; to be checked apart, with the function as the entry.
    CalledContract = "called-contract", OwnLine, Kept;
    /// A library function does what its model does.
    Model = "model", OwnLine, Kept;
    /// Types have the sizes of the data model.
    DataModel = "data-model", SharedLine, Kept;
    /// Signed arithmetic that overflows is a violation and ends the execution.
    Overflow = "overflow", SharedLine, Kept;
    /// Signed arithmetic wraps around.
    Wrapping = "wrapping", SharedLine, Refused;
    /// Integers have no bounds.
    IdealIntegers = "ideal-integers", SharedLine, Refused;
    /// Variables without an initial value hold any value.
    Uninitialised = "uninitialised", SharedLine, Kept;
    /// What is volatile changes only by assignment, where it is not read as an input.
    Volatile = "volatile", OwnLine, Refused;
    /// Operands are evaluated from left to right where C leaves the order of calls open.
    EvaluationOrder = "evaluation-order", OwnLine, Refused;
    /// Objects lie anywhere in memory, apart from each other.
    Placement = "placement", SharedLine, Kept;
    /// Variables that no file defines hold any value at the start, but no address of an object of the program; only the
    /// program changes them.
    MissingVariable = "missing-variable", SharedLine, Refused;
    /// Executions end where the argument of __VERIFIER_assume is zero.
    Assume = "assume", SharedLine, Refused;
    /// Memory does not run out, and no object has 2 GB or more.
    Allocation = "allocation", SharedLine, Refused;
    /// The arguments of main are as C11 5.1.2.2.1 has them.
    MainArguments = "main-arguments", SharedLine, Kept;
    /// The execution starts in another function than main.
    Entry = "entry", OwnLine, Refused;
    /// The caller keeps the precondition of the function that the execution starts in.
    Precondition = "precondition", OwnLine, Refused;
    /// Rules of C that no check looks at are kept: the rows `open` of `invar explain annex-j2`.
    OpenRules = "open-rules", ReportsOnly, Kept;
    /// Constructs that are not modelled: a proof shows that no execution reaches them.
    NotModelled = "not-modelled", ReportsOnly, Kept;
}

impl AssumptionKind {
    /// The kind of a name.
    pub fn named(name: &str) -> Option<AssumptionKind> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The kinds that `--strict` refuses.
    pub fn refused_by_strict() -> impl Iterator<Item = AssumptionKind> {
        let all = Self::ALL.iter().copied();
        all.filter(|kind| kind.strict() == Strict::Refused)
    }
}

impl fmt::Display for AssumptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl AssumeReason {
    /// The assumption that an edge with this reason rests on; `None` if it excludes no execution, or
    /// if the property decides.
    pub fn assumption(self) -> Option<AssumptionKind> {
        match self {
            AssumeReason::Assumption(kind) => Some(kind),
            AssumeReason::Undefined(_) => Some(AssumptionKind::UndefinedBehaviour),
            AssumeReason::Branch | AssumeReason::Check | AssumeReason::Premise => None,
        }
    }
}

impl HavocOrigin {
    /// The assumption that a value of this origin rests on.
    pub fn assumption(&self) -> Option<AssumptionKind> {
        match self {
            HavocOrigin::Input(_) | HavocOrigin::Volatile(_) => None,
            HavocOrigin::External(_) | HavocOrigin::Written(_) => Some(AssumptionKind::MissingBody),
            HavocOrigin::Uninitialised => Some(AssumptionKind::Uninitialised),
            HavocOrigin::Placement => Some(AssumptionKind::Placement),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AssumptionKind;

    #[test]
    fn names_are_unique_and_texts_are_sentences() {
        for kind in AssumptionKind::ALL {
            assert_eq!(AssumptionKind::named(kind.name()), Some(*kind));
            assert!(kind.about().ends_with('.'), "{kind}");
        }
    }
}
