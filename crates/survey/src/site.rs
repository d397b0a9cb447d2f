//! Places where a function can violate the property.

use invar_report::{Assertion, AssertionStatus, Place};
use serde::{Deserialize, Serialize};

/// What is known about a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A run violates it.
    Violated,
    /// Neither proved nor violated.
    Open,
    /// Violated or open, and accepted with a reason.
    Accepted,
    /// Not looked at: a change cannot affect it.
    Unaffected,
    /// No run violates it whose start keeps the precondition.
    Needs,
    /// No run violates it.
    Proved,
}

impl Status {
    /// Every status, the worst first.
    pub const ALL: [Status; 6] = [
        Status::Violated,
        Status::Open,
        Status::Accepted,
        Status::Unaffected,
        Status::Needs,
        Status::Proved,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Violated => "violated",
            Status::Open => "open",
            Status::Accepted => "accepted",
            Status::Unaffected => "unaffected",
            Status::Needs => "needs",
            Status::Proved => "proved",
        }
    }

    /// The status of a name.
    pub fn named(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == name)
    }

    /// How much is promised about the place; nothing, unless it is proved.
    pub fn guarantee(self) -> u8 {
        match self {
            Status::Proved => 2,
            Status::Needs => 1,
            Status::Violated | Status::Open | Status::Accepted | Status::Unaffected => 0,
        }
    }
}

impl From<AssertionStatus> for Status {
    fn from(status: AssertionStatus) -> Status {
        match status {
            AssertionStatus::Proved | AssertionStatus::Unreachable => Status::Proved,
            AssertionStatus::Violated => Status::Violated,
            AssertionStatus::Unaffected => Status::Unaffected,
            AssertionStatus::Unknown => Status::Open,
        }
    }
}

/// A place where the property can be violated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// What goes wrong.
    pub what: String,
    /// The property that it belongs to.
    pub property: String,
    /// Where.
    pub place: Option<Place>,
    /// What is known.
    pub status: Status,
    /// Why it is open, or why it is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What happens in the run that violates it, with its numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Its name across changes; empty until keys are computed.
    pub key: String,
}

impl Site {
    /// What goes wrong, with the numbers of the run if there is one.
    pub fn told(&self) -> String {
        match &self.detail {
            Some(detail) => format!("{}: {detail}", self.what),
            None => self.what.clone(),
        }
    }

    /// The place of an assertion.
    pub fn of(assertion: &Assertion) -> Site {
        Site {
            what: assertion.what.clone(),
            property: assertion.property.clone(),
            place: assertion.place.clone(),
            status: assertion.status.into(),
            reason: assertion.reason.clone(),
            detail: None,
            key: String::new(),
        }
    }
}
