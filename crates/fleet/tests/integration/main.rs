//! The tests of the fleet from outside, one binary for all: linking takes longer than most tests.

mod queue;
mod storm;
mod support;
