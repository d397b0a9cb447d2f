//! Labelled tasks.

use crate::arguments::{BenchArguments, MathInt};
use crate::bench::half::Half;
use crate::terminal::complain;
use invar_cfa::DataModel;
use invar_verify::hardware;
use invar_verify::request::{Integers, Shard};
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
    /// Sizes of types; none for a hardware model.
    pub data_model: Option<DataModel>,
    /// Whether the label holds over unbounded integers only.
    pub mathint: bool,
    /// How its integers are read.
    pub integers: Integers,
    /// A directory with headers, where the set needs one.
    pub include: Option<PathBuf>,
}

impl Task {
    /// The set a task belongs to: its folder.
    pub fn set(&self) -> &str {
        self.path.split_once('/').map_or("", |(set, _)| set)
    }
}

/// A row as the table has it. Tables of hardware models have neither properties nor data models.
#[derive(Deserialize)]
struct Row {
    property: Option<String>,
    expected: Expected,
    data_model: Option<String>,
    #[serde(default)]
    note: String,
}

impl Row {
    /// The first column that C programs need and this row does not have.
    fn missing(&self) -> Option<&'static str> {
        match (&self.property, &self.data_model) {
            (None, _) => Some("property"),
            (_, None) => Some("data_model"),
            _ => None,
        }
    }
}

const COLUMNS_HINT: &str =
    "hint: a table of C programs has the columns path, property, expected and data_model";

/// What hardware models are asked for.
const HARDWARE_PROPERTY: &str = "bad";

/// Which rows of a table are meant.
pub struct Selection<'a> {
    /// The table.
    pub tasks: &'a Path,
    /// The column with the files.
    pub column: &'a str,
    /// Only the paths in this file.
    pub list: Option<&'a Path>,
    /// Only one half.
    pub half: Option<Half>,
    /// Only one shard.
    pub shard: Option<Shard>,
    /// Only rows of this property.
    pub property: Option<&'a str>,
    /// What to do with rows that hold over unbounded integers only.
    pub mathint: MathInt,
}

impl<'a> Selection<'a> {
    /// What the arguments of `bench` select.
    pub fn of(arguments: &'a BenchArguments) -> Selection<'a> {
        Selection {
            tasks: &arguments.tasks,
            column: &arguments.column,
            list: arguments.list.as_deref(),
            half: arguments.half,
            shard: arguments.shard,
            property: arguments.property.as_deref(),
            mathint: arguments.mathint,
        }
    }
}

/// The tasks that are selected, in the order of the table.
pub fn read(arguments: &Selection) -> Result<Vec<Task>, String> {
    let describe = |e: &dyn std::fmt::Display| format!("{}: {e}", arguments.tasks.display());
    let folder = arguments.tasks.parent().unwrap_or(Path::new("."));
    let wanted = arguments.list.map(read_list).transpose()?;
    let include = Some(folder.join("include")).filter(|dir| dir.is_dir());
    let mut reader = csv::Reader::from_path(arguments.tasks).map_err(|e| describe(&e))?;
    let headers = reader.headers().map_err(|e| describe(&e))?.clone();
    let column = |name: &str| {
        let found = headers.iter().position(|header| header == name);
        found.ok_or_else(|| describe(&format!("there is no column {name}\n{COLUMNS_HINT}")))
    };
    let (named, files) = (column("path")?, column(arguments.column)?);
    column("expected")?;
    let mut tasks = Vec::new();
    let (mut whole, mut of_half) = (0, 0);
    for record in reader.records() {
        let record = record.map_err(|e| describe(&e))?;
        let row: Row = record
            .deserialize(Some(&headers))
            .map_err(|e| describe(&e))?;
        let (name, path) = (&record[named], &record[files]);
        if let Some(missing) = row.missing()
            && hardware::model(&[folder.join(path)]).is_none()
        {
            return Err(describe(&format!(
                "{name} has no {missing}, and only hardware models need none\n{COLUMNS_HINT}"
            )));
        }
        let property = row.property.unwrap_or_else(|| HARDWARE_PROPERTY.to_owned());
        let listed = |list: &BTreeSet<String>| list.contains(name) || list.contains(path);
        let selected =
            wanted.as_ref().is_none_or(listed) && arguments.property.is_none_or(|p| p == property);
        let mathint = row.note.contains("mathint");
        if !selected || (mathint && arguments.mathint == MathInt::Skip) {
            continue;
        }
        whole += 1;
        // The name and not the file: models in two formats are in the same half.
        if arguments.half.is_some_and(|half| half != Half::of(name)) {
            continue;
        }
        of_half += 1;
        if let Some(shard) = arguments.shard
            && !shard.has_name(&[name, &property])
        {
            continue;
        }
        tasks.push(Task {
            file: folder.join(path),
            path: path.to_owned(),
            property,
            expected: row.expected,
            data_model: data_model(row.data_model.as_deref()).map_err(|e| describe(&e))?,
            mathint,
            integers: match arguments.mathint {
                MathInt::Ideal if mathint => Integers::Ideal,
                _ => Integers::Machine,
            },
            include: include.clone(),
        });
    }
    if let Some(half) = arguments.half {
        let selected = of_half;
        complain!("half {}: {selected} of {whole} tasks", half.name());
    }
    if let Some(shard) = arguments.shard {
        complain!("shard {shard}: {} of {of_half} tasks", tasks.len());
    }
    Ok(tasks)
}

fn data_model(name: Option<&str>) -> Result<Option<DataModel>, String> {
    let known = [DataModel::Ilp32, DataModel::Lp64];
    let named = |name: &str| known.into_iter().find(|model| model.to_string() == name);
    let unknown = |name| format!("there is no data model {name}\n{COLUMNS_HINT}");
    name.map(|name| named(name).ok_or_else(|| unknown(name)))
        .transpose()
}

/// The paths, one per line, each once though it may be a task for several properties.
pub fn paths(tasks: &[Task]) -> String {
    let mut known = BTreeSet::new();
    let new = tasks.iter().filter(|task| known.insert(&task.path));
    new.map(|task| format!("{}\n", task.path)).collect()
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
