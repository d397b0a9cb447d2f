//! Which assertions a check left out because a change cannot affect them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What became of the assertions of a program that was checked for what has changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SinceReport {
    /// The revision, as it was given.
    pub revision: String,
    /// Assertions that the change can affect: the verdict is about these.
    pub affected: usize,
    /// Assertions that it cannot affect.
    pub unaffected: usize,
    /// How many of the latter a store answered, so that the verdict is about them too; the others were not checked again.
    #[serde(default)]
    pub recalled: usize,
    /// Why nothing could be compared, if so: everything is affected then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl SinceReport {
    /// Whether there are assertions that were not checked.
    pub fn is_partial(&self) -> bool {
        self.left_out() > 0
    }

    /// Assertions that were not looked at.
    pub fn left_out(&self) -> usize {
        self.unaffected.saturating_sub(self.recalled)
    }

    /// What a row of a table says.
    pub fn row(&self) -> String {
        let left_out = self.left_out();
        format!("{left_out} not affected since {}", self.revision)
    }

    /// The assertions that a verdict is about, and the others.
    pub fn told(&self) -> String {
        let revision = &self.revision;
        let one = |number| match number {
            1 => "assertion",
            _ => "assertions",
        };
        let others = match self.left_out() {
            1 => "1 other is not affected and was not checked again".to_owned(),
            number => format!("{number} others are not affected and were not checked again"),
        };
        let affected = self.affected;
        let assertions = one(affected);
        let recalled = match self.recalled {
            0 => String::new(),
            number => format!(" and at {number} that the store knows"),
        };
        format!(
            "{affected} {assertions} that the change since {revision} can affect{recalled}; {others}"
        )
    }
}

impl fmt::Display for SinceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.affected + self.unaffected;
        let judged = all - self.left_out();
        write!(f, "since {}: {judged} of {all} assertions", self.revision)
    }
}

#[cfg(test)]
mod tests {
    use super::SinceReport;

    #[test]
    fn one_and_many_are_told_apart() {
        let report = |affected, unaffected| SinceReport {
            revision: "HEAD".into(),
            affected,
            unaffected,
            recalled: 0,
            note: None,
        };
        let recalled = SinceReport {
            recalled: 2,
            ..report(1, 2)
        };
        assert!(!recalled.is_partial() && report(1, 2).is_partial());
        assert_eq!(
            report(1, 2).told(),
            "1 assertion that the change since HEAD can affect; 2 others are not affected and were not checked again"
        );
        assert_eq!(
            report(2, 1).told(),
            "2 assertions that the change since HEAD can affect; 1 other is not affected and was not checked again"
        );
        assert_eq!(report(2, 9).to_string(), "since HEAD: 2 of 11 assertions");
    }
}
