//! And-inverter graphs as transition systems: formats, words, simulation, runs.
//!
//! A [`Circuit`] has inputs, latches with reset values and next-state functions, constraints and
//! bad signals. A run chooses the latches that have no reset value and the inputs of each step; it
//! is valid if every constraint holds at every step, the last included, and violates a property if
//! that property's bad signal holds at the last step.
//!
//! Must not know: solvers, C programs.

pub mod aiger;
#[cfg(test)]
mod arbitrary;
pub mod btor2;
mod circuit;
mod literal;
mod run;
mod simulate;
pub mod stimulus;
mod ternary;
pub mod words;

pub use circuit::{Circuit, Latch, Node, Reset};
pub use literal::{Lit, Var};
pub use run::{ReplayError, Run};
pub use simulate::Simulator;
pub use ternary::{Ternary, TernarySimulator};
