//! Snapshots of what C becomes: small programs through a real clang to automata, one line per edge.
//!
//! After a change of the lowering, read each difference as a claim about C before accepting it.

#[path = "lowering/control.rs"]
mod control;
#[path = "lowering/data.rs"]
mod data;
#[path = "lowering/expressions.rs"]
mod expressions;
#[path = "lowering/memory.rs"]
mod memory;
#[path = "lowering/properties.rs"]
mod properties;
#[path = "lowering/support.rs"]
mod support;
#[path = "lowering/unsupported.rs"]
mod unsupported;
