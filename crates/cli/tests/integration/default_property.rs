//! What `check` looks for unless it is asked for something else, and what it says about nothing.

use crate::support::{invar, written};
use serde_json::Value;

/// Exit code and report of a check with the default property.
fn checked(name: &str, text: &str, arguments: &[&str]) -> (Option<i32>, Value) {
    let output = invar()
        .arg("check")
        .arg(written(name, text))
        .args(["--format", "json"])
        .args(arguments)
        .output()
        .expect("invar runs");
    let report = serde_json::from_slice(&output.stdout);
    (
        output.status.code(),
        report.unwrap_or_else(|e| panic!("{e}: {output:?}")),
    )
}

/// What the violations are, in order.
fn violated(report: &Value) -> Vec<&str> {
    let all = report["violations"].as_array().expect("a list").iter();
    all.filter_map(|violation| violation["what"].as_str())
        .collect()
}

#[test]
fn undefined_behaviour_is_looked_for_by_default() {
    let inputs = "#include <assert.h>\n#include <stdlib.h>\nextern int input(void);\n";
    for (name, body, what) in [
        (
            "index.c",
            "int a[4]; int i = input(); a[i] = 7; assert(i >= 0 && i < 4);",
            "array index out of bounds",
        ),
        (
            "sum.c",
            "int x = input(); int y = x + 1; assert(y > x);",
            "signed overflow",
        ),
        (
            "quotient.c",
            "int x = 8 / input(); assert(x == x);",
            "division by zero",
        ),
        (
            "shift.c",
            "unsigned x = 1u << input(); assert(x != 0);",
            "shift",
        ),
        (
            "null.c",
            "int *p = input() ? malloc(4) : 0; *p = 1; assert(*p == 1);",
            "invalid pointer",
        ),
        (
            "freed.c",
            "int *p = malloc(4); if (!p) return 0; *p = 1; free(p); assert(*p == 1);",
            "freed",
        ),
        ("twice.c", "char *p = malloc(4); free(p); free(p);", "free"),
        (
            "narrow.c",
            "float x = input(); x = x * x; int y = (int)x; assert(y == y);",
            "float out of the range",
        ),
    ] {
        let text = format!("{inputs}int main(void) {{ {body} return 0; }}\n");
        let (code, report) = checked(name, &text, &[]);
        assert_eq!(code, Some(1), "{name}: {report}");
        assert_eq!(report["property"], "default");
        assert!(
            violated(&report).iter().any(|found| found.contains(what)),
            "{name}: {:?}",
            violated(&report)
        );
    }
}

#[test]
fn the_narrow_property_tells_what_it_does_not_look_for() {
    let text = "#include <assert.h>\nextern int input(void);
int main(void) { int a[4]; int i = input(); a[i] = 7; assert(i >= 0 && i < 4); return 0; }\n";
    let (code, report) = checked("narrow_index.c", text, &["--property", "assert"]);
    assert_eq!(code, Some(0), "{report}");
    assert_eq!(
        report["assumptions"][0]["text"],
        "undefined behaviour is taken not to happen; 1 place was not checked: --checks default"
    );
    assert_eq!(report["assumptions"][0]["kind"], "undefined-behaviour");
}

#[test]
fn nothing_to_check_is_no_proof() {
    let (code, report) = checked("empty.c", "int main(void) { return 0; }\n", &[]);
    assert_eq!(
        (code, &report["reason_class"]),
        (Some(3), &"nothing to check".into())
    );
    // The competition asks about calls of an error function: there are none.
    let text = "int main(void) { return 0; }\n";
    let (code, report) = checked("calls.c", text, &["--property", "unreach-call"]);
    assert_eq!(code, Some(0), "{report}");
}

#[test]
fn removed_assertions_are_told() {
    let text = "#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 0; }\n";
    for arguments in [["-D", "NDEBUG"], ["--", "-DNDEBUG"]] {
        let (code, report) = checked("removed.c", text, &arguments);
        assert_eq!(code, Some(3), "{report}");
        assert_eq!(report["assumptions"][0]["kind"], "removed-assertions");
    }
    let (code, _) = checked("present.c", text, &[]);
    assert_eq!(code, Some(1));
}

#[test]
fn assertions_that_no_execution_gets_to_prove_nothing() {
    for (name, before) in [
        ("endless.c", "while (1) x++;"),
        (
            "contradiction.c",
            "__VERIFIER_assume(x > 3); __VERIFIER_assume(x < 2);",
        ),
    ] {
        let text = format!(
            "#include <assert.h>\nextern unsigned input(void);\nextern void __VERIFIER_assume(int);
int main(void) {{ unsigned x = input(); {before} assert(x == 3); return 0; }}\n"
        );
        let (code, report) = checked(name, &text, &[]);
        assert_eq!(
            (code, &report["reason_class"]),
            (Some(3), &"vacuous".into()),
            "{report}"
        );
        assert_eq!(report["assertions"][0]["status"], "unreachable");
    }
    // A second assertion that can be reached is a proof about something.
    let text = "#include <assert.h>\nint main(void) { unsigned x = 1; assert(x == 1);
if (x > 1) assert(x == 7); return 0; }\n";
    let (code, report) = checked("one_of_two.c", text, &[]);
    assert_eq!(code, Some(0), "{report}");
}

#[test]
fn volatile_is_told() {
    let text = "#include <assert.h>\nvolatile int status;
int main(void) { status = 1; int a = status; assert(a == status); return 0; }\n";
    let (code, report) = checked("volatile.c", text, &[]);
    assert_eq!(code, Some(1), "{report}");
    let (code, report) = checked("volatile.c", text, &["--volatile", "memory"]);
    assert_eq!(code, Some(0), "{report}");
    let kinds = report["assumptions"].as_array().expect("a list").iter();
    let kinds: Vec<&Value> = kinds.map(|assumption| &assumption["kind"]).collect();
    assert!(kinds.contains(&&"volatile".into()), "{kinds:?}");
}
