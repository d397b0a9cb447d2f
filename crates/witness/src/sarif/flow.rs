//! Failing runs as SARIF code flows.

use super::place::Places;
use super::text;
use invar_report::{StepKind, TraceStep, ViolationReport};
use serde_json::{Value, json};

/// Steps of a flow; readers of the format show no more.
const MAX_STEPS: usize = 1000;

/// A run: every step, or, of a long one, the last of those that matter.
pub(super) fn code_flow(violation: &ViolationReport, places: &Places<'_>) -> Value {
    let mut steps: Vec<&TraceStep> = violation.steps.iter().collect();
    if steps.len() > MAX_STEPS {
        steps.retain(|step| step.relevant);
    }
    let shown = &steps[steps.len().saturating_sub(MAX_STEPS)..];
    let locations = shown.iter().enumerate();
    let locations = locations.map(|(order, step)| flow_location(order + 1, step, places));
    let mut flow = json!({ "threadFlows": [{ "locations": locations.collect::<Vec<_>>() }] });
    let left_out = violation.steps.len() + violation.omitted - shown.len();
    if left_out > 0 {
        flow["message"] = text(&format!("{left_out} steps are left out"));
    }
    flow
}

fn flow_location(order: usize, step: &TraceStep, places: &Places<'_>) -> Value {
    let mut location = match &step.place {
        Some(place) => places.location(place),
        None => json!({}),
    };
    location["message"] = text(&step.text);
    let kinds: &[&str] = match step.kind {
        StepKind::Input => &["acquire", "value"],
        StepKind::Assign => &["value"],
        StepKind::Branch => &["branch"],
        StepKind::Call => &["call", "function"],
        StepKind::Return => &["return", "function"],
        StepKind::Iteration | StepKind::Fold => &[],
        StepKind::Violation => &["danger"],
    };
    let importance = match (step.kind, step.relevant) {
        (StepKind::Violation, _) => "essential",
        (_, true) => "important",
        (_, false) => "unimportant",
    };
    json!({
        "location": location,
        "executionOrder": order,
        "nestingLevel": step.depth,
        "kinds": kinds,
        "importance": importance,
    })
}
