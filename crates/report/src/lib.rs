//! Results as plain data in terms of the source text, and how they are made from programs and evidence.
//!
//! `data` is [`Report`] with its parts; the other modules make parts of it: `trace` executions, `expression` terms as C text, `graph`
//! drawings, `everywhere`, `loops` and `locations` what is known at places.
//!
//! Must not know: how results are shown or written, engines, solvers.

mod data;
mod everywhere;
mod expression;
mod graph;
mod literal;
mod locations;
mod loops;
mod trace;
mod waypoints;

pub use data::*;
pub use everywhere::everywhere;
pub use expression::{c_expression, float_literal, has_internal_names};
pub use graph::graph;
pub use invar_cfa::{Aspect, Printed, Property, StableId, visible, visible_lines};
pub use literal::{c_literal, is_pointer};
pub use locations::{calls_to, place_at};
pub use loops::loop_cuts;
pub use trace::{
    Changed, Executed, OutsideCell, OverflowAt, RunObjects, Values, fold, outside_inputs,
    overflow_note, overflow_text, pointer_text, relevant_only, subject_text, trace_inputs,
    trace_steps, uninitialised_note,
};
pub use waypoints::waypoints;
