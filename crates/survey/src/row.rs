//! What was found out about one function.

use crate::site::{Site, Status};
use invar_cfa::{AssumptionKind, Strict};
use invar_report::{Assertion, AssertionStatus, Conclusion, ReasonClass, Report, ViolationReport};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A function with a body.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Function {
    /// The file that defines it.
    pub file: String,
    /// The first line of its body.
    pub line: u32,
    /// The column of its body.
    pub column: u32,
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
}

/// What callers have to establish.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Precondition {
    /// It as lines of a contract.
    pub lines: Vec<String>,
    /// Whether no clause of it can be left out.
    pub minimal: bool,
}

/// One function of a survey, an element of what `--format json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The function.
    pub function: String,
    /// The file that defines it.
    pub file: String,
    /// The first line of its body.
    pub line: u32,
    /// The column of its body.
    pub column: u32,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// Sites in its own text: places where the property can be violated.
    pub sites: usize,
    /// Sites that no run violates.
    pub proved: usize,
    /// Sites that no run violates whose start keeps the precondition.
    pub needs: usize,
    /// Sites that a run violates.
    pub violated: usize,
    /// Sites that are violated or unknown, and accepted with a reason.
    pub accepted: usize,
    /// Sites that a change cannot affect, and that were not checked again.
    pub unaffected: usize,
    /// The others.
    pub unknown: usize,
    /// Why they are unknown: the reason of most of them.
    pub reason: Option<String>,
    /// What became of the contract that the text has, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<ContractStatus>,
    /// What callers have to establish, as lines of a contract.
    pub precondition: Vec<String>,
    /// Whether no clause of it can be left out.
    pub minimal: bool,
    /// What else is assumed, and may hide a violation.
    pub assumed: Vec<String>,
    /// What is violated where.
    pub violations: Vec<Site>,
    /// What fails in functions that it calls, under its precondition.
    pub called_violations: Vec<Site>,
    /// What is unknown.
    pub open: Vec<Site>,
    /// Every site in its own text.
    pub places: Vec<Site>,
    /// The runs that violate something, its own sites or those of what it calls.
    #[serde(skip)]
    pub runs: Vec<ViolationReport>,
    /// Time from start to end.
    pub seconds: f64,
    /// Largest memory of all processes together.
    pub memory_mb: u64,
}

/// Whether a function does what its contract says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ContractStatus {
    /// It does, and violates nothing else.
    Holds,
    /// A run violates it, or something else.
    Violated,
    /// Not known.
    Open,
}

impl ContractStatus {
    /// For the table.
    pub fn text(self) -> &'static str {
        match self {
            ContractStatus::Holds => "holds",
            ContractStatus::Violated => "violated",
            ContractStatus::Open => "open",
        }
    }
}

impl Row {
    /// The row of a function with a contract: everything that the check is about counts.
    pub fn of_contract(function: &Function, report: Report) -> Row {
        let status = match report.verdict {
            Conclusion::Safe => ContractStatus::Holds,
            Conclusion::Unsafe => ContractStatus::Violated,
            Conclusion::Unknown => ContractStatus::Open,
        };
        Row {
            contract: Some(status),
            ..Row::of_program(function, report)
        }
    }

    /// The row of a whole program under a name: the places of all functions count.
    pub fn of_program(function: &Function, mut report: Report) -> Row {
        for assertion in &mut report.assertions {
            assertion.function = Some(function.name.clone());
        }
        let reason = report.reason.clone();
        let mut row = Row::of(function, report);
        row.reason = row.reason.or(reason);
        row
    }

    /// The row of a function from the report of a check that starts there.
    pub fn of(function: &Function, report: Report) -> Row {
        let mut row = Row {
            function: function.name.clone(),
            file: function.file.clone(),
            line: function.line,
            column: function.column,
            parameters: function.parameters.clone(),
            sites: 0,
            proved: 0,
            needs: 0,
            violated: 0,
            accepted: 0,
            unaffected: 0,
            unknown: 0,
            reason: None,
            contract: None,
            precondition: Vec::new(),
            minimal: true,
            assumed: Vec::new(),
            violations: Vec::new(),
            called_violations: Vec::new(),
            open: Vec::new(),
            places: Vec::new(),
            runs: Vec::new(),
            seconds: 0.0,
            memory_mb: 0,
        };
        row.seconds = report.wall_seconds;
        row.memory_mb = report.peak_mb;
        let listed = report.assumptions.iter().filter(|assumption| {
            assumption.kind.strict() == Strict::Refused
                && assumption.kind != AssumptionKind::Precondition
        });
        row.assumed = listed.map(|assumption| assumption.text.clone()).collect();
        let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
        // What the clauses of a precondition read is no place in the text; those of other functions have their own rows.
        let own = report.assertions.iter().filter(|assertion| {
            assertion.place.is_some() && assertion.function.as_deref() == Some(&*function.name)
        });
        let called = report.assertions.iter().filter(|assertion| {
            assertion.function.as_deref() != Some(&*function.name)
                && assertion.status == AssertionStatus::Violated
        });
        let with_detail = |assertion: &Assertion| {
            let mut runs = report.violations.iter();
            let run = runs.find(|run| run.place == assertion.place && run.what == assertion.what);
            Site {
                detail: run.and_then(|run| run.detail.clone()),
                ..Site::of(assertion)
            }
        };
        row.called_violations = called.map(with_detail).collect();
        for assertion in own {
            let mut site = with_detail(assertion);
            if site.status == Status::Open {
                let why = assertion.reason.as_ref().or(report.reason.as_ref());
                *reasons.entry(why.cloned().unwrap_or_default()).or_default() += 1;
                site.reason = why.cloned();
            }
            row.places.push(site);
        }
        let most = reasons.into_iter().max_by_key(|(_, number)| *number);
        row.reason = match most {
            Some((reason, _)) => Some(reason),
            // A row without sites says so itself.
            None if report.reason_class == Some(ReasonClass::NothingToCheck) => None,
            None if report.assertions.is_empty() => report.reason,
            // The row says so, though it is no reason for anything unknown.
            None if row
                .places
                .iter()
                .any(|site| site.status == Status::Unaffected) =>
            {
                report.since.map(|since| since.row())
            }
            None => None,
        };
        row.runs = report.violations;
        row.count();
        row
    }

