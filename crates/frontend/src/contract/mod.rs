//! Preconditions of functions: what a caller has to establish, in terms of the parameters.
//!
//! A clause is small and readable: a pointer is not null, some elements can be accessed through it, a string ends. `candidates`
//! lists the clauses that make sense for a function, `insert` puts clauses at the beginning of its body, and `text` prints
//! them as contracts are written.

mod candidates;
mod insert;
mod text;

pub use candidates::{Stage, candidates};
pub use insert::insert;
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

/// One step along a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Step {
    /// `->member`, by position.
    Member(u32),
    /// `*`.
    Target,
}

/// A number of elements.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Count {
    /// One.
    One,
    /// As many as an integer says; none if it is negative.
    Value(Path),
}

/// A clause of a precondition.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Clause {
    /// A pointer is not null.
    NotNull(Path),
    /// So many elements can be read and written at a pointer, unless it is null.
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
            | Clause::NotNegative(path) => path,
        }
    }
}
