//! Programs in a form that does not depend on names, and evidence written down in its terms.
//!
//! Reading order: [`Canonical`] numbers what a program consists of, in the order in which a walk from
//! its entry meets it; `words` and `terms` write terms down; `written` writes down proofs and traces by
//! those numbers; `named` writes down facts and runs by the names that the source text gives, for
//! programs that are only similar.
//!
//! Whatever is read back here is a candidate: numbers and sorts are checked, truth is not. Readers
//! of evidence must certify it.
//!
//! Must not know: where evidence is stored, which engine found it, solvers.

mod canonical;
mod named;
mod order;
mod terms;
mod values;
mod words;
mod written;

pub use canonical::Canonical;
pub use named::{NamedFacts, NamedRun, Retold};
pub use terms::{WrittenTerm, WrittenTerms};
pub use values::WrittenValue;
pub use written::{Evidence, Unreadable, WrittenEvidence};