    /// Sets the numbers and lists of sites from the sites themselves.
    pub fn count(&mut self) {
        let number = |status: Status| {
            self.places
                .iter()
                .filter(|site| site.status == status)
                .count()
        };
        let listed = |status: Status| {
            let sites = self.places.iter().filter(|site| site.status == status);
            sites.cloned().collect::<Vec<Site>>()
        };
        (self.sites, self.proved, self.needs) = (
            self.places.len(),
            number(Status::Proved),
            number(Status::Needs),
        );
        (self.violated, self.unknown) = (number(Status::Violated), number(Status::Open));
        (self.accepted, self.unaffected) = (number(Status::Accepted), number(Status::Unaffected));
        (self.violations, self.open) = (listed(Status::Violated), listed(Status::Open));
        self.called_violations
            .retain(|site| site.status == Status::Violated);
    }

    /// This row with its proof marked as one under a precondition.
    #[must_use]
    pub fn under(mut self, precondition: Precondition) -> Row {
        if !precondition.lines.is_empty() {
            for site in &mut self.places {
                if site.status == Status::Proved {
                    site.status = Status::Needs;
                }
            }
            self.count();
            self.minimal = precondition.minimal;
            self.precondition = precondition.lines;
        }
        self
    }

    /// Whether no run violates any of its sites that were to be checked and are not accepted.
    pub fn is_done(&self) -> bool {
        self.violated + self.unknown == 0 && (self.reason.is_none() || self.unaffected > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Function, Row};
    use invar_report::{Assertion, AssertionStatus, Place, Report, SinceReport};
    use invar_verdict::Reason;

    fn site(line: u32, status: AssertionStatus, reason: Option<&str>) -> Assertion {
        Assertion {
            what: "division by zero".into(),
            function: Some("f".into()),
            place: Some(Place {
                file: "a.c".into(),
                line,
                column: 3,
                function: None,
            }),
            status,
            reason: reason.map(str::to_owned),
            ..Assertion::default()
        }
    }

    #[test]
    fn sites_are_counted_by_status() {
        let function = Function {
            name: "f".into(),
            file: "a.c".into(),
            line: 10,
            ..Function::default()
        };
        let report = Report {
            assertions: vec![
                site(10, AssertionStatus::Proved, None),
                site(11, AssertionStatus::Unreachable, None),
                site(12, AssertionStatus::Violated, None),
                site(13, AssertionStatus::Unknown, Some("time")),
                site(14, AssertionStatus::Unknown, Some("a loop")),
                site(19, AssertionStatus::Unknown, Some("time")),
            ],
            ..Report::default()
        };
        let row = Row::of(&function, report);
        assert_eq!(
            (row.sites, row.proved, row.violated, row.unknown),
            (6, 2, 1, 3)
        );
        assert_eq!(row.reason.as_deref(), Some("time"));
        assert_eq!(row.violations.len(), 1);
        assert!(!row.is_done());
    }

    #[test]
    fn a_check_without_a_report_proves_nothing() {
        let function = Function {
            name: "f".into(),
            file: "a.c".into(),
            line: 1,
            ..Function::default()
        };
        let row = Row::of(
            &function,
            Report::unknown(&Reason::Internal("it crashed".into())),
        );
        assert!(!row.is_done());
    }

    #[test]
    fn a_function_without_sites_is_done() {
        let report = Report::unknown(&Reason::NothingToCheck);
        let row = Row::of(&Function::default(), report);
        assert!(row.is_done());
        assert_eq!(row.reason, None);
    }

    #[test]
    fn what_is_not_affected_is_counted_apart_and_said() {
        let function = Function {
            name: "f".into(),
            file: "a.c".into(),
            line: 1,
            ..Function::default()
        };
        let report = Report {
            assertions: vec![
                site(10, AssertionStatus::Unaffected, None),
                site(11, AssertionStatus::Proved, None),
            ],
            since: Some(SinceReport {
                revision: "HEAD".into(),
                affected: 1,
                unaffected: 1,
                ..SinceReport::default()
            }),
            ..Report::default()
        };
        let row = Row::of(&function, report.clone());
        assert_eq!((row.sites, row.proved, row.unaffected), (2, 1, 1));
        assert_eq!(row.reason.as_deref(), Some("1 not affected since HEAD"));
        assert!(row.is_done());
        let open = site(12, AssertionStatus::Unknown, Some("time"));
        let report = Report {
            assertions: [report.assertions.clone(), vec![open]].concat(),
            ..report
        };
        assert!(!Row::of(&function, report).is_done());
    }
}
