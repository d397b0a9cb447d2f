//! What a task on the queue says, and what its result is.

use invar_bench::{self as bench, Expected};
use invar_report::Report;
use invar_verify::request::Request;
use serde::{Deserialize, Serialize};

/// The text of a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Body {
    /// The version of invar that submitted it.
    pub(super) version: String,
    /// The path, as the user or the table has it.
    pub(super) path: String,
    /// The key of the source in the store.
    pub(super) source: String,
    /// How the name of the source ends: `i` after the preprocessor.
    pub(super) extension: String,
    /// The property, as the user or the table has it.
    pub(super) property: String,
    /// What is asked; the worker adds the file and the store.
    pub(super) request: Request,
    /// The label, where there is one.
    pub(super) label: Option<Label>,
}

/// What a table says about a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Label {
    /// Whether the property holds.
    pub(super) expected: bool,
    /// Whether the label is about unbounded integers.
    pub(super) mathint: bool,
}

/// What is kept of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    /// Time from start to end, with the process.
    pub(super) seconds: f64,
    /// The report.
    pub(super) report: Report,
}

impl Body {
    /// The task as `bench` knows it; tasks without a label are as if the property held.
    pub(super) fn benched(&self) -> bench::Task {
        let label = self.label.as_ref();
        bench::Task {
            path: self.path.clone(),
            file: self.path.clone().into(),
            property: self.property.clone(),
            expected: if label.is_none_or(|label| label.expected) {
                Expected::True
            } else {
                Expected::False
            },
            data_model: self.request.input.data_model,
            mathint: label.is_some_and(|label| label.mathint),
            integers: self.request.integers,
            include: None,
        }
    }
}
