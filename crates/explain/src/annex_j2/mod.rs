//! The entries of C11's Annex J.2 in their order, in our words, and what becomes of each. `programs.txt` has programs for
//! their forms, which `scripts/reading-tables annex` holds against the rows.

mod language;
mod library;

use invar_cfa::AssumptionKind;

/// What becomes of a kind of undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Treatment {
    /// A property looks for it.
    Checked(&'static str),
    /// A property looks for some forms of it: `invar explain` and the text of the row say which.
    Partly(&'static str),
    /// The program is refused while it is read.
    Refused,
    /// A place where it may happen is not modelled: `unknown` if an execution gets there.
    NotModelled,
    /// An assumption says how the program is read.
    Assumed(AssumptionKind),
    /// It cannot occur, or the reading gives it a meaning.
    CannotOccur,
    /// It is not looked for: a verdict says nothing about it.
    Open,
}

/// An entry of Annex J.2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The clause of C11 that it refers to.
    pub(super) clause: &'static str,
    pub(super) treatment: Treatment,
    /// What is undefined.
    pub(super) what: &'static str,
}

const fn row(clause: &'static str, treatment: Treatment, what: &'static str) -> Row {
    Row {
        clause,
        treatment,
        what,
    }
}

/// Every entry.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    language::ROWS.iter().chain(&library::ROWS)
}
