//! The program's text, with what is known beside its lines.

use super::html::Html;
use super::{invariants, telling};
use crate::Sources;
use invar_report::{AssertionStatus, Place, Report};
use std::collections::{BTreeMap, BTreeSet};

/// Lines of a file that are shown as they are; a longer file is folded where nothing happens.
const WHOLE_FILE: usize = 300;
/// Lines that stay visible around one that matters.
const AROUND: u32 = 6;
/// Fewer lines than this are not worth folding.
const FOLD: usize = 12;
/// Lines of a file that are written at all.
const MAX_LINES: usize = 20_000;

/// What is known about a line.
#[derive(Default)]
struct Remarks<'r> {
    status: Option<AssertionStatus>,
    holds: Vec<Holds<'r>>,
    notes: Vec<String>,
    on_run: bool,
}

/// What holds whenever execution gets to a line.
struct Holds<'r> {
    /// The calls under which it does, as text.
    context: String,
    /// None if execution never gets there.
    facts: Option<Vec<&'r str>>,
    untold: usize,
}

/// Remarks by file and line.
type AllRemarks<'r> = BTreeMap<&'r str, BTreeMap<u32, Remarks<'r>>>;

/// Every file of the report that could be read.
pub(super) fn files(html: &mut Html, report: &Report, anchors: &Anchors, sources: &Sources) {
    html.raw("<section class=\"source\" aria-label=\"Source\">\n<h2>Source</h2>\n");
    let remarks = remarks(report);
    let mut shown = 0;
    for (number, file) in anchors.files.iter().enumerate() {
        let lines = sources.lines(file);
        let here = remarks.get(file.as_str());
        // Files in which nothing happens are no part of the story, but one is always shown.
        if lines.is_empty() || (here.is_none() && shown > 0) {
            continue;
        }
        shown += 1;
        html.raw("<h3>").text(file);
        html.raw("</h3>\n<div class=\"code\"><div class=\"lines\">\n");
        let none = BTreeMap::new();
        write_file(html, number, lines, here.unwrap_or(&none));
        html.raw("</div></div>\n");
    }
    if shown == 0 {
        html.raw("<p>The source could not be read.</p>\n");
    }
    html.raw("</section>\n");
}

/// Names of the elements of lines.
pub(super) struct Anchors {
    files: Vec<String>,
}

impl Anchors {
    /// For the files of a report.
    pub(super) fn of(report: &Report) -> Anchors {
        Anchors {
            files: report.all_files(),
        }
    }

    /// The name of a line's element.
    pub(super) fn name(&self, place: &Place) -> String {
        let file = self.files.iter().position(|file| *file == place.file);
        format!("f{}l{}", file.unwrap_or(0), place.line)
    }

    /// A link to a place in the shown text.
    pub(super) fn link(&self, html: &mut Html, place: &Place) {
        html.raw("<a href=\"#").text(self.name(place)).raw("\">");
        html.text(place).raw("</a>");
    }
}

fn remarks(report: &Report) -> AllRemarks<'_> {
    let mut all = AllRemarks::new();
    for assertion in &report.assertions {
        if let Some(place) = &assertion.place {
            let status = &mut at(&mut all, place).status;
            *status = Some(worse(*status, assertion.status));
        }
    }
    for invariant in invariants(report) {
        at(&mut all, &invariant.place).holds.push(Holds {
            context: invariant.context(),
            facts: telling(invariant),
            untold: invariant.untold,
        });
    }
    for violation in &report.violations {
        for place in violation.steps.iter().filter_map(|s| s.place.as_ref()) {
            at(&mut all, place).on_run = true;
        }
        for note in &violation.notes {
            if let Some(place) = &note.place {
                at(&mut all, place).notes.push(note.text.clone());
            }
        }
    }
    if let (Some(place), Some(reason)) = (&report.blocked_at, &report.reason) {
        let note = format!("the search ended here: {reason}");
        at(&mut all, place).notes.push(note);
    }
    all
}

fn at<'m, 'r>(all: &'m mut AllRemarks<'r>, place: &'r Place) -> &'m mut Remarks<'r> {
    let lines = all.entry(&place.file).or_default();
    lines.entry(place.line).or_default()
}

