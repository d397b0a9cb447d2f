//! The tests of the SAT solver from outside, one binary for all: linking takes longer than most tests.

mod common;
mod conformance;
mod own;
