//! SARIF of reports with every kind of result.

use crate::reports::{sources, unknown, unsafe_with_calls, with_invariants};
use invar_report::{Conclusion, Report};
use invar_witness::{Sources, sarif};
use serde_json::Value;

fn log(report: &Report, exit_code: u8) -> Value {
    sarif(report, &sources(), exit_code)
}

fn pretty(log: &Value) -> String {
    serde_json::to_string_pretty(log).expect("JSON")
}

#[test]
fn proofs_are_results_with_their_invariants() {
    insta::assert_snapshot!(pretty(&log(&with_invariants(), 0)));
}

#[test]
fn failing_runs_are_code_flows() {
    insta::assert_snapshot!(pretty(&log(&unsafe_with_calls(), 1)));
}

#[test]
fn what_is_unknown_says_why() {
    insta::assert_snapshot!(pretty(&log(&unknown(), 3)));
}

#[test]
fn a_violation_outside_the_list_of_assertions_is_told_all_the_same() {
    let mut report = unsafe_with_calls();
    report.assertions.clear();
    let log = log(&report, 1);
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), report.violations.len());
    assert_eq!(results[0]["kind"], "fail");
}

#[test]
fn fingerprints_stay_when_lines_move_and_tell_equal_lines_apart() {
    let prints = |log: &Value| -> Vec<String> {
        let results = log["runs"][0]["results"].as_array().expect("results");
        let print = |r: &Value| r["partialFingerprints"]["invarAssertion/v1"].to_string();
        results.iter().map(print).collect()
    };
    let mut report = with_invariants();
    let again = report.assertions[0].clone();
    report.assertions.push(again);
    let before = prints(&log(&report, 0));
    assert_ne!(before.first(), before.last());
    let mut moved = Sources::default();
    let text = sources().lines("count.c").join("\n");
    moved.add("count.c", &format!("// one line more\n{text}"));
    for assertion in &mut report.assertions {
        assertion.place.as_mut().expect("a place").line += 1;
    }
    assert_eq!(prints(&sarif(&report, &moved, 0)), before);
}

#[test]
fn a_long_run_keeps_its_last_steps() {
    let mut report = unsafe_with_calls();
    let step = report.violations[0].steps[0].clone();
    let steps = &mut report.violations[0].steps;
    let end = steps.len();
    steps.splice(0..0, std::iter::repeat_n(step, 5_000));
    let log = log(&report, 1);
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0];
    let shown = flow["threadFlows"][0]["locations"]
        .as_array()
        .expect("steps");
    assert_eq!(shown.len(), 1000);
    assert_eq!(shown[999]["kinds"][0], "danger");
    let left_out = flow["message"]["text"].as_str().expect("a message");
    assert!(
        left_out.starts_with(&(4_000 + end).to_string()),
        "{left_out}"
    );
}

#[test]
fn an_empty_report_is_a_log_too() {
    let report = Report {
        verdict: Conclusion::Unknown,
        ..Report::default()
    };
    let log = sarif(&report, &Sources::default(), 3);
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}
