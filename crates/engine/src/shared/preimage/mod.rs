//! Pre-images: from a model of a formula to a cube of states that satisfy it.
//!
//! [`implicant`] finds literals that imply the formula, [`project`] removes the symbols that are
//! no part of a state. Both keep the model and ask no solver.

mod bits;
mod choose;
mod extended;
mod implicant;
mod linear;
mod literals;
mod project;
mod reduce;
mod rename;
mod solve;
mod strict;
mod subsume;
#[cfg(test)]
mod tests;

pub(crate) use implicant::implicant;
pub(crate) use project::{containing, project};
pub(crate) use solve::solve;
pub(crate) use subsume::without_subsumed;
