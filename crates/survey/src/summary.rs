//! What a comparison with a baseline says, as text and as Markdown.

use crate::accept::Notice;
use crate::baseline::{Change, Comparison};
use crate::row::Row;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// A function is slower if it takes this many times as long as before.
const SLOWER: f64 = 1.5;
/// Functions in the list of the slowest.
const SLOWEST: usize = 5;

/// A function that takes longer than in an earlier run.
#[derive(Clone, Debug, PartialEq)]
pub struct Slower {
    /// The function.
    pub function: String,
    /// Seconds then.
    pub before: f64,
    /// Seconds now.
    pub now: f64,
}

/// The functions that take at least `slow` and much longer than in an earlier run, whose seconds are given.
pub fn slower(rows: &[Row], before: &BTreeMap<String, f64>, slow: Duration) -> Vec<Slower> {
    let found = rows.iter().filter_map(|row| {
        let before = *before.get(&row.function)?;
        (row.seconds >= slow.as_secs_f64() && row.seconds >= SLOWER * before).then(|| Slower {
            function: row.function.clone(),
            before,
            now: row.seconds,
        })
    });
    found.collect()
}

/// What there is to tell.
#[derive(Clone, Debug, Default)]
pub struct Summary<'r> {
    /// What was found.
    pub rows: &'r [Row],
    /// How it compares with the baseline, if there is one.
    pub comparison: Option<&'r Comparison>,
    /// What is to be said about acceptances.
    pub notices: &'r [Notice],
    /// Functions that take longer.
    pub slower: &'r [Slower],
}

impl Summary<'_> {
    /// For a terminal: one line each, what is bad first.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if let Some(comparison) = self.comparison {
            for change in &comparison.new_violations {
                let _ = writeln!(out, "new violation: {}", told(change));
            }
            for change in &comparison.lost {
                let _ = writeln!(out, "lost proof: {}", told(change));
            }
            for (function, clause) in &comparison.stricter {
                let _ = writeln!(out, "stricter precondition: {function} needs: {clause}");
            }
        }
        for slower in self.slower {
            let _ = writeln!(out, "slower: {}", slower.told());
        }
        for notice in self.notices {
            let _ = writeln!(out, "accepted: {}", notice.text);
        }
        let _ = writeln!(out, "{}", self.counts());
        if let Some(comparison) = self.comparison {
            let _ = writeln!(out, "{}", conclusion(comparison));
        }
        out
    }

    /// For a pull request.
    pub fn markdown(&self) -> String {
        let mut out = String::from("## invar\n\n");
        if let Some(comparison) = self.comparison {
            let _ = writeln!(out, "**{}**\n", conclusion(comparison));
            list(
                &mut out,
                "New violations",
                comparison.new_violations.iter().map(|c| code(&told(c))),
            );
            list(
                &mut out,
                "Lost proofs",
                comparison.lost.iter().map(|c| code(&told(c))),
            );
            let stricter = comparison.stricter.iter();
            let stricter = stricter
                .map(|(function, clause)| format!("{} needs {}", code(function), code(clause)));
            list(&mut out, "Stricter preconditions", stricter);
        } else {
            let violated = self.rows.iter().flat_map(|row| {
                let sites = row.violations.iter();
                sites.map(|site| {
                    let place = site.place.as_ref().map(ToString::to_string);
                    code(&format!(
                        "{}: {} in {}",
                        place.unwrap_or_default(),
                        site.told(),
                        row.function
                    ))
                })
            });
            list(&mut out, "Violations", violated);
        }
        list(
            &mut out,
            "Slower",
            self.slower.iter().map(|slower| code(&slower.told())),
        );
        list(
            &mut out,
            "Accepted findings",
            self.notices.iter().map(|notice| code(&notice.text)),
        );
        let _ = writeln!(out, "{}\n", self.counts());
        let mut slowest: Vec<&Row> = self.rows.iter().collect();
        slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        let slowest = slowest.into_iter().take(SLOWEST);
        out.push_str("| slowest | places | proved | seconds |\n|---|---:|---:|---:|\n");
        for row in slowest {
            let held = row.proved + row.needs;
            let _ = writeln!(
                out,
                "| {} | {} | {held} | {:.1} |",
                code(&row.function),
                row.sites,
                row.seconds
            );
        }
        out
    }

    fn counts(&self) -> String {
        let sum = |number: fn(&Row) -> usize| self.rows.iter().map(number).sum::<usize>();
        format!(
            "{} functions, {} places: {} proved, {} hold under preconditions, {} violated, {} accepted, {} open",
            self.rows.len(),
            sum(|row| row.sites),
            sum(|row| row.proved),
            sum(|row| row.needs),
            sum(|row| row.violated),
            sum(|row| row.accepted),
            sum(|row| row.unknown + row.unaffected)
        )
    }
}

