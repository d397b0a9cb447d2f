//! The tests of the bit-level engines from outside, one binary for all: linking takes longer than most tests.

mod explicit;
#[path = "support/random.rs"]
mod random;
mod support;
mod worked;
