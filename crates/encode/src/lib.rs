//! Edges and blocks as terms under one arithmetic; unrolling.
//!
//! A [`Block`] is everything the program can do between two cut points (entry, loop heads,
//! targets) without passing a third: a guard and one term per changed variable, over the
//! variables' symbols at its start and one input symbol per havoc edge. A [`BlockGraph`] holds
//! the blocks of a program, an [`Unrolling`] composes them step by step, [`concretise`] turns
//! input values back into an execution of the automaton. A [`HornSystem`] is the same graph as
//! constrained Horn clauses, a [`TransitionSystem`] the same graph with a program counter, and [`Blasted`]
//! that system as a circuit.
//!
//! [`translate`] reads a bit-vector program as one over integers or reals, and back.
//!
//! Reading order: `block` (what is built), `region` (the sweep that builds it), `diagram` (the
//! path conditions it uses), `state` (the sparse maps it uses), `unrolling`, `concretise`; then
//! `arithmetic`.
//!
//! Must not know: solvers, engines.

mod arithmetic;
mod bits;
mod block;
mod concretise;
mod diagram;
mod export;
mod horn;
mod live;
mod region;
mod state;
mod steps;
mod transition;
mod unrolling;

pub use arithmetic::{Arithmetic, EncodeError, Translated, translate};
pub use bits::{BitOf, Blasted, Blaster, NotBits};
pub use block::{Block, BlockGraph, BlockId, Input, Node, NodeKind};
pub use concretise::{ConcretiseError, Run, RunPosition, concretise};
pub use export::{NotBtor2, NotVmt, btor2_model, vmt_text};
pub use horn::{HornAtom, HornClause, HornOrigin, HornPredicate, HornSystem, Starts, chc_text};
pub use state::StateMap;
pub use steps::BlockStep;
pub use transition::{Place, StateOrigin, StateVariable, TransitionSystem};
pub use unrolling::{Origin, State, Unrolling};
