//! The table by function.

use crate::row::{ContractStatus, Row};
use std::fmt::Write;

/// One line per function, the sum, and what is violated.
pub fn render(rows: &[Row]) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<32} {:>5} {:>6} {:>6} {:>8} {:>7} {:>7} {:>6}  reason of most unknown ones",
        "function", "sites", "proved", "needs", "violated", "unknown", "seconds", "MB"
    );
    for row in rows {
        let _ = writeln!(out, "{}", line(row));
    }
    let sum = |number: fn(&Row) -> usize| rows.iter().map(number).sum::<usize>();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    let most = rows.iter().map(|row| row.memory_mb).max();
    let _ = writeln!(
        out,
        "{:<32} {:>5} {:>6} {:>6} {:>8} {:>7} {seconds:>7.1} {:>6}",
        format!("{} functions", rows.len()),
        sum(|row| row.sites),
        sum(|row| row.proved),
        sum(|row| row.needs),
        sum(|row| row.violated),
        sum(|row| row.unknown),
        most.unwrap_or_default()
    );
    let unaffected = sum(|row| row.unaffected);
    if unaffected > 0 {
        let sites = match unaffected {
            1 => "site is not affected by the change and was",
            _ => "sites are not affected by the change and were",
        };
        let _ = writeln!(out, "{unaffected} {sites} not checked again");
    }
    let accepted = sum(|row| row.accepted);
    if accepted > 0 {
        let sites = if accepted == 1 {
            "site is"
        } else {
            "sites are"
        };
        let _ = writeln!(
            out,
            "{accepted} {sites} accepted with a reason, and not proved"
        );
    }
    let of_status = |status: ContractStatus| {
        let rows = rows.iter().filter(|row| row.contract == Some(status));
        rows.count()
    };
    if rows.iter().any(|row| row.contract.is_some()) {
        let _ = writeln!(
            out,
            "contracts: {} hold, {} violated, {} open",
            of_status(ContractStatus::Holds),
            of_status(ContractStatus::Violated),
            of_status(ContractStatus::Open)
        );
    }
    out.push_str(&preconditions(rows));
    for row in rows {
        let own = row.violations.iter().map(|site| (site, "in"));
        let called = row.called_violations.iter();
        let called = called.map(|site| (site, "called from"));
        for (site, relation) in own.chain(called) {
            let place = site.place.as_ref().map(ToString::to_string);
            let place = place.unwrap_or_else(|| row.file.clone());
            let (what, function) = (site.told(), &row.function);
            let _ = writeln!(out, "violated: {place}: {what} ({relation} {function})");
        }
    }
    out
}

/// What callers have to keep, where that is inferred.
pub fn preconditions(rows: &[Row]) -> String {
    let mut out = String::new();
    for row in rows.iter().filter(|row| !row.precondition.is_empty()) {
        let _ = writeln!(out, "{} needs:", row.function);
        for line in &row.precondition {
            let _ = writeln!(out, "  {line}");
        }
        for text in &row.assumed {
            let _ = writeln!(out, "  assumed: {text}");
        }
    }
    out
}

/// The line of a function.
pub fn line(row: &Row) -> String {
    let reason = row.reason.as_deref().unwrap_or_default();
    let contract = row
        .contract
        .map(|status| format!("contract {}", status.text()));
    let reason = match (contract, reason) {
        (Some(contract), "") => contract,
        (Some(contract), reason) => format!("{contract}: {reason}"),
        (None, reason) => reason.to_owned(),
    };
    let reason: String = reason.chars().take_while(|c| *c != '\n').take(90).collect();
    let line = format!(
        "{:<32} {:>5} {:>6} {:>6} {:>8} {:>7} {:>7.1} {:>6}  {reason}",
        row.function,
        row.sites,
        row.proved,
        row.needs,
        row.violated,
        row.unknown,
        row.seconds,
        row.memory_mb
    );
    line.trim_end().to_owned()
}
