//! C text to a program, or a diagnostic with a span.
//!
//! [`clang`] runs clang and reads its dump into the typed tree of [`ast`], one per file; [`link`]
//! joins the trees, [`entry`] lets the result start elsewhere than at `main`, [`written`] reads contracts in the text;
//! `specialise` copies small functions for the points-to analysis; [`lower`] turns the result into a program. What is not
//! modelled becomes a way into a location that says so.
//!
//! Must not know: solvers, engines.

pub mod ast;
pub mod clang;
pub mod contract;
mod diagnostic;
pub mod entry;
pub mod facts;
pub mod interrupts;
mod library;
pub mod link;
pub mod lower;
pub mod models;
mod open_order;
pub mod points_to;
mod rewrite;
mod specialise;
pub mod volatile;
pub mod written;
