//! Tests of interpolation: worked examples, and thousands of random refutations of which every
//! implication is confirmed by a solver or by enumeration.

mod bits;
mod examples;
mod linear;
mod paths;
mod refused;
mod support;
#[path = "../tree_ic3/tests/systems.rs"]
mod systems;
