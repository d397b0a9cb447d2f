//! The typed tree to a program: one automaton per function that `main` can call.
//!
//! Variables whose address is never taken are plain: scalars, arrays, and structs split into one
//! variable per member (arrays of structs into arrays per member). All others live in memory,
//! which the points-to analysis in `points_to` divides into parts; `memory` gives each part a
//! variable. What is not modelled leads into an `Unsupported` location.
//!
//! Reading order: `pointer_bits`, `shape` (what C types are made of), `state` (data of the parts below), `lowering` (what all functions
//! share), `body` (the automaton under construction),
//! `statement`, `scope`, `switch`, `expression`, `condition`, `assignment`; then `place` (objects),
//! `transfer` (reading and writing them), `memory`, `pointer`, `number`; then `operator`, `floating`, `call`,
//! `external_memory`, `builtin`, `math`. `overflow_site`, `designator`, `enumerations`, `pointees` and `memory/names` are
//! for showing runs.
//! `sequence`, `overlap`, `touched` and `repeated` are about operands whose order is open.
//! `notes` and `annotate` are about evidence in terms of the text. `unit` is the top: it lowers every function that is called.

mod annotate;
mod assignment;
mod body;
mod builtin;
mod call;
mod condition;
mod contract;
mod conversion;
mod cut_loops;
mod designator;
mod enumerations;
mod expression;
mod external_memory;
mod externals;
mod floating;
mod initial_state;
mod initialise;
mod instances;
mod interrupts;
mod lowering;
mod main_call;
mod math;
mod memory;
mod notes;
mod number;
mod operator;
mod overflow_site;
mod overlap;
mod place;
mod placement;
mod pointees;
mod pointer;
mod pointer_bits;
mod repeated;
mod returned;
mod scope;
mod sequence;
mod shape;
mod state;
mod statement;
mod switch;
mod total;
mod touched;
mod transfer;
mod uninitialised;
mod unit;
mod volatile;

pub use annotate::SEGMENT;
#[cfg(test)]
pub(crate) use math::EXACT as EXACT_MATHEMATICS;
pub use memory::ARGUMENT_LENGTHS;
pub use state::Outcome;
pub use unit::{ExternalMemory, lower, lower_annotated, lower_entry};

/// The variable that takes the argument of `__invar_print_u32`, for observers of a run.
pub const PRINTED: &str = "$printed";

/// The variable that takes the characters that the program prints.
pub const SHOWN: &str = "$output";
