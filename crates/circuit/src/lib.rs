//! And-inverter graphs as transition systems: formats, words, simulation, runs.
//!
//! A [`Circuit`] has inputs, latches with reset values and next-state functions, constraints and
//! bad signals. A run chooses the latches that have no reset value and the inputs of each step; it
//! is valid if every constraint holds at every step, the last included, and violates a property if
//! that property's bad signal holds at the last step.
//!
//! `Circuit::and` is the one place where gates are made and simplified; `words` builds arithmetic from it, for BTOR2 and for
//! terms alike. `btor2::Model` checks sorts for the reader and for `encode/src/export`; `Model::blast` returns the circuit and
//! where each state and input went, by which `Witness` carries a run back. Initial values that are not constants need no
//! constraint: the state is a choice between that value and its latches, made by a latch that holds in the first step alone.
//! The examples `blast` and `agree` compare this with AIGER files from other tools.
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
