//! Fixtures and conformance suites for the tests of the other crates.

pub mod conformance;
pub mod programs;
mod random;
pub mod terms;

pub use random::Random;
