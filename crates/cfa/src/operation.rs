//! What an edge does.

use crate::{AssumptionKind, FunctionId, Undefined, VarId};
use invar_term::TermId;
use std::fmt;
use std::sync::Arc;

/// The operation on an edge. Terms range over the symbols of variables in the state before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Nothing.
    Skip,
    /// The edge can be taken only where `condition` (a Boolean term) holds.
    Assume {
        /// The condition.
        condition: TermId,
        /// Where it comes from.
        reason: AssumeReason,
    },
    /// `target` takes the value of `value`, a term of its sort.
    Assign {
        /// The variable.
        target: VarId,
        /// Its new value.
        value: TermId,
    },
    /// `target` takes any value of its sort.
    Havoc {
        /// The variable.
        target: VarId,
        /// Where the value comes from.
        origin: HavocOrigin,
    },
    /// Calls a function of the program; absent after inlining. Arguments are the values of the
    /// callee's parameters; on return the callee's results are copied to `results`.
    Call {
        /// The callee.
        function: FunctionId,
        /// One term per parameter of the callee.
        arguments: Vec<TermId>,
        /// One variable per result of the callee, or none if the results are not used.
        results: Vec<VarId>,
    },
}

/// Why an edge has an assumption.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AssumeReason {
    /// A branch of `if`, a loop, `switch`, `&&`, `||` or `?:`.
    Branch,
    /// Executions are left out; what is assumed is in the table of assumptions.
    Assumption(AssumptionKind),
    /// A premise of a question about a program that was derived: by a pass, or by a witness whose
    /// run is followed. The program that a verdict is about has none.
    Premise,
    /// A branch of a check that the property asks for and the text does not have.
    Check,
    /// The path beyond would have undefined behaviour: it ends here.
    Undefined(Undefined),
}

/// Where a nondeterministic value comes from.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum HavocOrigin {
    /// An input function such as `__VERIFIER_nondet_int`.
    Input(Arc<str>),
    /// A function without a body.
    External(Arc<str>),
    /// What a function without a body writes to an object.
    Written(Arc<str>),
    /// A variable without an initialiser, or a missing `return`.
    Uninitialised,
    /// A volatile object that is read, by its designator.
    Volatile(Arc<str>),
    /// Where the objects of the program are in memory.
    Placement,
}

impl fmt::Display for HavocOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HavocOrigin::Input(name) => write!(f, "{name}()"),
            HavocOrigin::External(name) => write!(f, "{name}() without a body"),
            HavocOrigin::Written(name) => write!(f, "written by {name}() without a body"),
            HavocOrigin::Uninitialised => f.write_str("uninitialised"),
            HavocOrigin::Volatile(name) => write!(f, "{name}, which is volatile"),
            HavocOrigin::Placement => f.write_str("placement of objects"),
        }
    }
}
