//! Objects in memory with the names that the source gives them.

use crate::{Enumeration, IntegerType, Span, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bits of the offset in a pointer; the number of its object is in the bits above.
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

/// A type that pointers from outside lead to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointee {
    /// Bytes of one object.
    pub size: u64,
    /// Its scalars; a scalar type has one without a path.
    pub members: Vec<PointeeMember>,
}

/// A scalar of a type, or an array of scalars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointeeMember {
    /// Bytes from the start of the object.
    pub offset: u64,
    /// How the source selects it, e.g. `.range.low`; empty if it is the whole object.
    pub path: Arc<str>,
    /// Bytes of the scalar.
    pub bytes: u64,
    /// How its bits are read, if it is an integer.
    pub integer: Option<IntegerType>,
    /// Its constants, if it is of an enumeration.
    pub enumeration: Option<Arc<Enumeration>>,
    /// The number of elements, if it is an array.
    pub length: Option<u64>,
    /// What it leads to, if it is a pointer: a position in [`Objects::pointees`].
    pub pointee: Option<usize>,
}

/// A variable that takes an argument of the function where the run starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryArgument {
    /// The variable.
    pub variable: VarId,
    /// The parameter, or a member of it: `r`, `v.low`.
    pub name: Arc<str>,
    /// What it leads to, if it is a pointer: a position in [`Objects::pointees`].
    pub pointee: Option<usize>,
}

/// The objects of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objects {
    /// Those with names, by number.
    pub named: BTreeMap<u32, Object>,
    /// Numbers of objects made at run time begin here, without marks.
    pub first_made: u32,
    /// Marks in a number that do not identify the object.
    pub marks: u32,
    /// How the numbers of the program's objects begin, in the upper four bits; a pointer that begins
    /// otherwise is a plain number.
    pub program: u32,
    /// Where the run starts with arguments, those that have a name.
    pub arguments: Vec<EntryArgument>,
    /// Types that pointers among the arguments lead to.
    pub pointees: Vec<Pointee>,
}
