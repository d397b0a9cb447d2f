//! Harnesses of counterexamples: gcc compiles them as their head says, and their runs reach the error.

use crate::support::{check, folder, program};
use std::path::Path;
use std::process::Command;

/// Compiles and runs a harness by the command in its head: its status and what it says, or what the compiler says.
fn run(harness: &Path, folder: &Path) -> Result<(Option<i32>, String), String> {
    let text = std::fs::read_to_string(harness).expect("a harness was written");
    let line = text.lines().find_map(|line| line.strip_prefix(" *   gcc "));
    let line = line.expect("the head says how to compile");
    let compile = line.strip_suffix(" && ./run").expect("and how to run");
    let made = Command::new("sh")
        .args(["-c", &format!("gcc {compile}")])
        .current_dir(folder)
        .output()
        .expect("a shell");
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).into_owned());
    }
    let ran = Command::new(folder.join("run")).output().expect("a binary");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    Ok((ran.status.code(), said))
}

/// The complaint if a run of a harness does not show the error.
fn complaint(harness: &Path, folder: &Path) -> Option<String> {
    match run(harness, folder) {
        Ok((Some(107), said)) if said.contains("invar: error reached") => None,
        Ok((status, said)) => Some(format!("{status:?} {said}")),
        Err(said) => Some(said),
    }
}

#[test]
fn harnesses_of_regression_programs_reach_the_error() {
    let folder = folder("harness");
    let names = [
        "input_bug.c",
        "counter_bounded_bug.c",
        "array_symbolic_bug.c",
        "deep_bug.c",
        "function_pointer_bug.c",
        "list_bug.c",
        "pointer_alias_bug.c",
        "missing_body.c",
    ];
    let mut complaints = Vec::new();
    for name in names {
        let harness = folder.join(name);
        let output = check(
            &program(name),
            &["--harness", harness.to_str().expect("utf-8")],
        );
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
        complaints.extend(complaint(&harness, &folder).map(|why| format!("{name}: {why}")));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn a_program_that_defines_the_error_function_itself_still_shows_it() {
    let folder = folder("harness_own_error");
    let file = folder.join("own.c");
    let text = "void reach_error() { }\nint __VERIFIER_nondet_int();\n\
                short __VERIFIER_nondet_short();\n\
                int main() { int x = __VERIFIER_nondet_int(); if (x == -2147483647 - 1) reach_error();\n\
                return __VERIFIER_nondet_short(); }\n";
    std::fs::write(&file, text).expect("writable");
    let harness = folder.join("harness.c");
    let output = check(&file, &["--harness", harness.to_str().expect("utf-8")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(complaint(&harness, &folder), None);
}

#[test]
fn a_static_error_function_and_names_that_a_shell_must_not_read_are_no_problem() {
    let folder = folder("harness_static");
    let file = folder.join("it's $HOME; a b.c");
    let text = "extern void abort(void);\nstatic void reach_error(void) { abort(); }\n\
                int __VERIFIER_nondet_int(void);\n\
                int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n";
    std::fs::write(&file, text).expect("writable");
    let harness = folder.join("a `harness`.c");
    let output = check(&file, &["--harness", harness.to_str().expect("utf-8")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(complaint(&harness, &folder), None);
}

#[test]
fn a_harness_of_undefined_behaviour_ends_as_its_head_says() {
    let folder = folder("harness_undefined");
    let file = folder.join("overflow.c");
    let text = "int __VERIFIER_nondet_int(void);\n\
                int main(void) { int x = __VERIFIER_nondet_int(); x = x + 1; return x == 3; }\n";
    std::fs::write(&file, text).expect("writable");
    let harness = folder.join("harness.c");
    let arguments = ["--property", "no-overflow", "--harness"];
    let arguments = [&arguments, &[harness.to_str().expect("utf-8")][..]].concat();
    let output = check(&file, &arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let (status, said) = run(&harness, &folder).expect("it is compiled");
    assert_eq!(status, Some(107), "{said}");
    assert!(said.contains("signed integer overflow"), "{said}");
}

#[test]
fn a_harness_of_a_run_that_starts_elsewhere_calls_the_function() {
    let folder = folder("harness_entry");
    let file = folder.join("entry.c");
    let text = "void reach_error(void);\nstatic int mode = 1;\n\
                static void f(int *p, unsigned n) { if (p && p[2] == 5 && mode == 3 && n == 9) reach_error(); }\n\
                int main(void) { f(0, 0); return 0; }\n";
    std::fs::write(&file, text).expect("writable");
    let harness = folder.join("harness.c");
    let arguments = [
        "--entry",
        "f",
        "--harness",
        harness.to_str().expect("utf-8"),
    ];
    let output = check(&file, &arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(complaint(&harness, &folder), None);
}

#[test]
fn safe_programs_have_no_harness() {
    let harness = folder("harness_none").join("harness.c");
    let output = check(
        &program("counter_bounded.c"),
        &["--harness", harness.to_str().expect("utf-8")],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!harness.exists());
}

#[test]
fn a_harness_says_that_an_uninitialised_member_decides() {
    let folder = folder("harness_uninitialised");
    let file = folder.join("member.c");
    let text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n\
        struct pair { int a, b; };\nint main(void) {\n  struct pair one, two;\n  \
        struct pair *p = __VERIFIER_nondet_int() ? &one : &two;\n  p->a = 0;\n  \
        if (p == &two && two.b == 7) reach_error();\n  return 0;\n}\n";
    std::fs::write(&file, text).expect("a program is written");
    let harness = folder.join("harness.c");
    let output = check(&file, &["--harness", harness.to_str().expect("utf-8")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = std::fs::read_to_string(&harness).expect("a harness was written");
    assert!(text.contains("memory that was never written"), "{text}");
}
