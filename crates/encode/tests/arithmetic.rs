//! Programs over integers and reals against the bit-vectors they were read from.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod support;

#[path = "arithmetic/facts.rs"]
mod facts;
#[path = "arithmetic/generate.rs"]
mod generate;
#[path = "arithmetic/programs.rs"]
mod programs;
#[path = "arithmetic/terms.rs"]
mod terms;
