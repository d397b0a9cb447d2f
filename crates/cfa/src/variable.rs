//! Variables: their types, where they are visible, what the model of memory uses them for.

use crate::{FunctionId, Indexing, Span};
use invar_term::TermId;
use std::sync::Arc;

/// How the bits of a scalar are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IntegerType {
    /// Bits in the variable.
    pub width: u32,
    /// Two's complement, or unsigned.
    pub signed: bool,
}

/// Where a variable is visible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// One instance for the whole run.
    Global,
    /// One instance per activation of the function.
    Local(FunctionId),
}

/// A scalar or array variable; structs are split into one variable per member.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Unique name, the name of its symbol too.
    pub name: Arc<str>,
    /// What the user calls it, e.g. `s.count`; `None` for temporaries.
    pub source_name: Option<Arc<str>>,
    /// The symbol of its value; its sort is the variable's sort.
    pub symbol: TermId,
    /// How its bits, or the bits of its elements, are read.
    pub integer: IntegerType,
    /// The C type of the scalar or of the elements, as text.
    pub type_name: Arc<str>,
    /// Where it is visible.
    pub scope: Scope,
    /// Where it is declared.
    pub span: Option<Span>,
    /// What its elements are called, if it is an array.
    pub indexing: Indexing,
    /// What it is for the model of memory, if the model keeps it about objects made at run time.
    pub ghost: Option<Ghost>,
}

/// A variable of the model of memory, about objects that are made at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ghost {
    /// The number of the newest object.
    NewestObject,
    /// The sizes of objects by their numbers.
    Sizes,
    /// How many objects were allocated.
    Allocations,
    /// The states of objects by their numbers.
    States,
}
