//! IC3, bounded checking and k-induction on circuits.
//!
//! A search takes a circuit and the number of one property and gives evidence over that circuit:
//! clauses over its state that are inductive, or a run. The caller checks the evidence.
//!
//! `reduce` makes the circuit smaller and carries evidence back: what was replaced is part of a proof as clauses. `gates`
//! makes clauses of a circuit; a latch's next value is the literal of its next-state function, so that a step needs one copy
//! of the circuit. `ic3` keeps frames and obligations as data; one file, `solvers`, asks queries. `check` starts with
//! IC3, pauses it for k-induction and bounded checking, and resumes it.
//!
//! Must not know: C programs, terms, certification.

mod bmc;
mod check;
mod cone;
mod gates;
mod ic3;
mod kind;
mod model;
mod options;
mod outcome;
mod reduce;
mod signals;
mod unroll;

pub use bmc::{Stride, bmc};
pub use check::check;
pub use ic3::ic3;
pub use invar_sat::SolverKind;
pub use kind::{Paths, kind};
pub use options::{Arrangement, Effort, Generalisation, Lifting, Method, Options, Order, Signals};
pub use outcome::{Counters, Outcome, Proof, Stop};
pub use reduce::{Reduced, Reductions, reduce};
