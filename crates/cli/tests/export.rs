//! `invar export`: other Horn solvers read what it writes.

mod support;

use std::path::Path;
use std::process::Command;
use support::{folder, invar, program, written};

/// What the `z3` that was installed beside the library we link says about exported clauses.
fn z3(file: &Path, arguments: &[&str]) -> String {
    let name = file.file_stem().expect("a file").to_string_lossy();
    let out = folder(&format!("export_{name}")).join("clauses.smt2");
    let output = invar()
        .arg("export")
        .arg(file)
        .args(arguments)
        .arg("--out")
        .arg(&out)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let local = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/wheels/bin/z3");
    let z3 = if Path::new(local).exists() {
        local
    } else {
        "z3"
    };
    let answer = Command::new(z3).arg("-T:60").arg(&out).output();
    let answer = answer.expect("z3 runs");
    String::from_utf8_lossy(&answer.stdout).trim().to_owned()
}

#[test]
fn z3_finds_what_we_find() {
    assert_eq!(z3(&program("even_unbounded.c"), &[]), "sat");
    assert_eq!(z3(&program("counter_bounded_bug.c"), &[]), "unsat");
}

#[test]
fn clauses_over_other_arithmetics() {
    let text = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) {
          int n = __VERIFIER_nondet_int(), x = 0, y = 0;
          while (x < n) { x++; y += 2; }
          if (y != 2 * x) reach_error();
          return 0;
        }";
    let file = written("export_arithmetic.c", text);
    for arithmetic in ["int", "real"] {
        let arguments = ["--property", "unreach-call", "--arithmetic", arithmetic];
        assert_eq!(z3(&file, &arguments), "sat", "{arithmetic}");
    }
    let bounded = "extern void reach_error(void);
        int main(void) { unsigned char x = 250; while (x > 9) x++; if (x == 0) reach_error(); }";
    let file = written("export_wrap.c", bounded);
    let arguments = ["--property", "unreach-call", "--arithmetic", "wrap"];
    assert_eq!(z3(&file, &arguments), "unsat");
}

#[test]
fn clauses_go_to_stdout_with_a_comment() {
    let text = "extern void reach_error(void);
        int main(void) { int x = 0; while (x < 9) x++; if (x != 9) reach_error(); return 0; }";
    let file = written("export_counter.c", text);
    let output = invar()
        .arg("export")
        .arg(&file)
        .args(["--format", "chc", "--property", "unreach-call"])
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].ends_with("export_counter.c, property unreach-call"),
        "{text}"
    );
    assert_eq!(lines[1], "; over bit-vectors; sat means safe");
    assert_eq!(lines[2], "(set-logic HORN)");
    assert!(text.ends_with("(check-sat)\n(exit)\n"));
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let output = invar()
        .args(["export", "no-such-file.c"])
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "));
}
