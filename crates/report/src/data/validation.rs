//! What became of a witness that was checked.

use serde::{Deserialize, Serialize};

/// The answer about a witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Validation {
    /// What it states holds, and the verdict it is for.
    Validated,
    /// Something that it states does not hold.
    Rejected,
    /// Neither is known.
    Unknown,
}

/// The answer about a witness, with its reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidationReport {
    /// The answer.
    pub conclusion: Validation,
    /// Why.
    pub why: String,
    /// What is strange about the witness and does not decide.
    pub warnings: Vec<String>,
}
