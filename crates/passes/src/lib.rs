//! Program to program: each pass returns the map that carries evidence back.
//!
//! [`inline`] makes one automaton of a program; the result is the program that is certified.
//! Passes after it take such a program and return a smaller one with a [`BackMap`]: all share the
//! term store, and none renumbers variables; one adds some ([`split_arrays`]).
//!
//! Must not know: solvers, engines.

mod back;
mod cells;
mod constants;
mod contract;
mod copies;
mod dataflow;
mod dead;
mod elements;
mod inline;
mod instrument;
mod intervals;
mod liveness;
#[cfg(test)]
mod pass_tests;
mod prepare;
mod prune;
#[cfg(test)]
mod random_programs;
#[cfg(test)]
mod random_tests;
mod rebuild;
#[cfg(test)]
mod scale_tests;
mod slice;
#[cfg(test)]
mod testing;
mod uses;
mod varmap;

pub use back::{BackMap, Landing};
pub use cells::{Cells, FARTHEST, Sight, Universal, cells};
pub use constants::propagate_constants;
pub use contract::contract;
pub use copies::propagate_copies;
pub use dead::remove_dead_assignments;
pub use elements::split_arrays;
pub use inline::{
    Activation, CallTree, Checks, Divided, InlineError, InlineLimits, Inlined, divide, inline,
    inline_along, inlined_size,
};
pub use instrument::instrument;
pub use intervals::propagate_intervals;
pub use prepare::{PassOptions, Prepared, Switch, prepare};
pub use prune::prune;
pub use rebuild::Rewritten;
pub use slice::{Influence, influence, slice, slice_functions};
