//! Checks proofs with its own walk over the program and another solver; replays traces.
//!
//! The certified program is the inlined one, before every other pass. Nothing that an engine or a
//! pass computed is trusted: cut points, loop-free regions and unrollings are computed here again,
//! by code that the engines do not share, and decided by a solver that did not find the proof.
//!
//! Evidence about circuits is checked in [`circuit`], by simulation and by refutations of which every
//! step is checked.
//!
//! Must not know: engines, passes, encodings.

pub mod circuit;
mod contracts;
mod definitions;
mod deterministic_run;
mod graph;
mod proof;
mod quantified;
mod record;
mod replay;
mod state;
pub mod termination;
mod unroll;
mod unwind;
mod walk;

pub use contracts::{Claim, Obligations, certify_modular, obligations};
pub use deterministic_run::certify_deterministic_run;
pub use proof::{Certified, Rejection, certify_facts, certify_proof};
pub use record::{
    Assertion, InvariantNumber, Kept, Obligation, ObligationKind, Part, Record, Stated,
};
pub use replay::{Change, Memory, Overflow, Replay, ReplayStep, replay};
