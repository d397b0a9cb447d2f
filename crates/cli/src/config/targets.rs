//! The targets of `ci` and `baseline`: tables of `invar.toml`.

use invar_verify::program::{Problem, tidy};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// What a target is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Files without `main`: every function is checked as a start.
    Library,
    /// Files with `main`.
    Program,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Library, Kind::Program];

    /// The name of its table.
    pub fn table(self) -> &'static str {
        match self {
            Kind::Library => "library",
            Kind::Program => "program",
        }
    }
}

/// Something to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// What it is.
    pub kind: Kind,
    /// Its files.
    pub files: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Tables {
    #[serde(default)]
    library: Vec<Table>,
    #[serde(default)]
    program: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    files: Vec<PathBuf>,
}

/// The targets of a file, libraries first; their files are relative to it.
pub(super) fn targets(path: &Path) -> Result<Vec<Target>, Problem> {
    let refused = |why: String| Problem::new(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
    let tables: Tables =
        toml::from_str(&text).map_err(|error| refused(error.message().to_owned()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let libraries = tables
        .library
        .into_iter()
        .map(|table| (Kind::Library, table));
    let programs = tables
        .program
        .into_iter()
        .map(|table| (Kind::Program, table));
    let mut targets = Vec::new();
    for (kind, table) in libraries.chain(programs) {
        if table.files.is_empty() {
            return Err(refused(format!("a `{}` has no files", kind.table())));
        }
        let files = table.files.iter().map(|file| tidy(&folder.join(file)));
        let files = files.collect();
        targets.push(Target { kind, files });
    }
    Ok(targets)
}
