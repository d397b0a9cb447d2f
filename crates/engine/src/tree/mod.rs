//! The abstract reachability tree that the engines of Cimatti & Griggio 2012 share.

mod art;
mod path;

#[expect(unused_imports, reason = "the engines come next")]
pub(crate) use art::{Art, Growth, NodeId};
#[expect(unused_imports, reason = "the engines come next")]
pub(crate) use path::{Path, Refutation, Refute};
