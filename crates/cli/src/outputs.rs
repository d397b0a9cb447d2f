//! The files that keep a result: written by the supervising process from the report alone.

use crate::arguments::CheckArguments;
use crate::exit;
use invar_witness::report::Report;
use invar_witness::{HarnessOptions, Sources};
use std::path::{Path, PathBuf};

/// Writes every file that was asked for and that the verdict allows.
///
/// # Errors
/// A file that cannot be written, and why.
pub fn write(report: &Report, arguments: &CheckArguments) -> Result<(), String> {
    if let Some(path) = &arguments.outputs.harness {
        for (number, violation) in report.violations.iter().enumerate() {
            let path = numbered(path, number);
            let options = HarnessOptions {
                name: path.display().to_string(),
                compiler: compiler_options(arguments),
            };
            save(&path, &invar_witness::harness(report, violation, &options))?;
        }
    }
    if let Some(path) = &arguments.outputs.sarif {
        let log = invar_witness::sarif(report, &Sources::read(report), exit::code(report));
        save(path, &format!("{log:#}\n"))?;
    }
    if let Some(folder) = &arguments.outputs.report {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let page = invar_witness::page(report, &Sources::read(report));
        save(&folder.join("index.html"), &page)?;
    }
    Ok(())
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// The path itself for the first violation, `name-2.c` and so on for others.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path
        .extension()
        .map(|e| format!(".{}", e.to_string_lossy()));
    let end = end.unwrap_or_default();
    path.with_file_name(format!("{stem}-{}{end}", number + 1))
}

fn compiler_options(arguments: &CheckArguments) -> Vec<String> {
    let includes = arguments.input.include.iter();
    let includes = includes.map(|folder| format!("-I{}", folder.display()));
    let defines = arguments.input.define.iter();
    includes
        .chain(defines.map(|define| format!("-D{define}")))
        .collect()
}
