//! `invar ci`: every target of a project, compared with its baseline.

use crate::arguments::CiArguments;
use crate::baseline;
use crate::exit::{self, Failure};
use crate::survey::{self, Surveyed};
use crate::terminal;
use invar_survey::baseline::{Comparison, compare};
use invar_survey::summary::{Slower, Summary, slower};
use invar_survey::table;
use std::collections::BTreeMap;
use std::path::Path;

/// Checks all targets and prints a summary.
pub fn run(arguments: &CiArguments) -> u8 {
    exit::finish(checked(arguments))
}

fn checked(arguments: &CiArguments) -> Result<u8, Failure> {
    let path = &arguments.baseline;
    let before = if path.exists() {
        Some(baseline::read(path)?)
    } else {
        None
    };
    let earlier = seconds_of(arguments.previous.as_deref()).map_err(Failure::Message)?;
    let found = survey::project(&arguments.survey).map_err(Failure::Told)?;
    let comparison = before.map(|before| compare(&before, &found.rows));
    let code = found.interrupted.unwrap_or_else(|| match &comparison {
        Some(comparison) => baseline::code(comparison),
        None => survey::code(&found.rows),
    });
    let slower = slower(&found.rows, &earlier, arguments.slow);
    report(arguments, &found, comparison.as_ref(), &slower, code).map_err(Failure::Message)?;
    Ok(code)
}

/// How long functions took in an earlier run.
fn seconds_of(path: Option<&Path>) -> Result<BTreeMap<String, f64>, String> {
    let Some(path) = path else {
        return Ok(BTreeMap::new());
    };
    let refused = |why: String| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
    let rows = value["rows"]
        .as_array()
        .ok_or_else(|| refused("no `rows`".to_owned()))?;
    let seconds = rows.iter().filter_map(|row| {
        let function = row["function"].as_str()?;
        Some((function.to_owned(), row["seconds"].as_f64()?))
    });
    Ok(seconds.collect())
}

/// Prints what was found and writes the files that were asked for.
fn report(
    arguments: &CiArguments,
    found: &Surveyed,
    comparison: Option<&Comparison>,
    slower: &[Slower],
    exit_code: u8,
) -> Result<(), String> {
    let summary = Summary {
        rows: &found.rows,
        comparison,
        notices: &found.notices,
        slower,
    };
    let table = match comparison {
        Some(_) => String::new(),
        None => table::render(&found.rows),
    };
    terminal::to_stdout(&(table + &summary.text()));
    survey::write_json(arguments.json.as_deref(), found, comparison, exit_code)?;
    survey::write_files(&arguments.survey, &summary, exit_code)
}
