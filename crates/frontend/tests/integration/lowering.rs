//! Snapshots of what C becomes: small programs through a real clang to automata, one line per edge.
//!
//! After a change of the lowering, read each difference as a claim about C before accepting it.

mod control;
mod data;
mod expressions;
mod memory;
mod properties;
mod restrictions;
mod support;
mod unsupported;
