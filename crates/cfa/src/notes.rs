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
    /// Which volatile reads give what was written last, with the place of the first.
    pub volatile_memory: BTreeMap<VolatileMemory, Option<Span>>,
    /// Expressions whose value depends on an order of calls that C leaves open.
    pub open_orders: BTreeSet<Span>,
    /// What is taken for granted about interrupts.
    pub interrupts: InterruptNotes,
}

/// How a program with interrupt handlers is read.
#[derive(Clone, Debug, Default)]
pub struct InterruptNotes {
    /// Volatile objects that change only by what the program assigns.
    pub memory: BTreeSet<Arc<str>>,
    /// Functions without a body that are taken to mask interrupts, or to end that.
    pub masking: BTreeSet<Arc<str>>,
    /// Whether interrupts are masked at the start.
    pub start: InterruptStart,
}

/// How interrupts are at the start of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum InterruptStart {
    /// They may come.
    #[default]
    Enabled,
    /// They are masked until the program unmasks them.
    Masked,
}

/// Volatile reads that give what was written last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum VolatileMemory {
    /// All of them.
    Everything,
    /// Those of pointers.
    Pointers,
    /// Those of objects that are automatic, allocated or not volatile themselves, through pointers to volatile.
    OrdinaryObjects,
    /// None: volatile objects are read through pointers to types that are not volatile.
    ThroughOrdinaryPointers,
}

impl VolatileMemory {
    /// What is assumed about them.
    pub fn about(self) -> &'static str {
        match self {
            VolatileMemory::Everything => {
                "what is volatile changes only by assignment: devices are not modelled"
            }
            VolatileMemory::Pointers => "pointers in volatile objects change only by assignment",
            VolatileMemory::OrdinaryObjects => {
                "objects that are not volatile themselves, and automatic and allocated ones, change only by assignment, \
                 also where they are read through a pointer to volatile"
            }
            VolatileMemory::ThroughOrdinaryPointers => {
                "volatile objects change only by assignment where they are read through a pointer whose type is not \
                 volatile, or by a library function"
            }
        }
    }
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
