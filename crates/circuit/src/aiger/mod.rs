//! The AIGER format, version 1.9, text (`aag`) and binary (`aig`).
//!
//! Own reader: `flussab-aiger` reserves memory for the counts of the header before it looks at the
//! rest, so a short hostile file makes it abort. Safety properties only: justice properties are
//! skipped if there are also bad signals, and are an error if there are none.

mod build;
mod read;
mod write;

pub use read::read;
pub use write::{write_ascii, write_binary};

use std::fmt;

/// Where in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The line, counted from one.
    Line(usize),
    /// The byte, counted from zero; in the binary part, which has no lines.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// Why a file is not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct AigerError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// Neither `aag` nor `aig`.
    #[error("not an AIGER file: it begins with neither 'aag' nor 'aig'")]
    Magic,
    /// Not `M I L O A [B [C [J [F]]]]`.
    #[error("the header is not 'M I L O A [B [C [J [F]]]]'")]
    Header,
    /// The counts of the header contradict each other.
    #[error("the header counts {defined} inputs, latches and gates, but {maximum} variables")]
    Counts {
        /// `I + L + A`.
        defined: u64,
        /// `M`.
        maximum: u64,
    },
    /// More than can be numbered, or an implausible number of inputs.
    #[error("{0} variables or inputs are too many")]
    TooLarge(u64),
    /// The file is shorter than its header says.
    #[error("the file ends too early")]
    Truncated,
    /// Something else than numbers.
    #[error("expected {0}")]
    Expected(&'static str),
    /// Beyond `2 M + 1`.
    #[error("literal {0} is larger than the header allows")]
    Range(u64),
    /// An input, latch or gate is a positive literal, not a constant.
    #[error("literal {0} cannot be defined: it is negated or constant")]
    NotDefinable(u32),
    /// Two definitions.
    #[error("literal {0} is defined twice")]
    Twice(u32),
    /// No definition.
    #[error("literal {0} is used, but nothing defines it")]
    Undefined(u32),
    /// A gate that depends on itself.
    #[error("gate {0} depends on itself")]
    Cycle(u32),
    /// Neither 0, 1 nor the latch itself.
    #[error("the reset value {0} is neither 0, 1 nor the latch")]
    ResetValue(u32),
    /// In the binary part: an operand is not smaller than its gate.
    #[error("gate {0} has an operand that is not smaller")]
    Order(u64),
    /// A number in the binary part that does not end.
    #[error("a number in the binary part is too long")]
    LongNumber,
    /// A name for nothing.
    #[error("the name of something that the file does not have")]
    Symbol,
    /// There is no bad signal, only justice.
    #[error("only justice properties; invar checks safety")]
    OnlyJustice,
}

#[cfg(test)]
mod tests;
