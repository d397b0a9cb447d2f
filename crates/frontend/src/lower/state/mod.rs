//! What lowering keeps while a unit and its functions are lowered: data that asks nothing of the automata.

mod blocks;
mod contract_memory;
mod cut_loops;
mod label_scopes;
mod memory;
mod outcome;
mod repeated;
mod shared_data;
mod touched;
mod watched;

pub(super) use blocks::{Blocks, blocks};
pub(super) use contract_memory::{Frame, Range, Target};
pub(super) use cut_loops::{CutLoops, Forget};
pub(super) use label_scopes::{BlockKey, LabelScopes};
pub(super) use memory::{Memory, PartStorage, StaticObject};
pub use outcome::Outcome;
pub(super) use repeated::Repeated;
pub(super) use shared_data::{Access, SharedData, Touch, UNINTERRUPTED};
pub(super) use touched::{Outer, Touched, TouchedByFunction};
pub(super) use watched::{AccessKind, Watched, WatchedAccesses};
