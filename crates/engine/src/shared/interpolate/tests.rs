//! Tests of interpolation: worked examples, and some 4,000 random questions, of which about 1,500
//! are refutations. Every implication is confirmed by a solver, over small bit-vectors also by
//! enumeration.

mod bits;
mod examples;
mod linear;
mod paths;
mod process;
mod refused;
mod support;
#[allow(
    clippy::duplicate_mod,
    reason = "the tests of two refuters ask the same questions"
)]
#[path = "../../engines/tree_ic3/tests/systems.rs"]
mod systems;
