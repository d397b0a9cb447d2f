//! Verdicts as text for people and files for tools.
//!
//! Must not know: engines, solvers.

mod certificate;
pub mod clauses;
mod competition;
mod everywhere;
mod expression;
mod graph;
mod harness;
mod literal;
mod locations;
mod loops;
mod origins;
mod page;
pub mod report;
mod sarif;
mod sources;
pub mod svcomp;
pub mod text;
pub mod tokens;
mod trace;
mod waypoints;

pub use certificate::{CertificateFile, CertificateTask, certificate};
pub use competition::competition_line;
pub use everywhere::everywhere;
pub use expression::{c_expression, float_literal, has_internal_names};
pub use graph::graph;
pub use harness::{
    ASSUMPTION_STATUS, Build, ERROR_REACHED, ERROR_STATUS, HarnessOptions, Locals, harness,
    harness_commands, harness_doubts,
};
pub use invar_cfa::{visible, visible_lines};
pub use literal::{c_literal, is_pointer};
pub use locations::{calls_to, place_at};
pub use loops::loop_cuts;
pub use origins::Origins;
pub use page::page;
pub use sarif::sarif;
pub use sources::Sources;
pub use trace::{
    Changed, Executed, OutsideCell, OverflowAt, RunObjects, Values, fold, outside_inputs,
    overflow_note, overflow_text, pointer_text, relevant_only, subject_text, trace_inputs,
    trace_steps, uninitialised_note,
};
pub use waypoints::waypoints;
