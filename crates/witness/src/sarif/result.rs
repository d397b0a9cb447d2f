//! Assertions as SARIF results.

use super::flow::code_flow;
use super::place::Places;
use super::rules::{Rule, capitalised, rule};
use super::text;
use invar_report::StableId;
use invar_report::{Assertion, AssertionStatus, LoopInvariant, Report, ViolationReport};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Inputs named in a message.
const TOLD_INPUTS: usize = 10;
/// Loops named beside a proved assertion; the run's properties have all of them.
const RELATED_LOOPS: usize = 20;

/// One result per assertion, and per violation of something that is not in their list.
pub(super) fn results(report: &Report, places: &Places<'_>, rules: &[Rule]) -> Vec<Value> {
    let mut results = Vec::new();
    let mut fingerprints = Fingerprints::default();
    let mut ranks = Vec::new();
    for (number, assertion) in report.assertions.iter().enumerate() {
        ranks.push(assertion.status.rank());
        let violations = report.violations.iter();
        let violation = violations.into_iter().find(|v| v.assertion == number);
        let mut result = result(assertion, report, violation, places, rules);
        result["partialFingerprints"] = fingerprints.of(assertion, places);
        results.push(result);
    }
    for violation in &report.violations {
        if violation.assertion >= report.assertions.len() {
            let assertion = Assertion {
                what: violation.what.clone(),
                property: violation.property.clone(),
                place: violation.place.clone(),
                status: AssertionStatus::Violated,
                ..Assertion::default()
            };
            let mut result = result(&assertion, report, Some(violation), places, rules);
            result["partialFingerprints"] = fingerprints.of(&assertion, places);
            results.push(result);
            ranks.push(assertion.status.rank());
        }
    }
    // Fingerprints count in the order of the text; readers see what is bad or open first.
    let mut ranked: Vec<(u8, Value)> = ranks.into_iter().zip(results).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, result)| result).collect()
}

fn result(
    assertion: &Assertion,
    report: &Report,
    violation: Option<&ViolationReport>,
    places: &Places<'_>,
    rules: &[Rule],
) -> Value {
    let (index, id) = rule(rules, assertion);
    let (kind, level) = match assertion.status {
        AssertionStatus::Violated => ("fail", "error"),
        AssertionStatus::Proved => ("pass", "none"),
        AssertionStatus::Unreachable => ("review", "none"),
        AssertionStatus::Unaffected => ("notApplicable", "none"),
        AssertionStatus::Unknown => ("open", "none"),
    };
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        "message": text(&message(assertion, report, violation)),
        "properties": { "status": assertion.status.name(), "certifier": assertion.certifier },
    });
    if let Some(place) = &assertion.place {
        result["locations"] = json!([places.location(place)]);
    }
    if let Some(violation) = violation {
        result["codeFlows"] = json!([code_flow(violation, places)]);
        if let Some(confirmation) = &violation.confirmation {
            result["properties"]["confirmation"] = json!(confirmation);
        }
        if !violation.notes.is_empty() {
            result["relatedLocations"] = notes(violation, places);
        }
    }
    if assertion.status == AssertionStatus::Proved
        && let Some(proof) = &report.proof
        && !proof.invariants.is_empty()
    {
        result["relatedLocations"] = invariants(&proof.invariants, places);
    }
    result
}

/// What a reader of the result sees first.
fn message(assertion: &Assertion, report: &Report, violation: Option<&ViolationReport>) -> String {
    let certified = match &assertion.certifier {
        Some(certifier) => format!(" Certified by {certifier}."),
        None => String::new(),
    };
    match assertion.status {
        AssertionStatus::Violated => {
            let run = violation.map_or_else(String::new, run_text);
            let detail = violation.and_then(|violation| violation.detail.as_ref());
            let detail = detail.map_or_else(String::new, |detail| format!(" ({detail})"));
            let what = capitalised(&assertion.what);
            format!("{what}{detail} in an execution{run}.{certified}")
        }
        AssertionStatus::Proved => {
            format!(
                "No execution has this error: {}.{certified}",
                assertion.what
            )
        }
        AssertionStatus::Unreachable => {
            let what = &assertion.what;
            format!("This holds, but only because no execution gets here: {what}.{certified}")
        }
        AssertionStatus::Unaffected => {
            let since = report.since.as_ref().map_or("", |since| &since.revision);
            let what = &assertion.what;
            format!("Not checked: the change since {since} does not affect this: {what}.")
        }
        AssertionStatus::Unknown => {
            let reason = assertion.reason.as_ref().or(report.reason.as_ref());
            let reason = reason.map_or("no reason is known", String::as_str);
            let what = capitalised(&assertion.what);
            format!("{what}: neither proved nor violated: {reason}.")
        }
    }
}

/// ` of 21 steps with f() = 3`.
fn run_text(violation: &ViolationReport) -> String {
    let inputs = violation.inputs.iter().take(TOLD_INPUTS);
    let mut told: Vec<String> = inputs.map(|input| input.told()).collect();
    let more = violation.inputs.len().saturating_sub(TOLD_INPUTS);
    if more > 0 {
        told.push(format!("{more} more"));
    }
    let steps = format!(" of {} steps", violation.length);
    if told.is_empty() {
        return steps;
    }
    format!("{steps} with {}", told.join(", "))
}

fn notes(violation: &ViolationReport, places: &Places<'_>) -> Value {
    let note = |(number, note): (usize, &invar_report::Note)| {
        let mut location = match &note.place {
            Some(place) => places.location(place),
            None => json!({}),
        };
        location["id"] = json!(number);
        location["message"] = text(&note.text);
        location
    };
    let notes = violation.notes.iter().enumerate().map(note);
    Value::Array(notes.collect())
}

/// Loops with what holds at their heads.
fn invariants(invariants: &[LoopInvariant], places: &Places<'_>) -> Value {
    let related = |(number, invariant): (usize, &LoopInvariant)| {
        let mut location = places.location(&invariant.place);
        location["id"] = json!(number);
        location["message"] = text(&invariant.told());
        location
    };
    let told = invariants.iter().enumerate().take(RELATED_LOOPS);
    Value::Array(told.map(related).collect())
}

/// Names of results that stay when lines move: the rule, the file, the text of the line, and a number
/// among results that agree in these.
#[derive(Default)]
struct Fingerprints {
    seen: BTreeMap<StableId, u32>,
}

impl Fingerprints {
    fn of(&mut self, assertion: &Assertion, places: &Places<'_>) -> Value {
        let (file, line) = match &assertion.place {
            Some(place) => (place.file.as_str(), places.line(place)),
            None => ("", ""),
        };
        let id = StableId::of(&[&assertion.what, file, line]);
        let count = self.seen.entry(id).or_default();
        *count += 1;
        json!({ "invarAssertion/v1": format!("{id}:{count}") })
    }
}
