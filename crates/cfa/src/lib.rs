//! Programs as control-flow automata: locations, edges with guarded operations, properties, source map.
//!
//! A [`Program`] holds functions; each has a [`Cfa`] whose edges carry one [`Operation`] over
//! bit-vector terms, the exact meaning of the C text. All variables are zero when the program
//! starts; everything nondeterministic is an explicit [`Operation::Havoc`]. Out of every location
//! leads either one edge, or two edges that assume a condition and its negation, or none.
//!
//! Must not know: how a program was parsed, how it is solved.

mod assumption;
mod check;
mod cut;
mod dot;
mod graph;
mod id;
mod layout;
mod library_function;
mod loop_order;
mod named_property;
mod notes;
mod object;
mod operation;
mod overflow_site;
mod postdominators;
mod procedures;
mod program;
mod property;
mod select;
mod source;
mod stable;
mod subject;
mod target;
mod text;
mod undefined;
mod variable;
mod visible;

pub use assumption::{AssumptionKind, Printed, Strict};
pub use check::{Check, CheckKind};
pub use cut::CutPoints;
pub use dot::dot;
pub use graph::{Cfa, Edge, Location, LocationKind};
pub use id::{CallPathId, CheckId, EdgeId, FunctionId, LocId, UnsupportedId, VarId};
pub use layout::{Indexing, Layout};
pub use library_function::{LibraryFunctions, Precision};
pub use loop_order::LoopOrder;
pub use named_property::NamedProperty;
pub use notes::{
    Enumeration, InterruptNotes, InterruptStart, LoopNote, LoopShape, TextNotes, VolatileMemory,
};
pub use object::{EntryArgument, Extent, OFFSET_BITS, Object, Objects, Pointee, PointeeMember};
pub use operation::{AssumeReason, HavocOrigin, Operation};
pub use overflow_site::{OverflowSite, SignedOperator};
pub use postdominators::{Flow, Postdominators};
pub use procedures::{
    ChangedGlobal, Procedure, ProcedureCall, ProcedureParameter, ProcedureResult, Procedures,
};
pub use program::{
    CallFrame, External, ExternalEffect, Function, Program, SymbolMap, Unsupported, UnsupportedKind,
};
pub use property::{Aspect, Property};
pub use source::{DataModel, FileId, MODEL_FILES, SourceMap, SourcePlace, Span};
pub use stable::StableId;
pub use subject::{Number, Subject};
pub use target::{
    ByteOrder, CharSign, EnumSize, LongDouble, Machine, NamelessBitFields, SizeType, Target,
};
pub use text::SourceText;
pub use undefined::Undefined;
pub use variable::{Ghost, IntegerType, Scope, Variable};
pub use visible::{visible, visible_lines};
