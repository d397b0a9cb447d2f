//! The runs: `invar bench` for every engine, slice by slice.
//!
//! Every engine runs on one slice of the list before the next slice begins: what disturbs the machine for a while
//! disturbs all engines alike, and a run that is stopped has results to compare.

use crate::arguments::{Arguments, Run};
use crate::settings::Settings;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs everything that has no result yet.
pub fn all_slices(arguments: &Arguments, run: &Run, settings: &Settings) -> Result<(), String> {
    let text = std::fs::read_to_string(&run.list)
        .map_err(|error| format!("{}: {error}", run.list.display()))?;
    let slices = slices(&text, usize::from(arguments.slice));
    let file = arguments.out.join("slice.txt");
    let describe = |error: std::io::Error| format!("{}: {error}", file.display());
    for (number, slice) in slices.iter().enumerate() {
        std::fs::write(&file, slice).map_err(describe)?;
        for engine in &settings.engines {
            eprintln!("slice {} of {}, {engine}", number + 1, slices.len());
            bench(arguments, run, engine, &file)?;
        }
    }
    match std::fs::remove_file(&file) {
        Err(error) if !slices.is_empty() => Err(describe(error)),
        _ => Ok(()),
    }
}

/// Lists of at most `most` paths. Each takes every n-th path: lists are sorted by set, and a slice should have some of
/// each.
fn slices(list: &str, most: usize) -> Vec<String> {
    let paths: Vec<&str> = list
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let count = paths.len().div_ceil(most);
    let slice = |first| {
        paths
            .iter()
            .skip(first)
            .step_by(count)
            .map(|path| format!("{path}\n"))
    };
    (0..count).map(|first| slice(first).collect()).collect()
}

fn bench(arguments: &Arguments, run: &Run, engine: &str, list: &Path) -> Result<(), String> {
    let mut command = Command::new(&arguments.invar);
    command
        .arg("bench")
        .arg("--tasks")
        .arg(&run.tasks)
        .arg("--list")
        .arg(list);
    command.args(["--engine", engine, "--memory", &arguments.memory]);
    command.args(["--timeout", &format!("{}ms", arguments.timeout.as_millis())]);
    command.args([
        "--jobs",
        &arguments.jobs.to_string(),
        "--mathint",
        arguments.mathint.name(),
    ]);
    command.args(
        arguments
            .property
            .iter()
            .flat_map(|property| ["--property", property]),
    );
    command.arg("--out").arg(arguments.out.join(engine));
    // Not among the limits that a run keeps.
    command.env_remove("INVAR_INTERPOLATION");
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let status = command
        .status()
        .map_err(|error| format!("{}: {error}", arguments.invar.display()))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!(
            "`invar bench --engine {engine}` ended with {status}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::slices;

    #[test]
    fn slices_hold_every_path_once() {
        assert_eq!(slices("a\nb\n\nc\nd\ne\n", 2), ["a\nd\n", "b\ne\n", "c\n"]);
        assert_eq!(slices("a\nb\n", 25), ["a\nb\n"]);
        assert!(slices("\n", 25).is_empty());
    }
}
