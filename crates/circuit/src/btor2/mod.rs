//! BTOR2 (Niemetz, Preiner, Wolf, Biere: BTOR2, BtorMC and Boolector 3.0, CAV 2018): transition
//! systems over words and small arrays.
//!
//! [`read`] gives a [`Model`], [`Model::blast`] its circuit with the map of states and inputs,
//! [`Witness`] states a run of that circuit in the words of the model, [`Model::write`] converts
//! back to text. A model can also be built node by node; readers and builders pass the same checks
//! of sorts.
//!
//! Not taken from a crate: the only maintained parser in Rust (btor2rs 0.1) drops symbols and checks
//! neither sorts nor the order of definitions.
//!
//! Reading order: `operators`, `model`, `build`, `read`, `blast` (with `apply`), `witness`, `write`.

mod apply;
mod blast;
mod build;
mod constant;
mod error;
mod model;
mod operators;
mod read;
#[cfg(test)]
mod tests;
mod witness;
mod write;

pub use blast::{Blasted, StateBits};
pub use error::{Btor2Error, Problem};
pub use model::{Kind, Model, Node, NodeId, Operand, Signal, State};
pub use operators::{Binary, Sort, Unary};
pub use read::read;
pub use witness::{Assignment, Frame, Witness};
