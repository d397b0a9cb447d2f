//! `--sarif`: what real checks write.

use crate::support;
use crate::support::{check, program, written};
use serde_json::Value;

fn log(name: &str, arguments: &[&str]) -> Value {
    let file = support::folder(&format!("sarif_{name}")).join("log.sarif");
    let path = file.to_str().expect("a path of text");
    check(&program(name), &[arguments, &["--sarif", path]].concat());
    let text = std::fs::read_to_string(&file).expect("the log is written");
    serde_json::from_str(&text).expect("the log is JSON")
}

#[test]
fn a_failing_run_is_a_result_with_its_inputs_and_steps() {
    let log = log("input_bug.c", &[]);
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    let result = &run["results"][0];
    assert_eq!(result["kind"], "fail");
    assert_eq!(result["level"], "error");
    let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    assert!(steps.as_array().is_some_and(|steps| !steps.is_empty()));
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert!(region["startLine"].is_u64(), "{result}");
}

#[test]
fn a_proof_is_a_result_with_its_invariants() {
    let log = log("even_unbounded.c", &[]);
    let run = &log["runs"][0];
    assert_eq!(run["properties"]["verdict"], "safe");
    let results = run["results"].as_array().expect("results");
    assert!(!results.is_empty());
    for result in results {
        assert_eq!(result["kind"], "pass");
        assert_eq!(result["level"], "none");
    }
}

#[test]
fn an_input_that_cannot_be_read_is_a_run_that_failed() {
    let file = written("broken.c", "int main(void) { return }\n");
    let log = file.with_extension("sarif");
    let output = check(&file, &["--sarif", log.to_str().expect("a path of text")]);
    assert_eq!(output.status.code(), Some(2));
    let text = std::fs::read_to_string(&log).expect("the log is written");
    let log: Value = serde_json::from_str(&text).expect("the log is JSON");
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0];
    assert_eq!(notification["level"], "error");
}
