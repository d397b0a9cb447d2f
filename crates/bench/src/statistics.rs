//! A line of statistics.jsonl: what a search did, one JSON object per task.
//!
//! Engines and arithmetics count different things, so that these are not columns of results.csv.

use super::results::ResultRow;
use super::tasks::Task;
use invar_report::{Report, SearchRecord};
use serde::Serialize;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// What a report says about its search.
#[derive(Serialize, Default)]
pub struct Search {
    /// Over which arithmetic the verdict was found; `{arithmetic} {counter}` are the engine's counters there.
    pub arithmetic: String,
    /// Questions to solvers.
    pub queries: u64,
    /// As in the report: counters, sizes and times.
    pub statistics: BTreeMap<String, f64>,
    /// What was tried, and how each search ended.
    pub searches: Vec<SearchRecord>,
}

impl Search {
    /// From a report.
    pub fn of(report: &Report) -> Search {
        Search {
            arithmetic: report.arithmetic.clone(),
            queries: report.queries,
            statistics: report.statistics.clone(),
            searches: report.searches.clone(),
        }
    }
}

/// One task.
#[derive(Serialize)]
pub struct StatisticsLine {
    path: String,
    property: String,
    /// `machine` or `ideal`: over which integers the verdict is.
    integers: &'static str,
    expected: String,
    verdict: String,
    outcome: String,
    certified: bool,
    seconds: f64,
    /// Threads that the check had.
    threads: NonZeroU32,
    #[serde(flatten)]
    search: Search,
}

impl StatisticsLine {
    /// The line that belongs to a row of results.csv.
    pub fn of(task: &Task, row: &ResultRow, threads: NonZeroU32, search: Search) -> StatisticsLine {
        StatisticsLine {
            path: row.path.clone(),
            property: row.property.clone(),
            integers: task.integers.name(),
            expected: row.expected.clone(),
            verdict: row.verdict.clone(),
            outcome: row.outcome.clone(),
            certified: row.certified,
            seconds: row.seconds,
            threads,
            search,
        }
    }
}
