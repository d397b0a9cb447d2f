//! Sorts, hash-consed terms, substitution, simplification, concrete evaluation and printing.
//!
//! A [`TermStore`] is append-only and shared between threads by reference; a [`TermId`] is a small
//! copyable name of a term in it. Equal terms have equal ids. Constructors check sorts and apply
//! local simplification; [`TermStore::raw`] skips the simplification.
//!
//! Must not know: solvers, C.

mod bitvector;
mod build;
mod cases;
mod eval;
mod float;
mod op;
pub mod simplify;
mod smtlib;
mod sort;
mod store;
mod substitute;
mod traverse;
mod value;

pub use bitvector::BvValue;
pub use cases::CaseAnalysis;
pub use eval::{Assignment, EvalError, Evaluator, apply_op};
pub use float::{FloatFormat, FloatValue, FpOp, RoundingMode, TruncationRange, float_from_text};
pub use op::Op;
pub use smtlib::{ScriptPrinter, function_text, sort_text, symbol_text, value_text};
pub use sort::Sort;
pub use store::{Node, SortError, SymbolId, TermId, TermStore};
pub use substitute::Substitution;
pub use value::{ArrayValue, Value};

pub use dashu_int::IBig;
pub use dashu_ratio::RBig;
