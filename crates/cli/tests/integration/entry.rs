//! `--entry`: a function is called with any arguments, in any state of the variables.

use crate::support::{check, report, written};

/// The verdict about a program that starts at `f`.
fn verdict(name: &str, text: &str) -> String {
    let text = format!("extern void reach_error(void);\n{text}");
    let file = written(&format!("entry_{name}.c"), &text);
    let report = report(&file, &["--entry", "f", "--timeout", "60s"]);
    let assumed = report["assumptions"].as_array().expect("a list");
    let entry: Vec<_> = assumed.iter().filter(|a| a["kind"] == "entry").collect();
    assert_eq!(entry.len(), 1, "{name}: {report}");
    match report["verdict"].as_str() {
        Some("unknown") => format!("unknown: {}", report["reason"]),
        verdict => {
            assert_eq!(report["certified"], true, "{name}");
            verdict.expect("a verdict").to_owned()
        }
    }
}

#[test]
fn arguments_and_variables_are_arbitrary_and_constants_are_not() {
    let cases = [
        (
            "argument",
            "void f(int x) { if (x == 1234567) reach_error(); }",
            "unsafe",
        ),
        (
            "checked",
            "void f(int x) { if (x > 5 && x < 3) reach_error(); }",
            "safe",
        ),
        (
            "global",
            "int g = 3; void f(void) { if (g != 3) reach_error(); }",
            "unsafe",
        ),
        (
            "static",
            "void f(void) { static int n; if (n == 7) reach_error(); }",
            "unsafe",
        ),
        (
            "constant",
            "const int g = 3; void f(void) { if (g != 3) reach_error(); }",
            "safe",
        ),
        (
            "table",
            "static const int t[3] = {1, 2, 3}; void f(unsigned i) { if (i < 3 && t[i] > 3) reach_error(); }",
            "safe",
        ),
        (
            "target",
            "int x; const int *g = &x; void f(void) { if (g && *g == 5) reach_error(); }",
            "unsafe",
        ),
        (
            "pointer",
            "int x = 1; int *const g = &x; void f(void) { if (g != &x) reach_error(); }",
            "safe",
        ),
        (
            "register",
            "const volatile int g = 3; void f(void) { if (g != 3) reach_error(); }",
            "unsafe",
        ),
        (
            "member",
            "struct s { int a; struct s *next; } g; void f(void) { if (g.next && g.next->next && g.next->next->a == 5) reach_error(); }",
            "unsafe",
        ),
        (
            "struct",
            "struct s { int a; int *p; }; void f(struct s v) { if (v.p && *v.p == v.a) reach_error(); }",
            "unsafe",
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(verdict(name, text), expected, "{name}");
    }
}

#[test]
fn pointers_are_null_or_lead_outside_and_those_of_one_type_may_be_equal() {
    let cases = [
        (
            "null",
            "void f(int *p) { if (!p) reach_error(); }",
            "unsafe",
        ),
        (
            "contents",
            "void f(int *p) { if (p && *p == 42) reach_error(); }",
            "unsafe",
        ),
        (
            "element",
            "void f(int *p) { if (p && p[1] == 42 && p[0] == 41) reach_error(); }",
            "unsafe",
        ),
        (
            "written",
            "void f(int *p) { if (p) { *p = 3; if (*p != 3) reach_error(); } }",
            "safe",
        ),
        (
            "alias",
            "void f(int *p, int *q) { if (p && q) { *p = 1; *q = 2; if (*p != 1) reach_error(); } }",
            "unsafe",
        ),
        (
            "same",
            "void f(int *p, int *q) { if (p && p == q) { *p = 1; *q = 2; if (*p == 1) reach_error(); } }",
            "safe",
        ),
        (
            "list",
            "struct s { int a; struct s *next; }; void f(struct s *p) { if (p && p->next) { p->a = 1; p->next->a = 2; if (p->a == 2 && p->next != p) reach_error(); } }",
            "safe",
        ),
        (
            "own",
            "int x; void f(int **p) { if (p && *p && **p == 5) reach_error(); if (p) *p = &x; }",
            "unsafe",
        ),
        (
            "text",
            "#include <string.h>\nvoid f(const char *s) { if (s && strlen(s) == 2 && s[2]) reach_error(); }",
            "safe",
        ),
        (
            "call",
            "void f(int (*g)(int)) { if (g && g(1) == 9) reach_error(); }",
            "unsafe",
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(verdict(name, text), expected, "{name}");
    }
}

#[test]
fn a_wrong_name_is_an_input_error_with_a_hint() {
    let file = written(
        "entry_wrong.c",
        "int open_valve(int x) { return x; }\nint other(void);\n",
    );
    for (name, wanted) in [
        ("open_vlave", "functions with a body are open_valve"),
        ("other", "the function `other` has no body"),
    ] {
        let output = check(&file, &["--entry", name]);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(wanted), "{text}");
    }
    let output = check(&file, &[]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        text.contains("no function main") && text.contains("--entry"),
        "{text}"
    );
}