/// Several assertions on one line: what is bad or open is not hidden by what is good.
fn worse(known: Option<AssertionStatus>, other: AssertionStatus) -> AssertionStatus {
    match known {
        Some(known) if known.rank() <= other.rank() => known,
        _ => other,
    }
}

fn write_file(
    html: &mut Html,
    file: usize,
    lines: &[String],
    remarks: &BTreeMap<u32, Remarks<'_>>,
) {
    let visible = visible(lines.len(), remarks);
    let is_visible = |line: usize| visible.contains(&(line as u32 + 1));
    let write = |html: &mut Html, line: usize| {
        let number = line as u32 + 1;
        write_line(html, file, number, &lines[line], remarks.get(&number));
    };
    let written = lines.len().min(MAX_LINES);
    let mut line = 0;
    while line < written {
        if is_visible(line) {
            write(html, line);
            line += 1;
            continue;
        }
        let end = line + (line..written).take_while(|l| !is_visible(*l)).count();
        html.raw("<details><summary>lines ").text(line + 1);
        html.raw(" to ").text(end).raw("</summary>\n");
        (line..end).for_each(|hidden| write(html, hidden));
        html.raw("</details>\n");
        line = end;
    }
    if written < lines.len() {
        html.raw("<p>")
            .text(lines.len() - written)
            .raw(" more lines</p>\n");
    }
}

/// Lines that are not folded away.
fn visible(count: usize, remarks: &BTreeMap<u32, Remarks<'_>>) -> BTreeSet<u32> {
    let last = count as u32;
    if count <= WHOLE_FILE {
        return (1..=last).collect();
    }
    let mut visible = BTreeSet::new();
    for number in remarks.keys() {
        let until = (number + AROUND).min(last);
        visible.extend(number.saturating_sub(AROUND).max(1)..=until);
    }
    let mut before = 0;
    for number in visible.clone().into_iter().chain([last + 1]) {
        if ((number - before) as usize) <= FOLD {
            visible.extend(before + 1..number);
        }
        before = number;
    }
    visible
}

fn write_line(
    html: &mut Html,
    file: usize,
    number: u32,
    text: &str,
    remarks: Option<&Remarks<'_>>,
) {
    let status = remarks.and_then(|r| r.status);
    html.raw("<div class=\"line");
    if let Some(status) = status {
        html.raw(" ").text(status.name());
    }
    if remarks.is_some_and(|r| r.on_run) {
        html.raw(" on-run");
    }
    html.raw("\" id=\"f").text(file).raw("l").text(number);
    html.raw("\"><span class=\"mark\"");
    match status {
        Some(status) => {
            html.raw(" title=\"").text(status.name()).raw("\">");
            html.raw(mark(status));
        }
        None => {
            html.raw(">");
        }
    }
    html.raw("</span><span class=\"number\">").text(number);
    html.raw("</span><code>").text(text).raw("</code></div>\n");
    if let Some(remarks) = remarks {
        write_remarks(html, remarks);
    }
}

fn write_remarks(html: &mut Html, remarks: &Remarks<'_>) {
    for holds in &remarks.holds {
        let Some(facts) = &holds.facts else {
            html.raw("<div class=\"remark never\">no execution gets here");
            html.text(&holds.context).raw("</div>\n");
            continue;
        };
        html.raw("<div class=\"remark holds\"><span>always here");
        html.text(&holds.context).raw(":</span>");
        for fact in facts {
            html.raw(" <code>").text(fact).raw("</code>");
        }
        if holds.untold > 0 {
            html.raw(" <span>and ").text(holds.untold);
            html.raw(" more that C has no short text for</span>");
        }
        html.raw("</div>\n");
    }
    for note in &remarks.notes {
        html.raw("<div class=\"remark note\">")
            .text(note)
            .raw("</div>\n");
    }
}

/// A sign for a status, so that colour is not all there is.
pub(super) fn mark(status: AssertionStatus) -> &'static str {
    match status {
        AssertionStatus::Proved => "\u{2713}",
        AssertionStatus::Violated => "\u{2717}",
        AssertionStatus::Unreachable => "\u{2205}",
        AssertionStatus::Unaffected => "=",
        AssertionStatus::Unknown => "?",
    }
}
