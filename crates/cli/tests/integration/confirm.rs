//! `--confirm`: violations are compiled and run outside of invar, and the report says what came of it.

use crate::support::{check, folder, invar, report, written};
use serde_json::Value;
use std::path::Path;

/// What a native run said about the only violation of a program.
fn confirmation(file: &Path, arguments: &[&str]) -> Value {
    let report = report(file, &[&["--confirm"], arguments].concat());
    assert_eq!(report["verdict"], "unsafe", "{report}");
    let violations = report["violations"].as_array().expect("a list");
    assert_eq!(violations.len(), 1, "{violations:?}");
    violations[0]["confirmation"].clone()
}

/// How the only violation of a program was confirmed.
fn shown(name: &str, text: &str, arguments: &[&str]) -> Value {
    let confirmation = confirmation(&written(name, text), arguments);
    assert_eq!(
        confirmation["outcome"], "confirmed",
        "{name}: {confirmation}"
    );
    confirmation["shown"].clone()
}

/// Why the only violation of a program was not confirmed.
fn refused(name: &str, text: &str, arguments: &[&str]) -> (Value, String) {
    let confirmation = confirmation(&written(name, text), arguments);
    assert_eq!(
        confirmation["outcome"], "not-confirmed",
        "{name}: {confirmation}"
    );
    let detail = confirmation["detail"].as_str().unwrap_or_default();
    (confirmation["reason"].clone(), detail.to_owned())
}

const INPUT: &str = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n";

#[test]
fn failing_assertions_and_error_functions_are_reached() {
    let cases = [
        (
            "confirm_assert.c",
            "int main(void) { assert(__VERIFIER_nondet_int() != 12345); return 0; }\n",
        ),
        (
            "confirm_static.c",
            "extern void abort(void);\nstatic void reach_error(void) { abort(); }\n\
             int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }\n",
        ),
        (
            "confirm a 'space'.c",
            "int main(void) { assert(__VERIFIER_nondet_int() != 3); return 0; }\n",
        ),
        (
            "confirm_arguments.c",
            "int main(int count, char **words) { assert(count != 3); return words == 0; }\n",
        ),
    ];
    for (name, text) in cases {
        let shown = shown(name, &format!("{INPUT}{text}"), &[]);
        assert_eq!(shown, "error-reached", "{name}");
    }
}

#[test]
fn sanitizers_report_undefined_behaviour_at_its_place() {
    let cases = [
        (
            "confirm_overflow.c",
            "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = x + 1;\n  return y == 3;\n}\n",
            "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
        ),
        (
            "confirm_bounds.c",
            "int t[8];\nint main(void) {\n  int i = __VERIFIER_nondet_int();\n  \
             return i >= 0 && i < 9 ? t[i] : 0;\n}\n",
            "index 8 out of bounds for type 'int [8]'",
        ),
        (
            "confirm_heap.c",
            "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(10);\n  if (!p) return 0;\n  \
             if (__VERIFIER_nondet_int() == 4)\n    p[10] = 1;\n  free(p);\n  return 0;\n}\n",
            "heap-buffer-overflow",
        ),
        (
            "confirm_leak.c",
            "#include <stdlib.h>\nint main(void) { char *p = malloc(10); if (p) p = 0; return 0; }\n",
            "detected memory leaks",
        ),
    ];
    for (name, text, expected) in cases {
        let file = written(name, &format!("{INPUT}{text}"));
        let confirmation = confirmation(&file, &["--property", "all"]);
        assert_eq!(
            confirmation["outcome"], "confirmed",
            "{name}: {confirmation}"
        );
        assert_eq!(confirmation["shown"], "sanitizer-report", "{name}");
        assert_eq!(confirmation["detail"], expected, "{name}");
        assert_eq!(
            confirmation["sanitizers"], "address-and-undefined",
            "{name}"
        );
    }
}

#[test]
fn a_run_that_starts_elsewhere_gets_its_arguments_variables_and_objects() {
    let cases = [
        (
            "confirm_entry.c",
            "struct node { int value; struct node *next; };\nstatic int mode = 3;\n\
             struct { int level; int table[4]; } state;\nint samples[8];\n\
             static void f(int x, struct node *p, const char *text) {\n  \
             if (p && p->next && p->next != p && p->next->value == 42 && p->value == 41 && text && text[3] == 'z')\n    \
             if (state.level == 7 && state.table[2] == 9 && mode == 5 && x >= 12 && samples[x - 12] == 8)\n      \
             assert(x != 17);\n}\nint main(void) { f(0, 0, 0); return 0; }\n",
        ),
        (
            "confirm_two_types.c",
            "void f(int *p, char *q) { if (p && q && *p == 7 && *q == 'a') { *q = 3; assert(*p != 7); } }\n",
        ),
        (
            "confirm_floats.c",
            "struct s { float x; double y; short z; _Bool b; unsigned long long u; };\n\
             void f(struct s *p, float k) { if (p && p->x == 1.5f && p->y == 2.25 && p->z == -3 && p->b && p->u == 1ull << 40)\n  \
             assert(k != 0.5f); }\n",
        ),
        (
            "confirm_sensor.c",
            "int sensor(void);\nvoid f(unsigned char *b, int n) { if (b && n == sensor()) assert(b[0] + b[1] != 300 + n); }\n",
        ),
    ];
    for (name, text) in cases {
        let shown = shown(name, &format!("{INPUT}{text}"), &["--entry", "f"]);
        assert_eq!(shown, "error-reached", "{name}");
    }
    let text = "int f(int *p) {\n  return *p;\n}\n";
    let arguments = ["--entry", "f", "--property", "default"];
    let shown = shown("confirm_null.c", text, &arguments);
    assert_eq!(shown, "sanitizer-report");
}

