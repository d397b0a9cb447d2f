//! C text to a program, or a diagnostic with a span.
//!
//! [`clang`] runs clang and reads its dump into the typed tree of [`ast`]; [`lower`] turns the
//! tree into a program. What is not modelled becomes a way into a location that says so.
//!
//! Must not know: solvers, engines.

pub mod ast;
pub mod clang;
pub mod lower;
pub mod models;
pub mod regions;
