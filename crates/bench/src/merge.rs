//! The results of shards as those of one run.

use super::results::{self, ResultRow, Results};
use super::tasks::Task;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A task: its path and its property.
type Name = (String, String);

/// Adds to `out` what the folders have about the tasks, in the order of the tasks; returns the tasks without a result.
///
/// # Errors
/// A folder that cannot be read, or two verdicts that contradict each other.
pub fn merge<'a>(
    tasks: &'a [Task],
    folders: &[PathBuf],
    out: &mut Results,
) -> Result<Vec<&'a Task>, String> {
    let mut rows: BTreeMap<Name, ResultRow> = BTreeMap::new();
    let mut lines: BTreeMap<Name, String> = BTreeMap::new();
    for folder in folders {
        for row in results::rows(&folder.join("results.csv"))? {
            let name = (row.path.clone(), row.property.clone());
            match rows.get(&name) {
                Some(known) if contradict(known, &row) => {
                    return Err(format!(
                        "{}: {} is {} here and {} in another folder\nhint: one of these verdicts is wrong",
                        folder.display(),
                        row.path,
                        row.verdict,
                        known.verdict
                    ));
                }
                // The first counts, unless a later one knows more.
                Some(known) if known.verdict != "unknown" || row.verdict == "unknown" => {}
                _ => {
                    rows.insert(name, row);
                }
            }
        }
        statistics(folder, &mut lines);
    }
    let mut missing = Vec::new();
    for task in tasks {
        let name = (task.path.clone(), task.property.clone());
        match rows.remove(&name) {
            _ if out.contains(task) => {}
            Some(row) => out.add_line(row, lines.get(&name).map(String::as_str))?,
            None => missing.push(task),
        }
    }
    Ok(missing)
}

fn contradict(one: &ResultRow, other: &ResultRow) -> bool {
    let known = |row: &ResultRow| row.verdict != "unknown";
    known(one) && known(other) && one.verdict != other.verdict
}

/// The lines of statistics.jsonl by task, the last of each; a folder may have none.
fn statistics(folder: &Path, lines: &mut BTreeMap<Name, String>) {
    let text = std::fs::read_to_string(folder.join("statistics.jsonl")).unwrap_or_default();
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        if let (Some(path), Some(property)) = (value["path"].as_str(), value["property"].as_str()) {
            lines.insert((path.to_owned(), property.to_owned()), line.to_owned());
        }
    }
}
