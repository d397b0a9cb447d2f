//! What others say about a program in terms of its text: facts as C expressions at places, and runs
//! as places that are passed. Witnesses are made of these.
//!
//! A fact must mean what it would mean if it stood in the text. So it is put there, and clang reads
//! the text once more (`insert`, `read`); only the expressions are taken from that reading, with
//! the variables that they name. The program that is lowered stays the one that was read before,
//! and what is said about it is added as checks and as a monitor (`lower/annotate`).
//!
//! Fails closed: an expression that could be more than an expression is not put into the text, one
//! that changes something or that the analysis of pointers has not seen is refused.

mod harmless;
mod insert;
mod read;
mod result;
mod sites;

pub use read::read;
pub use result::{Comparison, ResultBound};

use crate::ast::Expr;
use invar_cfa::SourceText;
use std::sync::Arc;

/// Where a fact is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FactPlace {
    /// At the keyword of a loop: it is about every evaluation of the condition.
    Loop,
    /// At the beginning of a statement.
    Statement,
}

/// A fact as text.
#[derive(Clone, Debug)]
pub struct StatedFact {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; the first that fits if there is none.
    pub column: Option<u32>,
    /// What is there.
    pub place: FactPlace,
    /// A C expression.
    pub text: String,
}

/// A position in the annotated file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Site {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A fact that was read.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Where it holds.
    pub site: Site,
    /// What is there.
    pub place: FactPlace,
    /// What holds, over the variables of the unit.
    pub expression: Expr,
}

/// What a run does at a waypoint.
#[derive(Clone, Debug)]
pub enum Passing {
    /// A fact holds before the statement.
    Holds(Expr),
    /// A branch is taken: to the body or away from it.
    Branches(Branch),
    /// A call begins.
    Enters,
    /// A call ends, and its result is so.
    Returns(Option<ResultBound>),
}

/// The branch of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// It holds.
    True,
    /// It does not hold.
    False,
}

/// A place that a run passes.
#[derive(Clone, Debug)]
pub struct Waypoint {
    /// The line.
    pub line: u32,
    /// The column; any that fits if there is none.
    pub column: Option<u32>,
    /// What happens there.
    pub passing: Passing,
}

impl Waypoint {
    /// Whether it is about a position.
    pub fn is_at(&self, line: u32, column: u32) -> bool {
        self.line == line && self.column.is_none_or(|c| c == column)
    }
}

/// A part of a run.
#[derive(Clone, Debug)]
pub struct Segment {
    /// What the run does not do in it.
    pub avoided: Vec<Waypoint>,
    /// What ends it.
    pub followed: Waypoint,
}

/// A run as a witness describes it.
#[derive(Clone, Debug)]
pub struct RunDescription {
    /// Its parts, in order.
    pub segments: Vec<Segment>,
    /// What it does not do in the end.
    pub avoided: Vec<Waypoint>,
    /// Line and column where it violates the property.
    pub target: (u32, Option<u32>),
}

/// What is added to a program while it is lowered.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The file that the positions are in, as the compiler was given it.
    pub file: Arc<str>,
    /// Its text.
    pub text: SourceText,
    /// Facts that become checks.
    pub checked: Vec<Fact>,
    /// The run that is followed: only at its end is the property violated.
    pub run: Option<RunDescription>,
}
