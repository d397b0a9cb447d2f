//! Names and texts from outside command no terminal: control characters are shown as escapes.

use crate::support::{check, folder, invar};
use std::path::PathBuf;
use std::process::Output;

/// Clears the screen, begins a line of its own, and sets a colour the other way.
const NAME: &str = "a\u{1b}[2J\nforged line\u{9b}31m.c";
/// That name as the terminal shows it.
const SHOWN: &str = "a\\x1b[2J\\nforged line\\u{9b}31m.c";

/// A file of that name in a folder of its own.
fn file(of: &str, text: &str) -> PathBuf {
    let path = folder(&format!("cli_terminal_{of}")).join(NAME);
    std::fs::write(&path, text).expect("the test folder is writable");
    path
}

fn failing(comment: &str) -> String {
    format!(
        "#include <assert.h>\nint main(int argc, char **argv) {{\n  assert(argc != 3); // {comment}\n  return 0;\n}}\n"
    )
}

fn harmless(output: &Output) -> String {
    let mut whole = String::new();
    for bytes in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(bytes).expect("text");
        let command = text.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(command, None, "{text:?}");
        whole += text;
    }
    assert!(
        !whole.lines().any(|line| line.starts_with("forged")),
        "{whole}"
    );
    whole
}

#[test]
fn a_violation_shows_escapes_of_the_name_and_of_the_line() {
    let file = file(
        "violation",
        &failing("\u{1b}]0;title\u{7} \u{9b}A \u{202e}"),
    );
    let text = harmless(&check(&file, &[]));
    assert!(text.contains(&format!("{SHOWN}:3:")), "{text}");
    assert!(
        text.contains("// \\x1b]0;title\\x07 \\u{9b}A \\u{202e}"),
        "{text}"
    );
    assert!(text.contains("failing assertion"), "{text}");
}

#[test]
fn reasons_and_errors_show_escapes() {
    let unknown = file(
        "unknown",
        "extern double pow(double, double);\nint main(void) { return pow(1, 2) > 3 ? *(int *)0 : 0; }\n",
    );
    let text = harmless(&check(&unknown, &["--property", "valid-memsafety"]));
    assert!(text.contains(SHOWN), "{text}");
    harmless(&check(
        &file("refused", "int main(void) { return x\u{1b}[1m; }\n"),
        &[],
    ));
    let missing = unknown.with_file_name(format!("missing{NAME}"));
    let text = harmless(&check(&missing, &[]));
    assert!(text.contains(&format!("missing{SHOWN}")), "{text}");
}

#[test]
fn other_commands_show_escapes() {
    let file = file("commands", &failing("plain"));
    for command in ["interpret", "inspect", "survey"] {
        let output = invar().arg(command).arg(&file).output();
        harmless(&output.expect("invar runs"));
    }
    let wrong = invar().args(["explain", NAME]).output();
    harmless(&wrong.expect("invar runs"));
}

#[test]
fn json_has_no_raw_control_character() {
    let output = check(&file("json", &failing("plain")), &["--format", "json"]);
    let text = harmless(&output);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let named = report["file"].as_str().expect("a name");
    assert!(named.ends_with(NAME), "{named:?}");
}
