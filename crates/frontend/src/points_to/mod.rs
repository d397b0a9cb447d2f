//! Which accesses may touch the same bytes: a points-to analysis of the typed tree.
//!
//! Unification-based (Steensgaard 1996), with byte offsets inside of objects as in data structure
//! analysis (Lattner, Lenharth and Adve 2007); insensitive to contexts and to the order of
//! statements. Required: if two accesses touch the same byte in some execution without undefined
//! behaviour, they are in the same node at the same folded offset. Everything else is precision.
//!
//! Reading order: `model` (what is said), `graph` (nodes under unification), `facts` (what is
//! written down beside), `generate` and its neighbours `place`, `value`, `arithmetic`, `store`,
//! `call`, `library` (one walk over the tree), `fold` (which offsets count as one), `parts`
//! (which bytes are accessed together), `solve` (the rounds), `result`.
//!
//! Pointers through integers: as long as no integer becomes a pointer, integers are ignored. If
//! one does, the analysis runs again and follows every integer of at least the width of a pointer
//! as if it were one (`Carry`). An integer of fewer bits never holds an object's identity, see
//! the representation of pointers. What is multiplied, shifted, or taken apart into bytes is
//! lost; pointers that are put together again point to everything that was lost.

mod arithmetic;
mod call;
mod calls;
mod check;
mod constant;
mod external;
mod facts;
mod fold;
mod generate;
mod graph;
mod layouts;
mod library;
mod listing;
mod model;
mod parts;
mod place;
mod result;
mod solve;
mod store;
mod value;

pub(crate) use calls::recursive as recursive_functions;
pub(crate) use check::MAX_TAG;
pub(crate) use generate::argument_vector;
pub use model::{Cell, Content, ExprKey, Kind, Node, NodeId, Object, Part, PartId};
pub(crate) use place::root_variable;
pub use result::{Level, PointsTo};
