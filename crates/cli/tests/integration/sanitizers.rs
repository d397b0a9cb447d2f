//! A short version of `scripts/sanitizer-diff`: what gcc's sanitizers report of random programs, and
//! nothing else, is what the interpreter reports.

use std::path::Path;
use std::process::Command;

#[test]
fn the_interpreter_reports_what_the_sanitizers_do() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sanitizer-diff");
    let output = Command::new("python3")
        .arg(script)
        .args(["--invar", env!("CARGO_BIN_EXE_invar")])
        .args(["--wrong", "12", "--clean", "12", "--seed", "7"])
        .args(["--kinds", "overflow,division,shift,bounds"])
        .output()
        .expect("python3 is there");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}\n{errors}");
}
