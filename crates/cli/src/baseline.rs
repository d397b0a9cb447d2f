//! `invar baseline`: what a survey proved, kept in a file, and what a change loses.

use crate::arguments::{BaselineAction, BaselineArguments, BaselineFile, Format};
use crate::exit::{self, Failure};
use crate::survey::{self, Surveyed};
use crate::terminal;
use invar_survey::baseline::{Baseline, Comparison, compare};
use invar_survey::summary::Summary;
use std::path::Path;

/// Writes a baseline or compares with one.
pub fn run(arguments: &BaselineArguments) -> u8 {
    exit::finish(match &arguments.action {
        BaselineAction::Write(file) => write(file),
        BaselineAction::Check(file) => check(file),
    })
}

fn write(file: &BaselineFile) -> Result<u8, Failure> {
    let survey = &file.survey;
    if survey.shard.is_some() || survey.input.input().entry.is_some() || survey.since.is_some() {
        let message = "a baseline is about all functions: no --shard, --entry or --since";
        return Err(Failure::Message(message.to_owned()));
    }
    let found = survey::project(survey).map_err(Failure::Told)?;
    if let Some(code) = found.interrupted {
        return Err(Failure::Told(code));
    }
    let text = Baseline::of(&found.rows).text();
    survey::to_file(&file.baseline, &text).map_err(Failure::Message)?;
    report(file, &found, None, exit::SAFE)?;
    Ok(exit::SAFE)
}

fn check(file: &BaselineFile) -> Result<u8, Failure> {
    let before = read(&file.baseline)?;
    let found = survey::project(&file.survey).map_err(Failure::Told)?;
    let comparison = compare(&before, &found.rows);
    let code = found.interrupted.unwrap_or_else(|| code(&comparison));
    report(file, &found, Some(&comparison), code)?;
    Ok(code)
}

/// Reads a baseline.
///
/// # Errors
///
/// The file cannot be read or is no baseline.
pub fn read(path: &Path) -> Result<Baseline, Failure> {
    let refused = |why: String| Failure::Message(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
    Baseline::read(&text).map_err(refused)
}

/// The exit code of a comparison.
pub fn code(comparison: &Comparison) -> u8 {
    if !comparison.new_violations.is_empty() {
        exit::UNSAFE
    } else if comparison.is_worse() {
        exit::UNKNOWN
    } else {
        exit::SAFE
    }
}

/// Prints what was found and writes the files that were asked for.
fn report(
    file: &BaselineFile,
    found: &Surveyed,
    comparison: Option<&Comparison>,
    exit_code: u8,
) -> Result<(), Failure> {
    let summary = Summary {
        rows: &found.rows,
        comparison,
        notices: &found.notices,
        slower: &[],
    };
    match file.survey.format {
        Format::Json => {
            let value = survey::json(found, comparison, exit_code);
            terminal::json(&format!("{value}\n"));
        }
        Format::Human | Format::Svcomp => {
            terminal::to_stdout(&summary.text());
        }
    }
    survey::write_json(file.json.as_deref(), found, comparison, exit_code)
        .and_then(|()| survey::write_files(&file.survey, &summary, exit_code))
        .map_err(Failure::Message)
}
