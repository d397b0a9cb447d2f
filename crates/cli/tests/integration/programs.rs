//! C regression programs: each file under `tests/programs` states what is expected of it.
//!
//! `// expect: safe`, `// expect: unsafe` or `// expect: unknown WORD` (the reason must contain the
//! word); `// args: ...` adds arguments. Every safe and unsafe verdict must be certified.

use crate::support;
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of regression programs exists")
        .map(|entry| entry.expect("readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

/// What a program expects, and its arguments.
fn expectation(file: &Path) -> (String, String) {
    let text = std::fs::read_to_string(file).expect("readable program");
    let field = |name: &str| {
        text.lines()
            .find_map(|l| l.strip_prefix(&format!("// {name}: ")))
            .map(str::to_owned)
    };
    let expected = field("expect").unwrap_or_else(|| panic!("{} expects nothing", file.display()));
    (expected, field("args").unwrap_or_default())
}

/// Runs one program and returns what is wrong with the result.
fn complaint(file: &Path) -> Option<String> {
    let (expected, arguments) = expectation(file);
    let mut all = vec!["--format", "json", "--timeout", "60s"];
    all.extend(arguments.split_whitespace());
    let output = support::check(file, &all);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{}: {e}: {output:?}", file.display()));
    let (verdict, word) = expected.split_once(' ').unwrap_or((&expected, ""));
    let code = match verdict {
        "safe" => 0,
        "unsafe" => 1,
        _ => 3,
    };
    let reason = report["reason"].as_str().unwrap_or("");
    let fine = report["verdict"] == verdict
        && (verdict == "unknown" || report["certified"] == true)
        && reason.contains(word)
        && output.status.code() == Some(code);
    (!fine).then(|| {
        format!(
            "{}: expected {expected}, got {} (certified {}) {reason}",
            file.file_name().unwrap_or_default().display(),
            report["verdict"],
            report["certified"]
        )
    })
}

#[test]
fn regression_programs_have_the_expected_verdicts() {
    let files = programs();
    assert!(files.len() >= 60, "only {} programs", files.len());
    let complaints: Vec<String> = files.iter().filter_map(|file| complaint(file)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn no_violation_is_lost_where_memory_is_forgotten() {
    let mut proved = Vec::new();
    for file in programs() {
        let (expected, arguments) = expectation(&file);
        let asks_for_assertions =
            !arguments.contains("--property") || arguments.contains("unreach-call");
        let is_plain = !arguments.contains("--memory-reading") && !arguments.contains("--entry");
        if expected != "unsafe" || !asks_for_assertions || !is_plain {
            continue;
        }
        let mut all = vec!["--memory-reading", "forgotten", "--timeout", "3s"];
        all.extend(arguments.split_whitespace());
        if support::check(&file, &all).status.code() != Some(3) {
            proved.push(file.display().to_string());
        }
    }
    assert!(proved.is_empty(), "{}", proved.join("\n"));
}
