//! Reports as text for people and files for tools.
//!
//! Everything is made from an `invar_report::Report`.
//!
//! Must not know: programs, terms, evidence, engines, solvers.

mod certificate;
mod competition;
mod harness;
mod origins;
mod page;
mod sarif;
mod sources;
pub mod svcomp;
pub mod text;
pub mod tokens;

pub use certificate::{CertificateFile, CertificateTask, certificate};
pub use competition::competition_line;
pub use harness::{
    ASSUMPTION_STATUS, Build, ERROR_REACHED, ERROR_STATUS, HarnessOptions, Locals, harness,
    harness_commands, harness_doubts,
};
pub use origins::Origins;
pub use page::page;
pub use sarif::sarif;
pub use sources::Sources;
