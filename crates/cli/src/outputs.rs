//! The files that keep a result: written by the supervising process from the report alone.

use crate::arguments::CheckArguments;
use crate::exit;
use invar_report::{Certificate, Report};
use invar_witness::svcomp::{self, TaskText};
use invar_witness::{CertificateTask, HarnessOptions, Sources};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Writes every file that was asked for and that the verdict allows.
///
/// # Errors
/// A file that cannot be written, and why.
pub fn write(report: &mut Report, arguments: &CheckArguments) -> Result<(), String> {
    if let Some(text) = circuit_witness(report) {
        return match &arguments.outputs.witness {
            Some(path) if !text.is_empty() => save(path, &text),
            _ => Ok(()),
        };
    }
    if let Some(path) = &arguments.outputs.harness {
        for (number, violation) in report.violations.iter().enumerate() {
            let path = numbered(path, number);
            let options = HarnessOptions {
                name: path.display().to_string(),
                ..harness_options(arguments)
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
    let certificate = report.certificate.take();
    if let Some(folder) = &arguments.outputs.certificate {
        let compiler = harness_options(arguments).compiler;
        write_certificate(report, certificate, compiler, folder)?;
    }
    let outputs = &arguments.outputs;
    if outputs.witness.is_none() && outputs.witness_graphml.is_none() {
        return Ok(());
    }
    if report.integers == "ideal" {
        return Err("witnesses speak of machine integers; without --integers ideal".into());
    }
    if !arguments.input.handlers.is_empty() {
        return Err("witnesses cannot say when interrupts come; without --isr".into());
    }
    let task = task_text(report)?;
    if let Some(path) = &outputs.witness
        && let Some(text) = svcomp::witness(report, &task)?
    {
        save(path, &text)?;
    }
    if let Some(path) = &outputs.witness_graphml
        && let Some(text) = svcomp::graphml(report, &task)
    {
        save(path, &text)?;
    }
    Ok(())
}

/// The proof of a safe verdict, as a folder that is checked without invar. Files of an earlier one are removed first:
/// they are no part of the proof.
fn write_certificate(
    report: &Report,
    certificate: Option<Certificate>,
    compiler: Vec<String>,
    folder: &Path,
) -> Result<(), String> {
    let proofs = match certificate {
        Some(Certificate::Proofs(proofs)) => proofs,
        Some(Certificate::Refused(why)) => return Err(format!("no certificate: {why}")),
        None => return Ok(()),
    };
    let mut files = Vec::new();
    for name in file_names(report) {
        let bytes = std::fs::read(&name).map_err(|e| format!("cannot read {name}: {e}"))?;
        files.push((name, bytes));
    }
    let arguments = std::env::args_os().skip(1);
    let task = CertificateTask {
        files,
        arguments: arguments.map(|a| a.to_string_lossy().into()).collect(),
        compiler,
        version: env!("CARGO_PKG_VERSION").into(),
    };
    for file in ["program.c", "check-c.sh"].map(|name| folder.join(name)) {
        if file.exists() {
            std::fs::remove_file(&file)
                .map_err(|e| format!("cannot remove {}: {e}", file.display()))?;
        }
    }
    for part in ["obligations", "source"] {
        let part = folder.join(part);
        if part.exists() {
            std::fs::remove_dir_all(&part)
                .map_err(|e| format!("cannot remove {}: {e}", part.display()))?;
        }
        std::fs::create_dir_all(&part)
            .map_err(|e| format!("cannot make {}: {e}", part.display()))?;
    }
    for file in invar_witness::certificate(report, &proofs, &task) {
        let path = folder.join(&file.path);
        std::fs::write(&path, &file.bytes)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    for script in ["check.sh", "check-c.sh"].map(|name| folder.join(name)) {
        if script.exists() {
            make_executable(&script)?;
        }
    }
    Ok(())
}

fn make_executable(path: &Path) -> Result<(), String> {
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(path, mode)
        .map_err(|error| format!("cannot make {} executable: {error}", path.display()))
}

/// The evidence for the verdict about a hardware model, which leaves the report; `None` for programs.
fn circuit_witness(report: &mut Report) -> Option<String> {
    let verdict = report.verdict;
    let model = report.circuit.as_mut()?;
    let mut text = String::new();
    for property in &mut model.properties {
        let witness = property.witness.take().unwrap_or_default();
        if property.verdict == verdict {
            text.push_str(&witness);
        }
    }
    Some(text)
}

/// The files of the program as they are now, and the time: that of `SOURCE_DATE_EPOCH` if it is
/// set, so that results can be reproduced.
fn task_text(report: &Report) -> Result<TaskText, String> {
    let mut files = Vec::new();
    for name in file_names(report) {
        let bytes = std::fs::read(&name).map_err(|e| format!("cannot read {name}: {e}"))?;
        files.push((name, svcomp::sha256(&bytes)));
    }
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seconds = fixed.and_then(|text| text.parse().ok());
    let seconds = seconds.unwrap_or_else(|| now.map_or(0, |time| time.as_secs()));
    Ok(TaskText {
        files,
        creation_time: svcomp::timestamp(seconds),
        version: env!("CARGO_PKG_VERSION").into(),
    })
}

/// The files of the program.
fn file_names(report: &Report) -> Vec<String> {
    if report.files.is_empty() {
        vec![report.file.clone()]
    } else {
        report.files.clone()
    }
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

/// What a compiler of the program and its harness must know; the harness has no name yet.
pub fn harness_options(arguments: &CheckArguments) -> HarnessOptions {
    let input = &arguments.input;
    let path = |path: &PathBuf| path.display().to_string();
    let includes = input
        .include
        .iter()
        .map(|folder| format!("-I{}", path(folder)));
    let mut compiler: Vec<String> = includes.collect();
    for folder in &input.system {
        compiler.extend(["-isystem".into(), path(folder)]);
    }
    compiler.extend(input.define.iter().map(|define| format!("-D{define}")));
    compiler.extend(input.undefine.iter().map(|name| format!("-U{name}")));
    for file in &input.before {
        compiler.extend(["-include".into(), path(file)]);
    }
    compiler.extend(input.clang_arg.iter().chain(&input.clang_args).cloned());
    HarnessOptions {
        name: String::new(),
        standard: input.standard.as_ref().map(|name| name.name().to_owned()),
        compiler,
    }
}
