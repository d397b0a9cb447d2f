//! What can be wrong with a BTOR2 text, a model, or a witness.

use super::operators::Sort;
use std::fmt;
use thiserror::Error;

/// A problem and the line it is in.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct Btor2Error {
    /// The line, from one; zero if the model was built and has no lines.
    pub line: usize,
    /// What is wrong.
    #[source]
    pub problem: Problem,
}

impl fmt::Display for Btor2Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.problem),
            line => write!(f, "line {line}: {}", self.problem),
        }
    }
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// The line ends too early.
    #[error("{0} missing")]
    Missing(&'static str),
    /// The line is too long.
    #[error("unexpected '{0}'")]
    Unexpected(String),
    /// No operator, sort or property of the format.
    #[error("unknown keyword '{0}'")]
    UnknownKeyword(String),
    /// Not a number where one is needed, or one too large.
    #[error("'{0}' is not a number that fits here")]
    NotANumber(String),
    /// The identifier was given to an earlier line.
    #[error("identifier {0} is defined twice")]
    DefinedTwice(u64),
    /// No earlier line has the identifier, or that line has no value.
    #[error("no node {0} is defined before")]
    NoSuchNode(u64),
    /// No earlier line defines a sort with the identifier.
    #[error("no sort {0} is defined before")]
    NoSuchSort(u64),
    /// A width of zero or too many bits.
    #[error("a word of {0} bits: from 1 to {max} are supported", max = super::operators::MAX_WIDTH)]
    Width(u64),
    /// Arrays have words as indices and elements.
    #[error("an array over arrays is not supported")]
    NestedArray,
    /// A constant with the wrong number of digits, or too large for its width.
    #[error("constant '{digits}' does not fit a word of {width} bits")]
    Constant {
        /// As written.
        digits: String,
        /// The width of its sort.
        width: u32,
    },
    /// The operands have not the sorts that the operator needs.
    #[error("'{operator}' does not apply to {operands}")]
    Operands {
        /// The operator.
        operator: &'static str,
        /// The sorts it was given.
        operands: Sorts,
    },
    /// The line declares another sort than its operator gives.
    #[error("declared as {declared}, but it is {found}")]
    Declared {
        /// The sort of the line.
        declared: Sort,
        /// The sort of the value.
        found: Sort,
    },
    /// `init` and `next` belong to states.
    #[error("only states have an initial or next value")]
    NotAState,
    /// A state has two initial or two next values.
    #[error("the state has its {0} already")]
    Twice(&'static str),
    /// An initial value must be defined before its state, so that none depends on itself.
    #[error("an initial value is defined before its state")]
    InitialTooLate,
    /// The elements of an array begin with a constant, or all of it as another array does.
    #[error("what every element of an array begins with is a constant")]
    InitialElement,
    /// Initial values depend on states alone.
    #[error("an initial value depends on no input")]
    InitialInput,
    /// An array with too many words or bits.
    #[error("array too large to blast: {0}")]
    ArrayTooLarge(Sort),
    /// The circuit would have too many nodes.
    #[error("the model is too large to blast")]
    TooLarge,
    /// Justice properties and no bad state: nothing that is checked here.
    #[error("justice properties are not supported, and the model has no other")]
    OnlyJustice,
    /// A witness that does not belong to the model.
    #[error("the witness does not fit the model: {0}")]
    Witness(&'static str),
}

impl Problem {
    pub(super) fn at(self, line: usize) -> Btor2Error {
        Btor2Error {
            line,
            problem: self,
        }
    }
}

/// The sorts of operands, for messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sorts(pub Vec<Sort>);

impl fmt::Display for Sorts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, sort) in self.0.iter().enumerate() {
            let separator = if number == 0 { "" } else { ", " };
            write!(f, "{separator}{sort}")?;
        }
        Ok(())
    }
}
