//! IC3, bounded checking and k-induction on circuits.
//!
//! A search takes a circuit and the number of one property and gives evidence over that circuit:
//! clauses over its latches that are inductive, or a run. Whoever calls it checks the evidence.
//!
//! Must not know: C programs, terms, certification.

mod outcome;

pub use outcome::{Counters, Outcome, Proof, Stop};
