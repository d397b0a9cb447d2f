//! The abstract reachability tree that the engines of Cimatti & Griggio 2012 share.
//!
//! Reading order: `art` (pure data), `path` (what it means to refute a path), `questions` and
//! `compose` (the solver), `unmodelled` (targets that end no
//! search), `unwind` (the main loop), `strengthen` (labels of ancestors, covering),
//! `outcome` (invariant and verdict), `engine` (how the members of the family differ), `check`
//! (answers about paths, in builds with debug assertions).
//!
//! An engine is a `Variant`: a `Refute` (how a path is refuted: `tree_ic3/block`, `tree_ic3/hybrid`, `interpolate/path`) and a
//! procedure that takes labels over. All engines share covering, labels and the order of work, so that a comparison compares
//! ideas. The invariant of a place is the disjunction of its open labels; it is stated as the formulas that hold in every
//! disjunct and one disjunction of the rest, so that certification and the translation to bit-vectors can take it apart.

mod art;
mod check;
mod compose;
mod engine;
mod outcome;
mod path;
mod questions;
mod strengthen;
mod unmodelled;
mod unwind;

pub(crate) use art::{Art, Growth, NodeId};
pub(crate) use check::check_refutation;
#[cfg(test)]
pub(crate) use check::{Confirmed, Facts};
pub(crate) use engine::{RefutationTask, Variant};
pub(crate) use outcome::{Found, conclude, invariant};
pub(crate) use path::{Path, Refutation, Refute};
pub(crate) use questions::{Known, Questions};
pub(crate) use unmodelled::Unmodelled;
pub(crate) use unwind::Strengthening;
