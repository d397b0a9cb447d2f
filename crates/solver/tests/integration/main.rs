//! The tests of the solver back ends from outside, one binary for all: linking takes longer than most tests.

mod cascade;
mod conformance;
mod horn;
mod interpolation;
mod memory;
mod rotation;
mod simplification;
mod wrappers;