#[test]
fn a_start_in_the_second_file_names_what_is_static_there() {
    let place = folder("confirm_two_files");
    let (one, two) = (place.join("one.c"), place.join("two.c"));
    let first = "int shared = 2;\nint other(int x) { return x; }\nint main(void) { return 0; }\n";
    let second = format!(
        "{INPUT}extern int shared;\nint other(int);\nstatic int mode;\n\
         static void f(int x, int *out) {{ if (out && *out == other(x) && shared == 9 && mode == 4) assert(x != 6); }}\n\
         int unused(void) {{ f(0, 0); return 0; }}\n"
    );
    std::fs::write(&one, first).expect("writable");
    std::fs::write(&two, second).expect("writable");
    let two = two.to_str().expect("utf-8");
    let confirmation = confirmation(&one, &[two, "--entry", "f"]);
    assert_eq!(confirmation["shown"], "error-reached", "{confirmation}");
}

#[test]
fn what_cannot_be_confirmed_says_why() {
    let program = "int main(void) { assert(__VERIFIER_nondet_int() != 4); return 0; }\n";
    let text = format!("{INPUT}#ifndef __clang__\n#error \"not for gcc\"\n#endif\n{program}");
    let file = written("confirm_clang.c", &text);
    let output = invar()
        .args(["check", "--confirm", "--property", "assert"])
        .arg(&file)
        .env("CC", "gcc")
        .output()
        .expect("invar runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let line = text
        .lines()
        .find(|line| line.starts_with("not confirmed: "));
    let line = line.expect("a line about the run");
    assert!(
        line.contains("cannot be compiled") && line.contains("not for gcc"),
        "{line}"
    );

    let output = invar()
        .args(["check", "--confirm", "--property", "assert"])
        .arg(&file)
        .env("CC", "no-such-compiler -x")
        .output()
        .expect("invar runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("not confirmed: the compiler cannot be started: no-such-compiler"),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(1), "{output:?}");

    let slow = format!(
        "{INPUT}#include <unistd.h>\n{}",
        program.replace("{ ", "{ sleep(60); ")
    );
    let (reason, _) = refused("confirm_slow.c", &slow, &["--timeout", "3s"]);
    assert_eq!(reason, "time-limit");

    let text = format!("{INPUT}int main(void) {{ int x; assert(x != 5); return 0; }}\n");
    let (reason, detail) = refused("confirm_uninitialised.c", &text, &[]);
    assert_eq!(reason, "no-failure");
    assert!(detail.contains("memory that was never written"), "{detail}");
}

#[test]
fn another_failure_on_the_way_confirms_nothing() {
    // invar does not check how pointers are aligned; a sanitizer does.
    let text = format!(
        "{INPUT}struct s {{ char c; int x; }} __attribute__((packed));\n\
         int main(void) {{\n  struct s v = {{ 1, __VERIFIER_nondet_int() }};\n  int *p = &v.x;\n  \
         assert(*p != 4);\n  return 0;\n}}\n"
    );
    let (reason, detail) = refused("confirm_misaligned.c", &text, &["--property", "default"]);
    assert_eq!(reason, "other-failure");
    assert!(detail.contains("misaligned"), "{detail}");
}

#[test]
fn a_native_run_has_neither_the_environment_nor_the_folder_of_the_user() {
    let text = format!(
        "{INPUT}#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{\n  \
         if (!getenv(\"INVAR_CONFIRM_SECRET\") && !fopen(\"confirm_canary.c\", \"r\"))\n    \
         assert(__VERIFIER_nondet_int() != 4);\n  return 0;\n}}\n"
    );
    let file = written("confirm_canary.c", &text);
    let output = invar()
        .args([
            "check",
            "confirm_canary.c",
            "--confirm",
            "--property",
            "assert",
            "--format",
            "json",
        ])
        .current_dir(file.parent().expect("a folder"))
        .env("INVAR_CONFIRM_SECRET", "1")
        .output()
        .expect("invar runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let confirmation = &report["violations"][0]["confirmation"];
    assert_eq!(confirmation["outcome"], "confirmed", "{report}");
}

#[test]
fn sarif_has_the_same_fact_and_nothing_runs_without_the_option() {
    let text =
        format!("{INPUT}int main(void) {{ assert(__VERIFIER_nondet_int() != 9); return 0; }}\n");
    let file = written("confirm_sarif.c", &text);
    let log = file.with_extension("sarif");
    let log_name = log.to_str().expect("utf-8");
    let confirmation = |arguments: &[&str]| {
        let output = check(&file, &[arguments, &["--sarif", log_name]].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = std::fs::read_to_string(&log).expect("a log was written");
        let log: Value = serde_json::from_str(&text).expect("JSON");
        log["runs"][0]["results"][0]["properties"]["confirmation"].clone()
    };
    assert_eq!(confirmation(&["--confirm"])["shown"], "error-reached");
    assert_eq!(confirmation(&[]), Value::Null);
}

#[test]
fn a_project_cannot_ask_for_a_run() {
    let file = written("confirm_config.c", "int main(void) { return 0; }\n");
    let settings = file.with_file_name("invar.toml");
    std::fs::write(settings, "confirm = true\n").expect("writable");
    let output = check(&file, &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("confirm"), "{text}");
}
