//! A result as one HTML page that needs nothing else: no network, no other file.
//!
//! Reading order: `source` shows the program with what is known per line, `trace` the failing
//! runs, `automaton` (on `layout`) the control flow with its invariants, `chart` the search over
//! time, `tables` the rest. All of them write through `html`, which escapes.

mod automaton;
mod chart;
mod html;
mod layout;
mod source;
mod tables;
mod trace;

use crate::Sources;
use html::Html;
use invar_report::{Conclusion, LoopInvariant, ProofReport, Report};
use source::Anchors;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The page of a report.
pub fn page(report: &Report, sources: &Sources) -> String {
    let anchors = Anchors::of(report);
    let mut html = Html::default();
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        .text(report.verdict.name())
        .raw(": ")
        .text(&report.file)
        .raw("</title>\n<style>\n")
        .raw(STYLE)
        .raw("</style>\n</head>\n<body>\n");
    header(&mut html, report, &anchors);
    html.raw("<main>\n");
    tables::assertions(&mut html, report, &anchors, sources);
    html.raw(if report.violations.is_empty() {
        "<div>\n"
    } else {
        "<div class=\"beside\">\n"
    });
    trace::runs(&mut html, report, &anchors);
    source::files(&mut html, report, &anchors, sources);
    html.raw("</div>\n");
    automaton::section(&mut html, report, &anchors);
    chart::section(&mut html, report);
    tables::assumptions(&mut html, report);
    tables::statistics(&mut html, report);
    html.raw("</main>\n<script type=\"application/json\" id=\"runs\">")
        .json(&trace::data(report, &anchors))
        .raw("</script>\n<script>\n")
        .raw(SCRIPT)
        .raw("</script>\n</body>\n</html>\n");
    html.finish()
}

/// The verdict in words, what certified it, and how long it took.
fn header(html: &mut Html, report: &Report, anchors: &Anchors) {
    html.raw("<header class=\"")
        .text(report.verdict.name())
        .raw("\">\n<p class=\"file\">")
        .text(&report.file)
        .raw("</p>\n<h1><span class=\"badge\">")
        .text(report.verdict.name())
        .raw("</span> ")
        .raw(match report.verdict {
            Conclusion::Safe => "No execution violates the property",
            Conclusion::Unsafe => "An execution violates the property",
            Conclusion::Unknown => "Neither proved nor violated",
        })
        .raw("</h1>\n<p>");
    match (&report.certifier, report.verdict) {
        (Some(certifier), Conclusion::Safe | Conclusion::Unsafe) => {
            html.raw("Certified by <strong>");
            html.text(certifier).raw("</strong>.");
        }
        _ => {
            if let Some(reason) = &report.reason {
                html.text(capitalised(reason)).raw(".");
            }
            if let Some(place) = &report.blocked_at {
                html.raw(" It was working at ");
                anchors.link(html, place);
                html.raw(".");
            }
        }
    }
    html.raw("</p>\n<dl class=\"facts\">\n");
    let seconds = |seconds: f64| format!("{seconds:.2} s");
    for (name, value) in [
        ("property", report.property.clone()),
        ("engine", report.engine.clone()),
        ("arithmetic", report.arithmetic.clone()),
        (
            "proof",
            report
                .proof
                .as_ref()
                .map_or_else(String::new, ProofReport::told),
        ),
        ("data model", report.data_model.clone()),
        ("time", seconds(report.wall_seconds)),
        ("in solvers", seconds(report.solver_seconds)),
        ("queries", report.queries.to_string()),
        ("memory", format!("{} MB", report.peak_mb)),
    ] {
        if !value.is_empty() {
            html.raw("<div><dt>").text(name).raw("</dt><dd>");
            html.text(value).raw("</dd></div>\n");
        }
    }
    html.raw("</dl>\n</header>\n");
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The facts of an invariant that say something; none if no execution gets there.
fn telling(invariant: &LoopInvariant) -> Option<Vec<&str>> {
    if invariant.is_unreachable() {
        return None;
    }
    // Names of callers and callees may be the same.
    let says = |fact: &&str| match fact.split_once(" == ") {
        Some((left, right)) => left != right,
        None => true,
    };
    let facts = invariant.facts.iter().map(String::as_str);
    Some(facts.filter(says).collect())
}

/// What holds at loop heads: of the proof, or what was proved before the search ended.
fn invariants(report: &Report) -> &[LoopInvariant] {
    match &report.proof {
        Some(proof) => &proof.invariants,
        None => &report.facts,
    }
}