impl Slower {
    fn told(&self) -> String {
        format!(
            "{}: {:.1} s, {:.1} s before",
            self.function, self.now, self.before
        )
    }
}

/// The sentence at the end.
fn conclusion(comparison: &Comparison) -> String {
    let number = |number: usize, one: &str, more: &str| match number {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    };
    if comparison.is_worse() {
        return format!(
            "worse than the baseline: {}, {}, {}",
            number(
                comparison.new_violations.len(),
                "new violation",
                "new violations"
            ),
            number(comparison.lost.len(), "lost proof", "lost proofs"),
            number(
                comparison.stricter.len(),
                "stricter precondition",
                "stricter preconditions"
            ),
        );
    }
    let improved = comparison.improved.len();
    if improved > 0 {
        return format!(
            "better than the baseline: {}; `invar baseline write` keeps that",
            number(improved, "place more is proved", "places more are proved")
        );
    }
    "nothing is lost against the baseline, and no violation is new".to_owned()
}

/// A change on one line.
fn told(change: &Change) -> String {
    let what = match &change.site {
        Some(site) => {
            let place = site.place.as_ref().map(ToString::to_string);
            format!(
                "{}: {} in {}",
                place.unwrap_or_default(),
                site.told(),
                change.function
            )
        }
        None => change.function.clone(),
    };
    let before = change.before.map_or("not there", |status| status.name());
    let mut line = format!("{what} (before: {before}, now: {})", change.now.name());
    let reason = change.site.as_ref().and_then(|site| site.reason.as_ref());
    if let Some(more) = change.note.as_ref().or(reason) {
        let more = more.lines().next().unwrap_or_default();
        let _ = write!(line, ": {more}");
    }
    line
}

fn list(out: &mut String, title: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "### {title}\n");
    for item in items {
        let _ = writeln!(out, "- {item}");
    }
    out.push('\n');
}

/// A text that Markdown leaves alone.
fn code(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c == '`' || c.is_control() { '\'' } else { c })
        .collect();
    format!("`{}`", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::{Summary, slower};
    use crate::baseline::{Baseline, compare};
    use crate::row::{Function, Row};
    use invar_report::Report;
    use std::collections::BTreeMap;
    use std::time::Duration;

    fn row(seconds: f64) -> Row {
        let function = Function {
            name: "f".into(),
            ..Function::default()
        };
        Row {
            seconds,
            ..Row::of(&function, Report::default())
        }
    }

    #[test]
    fn only_long_checks_are_called_slower() {
        let before = BTreeMap::from([("f".to_owned(), 14.0)]);
        let slow = Duration::from_secs(20);
        let quick = BTreeMap::from([("f".to_owned(), 1.0)]);
        assert!(slower(&[row(19.0)], &quick, slow).is_empty());
        assert!(slower(&[row(20.9)], &before, slow).is_empty());
        assert_eq!(slower(&[row(21.0)], &before, slow).len(), 1);
    }

    #[test]
    fn the_end_says_how_it_compares() {
        let rows = [row(1.0)];
        let comparison = compare(&Baseline::of(&rows), &rows);
        let summary = Summary {
            rows: &rows,
            comparison: Some(&comparison),
            ..Summary::default()
        };
        assert!(
            summary.text().ends_with("no violation is new\n"),
            "{}",
            summary.text()
        );
        assert!(
            summary.markdown().contains("**nothing is lost"),
            "{}",
            summary.markdown()
        );
    }
}
