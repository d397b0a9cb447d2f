//! The result of a check, as it is printed and passed between processes.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The object that `--format json` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// `safe`, `unsafe` or `unknown`.
    pub verdict: String,
    /// Whether independent evidence was checked.
    pub certified: bool,
    /// Who checked it.
    pub certifier: Option<String>,
    /// The engine that found the verdict, or that ran last.
    pub engine: String,
    /// The arithmetic in which it was found.
    pub arithmetic: String,
    /// How the program's integers are read: `machine` or `ideal`.
    #[serde(default)]
    pub integers: String,
    /// Why the verdict is unknown.
    pub reason: Option<String>,
    /// The class of that reason.
    pub reason_class: Option<String>,
    /// Time from start to end.
    pub wall_seconds: f64,
    /// Time inside solvers.
    pub solver_seconds: f64,
    /// Number of solver queries.
    pub queries: u64,
    /// The property.
    pub property: String,
    /// The file.
    pub file: String,
    /// Sizes of types.
    pub data_model: String,
    /// Largest memory of all processes together.
    pub peak_mb: u64,
    /// Verdicts of engines whose evidence was not accepted.
    pub rejected_certificates: u32,
    /// How safety was proved.
    pub proof: Option<ProofReport>,
    /// How the error is reached.
    pub violation: Option<ViolationReport>,
    /// What the verdict assumes.
    pub assumptions: Vec<String>,
    /// Sizes and times.
    pub statistics: BTreeMap<String, f64>,
}

/// A proof of safety.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProofReport {
    /// `inductive`, `k-inductive` or `exhausted`.
    pub kind: String,
    /// The k of a k-inductive proof, or the length of the longest path.
    pub bound: Option<u32>,
    /// What holds at loop heads.
    pub invariants: Vec<LoopInvariant>,
}

/// What holds at a loop head.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoopInvariant {
    /// `file:line:column`.
    pub place: String,
    /// The function.
    pub function: String,
    /// Conjuncts as C expressions.
    pub facts: Vec<String>,
}

/// A run that reaches an error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ViolationReport {
    /// What is violated.
    pub what: String,
    /// Where.
    pub place: Option<String>,
    /// Executed steps.
    pub length: u64,
    /// Values of inputs in order.
    pub inputs: Vec<String>,
    /// The steps a person wants to see; the first ones may be missing.
    pub steps: Vec<TraceStep>,
    /// Number of steps left out at the start.
    pub omitted: usize,
}

/// One step of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceStep {
    /// File and line.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// The function.
    pub function: String,
    /// What happened.
    pub text: String,
}

impl Report {
    /// The exit code of the contract.
    pub fn exit_code(&self) -> u8 {
        match self.verdict.as_str() {
            "safe" => crate::exit::SAFE,
            "unsafe" => crate::exit::UNSAFE,
            _ if self.reason_class.as_deref() == Some("input") => crate::exit::USAGE,
            _ => crate::exit::UNKNOWN,
        }
    }

    /// An unknown verdict.
    pub fn unknown(reason: &invar_verdict::Reason) -> Report {
        Report {
            verdict: "unknown".into(),
            reason: Some(reason.to_string()),
            reason_class: Some(reason.class().into()),
            ..Report::default()
        }
    }
}
