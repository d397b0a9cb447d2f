//! `unknown`: why, where, and what is known all the same.

use super::excerpt::{Excerpt, Mark, Page, PathLine, Tone, Weight};
use super::safe::{assertions, invariants};
use super::{checks, kind_of_checks, table};
use invar_report::{Assertion, AssertionStatus, ReasonClass, Report};
use std::fmt::Write;

pub(super) fn show(page: &mut Page, report: &Report) -> std::fmt::Result {
    if report.reason_class == Some(ReasonClass::Unaffected) {
        let reason = report.reason.as_deref().unwrap_or_default();
        writeln!(page.out, "{}: {reason}", report.file)?;
        checks(page, report)?;
        return writeln!(page.out, "more: invar explain unaffected");
    }
    match proved_part(report) {
        Some(part) => writeln!(page.out, "{}: unknown: {part}", report.file)?,
        None => writeln!(page.out, "{}: unknown", report.file)?,
    }
    for restriction in report.scope().restrictions() {
        writeln!(page.out, "{restriction}")?;
    }
    let reason = report.reason.as_deref().unwrap_or("none given");
    writeln!(page.out, "reason: {reason}")?;
    checks(page, report)?;
    if let Some(place) = &report.blocked_at {
        page.draw(&[Excerpt {
            tone: Tone::Quiet,
            title: "the search did not get past this place".into(),
            marks: vec![Mark {
                place: place.clone(),
                labels: Vec::new(),
                weight: Weight::Main,
            }],
            path: PathLine::Shown,
        }]);
    }
    if report.assertions.len() > 1 && !table::is_needed(report) {
        let proved = assertions(&report.assertions, AssertionStatus::Proved, Tone::Note);
        page.draw(&proved);
    }
    let unreachable = AssertionStatus::Unreachable;
    page.draw(&assertions(&report.assertions, unreachable, Tone::Warning));
    invariants(page, &report.facts, "proved so far");
    if let Some(hint) = &report.hint {
        writeln!(page.out, "hint: {hint}")?;
    }
    if let Some(class) = &report.reason_class {
        writeln!(
            page.out,
            "more: invar explain {}",
            class.name().replace(' ', "-")
        )?;
    }
    Ok(())
}

/// `3 of 5 checks are proved`, if some are and there are others.
fn proved_part(report: &Report) -> Option<String> {
    let of = report.assertions.len();
    let is_proved = |assertion: &&Assertion| assertion.status == AssertionStatus::Proved;
    let proved = report.assertions.iter().filter(is_proved).count();
    let verb = if proved == 1 { "is" } else { "are" };
    let what = kind_of_checks(report);
    (of > 1 && proved > 0).then(|| format!("{proved} of {of} {what} {verb} proved"))
}
