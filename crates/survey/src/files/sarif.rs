//! A survey as SARIF: what a person has to look at.
//!
//! Violations are alerts. Accepted findings are there with their reason as a suppression, which code hosts do not show.
//! What is proved or open is not listed: readers of the format show every result, whatever its kind.

use crate::row::Row;
use crate::site::{Site, Status};
use invar_report::{Assertion, AssertionStatus, Conclusion, Report, ViolationReport};
use invar_witness::Sources;
use serde_json::{Value, json};

/// A SARIF log with one run; `exit_code` is how the command ended.
pub fn sarif(rows: &[Row], property: &str, exit_code: u8) -> Value {
    let mut report = Report {
        property: property.to_owned(),
        verdict: conclusion(rows),
        ..Report::default()
    };
    let mut reasons: Vec<Option<String>> = Vec::new();
    for row in rows {
        for site in row.places.iter().chain(&row.called_violations) {
            let is_listed = matches!(site.status, Status::Violated | Status::Accepted);
            // A function that is called from several others has the same violation in several rows.
            let is_known = report
                .assertions
                .iter()
                .any(|a| a.place == site.place && a.what == site.what);
            if !is_listed || is_known {
                continue;
            }
            let number = report.assertions.len();
            report.violations.extend(run(row, site, number));
            report.assertions.push(Assertion {
                what: site.what.clone(),
                property: site.property.clone(),
                place: site.place.clone(),
                function: Some(row.function.clone()),
                status: AssertionStatus::Violated,
                ..Assertion::default()
            });
            reasons.push(
                site.reason
                    .clone()
                    .filter(|_| site.status == Status::Accepted),
            );
        }
    }
    report.files = files(rows);
    let sources = Sources::read(&report);
    let mut log = invar_witness::sarif(&report, &sources, exit_code);
    let results = log["runs"][0]["results"].as_array_mut();
    // All of them have one status, so they are in the order of the list.
    for (result, reason) in results.into_iter().flatten().zip(reasons) {
        if let Some(reason) = reason {
            result["suppressions"] = json!([{
                "kind": "inSource", "status": "accepted", "justification": reason,
            }]);
        }
    }
    log["runs"][0]["properties"]["counts"] = counts(rows);
    log
}

fn conclusion(rows: &[Row]) -> Conclusion {
    let violated = |row: &Row| row.violated > 0 || !row.called_violations.is_empty();
    if rows.iter().any(violated) {
        Conclusion::Unsafe
    } else if rows.iter().all(Row::is_done) && rows.iter().all(|row| row.accepted == 0) {
        Conclusion::Safe
    } else {
        Conclusion::Unknown
    }
}

/// The run that shows a violation.
fn run(row: &Row, site: &Site, number: usize) -> Option<ViolationReport> {
    let runs = row.runs.iter();
    let found = runs
        .into_iter()
        .find(|run| run.place == site.place && run.what == site.what)?;
    Some(ViolationReport {
        assertion: number,
        ..found.clone()
    })
}

fn files(rows: &[Row]) -> Vec<String> {
    let mut files: Vec<String> = rows.iter().map(|row| row.file.clone()).collect();
    files.sort();
    files.dedup();
    files
}

/// How many places have each status.
fn counts(rows: &[Row]) -> Value {
    let sites = || rows.iter().flat_map(|row| &row.places);
    let number = |status: Status| sites().filter(|site| site.status == status).count();
    Status::ALL
        .into_iter()
        .map(|status| (status.name().to_owned(), json!(number(status))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::sarif;
    use crate::row::{Function, Row};
    use crate::site::{Site, Status};
    use invar_report::Report;

    #[test]
    fn violations_are_alerts_and_accepted_ones_are_suppressed() {
        let site = |what: &str, status: Status, reason: Option<&str>| Site {
            what: what.into(),
            property: "valid-deref".into(),
            place: None,
            status,
            reason: reason.map(str::to_owned),
            detail: None,
            key: String::new(),
        };
        let mut row = Row::of(&Function::default(), Report::default());
        row.places = vec![
            site("a", Status::Proved, None),
            site("b", Status::Accepted, Some("why")),
            site("c", Status::Violated, None),
            site("d", Status::Open, Some("time")),
        ];
        row.count();
        let log = sarif(&[row], "valid-deref", 1);
        let results = log["runs"][0]["results"].as_array().expect("a list");
        assert_eq!(results.len(), 2);
        assert_eq!(results[0]["suppressions"][0]["justification"], "why");
        assert_eq!(results[1]["level"], "error");
        assert!(results[1].get("suppressions").is_none());
        assert_eq!(log["runs"][0]["properties"]["counts"]["open"], 1);
    }
}
