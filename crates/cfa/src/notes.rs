//! What the text says around places, for evidence that is written in terms of the text.

use crate::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Remarks about the text of a program.
#[derive(Clone, Debug, Default)]
pub struct TextNotes {
    /// Loops by the position of their keyword, labels by that of their name.
    pub loops: BTreeMap<Span, LoopNote>,
    /// Where the statement after a declaration begins, by the position of the declared variable.
    pub after: BTreeMap<Span, Span>,
    /// Variables whose objects are made while the program runs, by the place where that happens.
    pub made: BTreeMap<Span, Arc<str>>,
    /// Enumerations of variables and members, by the position of the declaration and the name without indices, e.g. `m.state`.
    pub enumerations: BTreeMap<(Span, Arc<str>), Arc<Enumeration>>,
    /// Whether a variable is `volatile`, or points to what is.
    pub has_volatile: bool,
    /// Expressions whose value depends on an order of calls that C leaves open.
    pub open_orders: BTreeSet<Span>,
}

/// The constants of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Enumeration {
    /// Names by value; the first of several.
    pub constants: BTreeMap<i128, Arc<str>>,
}

/// How a loop is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopShape {
    /// `while` or `for`: its head is where the condition is evaluated.
    Condition,
    /// `do`: its head is where the body begins, at this statement.
    Body(Option<Span>),
    /// A label that jumps lead to.
    Label,
}

/// A loop, or a label.
#[derive(Clone, Debug)]
pub struct LoopNote {
    /// How it is written.
    pub shape: LoopShape,
    /// Names of local variables that are visible there, with the position of the declaration that
    /// each name means.
    pub visible: BTreeMap<Arc<str>, Option<Span>>,
}
