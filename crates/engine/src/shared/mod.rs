//! What several engines use.

pub(crate) mod base;
pub(crate) mod candidates;
pub(crate) mod context;
pub(crate) mod execution;
pub(crate) mod houdini;
pub(crate) mod ic3;
pub(crate) mod interpolate;
pub(crate) mod linear;
pub(crate) mod preimage;
pub(crate) mod sample;
pub(crate) mod tree;
pub(crate) mod universal;
pub(crate) mod unroll;
