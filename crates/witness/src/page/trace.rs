//! Failing runs as steps: a list that can be read, and the data with which a script walks it.

use super::html::Html;
use super::source::Anchors;
use invar_report::{Report, StepKind, TraceStep, ViolationReport};
use serde_json::{Value, json};

/// More inputs than this are folded.
const OPEN_INPUTS: usize = 8;
/// Deeper calls are not indented further: the text must stay in sight.
const MAX_INDENT: u32 = 8;

/// The runs of a report.
pub(super) fn runs(html: &mut Html, report: &Report, anchors: &Anchors) {
    if report.violations.is_empty() {
        return;
    }
    html.raw("<div class=\"runs\">\n");
    for (number, violation) in report.violations.iter().enumerate() {
        html.raw("<section class=\"run\" data-run=\"").text(number);
        html.raw("\" aria-label=\"Failing run\">\n<h2>Failing run");
        if report.violations.len() > 1 {
            html.raw(" ").text(number + 1);
        }
        html.raw("</h2>\n<p>").text(violation.told());
        if let Some(place) = &violation.place {
            html.raw(" at ");
            anchors.link(html, place);
        }
        html.raw(", after ")
            .text(violation.length)
            .raw(" steps</p>\n");
        inputs(html, violation);
        controls(html, violation);
        steps(html, anchors, violation);
        html.raw("</section>\n");
    }
    html.raw("</div>\n");
}

fn inputs(html: &mut Html, violation: &ViolationReport) {
    let count = violation.inputs.len();
    if count == 0 {
        return;
    }
    html.raw("<details class=\"inputs\"");
    if count <= OPEN_INPUTS {
        html.raw(" open");
    }
    html.raw("><summary>").text(count);
    html.raw(if count == 1 { " input" } else { " inputs" });
    html.raw("</summary>\n<ul>\n");
    for input in &violation.inputs {
        html.raw("<li><code>")
            .text(input.told())
            .raw("</code></li>\n");
    }
    html.raw("</ul></details>\n");
}

/// Buttons and what they change; hidden without a script.
fn controls(html: &mut Html, violation: &ViolationReport) {
    if violation.steps.is_empty() {
        return;
    }
    html.raw("<div class=\"controls\" hidden>\n<div class=\"buttons\">\n")
        .raw("<button type=\"button\" class=\"first\" title=\"first step (Home)\">First</button>\n")
        .raw("<button type=\"button\" class=\"previous\" title=\"previous step (left arrow)\">Previous</button>\n")
        .raw("<button type=\"button\" class=\"next\" title=\"next step (right arrow)\">Next</button>\n")
        .raw("<button type=\"button\" class=\"last\" title=\"last step (End)\">Last</button>\n")
        .raw("<span class=\"position\" aria-live=\"polite\"></span>\n</div>\n")
        .raw("<code class=\"here\"></code>\n")
        .raw("<div class=\"values\" aria-label=\"Values so far\"></div>\n</div>\n");
}

fn steps(html: &mut Html, anchors: &Anchors, violation: &ViolationReport) {
    if violation.omitted > 0 {
        html.raw("<p>").text(violation.omitted);
        html.raw(" earlier steps are left out.</p>\n");
    }
    html.raw("<ol class=\"steps\">\n");
    for (number, step) in violation.steps.iter().enumerate() {
        html.raw("<li data-step=\"").text(number).raw("\" class=\"");
        html.raw(class(step.kind));
        if !step.relevant {
            html.raw(" aside");
        }
        html.raw("\" style=\"--depth:")
            .text(step.depth.min(MAX_INDENT));
        html.raw("\">");
        if let Some(place) = &step.place {
            html.raw("<a href=\"#").text(anchors.name(place)).raw("\">");
            html.text(place.line).raw("</a> ");
        }
        html.raw("<code>").text(&step.text).raw("</code></li>\n");
    }
    html.raw("</ol>\n");
}

fn class(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Input => "input",
        StepKind::Assign => "assign",
        StepKind::Branch => "branch",
        StepKind::Call => "call",
        StepKind::Return => "return",
        StepKind::Iteration => "iteration",
        StepKind::Fold => "fold",
        StepKind::Violation => "violation",
    }
}

/// The runs for the script: per step its line's element, its function and the change it makes.
pub(super) fn data(report: &Report, anchors: &Anchors) -> Value {
    let step = |step: &TraceStep| {
        let place = step.place.as_ref();
        let function = place.and_then(|place| place.function.as_deref());
        let change = match step.kind {
            StepKind::Assign | StepKind::Input => step.text.split_once(" = "),
            _ => None,
        };
        json!({
            "at": place.map(|place| anchors.name(place)),
            "in": function.unwrap_or(""),
            "depth": step.depth,
            "change": change.map(|(name, value)| [name, value]),
        })
    };
    let run = |run: &ViolationReport| -> Vec<Value> { run.steps.iter().map(step).collect() };
    report.violations.iter().map(run).collect::<Vec<_>>().into()
}
