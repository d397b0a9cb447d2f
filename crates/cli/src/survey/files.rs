//! The files that a survey writes beside its table.

use super::Surveyed;
use crate::arguments::SurveyArguments;
use invar_survey::baseline::Comparison;
use invar_survey::files;
use invar_survey::summary::Summary;
use serde_json::Value;
use std::path::Path;

/// Writes the files that were asked for.
///
/// # Errors
///
/// A file cannot be written.
pub fn write(
    arguments: &SurveyArguments,
    summary: &Summary<'_>,
    exit_code: u8,
) -> Result<(), String> {
    let (asked, rows) = (&arguments.files, summary.rows);
    if let Some(path) = &asked.sarif {
        let log = files::sarif(rows, &arguments.property.join(","), exit_code);
        to_file(path, &format!("{log:#}\n"))?;
    }
    if let Some(path) = &asked.junit {
        to_file(path, &files::junit(rows))?;
    }
    if let Some(path) = &asked.code_quality {
        to_file(path, &format!("{:#}\n", files::code_quality(rows)))?;
    }
    if let Some(path) = &asked.summary {
        to_file(path, &summary.markdown())?;
    }
    Ok(())
}

/// Everything that was found.
pub fn json(found: &Surveyed, comparison: Option<&Comparison>, exit_code: u8) -> Value {
    serde_json::json!({
        "rows": found.rows,
        "comparison": comparison,
        "notices": found.notices.iter().map(|notice| &notice.text).collect::<Vec<_>>(),
        "exit_code": exit_code,
    })
}

/// Writes everything that was found, if a file was named for it.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_json(
    path: Option<&Path>,
    found: &Surveyed,
    comparison: Option<&Comparison>,
    exit_code: u8,
) -> Result<(), String> {
    match path {
        Some(path) => to_file(path, &format!("{}\n", json(found, comparison, exit_code))),
        None => Ok(()),
    }
}

/// Writes a file and names it where it cannot be written.
pub fn to_file(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
