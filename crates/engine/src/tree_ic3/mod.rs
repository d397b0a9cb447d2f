//! `tree-ic3`: IC3 along the paths of an abstract reachability tree.
//!
//! Cimatti & Griggio, "Software Model Checking via IC3" (2012), section 4.
//!
//! Reading order: `block` (the procedure), `track` (the frames of a path), `position`
//! (generalising there), `needed` (which clauses are told).

mod block;
mod needed;
mod position;
#[cfg(test)]
mod tests;
mod track;

#[expect(unused_imports, reason = "its engine comes next")]
pub(crate) use block::{Keep, PathBlocker};
