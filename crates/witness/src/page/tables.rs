//! Assertions, assumptions and numbers as tables.

use super::html::Html;
use super::source::{Anchors, mark};
use crate::Sources;
use invar_report::{Assertion, AssertionStatus, Report};

const STATUSES: [AssertionStatus; 5] = [
    AssertionStatus::Violated,
    AssertionStatus::Unknown,
    AssertionStatus::Proved,
    AssertionStatus::Unreachable,
    AssertionStatus::Unaffected,
];

/// Every assertion with its status.
pub(super) fn assertions(html: &mut Html, report: &Report, anchors: &Anchors, sources: &Sources) {
    if report.assertions.is_empty() {
        return;
    }
    let count = |status| {
        report
            .assertions
            .iter()
            .filter(|a| a.status == status)
            .count()
    };
    let counts: Vec<String> = STATUSES
        .into_iter()
        .filter(|status| count(*status) > 0)
        .map(|status| format!("{} {}", count(status), status.name()))
        .collect();
    html.raw("<section aria-label=\"Assertions\">\n<h2>Assertions</h2>\n<p>");
    html.text(counts.join(", "))
        .raw("</p>\n<ul class=\"assertions\">\n");
    let mut assertions: Vec<&Assertion> = report.assertions.iter().collect();
    assertions.sort_by_key(|assertion| assertion.status.rank());
    for assertion in assertions {
        html.raw("<li class=\"").text(assertion.status.name());
        html.raw("\"><span class=\"status\">")
            .raw(mark(assertion.status));
        html.raw(" ").text(assertion.status.name()).raw("</span> ");
        html.raw("<span class=\"what\">").text(&assertion.what);
        html.raw("</span>");
        if let Some(place) = &assertion.place {
            html.raw(" <span class=\"where\">");
            anchors.link(html, place);
            html.raw("</span> <code>")
                .text(sources.line(place))
                .raw("</code>");
        }
        let words = match (assertion.status, &assertion.reason, &assertion.certifier) {
            (AssertionStatus::Unknown, Some(reason), _) => reason.clone(),
            (AssertionStatus::Unreachable, _, _) => "no execution gets here".into(),
            (AssertionStatus::Unaffected, _, _) => "asks the same as before the change".into(),
            (_, _, Some(certifier)) => format!("checked by {certifier}"),
            _ => String::new(),
        };
        html.raw(" <span class=\"why\">")
            .text(words)
            .raw("</span></li>\n");
    }
    html.raw("</ul>\n</section>\n");
}

/// What the verdict rests on.
pub(super) fn assumptions(html: &mut Html, report: &Report) {
    if report.assumptions.is_empty() {
        return;
    }
    html.raw("<section aria-label=\"Assumptions\">\n<h2>Assumed, not checked</h2>\n<ul>\n");
    for assumption in &report.assumptions {
        html.raw("<li><code>")
            .text(assumption.kind.name())
            .raw("</code> ")
            .text(&assumption.text)
            .raw("</li>\n");
    }
    html.raw("</ul>\n</section>\n");
}

/// Numbers of the run, those with the same first word together.
pub(super) fn statistics(html: &mut Html, report: &Report) {
    if report.statistics.is_empty() {
        return;
    }
    html.raw("<section aria-label=\"Statistics\">\n<h2>Statistics</h2>\n");
    html.raw("<div class=\"numbers\">\n");
    for (title, prefix) in GROUPS {
        let numbers: Vec<(&str, f64)> = report
            .statistics
            .iter()
            .filter(|(name, _)| group(name) == prefix)
            .map(|(name, value)| (name.strip_prefix(prefix).unwrap_or(name), *value))
            .collect();
        if numbers.is_empty() {
            continue;
        }
        html.raw("<table><caption>")
            .text(title)
            .raw("</caption>\n<tbody>\n");
        for (name, value) in numbers {
            html.raw("<tr><th scope=\"row\">")
                .text(name)
                .raw("</th><td>");
            html.text(number(value)).raw("</td></tr>\n");
        }
        html.raw("</tbody></table>\n");
    }
    html.raw("</div>\n</section>\n");
}

/// Titles of groups, with the first word of their names.
const GROUPS: [(&str, &str); 8] = [
    ("Counts", ""),
    ("Edges", "edges "),
    ("Ideal integers", "int "),
    ("Integers without overflow", "checked "),
    ("Reals", "real "),
    ("Wrapping integers", "wrap "),
    ("Bit-vectors", "bv "),
    ("Seconds", "seconds "),
];

fn group(name: &str) -> &'static str {
    let named = GROUPS.iter().map(|(_, prefix)| *prefix);
    let mut named = named.filter(|prefix| !prefix.is_empty());
    named.find(|prefix| name.starts_with(prefix)).unwrap_or("")
}

/// Counts without, times with decimals.
fn number(value: f64) -> String {
    if value.fract() == 0.0 {
        format!("{value}")
    } else {
        format!("{value:.3}")
    }
}
