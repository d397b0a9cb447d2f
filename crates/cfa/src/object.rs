//! Objects in memory with the names that the source gives them.

use crate::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bits of the offset in a pointer; the number of its object stands above.
pub const OFFSET_BITS: u32 = 32;

/// What an object consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// One scalar or struct of some bytes.
    One(u64),
    /// Elements of some bytes.
    Array(u64),
    /// A function: it has no contents.
    Function,
}

/// An object with a fixed number and a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// What the source calls it.
    pub name: Arc<str>,
    /// What it consists of.
    pub extent: Extent,
    /// Byte offsets of the members of the struct or of each element, with their paths, e.g.
    /// `.range.low`; empty if it has none.
    pub members: Vec<(u64, Arc<str>)>,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// The objects of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objects {
    /// Those with names, by number.
    pub named: BTreeMap<u32, Object>,
    /// Numbers of objects made at run time begin here, without marks.
    pub first_made: u32,
    /// Marks in a number that say nothing about which object it is.
    pub marks: u32,
    /// How the numbers of the program's objects begin, in the upper four bits; a pointer that begins
    /// otherwise is a plain number.
    pub program: u32,
}
