//! Preconditions of functions: what a caller has to establish, in terms of the parameters.
//!
//! A clause is small and readable: a pointer is not null, some elements can be accessed through it, a string ends, an integer
//! is in a range. `usage` finds out what a function does with its parameters, `candidates` lists the clauses that this
//! suggests, `insert` puts clauses at the beginning of its body, and `text` prints
//! them as contracts are written.

mod candidates;
mod entrance;
mod insert;
mod reach;
mod text;
mod usage;

pub use candidates::{Stage, candidates};
pub(crate) use insert::MAX_OBJECT;
pub use insert::{insert, replace_by_error};
pub use text::{requirements, text};

use serde::{Deserialize, Serialize};

/// A value that a caller sees before the call: a parameter, or what it leads to.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Path {
    /// The position of the parameter.
    pub parameter: u32,
    /// From there on.
    pub steps: Vec<Step>,
}

/// One step, along a pointer or into a struct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Step {
    /// `->member`, by position.
    Member(u32),
    /// `.member`, by position.
    Inner(u32),
    /// `*`.
    Target,
}

/// A number of elements.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Count {
    /// A fixed number of at least one.
    Fixed(u64),
    /// As many as an integer says; none if it is negative.
    Value(Path),
}

/// A clause of a precondition.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Clause {
    /// A pointer is not null.
    NotNull(Path),
    /// This number of elements can be read and written at a pointer, unless it is null.
    Elements {
        /// The pointer.
        pointer: Path,
        /// How many.
        count: Count,
    },
    /// A pointer to characters leads to a zero that can be reached, unless it is null.
    String(Path),
    /// An integer is not negative.
    NotNegative(Path),
    /// An integer is not zero.
    NotZero(Path),
    /// An integer is not negative and less than another one.
    Less {
        /// The smaller one.
        value: Path,
        /// What it is less than.
        limit: Bound,
    },
}

/// What an integer is less than.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Bound {
    /// A constant.
    Fixed(u64),
    /// An integer that is there before the call.
    Value(Path),
}

impl Path {
    /// A parameter itself.
    pub fn parameter(position: u32) -> Path {
        Path {
            parameter: position,
            steps: Vec::new(),
        }
    }

    /// One step further.
    #[must_use]
    pub fn then(&self, step: Step) -> Path {
        let mut path = self.clone();
        path.steps.push(step);
        path
    }
}

impl Clause {
    /// The value that it is about.
    pub fn subject(&self) -> &Path {
        match self {
            Clause::NotNull(path)
            | Clause::Elements { pointer: path, .. }
            | Clause::String(path)
            | Clause::NotNegative(path)
            | Clause::NotZero(path)
            | Clause::Less { value: path, .. } => path,
        }
    }
}
