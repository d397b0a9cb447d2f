//! Programs over integers and reals against the bit-vectors they were read from.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod facts;
mod generate;
mod programs;
mod terms;
