//! Labelled tasks.

use crate::half::Half;
use invar_cfa::DataModel;
use invar_verify::hardware;
use invar_verify::request::{
    Assertions, Input, Integers, Named, PropertyRequest, Request, Shard, Vacuity,
};
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

    /// What is asked about it: whether the property is violated anywhere. How it is searched, its limits and the store
    /// are defaults.
    pub fn request(&self) -> Request {
        Request {
            input: Input {
                files: vec![self.file.clone()],
                data_model: self.data_model,
                include: self.include.iter().cloned().collect(),
                ..Input::default()
            },
            property: PropertyRequest {
                names: vec![self.property.clone()],
            },
            assertions: Assertions::First,
            vacuity: Vacuity::Off,
            integers: self.integers,
            ..Request::default()
        }
    }
}

/// Rows that hold over unbounded integers only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MathInt {
    /// Run and report them apart; they are never counted as wrong.
    Apart,
    /// Leave them out.
    Skip,
    /// Run them over ideal integers, where their labels count, and report them apart.
    Ideal,
}

impl Named for MathInt {
    const ALL: &'static [MathInt] = &[MathInt::Apart, MathInt::Skip, MathInt::Ideal];

    fn name(self) -> &'static str {
        match self {
            MathInt::Apart => "apart",
            MathInt::Skip => "skip",
            MathInt::Ideal => "ideal",
        }
    }

    fn help(self) -> String {
        let help = match self {
            MathInt::Apart => "Run and report them apart; they are never counted as wrong.",
            MathInt::Skip => "Leave them out.",
            MathInt::Ideal => {
                "Run them over ideal integers, where their labels count, and report them apart."
            }
        };
        help.to_owned()
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
#[derive(Clone, Debug)]
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

/// The tasks that were selected.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Those of the half and the shard, in the order of the table.
    pub tasks: Vec<Task>,
    /// How many there are in the half, whatever the shard.
    pub of_half: usize,
    /// How many there are in both halves.
    pub whole: usize,
}

/// Reads a table and selects from it.
///
/// # Errors
/// A file that cannot be read, or a table that lacks a column.
pub fn read(selection: &Selection) -> Result<Selected, String> {
    let describe = |e: &dyn std::fmt::Display| format!("{}: {e}", selection.tasks.display());
    let folder = selection.tasks.parent().unwrap_or(Path::new("."));
    let wanted = selection.list.map(read_list).transpose()?;
    let include = Some(folder.join("include")).filter(|dir| dir.is_dir());
    let mut reader = csv::Reader::from_path(selection.tasks).map_err(|e| describe(&e))?;
    let headers = reader.headers().map_err(|e| describe(&e))?.clone();
    let column = |name: &str| {
        let found = headers.iter().position(|header| header == name);
        found.ok_or_else(|| describe(&format!("there is no column {name}\n{COLUMNS_HINT}")))
    };
    let (named, files) = (column("path")?, column(selection.column)?);
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
            wanted.as_ref().is_none_or(listed) && selection.property.is_none_or(|p| p == property);
        let mathint = row.note.contains("mathint");
        if !selected || (mathint && selection.mathint == MathInt::Skip) {
            continue;
        }
        whole += 1;
        // The name and not the file: models in two formats are in the same half.
        if selection.half.is_some_and(|half| half != Half::of(name)) {
            continue;
        }
        of_half += 1;
        if let Some(shard) = selection.shard
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
            integers: match selection.mathint {
                MathInt::Ideal if mathint => Integers::Ideal,
                _ => Integers::Machine,
            },
            include: include.clone(),
        });
    }
    Ok(Selected {
        tasks,
        of_half,
        whole,
    })
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
