//! The runs: `invar bench` for every configuration, slice by slice.
//!
//! Every one runs on one slice of the list before the next slice begins: what disturbs the machine for a while
//! disturbs all alike, and a run that is stopped has results to compare.

use crate::arguments::{Arguments, Run};
use crate::configurations::Configuration;
use crate::selection;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs everything that has no result yet.
pub fn all_slices(arguments: &Arguments, run: &Run) -> Result<(), String> {
    let paths = selection::paths(arguments, run)?;
    let slices = slices(&paths, usize::from(arguments.slice));
    let file = arguments.out.join("slice.txt");
    let describe = |error: std::io::Error| format!("{}: {error}", file.display());
    // No tasks: arguments that `invar` does not know are found before hours of search, not after them.
    std::fs::write(&file, "").map_err(describe)?;
    for configuration in &run.configurations {
        bench(arguments, run, configuration, &file, Progress::Hidden)?;
    }
    for (number, slice) in slices.iter().enumerate() {
        std::fs::write(&file, slice).map_err(describe)?;
        for configuration in &run.configurations {
            let label = &configuration.label;
            eprintln!("slice {} of {}, {label}", number + 1, slices.len());
            bench(arguments, run, configuration, &file, Progress::Shown)?;
        }
    }
    std::fs::remove_file(&file).map_err(describe)
}

/// Lists of at most `most` paths. Each takes every n-th path: lists are sorted by set, and a slice should have some of
/// each.
fn slices(paths: &[String], most: usize) -> Vec<String> {
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

/// Whether users see what `invar bench` prints; errors are always shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Shown,
    Hidden,
}

fn bench(
    arguments: &Arguments,
    run: &Run,
    configuration: &Configuration,
    list: &Path,
    progress: Progress,
) -> Result<(), String> {
    let mut command = Command::new(&arguments.invar);
    command
        .arg("bench")
        .arg("--tasks")
        .arg(&run.tasks)
        .arg("--list")
        .arg(list);
    command.args(configuration.arguments.split_whitespace());
    command.args(["--memory", &arguments.memory]);
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
    command
        .arg("--out")
        .arg(arguments.out.join(&configuration.label));
    // Not among the limits that a run keeps.
    command.env_remove("INVAR_INTERPOLATION");
    command.stdin(Stdio::null()).stdout(Stdio::null());
    if progress == Progress::Shown {
        command.stderr(Stdio::inherit());
    }
    let output = command
        .output()
        .map_err(|error| format!("{}: {error}", arguments.invar.display()))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!(
            "{}: `invar bench {}` ended with {}\n{}",
            configuration.label,
            configuration.arguments,
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::slices;

    #[test]
    fn slices_hold_every_path_once() {
        let paths = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(slices(&paths, 2), ["a\nd\n", "b\ne\n", "c\n"]);
        assert_eq!(slices(&paths[..2], 25), ["a\nb\n"]);
        assert!(slices(&[], 25).is_empty());
    }
}
