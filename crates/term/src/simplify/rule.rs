//! What a rule is.

use crate::{Op, TermId, TermStore};

/// One equation, read from left to right.
pub struct Rule {
    /// What it is called in tests and reports.
    pub name: &'static str,
    /// The simpler term, if the rule applies.
    pub apply: fn(&TermStore, &Op, &[TermId]) -> Option<TermId>,
}
