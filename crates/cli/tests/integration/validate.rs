//! Witnesses: ours are validated from the file alone, others' are read, and what is false is rejected.

use crate::support::{check, folder, invar, program};
use std::path::{Path, PathBuf};
use std::process::Output;

fn validate(file: &Path, witness: &Path, arguments: &[&str]) -> Output {
    invar()
        .arg("validate")
        .arg("--witness")
        .arg(witness)
        .arg(file)
        .args(["--timeout", "60s"])
        .args(arguments)
        .output()
        .expect("invar runs")
}

fn said(output: &Output) -> String {
    let code = output.status.code().unwrap_or(-1);
    let line = String::from_utf8_lossy(&output.stdout);
    format!("{code} {}", line.lines().next().unwrap_or_default())
}

#[test]
fn witnesses_of_regression_programs_are_validated() {
    let folder = folder("validate_own");
    let names = [
        "counter_bounded.c",
        "even_unbounded.c",
        "nested_loops.c",
        "goto_irreducible.c",
        "recursion_bounded_safe.c",
        "input_bug.c",
        "counter_bounded_bug.c",
        "deep_bug.c",
        "missing_body.c",
        "uninitialised_is_any.c",
        "float_sums.c",
    ];
    let mut complaints = Vec::new();
    for name in names {
        let witness = folder.join(format!("{name}.yml"));
        let file = program(name);
        let output = check(&file, &["--witness", witness.to_str().expect("utf-8")]);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{name}: {output:?}");
        let answer = said(&validate(&file, &witness, &[]));
        if !answer.starts_with("0 validated") {
            complaints.push(format!("{name}: {answer}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

const LOOP: &str = "\
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0, s = 0;
    for (int i = 0; i <= 3; i++) {
        s += i;
        x = x + 1;
    }
    if (s != 6) reach_error();
    return x;
}
";

const BUG: &str = "\
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    if (a > 10) {
        if (a + b == 77)
            reach_error();
    }
    return 0;
}
";

/// A program and a witness about it, as another tool writes it.
fn written(name: &str, text: &str, kind: &str, content: &str) -> (PathBuf, PathBuf) {
    let folder = folder(&format!("validate_{name}"));
    let (file, witness) = (folder.join("a.c"), folder.join("w.yml"));
    std::fs::write(&file, text).expect("writable");
    let entry = format!(
        "- entry_type: {kind}\n  metadata:\n    format_version: 2.0\n    task:\n      \
         specification: G ! call(reach_error())\n  content:\n{content}"
    );
    std::fs::write(&witness, entry).expect("writable");
    (file, witness)
}

fn invariant(line: u32, column: u32, value: &str) -> String {
    format!(
        "  - invariant:\n      type: loop_invariant\n      location: {{file_name: a.c, line: {line}, \
         column: {column}}}\n      value: \"{value}\"\n      format: c_expression\n"
    )
}

fn waypoint(kind: &str, line: u32, column: &str, constraint: &str) -> String {
    let constraint = match constraint {
        "" => String::new(),
        value => format!("        constraint: {{value: '{value}'}}\n"),
    };
    format!(
        "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n        \
         location: {{file_name: a.c, line: {line}{column}}}\n{constraint}"
    )
}

fn about_loop(name: &str, value: &str) -> String {
    let content = invariant(5, 5, value);
    let (file, witness) = written(name, LOOP, "invariant_set", &content);
    said(&validate(&file, &witness, &[]))
}

#[test]
fn an_invariant_that_proves_the_property_is_validated() {
    let value = "s == i * (i - 1) / 2 && 0 <= i && i <= 4";
    let answer = about_loop("proof", value);
    assert!(
        answer.starts_with("0 validated: the stated invariants prove"),
        "{answer}"
    );
}

#[test]
fn an_invariant_that_is_true_and_weak_is_validated_after_a_search() {
    let answer = about_loop("weak", "x >= 0");
    assert!(
        answer.starts_with("0 validated: the stated invariants hold"),
        "{answer}"
    );
}

#[test]
fn an_invariant_that_is_false_is_rejected() {
    let answer = about_loop("false", "x <= 2");
    assert_eq!(answer, "1 rejected: `x <= 2` at line 5 does not hold");
}

#[test]
fn what_is_no_expression_over_visible_names_is_not_known() {
    for (name, value) in [
        ("name", "y == 0"),
        ("effect", "(x = 0) == 0"),
        ("call", "reach_error() == 0"),
        ("break_out", "1), x = 0, (1"),
    ] {
        let answer = about_loop(name, value);
        assert!(answer.starts_with("3 unknown: "), "{value}: {answer}");
    }
}

fn about_bug(name: &str, content: &[String]) -> String {
    let (file, witness) = written(name, BUG, "violation_sequence", &content.concat());
    said(&validate(&file, &witness, &[]))
}

#[test]
fn a_run_is_followed_by_its_inputs() {
    let answer = about_bug(
        "inputs",
        &[
            waypoint("function_return", 4, ", column: 35", "\\result == 70"),
            waypoint("function_return", 5, ", column: 35", "\\result == 7"),
            waypoint("target", 8, ", column: 13", ""),
        ],
    );
    assert!(
        answer.starts_with("0 validated: the run with the stated inputs"),
        "{answer}"
    );
}

#[test]
fn a_run_is_found_where_the_witness_leaves_it_open() {
    let answer = about_bug(
        "open",
        &[
            waypoint("function_return", 4, "", "\\result <= 20"),
            waypoint("branching", 6, ", column: 5", "true"),
            waypoint("assumption", 7, ", column: 9", "b > 60"),
            waypoint("target", 8, ", column: 13", ""),
        ],
    );
    assert!(answer.starts_with("0 validated"), "{answer}");
    let answer = about_bug("target_only", &[waypoint("target", 8, "", "")]);
    assert!(answer.starts_with("0 validated"), "{answer}");
}

#[test]
fn a_run_that_does_not_exist_is_rejected() {
    let target = waypoint("target", 8, ", column: 13", "");
    for (name, first) in [
        ("branch", waypoint("branching", 6, ", column: 5", "false")),
        (
            "value",
            waypoint("function_return", 4, ", column: 35", "\\result == 3"),
        ),
        (
            "assumption",
            waypoint("assumption", 7, ", column: 9", "a == 10"),
        ),
        (
            "place",
            waypoint("function_return", 6, ", column: 5", "\\result == 3"),
        ),
    ] {
        let answer = about_bug(name, &[first, target.clone()]);
        assert!(answer.starts_with("1 rejected: "), "{name}: {answer}");
    }
    let answer = about_bug("target", &[waypoint("target", 10, ", column: 5", "")]);
    assert!(answer.starts_with("1 rejected: "), "{answer}");
}

#[test]
fn what_is_no_witness_is_an_input_error() {
    let folder = folder("validate_none");
    let witness = folder.join("w.yml");
    std::fs::write(&witness, "- hello: world\n").expect("writable");
    let output = validate(&program("input_bug.c"), &witness, &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// Facts are read in another reading of the program, where later functions have other numbers: one
/// that speaks of a function was checked as if it spoke of the next one.
#[test]
fn facts_about_functions_are_not_known() {
    let program = "\
extern void reach_error(void);
int first(int n) { int i = 0; while (i < n) i++; return i; }
int second(int n) { return n; }
int third(int n) { return n + 1; }
int main(void) {
    int (*f)(int) = third;
    int i = 0;
    while (i < 3) i++;
    if (first(2) > 9 || f(1) != 2 || second(1) != 1) reach_error();
    return 0;
}
";
    let content = invariant(2, 31, "i >= 0") + &invariant(8, 5, "f == second");
    let (file, witness) = written("function", program, "invariant_set", &content);
    let answer = said(&validate(&file, &witness, &[]));
    assert!(answer.starts_with("3 unknown: "), "{answer}");
}

const COUNTING: &str = "\
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0, k = 0;
    while (i < n) {
        i++;
        k++;
    }
    return k;
}
";

#[test]
fn witnesses_about_overflows_are_about_overflows() {
    let folder = folder("validate_overflow");
    let file = folder.join("counting.c");
    std::fs::write(&file, COUNTING).expect("the test folder is writable");
    let witness = folder.join("counting.yml");
    let path = witness.to_str().expect("utf-8");
    let output = check(&file, &["--property", "no-overflow", "--witness", path]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let answer = said(&validate(&file, &witness, &[]));
    assert!(answer.starts_with("0 validated"), "{answer}");
    // The same words about a program that overflows.
    let wrong = folder.join("wrong.c");
    let text = COUNTING.replace("k++", "k += n");
    std::fs::write(&wrong, text).expect("the test folder is writable");
    let answer = said(&validate(&wrong, &witness, &["--property", "no-overflow"]));
    assert!(!answer.contains(" validated"), "{answer}");
    // Runs are not validated for this property.
    let output = check(&wrong, &["--property", "no-overflow", "--witness", path]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let answer = said(&validate(&wrong, &witness, &[]));
    assert!(
        !answer.starts_with("0") && !answer.contains("rejected"),
        "{answer}"
    );
}

#[test]
fn witnesses_are_not_validated_for_termination() {
    let folder = folder("validate_termination");
    let witness = folder.join("counter.yml");
    let path = witness.to_str().expect("utf-8");
    let file = program("termination_counter.c");
    let output = check(&file, &["--property", "termination", "--witness", path]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    // The invariants hold, and say nothing about an end.
    let answer = said(&validate(&file, &witness, &["--property", "termination"]));
    assert!(answer.contains("unknown"), "{answer}");
}
