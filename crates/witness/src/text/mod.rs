//! Results for people: text with excerpts of the source.
//!
//! Reading order: `safe`, `violation`, `unknown` are the three verdicts; `run` shows the steps of a
//! run, `excerpt` draws lines of source with labels, `sources` reads them, `shown` takes away what
//! would command a terminal, `statistics` is shown on request.

mod circuit;
mod excerpt;
mod run;
mod safe;
mod shown;
mod sources;
mod statistics;
mod table;
mod unknown;
mod violation;

use excerpt::Page;
use invar_report::Printed;
use invar_report::{AssertionStatus, Conclusion, Report};
use std::fmt::Write;

/// How a result is shown.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours.
    pub colours: Colours,
    /// Columns of the terminal.
    pub width: usize,
    /// How much of a run.
    pub run: RunDetail,
    /// Whether numbers about the search are shown.
    pub statistics: Statistics,
}

/// Whether colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// None: the same text everywhere.
    Plain,
    /// Those of the terminal.
    Terminal,
}

/// How much of a run is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunDetail {
    /// What the violation depends on, long loops folded.
    Relevant,
    /// All that is known.
    Full,
}

/// Whether numbers about the search are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistics {
    /// They are.
    Shown,
    /// They are not.
    Hidden,
}

/// The result as text.
pub fn text(report: &Report, look: &Look) -> String {
    let (report, files) = shown::shown(report);
    let report = &*report;
    let mut page = Page::new(look, files);
    // Writing to a string does not fail.
    let _ = match (&report.circuit, report.verdict) {
        (Some(model), _) => circuit::show(&mut page.out, report, model, look),
        (None, Conclusion::Safe) => safe::show(&mut page, report),
        (None, Conclusion::Unsafe) => violation::show(&mut page, report, look),
        (None, Conclusion::Unknown) => unknown::show(&mut page, report),
    };
    if report.integers == "ideal" && report.verdict != Conclusion::Unknown {
        let _ = writeln!(page.out, "over ideal integers: overflow is not modelled");
    }
    for assumption in report.assumptions_printed(Printed::OwnLine) {
        let _ = writeln!(page.out, "assumed: {}", assumption.text);
    }
    let shared = report.assumptions_printed(Printed::SharedLine);
    let texts: Vec<&str> = shared.map(|a| a.text.as_str()).collect();
    if !texts.is_empty() {
        let _ = writeln!(page.out, "assumed: {}", texts.join("; "));
    }
    if report.verdict != Conclusion::Unknown {
        let seconds = report.wall_seconds;
        let from = match &report.store {
            Some(store) if store.answered() => " from store",
            _ => "",
        };
        let _ = match &report.certifier {
            Some(by) => writeln!(page.out, "certified{from} by {by} ({seconds:.2} s)"),
            None => writeln!(page.out, "not certified ({seconds:.2} s)"),
        };
    }
    if let Some(store) = &report.store {
        for problem in store.dropped.iter().chain(&store.problem) {
            let _ = writeln!(page.out, "store: {problem}");
        }
    }
    if let Some(note) = report.since.as_ref().and_then(|since| since.note.as_ref()) {
        let _ = writeln!(page.out, "note: {note}; everything was checked");
    }
    if look.statistics == Statistics::Shown {
        let _ = statistics::show(&mut page.out, report);
    }
    page.out
}

/// The counts of checks by status, and the table where there are many.
fn checks(page: &mut Page, report: &Report) -> std::fmt::Result {
    let table = table::is_needed(report);
    if let Some(summary) = summary(report) {
        writeln!(page.out, "{}: {summary}", kind_of_checks(report))?;
    }
    if table {
        table::show(page, report)?;
    }
    table::open_places(page, report)
}

/// What the checks of a report are called.
fn kind_of_checks(report: &Report) -> &'static str {
    if table::is_needed(report) {
        "checks"
    } else {
        "assertions"
    }
}

/// `1 violated, 3 proved`, if there is more than one assertion.
fn summary(report: &Report) -> Option<String> {
    use AssertionStatus::{Proved, Unaffected, Unknown, Unreachable, Violated};
    if report.assertions.len() < 2 {
        return None;
    }
    let counted = [Violated, Unknown, Proved, Unreachable, Unaffected].map(|status| {
        let same = report.assertions.iter().filter(|a| a.status == status);
        (same.count(), status.name())
    });
    let parts = counted.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    Some(parts.join(", "))
}
