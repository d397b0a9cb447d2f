//! What is known about a hardware model and each of its properties.

use super::Conclusion;
use serde::{Deserialize, Serialize};

/// A hardware model and what became of its properties.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CircuitReport {
    /// `aiger` or `btor2`.
    pub format: String,
    /// Bits that are chosen in every step.
    pub inputs: usize,
    /// Bits of state.
    pub latches: usize,
    /// Conjunctions between them.
    pub ands: usize,
    /// Signals that hold at every step.
    pub constraints: usize,
    /// The properties that were asked for, by number.
    pub properties: Vec<CircuitProperty>,
}

/// One property: a signal that must never hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CircuitProperty {
    /// Its number in the file.
    pub number: usize,
    /// Its name there; empty if it has none.
    pub name: String,
    /// What is known about it.
    pub verdict: Conclusion,
    /// What checked the evidence.
    pub certifier: Option<String>,
    /// The engine that found it, or that searched last.
    pub engine: String,
    /// Why nothing is known.
    pub reason: Option<String>,
    /// Why it is never reached.
    pub proof: Option<CircuitProof>,
    /// How it is reached.
    pub run: Option<CircuitRun>,
    /// The evidence as text for a file, if one is to be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
}

impl CircuitProperty {
    /// `property 0`, with its name if it has one.
    pub fn title(&self) -> String {
        if self.name.is_empty() {
            format!("property {}", self.number)
        } else {
            format!("property {} `{}`", self.number, self.name)
        }
    }
}

/// The size of an invariant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CircuitProof {
    /// Its clauses.
    pub clauses: usize,
    /// Steps of the induction.
    pub k: u32,
    /// Whether the states of a step case are pairwise different.
    pub unique: bool,
}

/// A run to a bad state, as far as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CircuitRun {
    /// How many states it has; the last is bad.
    pub states: usize,
    /// The numbers of the states whose values are told: all, or the first and the last ones.
    pub shown: Vec<usize>,
    /// The signals that change in it, some of them if there are many.
    pub signals: Vec<Signal>,
    /// Signals that change and are not told.
    pub more: usize,
}

/// A signal of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// Its name, or its kind and number.
    pub name: String,
    /// Where its value comes from.
    pub kind: SignalKind,
    /// Its values in the states that are shown, one digit each.
    pub values: String,
}

/// Where the value of a signal comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalKind {
    /// From outside.
    #[default]
    Input,
    /// From the state.
    Latch,
}

impl SignalKind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            SignalKind::Input => "input",
            SignalKind::Latch => "latch",
        }
    }
}
