//! The tests of the certifiers from outside, one binary for all: linking takes longer than most tests.

mod circuit;
mod proofs;
mod termination;
