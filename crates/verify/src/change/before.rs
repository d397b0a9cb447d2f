//! The program as it was at a revision, read like the current one.

use super::exported::Files;
use super::git;
use crate::program;
use crate::program::project::Project;
use crate::request::Input;
use invar_budget::Moment;
use invar_cfa::{Program, Property};
use invar_frontend::clang::{ParseOptions, parse_all};
use std::path::{Path, PathBuf};

/// Reads the program of a revision from the folder that it was exported to.
///
/// # Errors
///
/// Why there is no such program, or none that could be compared.
pub fn read(
    folder: &Path,
    input: &Input,
    property: Property,
    deadline: Option<Moment>,
) -> Result<Program, String> {
    let files = Files::of(folder)?;
    let today = input.project().map_err(|problem| problem.to_string())?;
    let before = project(&files, input)?;
    if today.target != before.target {
        return Err("the sizes of types were others".into());
    }
    let sources = before.files(deadline);
    let sources: Result<Vec<_>, String> = sources
        .into_iter()
        .map(|(path, options)| source(&files, path, options))
        .collect();
    let sources = sources?;
    let sources: Vec<(&Path, &ParseOptions)> = sources
        .iter()
        .map(|(path, options)| (path.as_path(), options))
        .collect();
    let unit = parse_all(&sources);
    let mut unit = unit.map_err(|error| format!("it could not be read: {}", error.message))?;
    let program = program::lowered(&mut unit, input, property);
    program.map_err(|reason| {
        let said = reason.to_string();
        let line = said.lines().next().unwrap_or_default();
        format!("it could not be read: {line}")
    })
}

/// The files with the options of that time. A database of commands that is not tracked is the
/// current one: builds make it.
fn project(files: &Files, input: &Input) -> Result<Project, String> {
    let mut input = input.clone();
    if let Some(database) = &input.compile_commands
        && files.inside(database).is_some()
    {
        let before = files.before(database);
        if before.is_file() {
            input.compile_commands = Some(before);
        } else if git::is_tracked(&files.root, database) {
            return Err(format!("{} was not there", database.display()));
        }
    }
    input.project().map_err(|problem| problem.message)
}

/// A file and its options, with paths that lead to the revision.
fn source(
    files: &Files,
    path: PathBuf,
    mut options: ParseOptions,
) -> Result<(PathBuf, ParseOptions), String> {
    let before = files.before(&path);
    if !before.starts_with(files.tree()) {
        let path = path.display();
        return Err(format!("{path} is not in the repository of the first file"));
    }
    if !before.is_file() {
        return Err(format!("{} was not there", path.display()));
    }
    let names_files = |argument: &String| {
        argument.starts_with("-i") || argument.starts_with("-I") || argument.contains('/')
    };
    if let Some(argument) = options.further.arguments().iter().find(|a| names_files(a)) {
        return Err(format!("clang's argument {argument} names a file"));
    }
    for list in [
        &mut options.include_dirs,
        &mut options.system_dirs,
        &mut options.included,
    ] {
        for path in list {
            *path = files.before(path);
        }
    }
    Ok((before, options))
}
