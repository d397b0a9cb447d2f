//! Fixtures and conformance suites for the tests of the other crates.
