//! `invar baseline` and `invar ci`: lost proofs and new violations.

use crate::support::{folder, invar};
use std::path::Path;
use std::process::Output;

const LIBRARY: &str = "static int table[4];
int entry(unsigned i) { return i < 4 ? table[i] : 0; }
void clear(void) {
  for (int i = 0; i < 4; i++)
    table[i] = 0;
}
";

const PROGRAM: &str = "#include <assert.h>
int entry(unsigned i);
int main(void) { assert(entry(9) == 0); return 0; }
";

/// A project of one library, as `invar.toml` says.
fn project(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    write(&folder, "library.c", LIBRARY);
    write(
        &folder,
        "invar.toml",
        "timeout = \"60s\"\n[[library]]\nfiles = [\"library.c\"]\n",
    );
    folder
}

fn write(folder: &Path, file: &str, text: &str) {
    std::fs::write(folder.join(file), text).expect("the test folder is writable");
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output: Output = invar()
        .current_dir(folder)
        .args(arguments)
        .arg("--cpu-time")
        .output()
        .expect("invar runs");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text.into_owned())
}

#[test]
fn a_change_fails_if_a_violation_is_new_and_passes_if_it_is_accepted() {
    let folder = project("baseline_violation");
    let (code, text) = run(&folder, &["baseline", "write"]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run(&folder, &["baseline", "check"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("nothing is lost"), "{text}");
    let wrong = LIBRARY.replace("i < 4; i++", "i <= 4; i++");
    write(&folder, "library.c", &wrong);
    let (code, text) = run(&folder, &["baseline", "check"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("new violation: library.c:5:"), "{text}");
    let accepted = wrong.replace(
        "= 0;\n}",
        "= 0; // invar: accept(valid-memsafety, array-bounds) \"for a test\"\n}",
    );
    write(&folder, "library.c", &accepted);
    let (code, text) = run(&folder, &["baseline", "check"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("1 accepted") && text.contains("0 violated"),
        "{text}"
    );
}

#[test]
fn a_proof_that_needs_a_precondition_now_is_lost() {
    let folder = project("baseline_lost");
    run(&folder, &["baseline", "write"]);
    let before = std::fs::read_to_string(folder.join("invar.baseline")).expect("written");
    // Names, lines and formatting change nothing.
    let renamed = LIBRARY
        .replace("table", "values")
        .replace("unsigned i)", "unsigned n)");
    let renamed = renamed.replace("i < 4 ? values[i] : 0", "\n    n < 4 ? values[ n ] : 0");
    write(&folder, "library.c", &format!("/* moved */\n{renamed}"));
    run(&folder, &["baseline", "write"]);
    let after = std::fs::read_to_string(folder.join("invar.baseline")).expect("written");
    assert_eq!(before, after);
    write(
        &folder,
        "library.c",
        &LIBRARY.replace("i < 4 ? table[i] : 0", "table[i]"),
    );
    let (code, text) = run(
        &folder,
        &["ci", "--summary", "summary.md", "--junit", "junit.xml"],
    );
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("lost proof: library.c:2:"), "{text}");
    let summary = std::fs::read_to_string(folder.join("summary.md")).expect("written");
    assert!(summary.contains("### Lost proofs"), "{summary}");
    let junit = std::fs::read_to_string(folder.join("junit.xml")).expect("written");
    assert!(junit.contains("<testcase name=\"clear\""), "{junit}");
}

#[test]
fn programs_are_targets_too_and_without_a_baseline_nothing_is_compared() {
    let folder = project("ci_program");
    write(&folder, "test.c", PROGRAM);
    let config = "timeout = \"60s\"\n[[library]]\nfiles = [\"library.c\"]\n[[program]]\nfiles = [\"test.c\", \"library.c\"]\n";
    write(&folder, "invar.toml", config);
    let (code, text) = run(
        &folder,
        &["ci", "--json", "out.json", "--sarif", "out.sarif"],
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("program:test"), "{text}");
    let json = std::fs::read_to_string(folder.join("out.json")).expect("written");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(3), "{json}");
    assert!(json["comparison"].is_null());
    write(&folder, "test.c", &PROGRAM.replace("== 0", "== 1"));
    let (code, text) = run(&folder, &["ci"]);
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn what_is_wrong_with_the_files_is_told() {
    let folder = project("baseline_wrong");
    let (code, text) = run(&folder, &["baseline", "check"]);
    assert_eq!(code, Some(2), "{text}");
    write(&folder, "invar.baseline", "<<<<<<< ours\n");
    let (code, text) = run(&folder, &["ci"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("invar.baseline: line 1"), "{text}");
    write(
        &folder,
        "invar.toml",
        "[[library]]\nfile = [\"library.c\"]\n",
    );
    let (code, text) = run(&folder, &["ci"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("unknown field `file`"), "{text}");
    let (code, text) = run(
        &folder,
        &[
            "baseline",
            "write",
            "library.c",
            "--no-config",
            "--entry",
            "clear",
        ],
    );
    assert_eq!(code, Some(2), "{text}");
}
