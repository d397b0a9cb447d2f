//! Program to program: each pass returns the map that carries evidence back.
//!
//! [`inline`] makes one automaton of a program; the result is the program that is certified.
//! Passes after it take such a program and return a smaller one with a [`BackMap`]: all share the
//! term store, and none renumbers variables.
//!
//! Must not know: solvers, engines.

mod back;
mod inline;
#[cfg(test)]
mod testing;

pub use back::{BackMap, Landing};
pub use inline::{InlineError, InlineLimits, Inlined, inline};
