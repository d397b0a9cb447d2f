//! Labelled tasks.

use crate::arguments::{BenchArguments, IntegersArgument, MathInt};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a label expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    /// The property holds.
    True,
    /// The property is violated.
    False,
}

/// One row of the table of tasks.
#[derive(Clone, Debug)]
pub struct Task {
    /// Path relative to the table.
    pub path: String,
    /// The file.
    pub file: PathBuf,
    /// The property.
    pub property: String,
    /// The label.
    pub expected: Expected,
    /// Sizes of types.
    pub data_model: String,
    /// Whether the label holds over unbounded integers only.
    pub mathint: bool,
    /// How its integers are read.
    pub integers: IntegersArgument,
    /// A directory with headers, where the set needs one.
    pub include: Option<PathBuf>,
}

impl Task {
    /// The set a task belongs to: its folder.
    pub fn set(&self) -> &str {
        self.path.split_once('/').map_or("", |(set, _)| set)
    }
}

#[derive(Deserialize)]
struct Row {
    path: String,
    property: String,
    expected: Expected,
    data_model: String,
    #[serde(default)]
    note: String,
}

/// The tasks that the arguments select, in the order of the table.
pub fn read(arguments: &BenchArguments) -> Result<Vec<Task>, String> {
    let folder = arguments.tasks.parent().unwrap_or(Path::new("."));
    let wanted = arguments.list.as_deref().map(read_list).transpose()?;
    let include = Some(folder.join("include")).filter(|dir| dir.is_dir());
    let mut reader = csv::Reader::from_path(&arguments.tasks)
        .map_err(|e| format!("{}: {e}", arguments.tasks.display()))?;
    let mut tasks = Vec::new();
    for row in reader.deserialize() {
        let row: Row = row.map_err(|e| format!("{}: {e}", arguments.tasks.display()))?;
        let selected = wanted.as_ref().is_none_or(|list| list.contains(&row.path))
            && arguments
                .property
                .as_ref()
                .is_none_or(|p| *p == row.property);
        let mathint = row.note.contains("mathint");
        if !selected || (mathint && arguments.mathint == MathInt::Skip) {
            continue;
        }
        tasks.push(Task {
            file: folder.join(&row.path),
            path: row.path,
            property: row.property,
            expected: row.expected,
            data_model: row.data_model,
            mathint,
            integers: match arguments.mathint {
                MathInt::Ideal if mathint => IntegersArgument::Ideal,
                _ => IntegersArgument::Machine,
            },
            include: include.clone(),
        });
    }
    Ok(tasks)
}

fn read_list(path: &Path) -> Result<BTreeSet<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .map(str::to_owned)
        .collect())
}
