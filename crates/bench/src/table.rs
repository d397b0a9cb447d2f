//! The table per set.

use super::results::{ResultRow, Results};
use super::tasks::{Expected, Task};
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Default, Clone)]
struct Counts {
    tasks: usize,
    safe: usize,
    unsafe_: usize,
    wrong: usize,
    uncertified: usize,
    unknown: usize,
    error: usize,
    seconds: f64,
}

impl Counts {
    fn add(&mut self, task: &Task, row: &ResultRow) {
        self.tasks += 1;
        self.seconds += row.seconds;
        match (row.outcome.as_str(), task.expected) {
            ("correct", Expected::True) => self.safe += 1,
            ("correct", Expected::False) => self.unsafe_ += 1,
            ("wrong", _) => self.wrong += 1,
            ("error", _) => self.error += 1,
            _ => self.unknown += 1,
        }
        if row.verdict != "unknown" && !row.certified {
            self.uncertified += 1;
        }
    }
}

/// One line per set, rows over unbounded integers apart, and the reasons of unknown verdicts.
pub fn render(tasks: &[Task], results: &Results) -> String {
    of_rows(
        tasks
            .iter()
            .filter_map(|task| Some((task, results.get(task)?))),
    )
}

/// The table of `render`, from tasks with their rows.
pub fn of_rows<'a>(rows: impl Iterator<Item = (&'a Task, &'a ResultRow)>) -> String {
    let mut sets: BTreeMap<String, Counts> = BTreeMap::new();
    let mut total = Counts::default();
    let mut apart = Counts::default();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for (task, row) in rows {
        if task.mathint {
            apart.add(task, row);
        } else {
            sets.entry(task.set().to_owned())
                .or_default()
                .add(task, row);
            total.add(task, row);
        }
        if row.verdict == "unknown" {
            *reasons.entry(short_reason(&row.reason)).or_default() += 1;
        }
    }
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:<34} {:>5} {:>5} {:>6} {:>5} {:>7} {:>5} {:>8}",
        "set", "tasks", "safe", "unsafe", "wrong", "unknown", "error", "seconds"
    );
    for (set, counts) in &sets {
        line(&mut out, set, counts);
    }
    line(&mut out, "total", &total);
    if apart.tasks > 0 {
        line(&mut out, "apart: unbounded integers", &apart);
    }
    let uncertified = total.uncertified + apart.uncertified;
    let _ = writeln!(out, "verdicts without a certificate: {uncertified}");
    let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    for (reason, count) in reasons {
        let _ = writeln!(out, "{count:>5} unknown: {reason}");
    }
    out
}

fn line(out: &mut String, name: &str, c: &Counts) {
    let _ = writeln!(
        out,
        "{name:<34} {:>5} {:>5} {:>6} {:>5} {:>7} {:>5} {:>8.1}",
        c.tasks, c.safe, c.unsafe_, c.wrong, c.unknown, c.error, c.seconds
    );
}

/// A reason without places and numbers, so that alike reasons are counted together.
fn short_reason(reason: &str) -> String {
    let end = reason
        .find(" at ")
        .or_else(|| reason.find(" after "))
        .unwrap_or(reason.len());
    reason[..end].chars().take(70).collect()
}
