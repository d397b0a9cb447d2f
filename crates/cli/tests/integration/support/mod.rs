//! Runs the binary and makes its output comparable.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The binary under test, without a store that the user may have.
pub fn invar() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.env_remove("INVAR_STORE");
    command
}

/// A regression program.
pub fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/programs")
        .join(name)
}

/// A folder of the test's own, empty.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("the test folder is writable");
    path
}

/// A file with a text.
pub fn written(name: &str, text: &str) -> PathBuf {
    let path = folder(&format!("cli_{name}")).join(name);
    std::fs::write(&path, text).expect("the test folder is writable");
    path
}

/// `invar check` of a file, about its assertions unless the arguments say something else.
pub fn check(file: &Path, arguments: &[&str]) -> Output {
    let names = ["--property", "--checks"];
    let is_given = arguments.iter().any(|argument| names.contains(argument));
    let property: &[&str] = if is_given {
        &[]
    } else {
        &["--property", "assert"]
    };
    invar()
        .arg("check")
        .arg(file)
        .args(property)
        .args(arguments)
        .output()
        .expect("invar runs")
}

/// The JSON report of a check.
pub fn report(file: &Path, arguments: &[&str]) -> serde_json::Value {
    let output = check(file, &[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// Exit code, stdout and stderr without folders and times.
pub fn said(output: &Output, file: &Path) -> String {
    let folder = format!("{}/", file.parent().expect("a folder").display());
    let clean = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace(&folder, "");
        text.lines()
            .map(|line| match line.rfind(" (") {
                Some(at) if line.starts_with("certified by") => format!("{} (TIME)", &line[..at]),
                _ => line.trim_end().to_owned(),
            })
            .collect::<Vec<_>>()
            .join("\n")
    };
    let code = output
        .status
        .code()
        .map_or("none".into(), |c| c.to_string());
    format!(
        "exit code {code}\n--- stdout\n{}\n--- stderr\n{}",
        clean(&output.stdout),
        clean(&output.stderr)
    )
}

/// A program with this many rounds of mixing by multiplication, hard to turn back.
pub fn mixing(rounds: usize) -> String {
    let mut text = String::from(
        "extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
int main(void) {
  unsigned long h = __VERIFIER_nondet_ulong(), k = __VERIFIER_nondet_ulong();
",
    );
    for _ in 0..rounds {
        text.push_str("  h = h * (h ^ k) + (h >> 17); k = k * h + (k >> 13);\n");
    }
    text.push_str("  if (h == 81985529216486895ul && k == 1147797409030816545ul) reach_error();\n");
    text.push_str("  return 0;\n}\n");
    text
}
