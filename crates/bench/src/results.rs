//! results.csv: written row by row, so that a stopped run goes on where it was; statistics.jsonl beside it.

use super::statistics::StatisticsLine;
use super::tasks::{Expected, Task};
use invar_report::{Conclusion, ReasonClass, Report};
use invar_verify::request::Integers;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

/// The columns of results.csv.
const COLUMNS: [&str; 11] = [
    "path",
    "property",
    "expected",
    "verdict",
    "outcome",
    "certified",
    "engine",
    "seconds",
    "solver_seconds",
    "peak_mb",
    "reason",
];

/// One row of results.csv.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResultRow {
    /// The task.
    pub path: String,
    /// The property.
    pub property: String,
    /// `true` or `false`.
    pub expected: String,
    /// `safe`, `unsafe` or `unknown`.
    pub verdict: String,
    /// `correct`, `wrong`, `unknown` or `error`.
    pub outcome: String,
    /// Whether the verdict was certified.
    pub certified: bool,
    /// The engine.
    pub engine: String,
    /// Wall time.
    pub seconds: f64,
    /// Time inside solvers.
    pub solver_seconds: f64,
    /// Largest memory.
    pub peak_mb: u64,
    /// Why the verdict is unknown.
    pub reason: String,
}

impl ResultRow {
    /// The row of a task from its report.
    pub fn of(task: &Task, report: Report, seconds: f64) -> ResultRow {
        let expected = if task.expected == Expected::True {
            "true"
        } else {
            "false"
        };
        // Places in the task are told as the table names it: results do not depend on where it lies.
        let file = task.file.display().to_string();
        let reason = report.reason.as_deref().unwrap_or_default();
        let thousandths = |seconds: f64| (seconds * 1000.0).round() / 1000.0;
        ResultRow {
            path: task.path.clone(),
            property: task.property.clone(),
            expected: expected.into(),
            verdict: report.verdict.name().into(),
            outcome: outcome(task, &report).into(),
            certified: report.certified,
            seconds: thousandths(seconds),
            solver_seconds: thousandths(report.solver_seconds),
            peak_mb: report.peak_mb,
            reason: reason.replace(&file, &task.path).replace('\n', " "),
            engine: report.engine,
        }
    }
}

/// Labels over unbounded integers say nothing about a disagreement over those of the machine.
fn outcome(task: &Task, report: &Report) -> &'static str {
    let agrees = match (report.verdict, task.expected) {
        (Conclusion::Safe, Expected::True) | (Conclusion::Unsafe, Expected::False) => true,
        (Conclusion::Safe | Conclusion::Unsafe, _) => false,
        _ if matches!(
            report.reason_class,
            Some(ReasonClass::Input | ReasonClass::Internal)
        ) =>
        {
            return "error";
        }
        _ => return "unknown",
    };
    let comparable = !task.mathint || task.integers == Integers::Ideal;
    match (agrees, comparable) {
        (true, _) => "correct",
        (false, true) => "wrong",
        (false, false) => "unknown",
    }
}

/// Cuts off a last line that a kill left unfinished: its task is run again.
fn drop_partial_line(path: &Path) -> std::io::Result<()> {
    let Ok(bytes) = std::fs::read(path) else {
        return Ok(());
    };
    let complete = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    if complete < bytes.len() {
        OpenOptions::new()
            .write(true)
            .open(path)?
            .set_len(complete as u64)?;
    }
    Ok(())
}

/// The rows of a results.csv, as far as they are complete.
///
/// # Errors
/// A file that cannot be read, or has other columns.
pub fn rows(path: &Path) -> Result<Vec<ResultRow>, String> {
    let reader = csv::Reader::from_path(path);
    let describe = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let mut reader = reader.map_err(|e| describe(&e))?;
    let headers = reader.headers().map_err(|e| describe(&e))?;
    let missing = COLUMNS
        .iter()
        .find(|name| !headers.iter().any(|h| h == **name));
    if let Some(name) = missing {
        let problem =
            format!("there is no column {name}\nhint: this is no table that `invar bench` wrote");
        return Err(describe(&problem));
    }
    let rows = reader.deserialize::<ResultRow>();
    Ok(rows.map_while(Result::ok).collect())
}

/// The files, and what the table holds.
pub struct Results {
    rows: BTreeMap<(String, String), ResultRow>,
    writer: csv::Writer<File>,
    statistics: File,
}

impl Results {
    /// Opens or creates `results.csv` and `statistics.jsonl` in a folder.
    ///
    /// # Errors
    /// The folder cannot be made, or a file in it not be read or written.
    pub fn open(folder: &Path) -> Result<Results, String> {
        let describe = |e: &dyn std::fmt::Display| format!("{}: {e}", folder.display());
        std::fs::create_dir_all(folder).map_err(|e| describe(&e))?;
        let path = folder.join("results.csv");
        let mut rows = BTreeMap::new();
        drop_partial_line(&path).map_err(|e| describe(&e))?;
        let exists = path.metadata().is_ok_and(|m| m.len() > 0);
        if exists {
            for row in self::rows(&path)? {
                rows.insert((row.path.clone(), row.property.clone()), row);
            }
        }
        let append = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|e| describe(&e))
        };
        let writer = csv::WriterBuilder::new()
            .has_headers(!exists)
            .from_writer(append(&path)?);
        let path = folder.join("statistics.jsonl");
        drop_partial_line(&path).map_err(|e| describe(&e))?;
        Ok(Results {
            rows,
            writer,
            statistics: append(&path)?,
        })
    }

    /// Whether a task has a result.
    pub fn contains(&self, task: &Task) -> bool {
        self.get(task).is_some()
    }

    /// The result of a task.
    pub fn get(&self, task: &Task) -> Option<&ResultRow> {
        self.rows.get(&(task.path.clone(), task.property.clone()))
    }

    /// Writes a row and its statistics: these first, so that no row is without them; the last line of a task counts.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn add(&mut self, row: ResultRow, statistics: &StatisticsLine) -> Result<(), String> {
        let line = serde_json::to_string(statistics).map_err(|e| e.to_string())?;
        self.add_line(row, Some(&line))
    }

    /// Writes a row and its statistics, which are a finished line or absent.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn add_line(&mut self, row: ResultRow, statistics: Option<&str>) -> Result<(), String> {
        if let Some(line) = statistics {
            let written = self.statistics.write_all(format!("{line}\n").as_bytes());
            written.map_err(|e| format!("statistics.jsonl: {e}"))?;
        }
        self.writer.serialize(&row).map_err(|e| e.to_string())?;
        self.writer.flush().map_err(|e| e.to_string())?;
        self.rows
            .insert((row.path.clone(), row.property.clone()), row);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::ResultRow;
    use crate::tasks::{Expected, Task};
    use invar_cfa::DataModel;
    use invar_report::Report;
    use invar_verify::request::Integers;

    #[test]
    fn reasons_do_not_tell_where_the_tasks_lie() {
        let task = Task {
            path: "loops/a.c".into(),
            file: "/somewhere/bench/loops/a.c".into(),
            property: "unreach-call".into(),
            expected: Expected::True,
            data_model: Some(DataModel::Ilp32),
            mathint: false,
            integers: Integers::Machine,
            include: None,
        };
        let report = Report {
            reason: Some("unsupported construct: x at /somewhere/bench/loops/a.c:3:1".into()),
            ..Report::default()
        };
        let row = ResultRow::of(&task, report, 1.0);
        assert_eq!(row.reason, "unsupported construct: x at loops/a.c:3:1");
    }
}
