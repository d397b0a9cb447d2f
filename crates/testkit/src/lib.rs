//! Fixtures and conformance suites for the tests of the other crates.

pub mod conformance;
mod random;
pub mod terms;

pub use random::Random;
