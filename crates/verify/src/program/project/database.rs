//! `compile_commands.json`: a list of objects with `directory`, `file` and `command` or `arguments`
//! (<https://clang.llvm.org/docs/JSONCompilationDatabase.html>).

use super::command::Command;
use super::{Problem, tidy};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// An entry of the database.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// The commands of files, in this order; of all C files if none is named.
pub(super) fn commands(
    database: &Path,
    files: &[PathBuf],
) -> Result<Vec<(PathBuf, Command)>, Problem> {
    let entries = entries(database)?;
    let base = database.parent().unwrap_or(Path::new(""));
    let paths: Vec<PathBuf> = entries
        .iter()
        .map(|entry| tidy(&base.join(&entry.directory).join(&entry.file)))
        .collect();
    if files.is_empty() {
        return all(database, base, &entries, &paths);
    }
    let mut found = Vec::new();
    for file in files {
        let wanted = same_file(file);
        let here = entries.iter().zip(&paths);
        let here = here.filter(|(_, path)| same_file(path) == wanted);
        match one(base, file, here.map(|(entry, _)| entry))? {
            Some(command) => found.push((file.clone(), command)),
            None => {
                let message = format!("{} is not in {}", file.display(), database.display());
                return Err(Problem::new(message).with_hint(nearest(file, &paths)));
            }
        }
    }
    Ok(found)
}

fn all(
    database: &Path,
    base: &Path,
    entries: &[Entry],
    paths: &[PathBuf],
) -> Result<Vec<(PathBuf, Command)>, Problem> {
    let mut found: Vec<(PathBuf, Command)> = Vec::new();
    for path in paths {
        let is_c = path.extension().is_some_and(|e| e == "c" || e == "i");
        if !is_c || found.iter().any(|(known, _)| known == path) {
            continue;
        }
        let here = entries
            .iter()
            .zip(paths)
            .filter(|(_, other)| *other == path);
        if let Some(command) = one(base, path, here.map(|(entry, _)| entry))? {
            found.push((path.clone(), command));
        }
    }
    if found.is_empty() {
        let message = format!("{} names no C file", database.display());
        return Err(Problem::new(message));
    }
    Ok(found)
}

/// The one command of a file.
fn one<'a>(
    base: &Path,
    file: &Path,
    entries: impl Iterator<Item = &'a Entry>,
) -> Result<Option<Command>, Problem> {
    let mut known: Option<Command> = None;
    for entry in entries {
        let directory = base.join(&entry.directory);
        let words = words(file, entry)?;
        let command = Command::read(&words, &directory)
            .map_err(|message| Problem::new(format!("{}: {message}", file.display())))?;
        if known.as_ref().is_some_and(|known| *known != command) {
            let message = format!("{} is compiled in several ways", file.display());
            return Err(Problem::new(message).with_hint(
                "leave one command per file in the database, or give the options yourself",
            ));
        }
        known = Some(command);
    }
    Ok(known)
}

/// The words of a command.
fn words(file: &Path, entry: &Entry) -> Result<Vec<String>, Problem> {
    let words = match (&entry.arguments, &entry.command) {
        (Some(words), _) => Some(words.clone()),
        (None, Some(text)) => shlex::split(text),
        (None, None) => None,
    };
    words.ok_or_else(|| {
        let message = format!(
            "the command of {} cannot be split into words",
            file.display()
        );
        Problem::new(message)
    })
}

fn entries(database: &Path) -> Result<Vec<Entry>, Problem> {
    let text = std::fs::read(database)
        .map_err(|error| Problem::new(format!("{}: {error}", database.display())))?;
    serde_json::from_slice(&text).map_err(|error| {
        let message = format!("{} is no database of commands: {error}", database.display());
        Problem::new(message).with_hint("cmake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    })
}

/// What identifies a file, also one that does not exist.
fn same_file(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn nearest(file: &Path, paths: &[PathBuf]) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let names = paths.iter().map(|path| path.display().to_string());
    let best = names.max_by(|a, b| {
        let score = |text: &str| strsim::jaro(text.rsplit('/').next().unwrap_or(text), &name);
        score(a).total_cmp(&score(b))
    });
    best.map_or_else(
        || "the database is empty".to_owned(),
        |best| format!("it has {} files, such as {best}", paths.len()),
    )
}
