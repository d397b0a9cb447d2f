//! Many checks: how many of each kind in each function are proved, violated and open, and which are open.

use super::excerpt::Page;
use invar_report::{Assertion, AssertionStatus, Place, Report};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Up to this number, the checks of one property are listed one by one.
const FEW: usize = 8;
/// Rows that are shown; rows with something that is not proved always are.
const SHOWN_ROWS: usize = 24;
/// Places that are listed.
const SHOWN_PLACES: usize = 12;

/// Whether a report has checks of several properties, or many checks that are not written in the source.
pub(super) fn is_needed(report: &Report) -> bool {
    let all = &report.assertions;
    let several = all.iter().any(|a| a.property != all[0].property);
    let own = |a: &Assertion| matches!(a.property.as_str(), "assert" | "unreach-call" | "");
    all.iter().any(|a| !own(a)) && (several || all.len() > FEW)
}

/// The checks of one kind in one function.
struct Row<'r> {
    function: &'r str,
    what: &'r str,
    checks: usize,
    proved: usize,
    violated: usize,
    unknown: usize,
    unreachable: usize,
    unaffected: usize,
}

impl Row<'_> {
    /// What is violated comes first, then what is open.
    fn rank(&self) -> u8 {
        match (self.violated, self.unknown) {
            (1.., _) => 0,
            (_, 1..) => 1,
            _ => 2,
        }
    }
}

/// One row per function and kind, in the order of the text.
fn rows(report: &Report) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for check in &report.assertions {
        let function = check.function.as_deref().unwrap_or("elsewhere");
        let what = check.what.as_str();
        let mut known = rows.iter();
        let known = known.position(|row| row.function == function && row.what == what);
        let number = known.unwrap_or_else(|| {
            rows.push(Row {
                function,
                what,
                checks: 0,
                proved: 0,
                violated: 0,
                unknown: 0,
                unreachable: 0,
                unaffected: 0,
            });
            rows.len() - 1
        });
        let row = &mut rows[number];
        row.checks += 1;
        *match check.status {
            AssertionStatus::Proved => &mut row.proved,
            AssertionStatus::Unreachable => &mut row.unreachable,
            AssertionStatus::Violated => &mut row.violated,
            AssertionStatus::Unknown => &mut row.unknown,
            AssertionStatus::Unaffected => &mut row.unaffected,
        } += 1;
    }
    rows.sort_by_key(Row::rank);
    rows
}

pub(super) fn show(page: &mut Page, report: &Report) -> std::fmt::Result {
    let rows = rows(report);
    let bad = rows.iter().filter(|row| row.rank() < 2).count();
    let (shown, more) = rows.split_at(bad.max(SHOWN_ROWS).min(rows.len()));
    let width = |title: &str, text: fn(&Row<'_>) -> usize| {
        let widths = shown.iter().map(text);
        widths.chain([title.len()]).max().unwrap_or(0)
    };
    let function = width("function", |row| row.function.len());
    let what = width("check", |row| row.what.len());
    // Columns that are there only if they say something.
    let partial = report.scope().since().is_some();
    let unreached = rows.iter().any(|row| row.unreachable > 0);
    let further = |unreachable: &dyn std::fmt::Display, unaffected: &dyn std::fmt::Display| {
        let columns = [(unreached, unreachable, 11), (partial, unaffected, 10)];
        let columns = columns.iter().filter(|(is_shown, ..)| *is_shown);
        let columns = columns.map(|(_, text, width)| format!("  {text:>width$}"));
        columns.collect::<String>()
    };
    writeln!(
        page.out,
        "{:function$}  {:what$}  {:>6}  {:>6}  {:>8}  {:>7}{}",
        "function",
        "check",
        "places",
        "proved",
        "violated",
        "unknown",
        further(&"unreachable", &"unaffected")
    )?;
    for row in shown {
        writeln!(
            page.out,
            "{:function$}  {:what$}  {:>6}  {:>6}  {:>8}  {:>7}{}",
            row.function,
            row.what,
            row.checks,
            row.proved,
            row.violated,
            row.unknown,
            further(&row.unreachable, &row.unaffected)
        )?;
    }
    let checks: usize = more.iter().map(|row| row.checks).sum();
    if checks > 0 {
        let none = if partial {
            ", none affected and open"
        } else {
            ", all proved"
        };
        writeln!(
            page.out,
            "... and {checks} checks of {} kinds more{none}",
            more.len()
        )?;
    }
    Ok(())
}

/// The places about which nothing is known, with what would go wrong there.
pub(super) fn open_places(page: &mut Page, report: &Report) -> std::fmt::Result {
    let is_open = |a: &&Assertion| a.status == AssertionStatus::Unknown;
    let open: Vec<&Assertion> = report.assertions.iter().filter(is_open).collect();
    // A single one is what the verdict is about.
    if open.is_empty() || report.assertions.len() == 1 {
        return Ok(());
    }
    // Several checks of one kind may be at one place, in a library function that is called there.
    let mut places: BTreeMap<(&Option<Place>, &str), (usize, &Assertion)> = BTreeMap::new();
    for assertion in open {
        let key = (&assertion.place, assertion.what.as_str());
        places.entry(key).or_insert((0, assertion)).0 += 1;
    }
    writeln!(page.out, "unknown:")?;
    for ((place, what), (count, assertion)) in places.iter().take(SHOWN_PLACES) {
        let place = place.as_ref();
        let place = place.map_or_else(String::new, |place| format!("{place}: "));
        let count = match count {
            1 => String::new(),
            n => format!(" ({n} checks)"),
        };
        let differs = |reason: &&String| report.reason.as_ref() != Some(*reason);
        let reason = assertion.reason.as_ref().filter(differs);
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        writeln!(page.out, "  {place}{what}{count}{reason}")?;
    }
    if places.len() > SHOWN_PLACES {
        writeln!(page.out, "  ... and {} more", places.len() - SHOWN_PLACES)?;
    }
    Ok(())
}
