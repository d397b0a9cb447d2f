//! What a task on the queue says, and what its result is.

use crate::bench::tasks::{self, Expected};
use invar_cfa::DataModel;
use invar_verify::request::Integers;
use invar_witness::report::Report;
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
    /// The property.
    pub(super) property: String,
    /// Further arguments of `invar check`.
    pub(super) arguments: Vec<String>,
    /// The label, where there is one.
    pub(super) label: Option<Label>,
}

/// What a table says about a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Label {
    /// Whether the property holds.
    pub(super) expected: bool,
    /// Sizes of types.
    pub(super) data_model: Option<DataModel>,
    /// Whether the label is about unbounded integers.
    pub(super) mathint: bool,
    /// Whether it was run over them.
    pub(super) ideal: bool,
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
    pub(super) fn benched(&self) -> tasks::Task {
        let label = self.label.as_ref();
        let expected = label.is_none_or(|label| label.expected);
        tasks::Task {
            path: self.path.clone(),
            file: self.path.clone().into(),
            property: self.property.clone(),
            expected: match expected {
                true => Expected::True,
                false => Expected::False,
            },
            data_model: label.and_then(|label| label.data_model),
            mathint: label.is_some_and(|label| label.mathint),
            integers: match label.is_some_and(|label| label.ideal) {
                true => Integers::Ideal,
                false => Integers::Machine,
            },
            include: None,
        }
    }
}
