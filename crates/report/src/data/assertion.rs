//! Single assertions.

use super::Place;
use serde::{Deserialize, Serialize};

/// What is known about one assertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AssertionStatus {
    /// No execution violates it.
    Proved,
    /// An execution violates it.
    Violated,
    /// No execution gets there: it holds, but says nothing.
    Unreachable,
    /// It was not looked at: it asks the same as before a change.
    Unaffected,
    /// Nothing is known.
    #[default]
    Unknown,
}

impl AssertionStatus {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            AssertionStatus::Proved => "proved",
            AssertionStatus::Violated => "violated",
            AssertionStatus::Unreachable => "unreachable",
            AssertionStatus::Unaffected => "unaffected",
            AssertionStatus::Unknown => "unknown",
        }
    }
}

impl AssertionStatus {
    /// Its position in lists: what is bad or open comes first.
    pub fn rank(self) -> u8 {
        match self {
            AssertionStatus::Violated => 0,
            AssertionStatus::Unknown => 1,
            AssertionStatus::Unaffected => 2,
            AssertionStatus::Unreachable => 3,
            AssertionStatus::Proved => 4,
        }
    }
}

/// A place where the property can be violated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Assertion {
    /// What would go wrong, e.g. `failing assertion`.
    pub what: String,
    /// The property that it belongs to, e.g. `no-overflow`.
    #[serde(default)]
    pub property: String,
    /// Where.
    pub place: Option<Place>,
    /// The function whose text contains it.
    #[serde(default)]
    pub function: Option<String>,
    /// What is known about it. Anything but `Unknown` and `Unaffected` is certified.
    pub status: AssertionStatus,
    /// What certified it.
    #[serde(default)]
    pub certifier: Option<String>,
    /// Why nothing is known.
    #[serde(default)]
    pub reason: Option<String>,
}
