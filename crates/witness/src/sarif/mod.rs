//! Results as SARIF 2.1.0 (OASIS), the format that code hosts and editors read.
//!
//! Every assertion is a result: `fail` with the failing run as a code flow, `pass` with the loop
//! invariants of the proof as related locations, `open` if nothing is known, `review` if it holds
//! only because no execution gets there. The standard wants level `none` for all but `fail`.

mod flow;
mod place;
mod result;
mod rules;

use crate::Sources;
use invar_report::{ReasonClass, Report};
use place::{Places, uri};
use serde_json::{Map, Value, json};

/// Where the schema of the format is published.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A SARIF log with one run; `exit_code` is how the command ended.
pub fn sarif(report: &Report, sources: &Sources, exit_code: u8) -> Value {
    let files = report.all_files();
    let places = Places::new(&files, sources);
    let rules = rules::rules(report);
    let run = json!({
        "tool": { "driver": {
            "name": "invar",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "shortDescription": text("Software model checker: proves assertions or shows failing runs."),
            "rules": rules.iter().map(rules::Rule::descriptor).collect::<Vec<_>>(),
        }},
        "automationDetails": { "id": format!("invar/{}/", report.property) },
        "columnKind": "unicodeCodePoints",
        "artifacts": artifacts(report, &files),
        "invocations": [invocation(report, &places, exit_code)],
        "results": result::results(report, &places, &rules),
        "properties": properties(report),
    });
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

/// A message without formatting.
fn text(text: &str) -> Value {
    json!({ "text": text })
}

fn artifacts(report: &Report, files: &[String]) -> Vec<Value> {
    let artifact = |file: &String| {
        let mut artifact = Map::new();
        artifact.insert("location".into(), json!({ "uri": uri(file) }));
        artifact.insert("sourceLanguage".into(), json!("c"));
        if *file == report.file || report.files.contains(file) {
            artifact.insert("roles".into(), json!(["analysisTarget"]));
        }
        Value::Object(artifact)
    };
    files.iter().map(artifact).collect()
}

/// How the run went: why nothing is known, what was assumed.
fn invocation(report: &Report, places: &Places<'_>, exit_code: u8) -> Value {
    let class = report.reason_class;
    let mut notifications = Vec::new();
    let failed = matches!(class, Some(ReasonClass::Internal | ReasonClass::Input));
    if let Some(reason) = &report.reason {
        let mut notification = json!({
            "level": if failed { "error" } else { "warning" },
            "message": text(reason),
            "descriptor": { "id": format!("unknown/{}", class.map_or("other", ReasonClass::name)) },
        });
        if let Some(place) = &report.blocked_at {
            notification["locations"] = json!([places.location(place)]);
        }
        notifications.push(notification);
    }
    for assumption in &report.assumptions {
        let mut notification = json!({
            "level": "note",
            "message": text(&format!("assumed: {}", assumption.text)),
            "descriptor": { "id": "assumption" },
            "properties": { "kind": assumption.kind, "count": assumption.count },
        });
        if let Some(place) = &assumption.place {
            notification["locations"] = json!([places.location(place)]);
        }
        notifications.push(notification);
    }
    json!({
        "exitCode": exit_code,
        "exitCodeDescription": report.verdict.name(),
        "executionSuccessful": !failed,
        "toolExecutionNotifications": notifications,
    })
}

/// What the format has no place for.
fn properties(report: &Report) -> Value {
    json!({
        "verdict": report.verdict,
        "certified": report.certified,
        "certifier": report.certifier,
        "engine": report.engine,
        "arithmetic": report.arithmetic,
        "integers": report.integers,
        "dataModel": report.data_model,
        "wallSeconds": report.wall_seconds,
        "proof": report.proof,
    })
}
