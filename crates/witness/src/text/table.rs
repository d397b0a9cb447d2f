//! Many checks: how many of each function are proved, violated and open.

use super::excerpt::Page;
use crate::report::{Assertion, AssertionStatus, Report, SinceReport};
use std::fmt::Write;

/// Up to so many checks of one property are told one by one.
const FEW: usize = 8;

/// Whether a report has checks of several properties, or many of something that nobody wrote.
pub(super) fn is_needed(report: &Report) -> bool {
    let all = &report.assertions;
    let several = all.iter().any(|a| a.property != all[0].property);
    let own = |a: &Assertion| matches!(a.property.as_str(), "assert" | "unreach-call" | "");
    all.iter().any(|a| !own(a)) && (several || all.len() > FEW)
}

/// One line per function, in the order of the text.
pub(super) fn show(page: &mut Page, report: &Report) -> std::fmt::Result {
    let mut rows: Vec<(&str, [usize; 5])> = Vec::new();
    for check in &report.assertions {
        let function = check.function.as_deref().unwrap_or("elsewhere");
        let known = rows.iter().position(|(name, _)| *name == function);
        let number = known.unwrap_or_else(|| {
            rows.push((function, [0; 5]));
            rows.len() - 1
        });
        let counts = &mut rows[number].1;
        counts[0] += 1;
        counts[match check.status {
            // It holds, whether or not anything gets there.
            AssertionStatus::Proved | AssertionStatus::Unreachable => 1,
            AssertionStatus::Violated => 2,
            AssertionStatus::Unknown => 3,
            AssertionStatus::Unaffected => 4,
        }] += 1;
    }
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let width = width.max("function".len());
    let partial = report.since.as_ref().is_some_and(SinceReport::is_partial);
    let further = |text: &dyn std::fmt::Display| match partial {
        true => format!("  {text:>10}"),
        false => String::new(),
    };
    writeln!(
        page.out,
        "{:width$}  {:>6}  {:>6}  {:>8}  {:>7}{}",
        "function",
        "checks",
        "proved",
        "violated",
        "unknown",
        further(&"unaffected")
    )?;
    for (name, [all, proved, violated, unknown, unaffected]) in rows {
        writeln!(
            page.out,
            "{name:width$}  {all:>6}  {proved:>6}  {violated:>8}  {unknown:>7}{}",
            further(&unaffected)
        )?;
    }
    Ok(())
}
