//! The typed tree to a program: one automaton per function that `main` can call.
//!
//! Scalars and arrays become variables; structs are split into one variable per member (arrays
//! of structs into arrays per member). Values that are not modelled yet (pointers, floats,
//! unions) are *opaque*: they may be copied and passed on, which does nothing, but whatever
//! would observe one leads into an `Unsupported` location.
//!
//! Reading order: `shape` (how C types become variables), `body` (the automaton under construction),
//! `statement`, `scope`, `switch`, `expression`, `condition`, `assignment`, `place`, `operator`, `call`.

mod assignment;
mod body;
mod builtin;
mod call;
mod condition;
mod conversion;
mod effects;
mod expression;
mod floating;
mod initialise;
mod instances;
mod library;
mod math;
mod memory;
mod operator;
mod outside;
mod place;
mod pointer;
mod scope;
mod shape;
mod statement;
mod switch;
mod unit;

pub use unit::lower;

/// The variable that takes the argument of `__invar_print_u32`, for observers of a run.
pub const PRINTED: &str = "$printed";
