//! Runs that violate an assertion, in terms of the source text.

use super::{Confirmation, Place, Start};
use invar_cfa::{CheckKind, Undefined};
use serde::{Deserialize, Serialize};

/// A run that reaches an error.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ViolationReport {
    /// Number of the violated assertion in the report's list.
    pub assertion: usize,
    /// What is violated.
    pub what: String,
    /// The property that it violates, e.g. `no-overflow`; empty if the report does not say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub property: String,
    /// How a run of the compiled program can show it.
    #[serde(default)]
    pub failure: Failure,
    /// What happened, with the numbers of the run, e.g. `2147483647 + 1 does not fit int`.
    #[serde(default)]
    pub detail: Option<String>,
    /// Where.
    pub place: Option<Place>,
    /// Executed steps.
    pub length: u64,
    /// Values of inputs, in order.
    pub inputs: Vec<Input>,
    /// The steps a person may want to see; long loops are folded.
    pub steps: Vec<TraceStep>,
    /// Executed edges at the start of a very long run of which nothing is told.
    pub omitted: usize,
    /// What a reader should know about the run: undefined behaviour it passes, where it differs
    /// from other readings of C.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Whether arrays and objects that were never written hold zeros at the start of the run.
    #[serde(default)]
    pub memory_is_zero: bool,
    /// The run as a witness tells it.
    #[serde(default)]
    pub waypoints: Vec<Waypoint>,
    /// How the run begins, if that is a call with arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// What a native run said about it, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<Confirmation>,
}

/// How a run of the compiled program shows a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// An assertion fails.
    #[default]
    Assertion,
    /// An error function is called.
    ErrorCall,
    /// A sanitizer may see undefined behaviour.
    Undefined,
    /// A sanitizer may see, when the run has ended, that memory was lost.
    Leak,
    /// A run does not end.
    Endless,
}

impl Failure {
    /// Whether the program itself, or a function that it calls, notices the violation.
    pub fn is_error(self) -> bool {
        matches!(self, Failure::Assertion | Failure::ErrorCall)
    }
}

impl From<CheckKind> for Failure {
    fn from(kind: CheckKind) -> Failure {
        match kind {
            CheckKind::Assertion | CheckKind::Invariant | CheckKind::Ranking => Failure::Assertion,
            CheckKind::ErrorCall => Failure::ErrorCall,
            CheckKind::Endless => Failure::Endless,
            CheckKind::Undefined(Undefined::Leak) => Failure::Leak,
            CheckKind::Overflow(_) | CheckKind::Undefined(_) => Failure::Undefined,
        }
    }
}

impl ViolationReport {
    /// What is violated, and what happened.
    pub fn told(&self) -> String {
        match &self.detail {
            Some(detail) => format!("{}: {detail}", self.what),
            None => self.what.clone(),
        }
    }
}

/// Where a nondeterministic value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputOrigin {
    /// An input function such as `__VERIFIER_nondet_int`.
    Input,
    /// A function without a body.
    External,
    /// What a function without a body writes to an object.
    Written,
    /// An argument of the function where the run starts, or memory that one leads to.
    Argument,
    /// A variable that is declared and defined nowhere.
    Variable,
    /// Memory that was never given a value.
    Uninitialised,
    /// A volatile object.
    Volatile,
}

/// A value that the program cannot know before it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// Where it comes from.
    pub origin: InputOrigin,
    /// The function that returns it, or the variable that holds it.
    pub name: String,
    /// Its C type.
    pub type_name: String,
    /// The value for people, as its type reads it.
    pub value: String,
    /// The value as a C expression of its type, if there is one.
    pub literal: Option<String>,
    /// Where it is asked for.
    pub place: Option<Place>,
    /// Whether the run depends on it; if not, any value leads along the same path.
    #[serde(default = "yes")]
    pub relevant: bool,
}

fn yes() -> bool {
    true
}

/// A function that gives the program values from outside.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InputFunction {
    /// Its name.
    pub name: String,
    /// The C type of its results.
    pub type_name: String,
}

impl Input {
    /// Where the value comes from and what it is, in one line.
    pub fn told(&self) -> String {
        match self.origin {
            InputOrigin::Input | InputOrigin::External => {
                format!("{}() = {}", self.name, self.value)
            }
            InputOrigin::Written => format!("{}() writes {}", self.name, self.value),
            InputOrigin::Argument | InputOrigin::Variable | InputOrigin::Volatile => {
                format!("{} = {}", self.name, self.value)
            }
            InputOrigin::Uninitialised => format!("{} = {} (uninitialised)", self.name, self.value),
        }
    }
}

/// What a step of a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// A value from outside.
    Input,
    /// A variable changes.
    Assign,
    /// A branch is taken.
    Branch,
    /// A function is entered.
    Call,
    /// A function returns.
    Return,
    /// A loop begins, or begins again.
    Iteration,
    /// Steps that are left out.
    Fold,
    /// The assertion fails.
    Violation,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceStep {
    /// What it is.
    pub kind: StepKind,
    /// Where.
    pub place: Option<Place>,
    /// Calls on the stack; 0 in `main`.
    pub depth: u32,
    /// What happened.
    pub text: String,
    /// Whether the violation depends on it.
    pub relevant: bool,
}

/// A remark about a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Where.
    pub place: Option<Place>,
    /// What.
    pub text: String,
}

/// The kinds of waypoint of a violation witness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaypointKind {
    /// A C expression holds before the statement.
    Assumption,
    /// A branch is taken: `true` or `false`.
    Branching,
    /// A function is entered.
    FunctionEnter,
    /// A function returns a value: an expression over `\result`.
    FunctionReturn,
    /// The property is violated.
    Target,
}

/// A place that a run passes, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waypoint {
    /// What happens there.
    pub kind: WaypointKind,
    /// Where.
    pub place: Place,
    /// What holds there.
    pub value: Option<String>,
}
