//! Verdicts as text for people and files for tools.
//!
//! Must not know: engines, solvers.

mod competition;
mod expression;
mod harness;
mod literal;
pub mod report;
mod sarif;
mod sources;
mod trace;

pub use competition::competition_line;
pub use expression::{c_expression, float_literal};
pub use harness::{ERROR_REACHED, ERROR_STATUS, HarnessOptions, harness};
pub use literal::c_literal;
pub use sarif::sarif;
pub use sources::Sources;
pub use trace::{Changed, TraceLine, trace_lines};
