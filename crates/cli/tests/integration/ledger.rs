//! The ledger of assumptions: every kind is listed, in every output, and can be refused.

use crate::support::{folder, invar, written};
use invar_cfa::{AssumptionKind, Strict};
use serde_json::Value;
use std::path::Path;

/// A program, and arguments, whose proof rests on a kind of assumption. A new kind does not compile
/// without one.
fn resting_on(kind: AssumptionKind) -> (&'static str, &'static [&'static str]) {
    const MAIN: &str =
        "#include <assert.h>\nint main(void) { int i = 1; assert(i + 1 == 2); return 0; }\n";
    match kind {
        AssumptionKind::RemovedAssertions => (
            "#include <assert.h>\nint main(void) { int i = 1; assert(i == 2); return i + 1; }\n",
            &["-DNDEBUG"],
        ),
        AssumptionKind::UndefinedBehaviour => (
            "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int a[2] = {1, 1}; \
             assert(a[__VERIFIER_nondet_int()] == 1); return 0; }\n",
            &["--property", "assert"],
        ),
        AssumptionKind::MissingBody => (
            "#include <assert.h>\nint sensor(void);\nint main(void) { int x = sensor(); assert(x == x); return 0; }\n",
            &[],
        ),
        AssumptionKind::Model => (
            "#include <assert.h>\n#include <string.h>\nint main(void) { assert(strlen(\"ab\") == 2); return 0; }\n",
            &[],
        ),
        AssumptionKind::DataModel | AssumptionKind::Overflow | AssumptionKind::OpenRules => {
            (MAIN, &[])
        }
        AssumptionKind::Wrapping => (MAIN, &["--property", "assert"]),
        AssumptionKind::IdealIntegers => (MAIN, &["--property", "assert", "--integers", "ideal"]),
        AssumptionKind::Uninitialised => (
            "#include <assert.h>\nint main(void) { unsigned x, *p = &x; *p |= 1; assert(*p != 0); return 0; }\n",
            &[],
        ),
        AssumptionKind::Volatile => (
            "#include <assert.h>\nvolatile int port;\nint main(void) { port = 1; assert(port == 1); return 0; }\n",
            &["--volatile", "memory"],
        ),
        AssumptionKind::EvaluationOrder => (
            "#include <assert.h>\nint n;\nint next(void) { return ++n; }\nint main(void) { int d = next() - next(); \
             assert(d == -1); return 0; }\n",
            &[],
        ),
        AssumptionKind::Placement => (
            "#include <assert.h>\n#include <stdint.h>\nint x;\nint main(void) { assert((uintptr_t)&x % 4 == 0); \
             return 0; }\n",
            &[],
        ),
        AssumptionKind::CalledContract => (
            "int g(int x) __CPROVER_ensures(__CPROVER_return_value > x);\nint f(int x) \
             __CPROVER_ensures(__CPROVER_return_value > x)\n{ return g(x); }\n",
            &["--entry", "f"],
        ),
        AssumptionKind::MissingVariable => (
            "#include <assert.h>\nextern int level;\nint main(void) { int x = level; assert(x == level); return 0; }\n",
            &[],
        ),
        AssumptionKind::Assume => (
            "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n\
             int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); assert(x > 2); return 0; }\n",
            &[],
        ),
        AssumptionKind::Allocation => (
            "#include <assert.h>\n#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; assert(*p == 1); \
             return 0; }\n",
            &[],
        ),
        AssumptionKind::MainArguments => (
            "#include <assert.h>\nint main(int argc, char **argv) { assert(argc >= 0); return 0; }\n",
            &[],
        ),
        AssumptionKind::Entry => (
            "#include <assert.h>\nvoid f(unsigned x) { assert(x / 2 <= x); }\n",
            &["--entry", "f"],
        ),
        AssumptionKind::Precondition => (
            "#include <assert.h>\nint f(const int *p) { return *p; }\n",
            &["--entry", "f", "--infer"],
        ),
        AssumptionKind::NotModelled => (
            "#include <assert.h>\n#include <setjmp.h>\njmp_buf b;\nint main(void) { int x = 1; \
             if (x == 2) longjmp(b, 1); assert(x == 1); return 0; }\n",
            &[],
        ),
    }
}

fn report(file: &Path, arguments: &[&str]) -> Value {
    let output = invar()
        .arg("check")
        .arg(file)
        .args(["--format", "json"])
        .args(arguments)
        .output()
        .expect("invar runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn entry(report: &Value, kind: AssumptionKind) -> Option<&Value> {
    let mut all = report["assumptions"].as_array().expect("a list").iter();
    all.find(|assumption| assumption["kind"] == kind.name())
}

#[test]
fn every_kind_is_listed_and_can_be_refused() {
    for kind in AssumptionKind::ALL {
        let (text, arguments) = resting_on(*kind);
        let file = written(&format!("ledger_{kind}.c"), text);
        let free = report(&file, arguments);
        assert_eq!(free["verdict"], "safe", "{kind}: {free}");
        let listed = entry(&free, *kind).unwrap_or_else(|| panic!("{kind} is not listed: {free}"));
        assert!(
            listed["text"].is_string() && listed["count"].is_u64(),
            "{listed}"
        );
        let refusal = format!("{kind}=off");
        let refused = report(&file, &[arguments, &["--assume", &refusal]].concat());
        assert_eq!(refused["verdict"], "unknown", "{kind}: {refused}");
        assert_eq!(refused["reason_class"], "refused assumption", "{kind}");
        let reason = refused["reason"].as_str().expect("a reason");
        assert!(reason.ends_with(&format!("rests on {kind}")), "{reason}");
    }
}

#[test]
fn strict_refuses_what_may_hide_a_violation() {
    for kind in [AssumptionKind::MissingBody, AssumptionKind::DataModel] {
        let (text, _) = resting_on(kind);
        let file = written(&format!("strict_{kind}.c"), text);
        let strict = report(&file, &["--strict"]);
        let expected = match kind.strict() {
            Strict::Refused => "unknown",
            Strict::Kept => "safe",
        };
        assert_eq!(strict["verdict"], expected, "{kind}: {strict}");
        let accepted = format!("{kind}=on");
        let accepted = report(&file, &["--strict", "--assume", &accepted]);
        assert_eq!(accepted["verdict"], "safe", "{kind}: {accepted}");
    }
}

#[test]
fn a_violation_needs_no_assumption() {
    let text = "#include <assert.h>\nint sensor(void);\nint main(void) { assert(sensor() != 3); return 0; }\n";
    let strict = report(&written("strict_unsafe.c", text), &["--strict"]);
    assert_eq!(strict["verdict"], "unsafe", "{strict}");
}

#[test]
fn every_output_has_the_same_list() {
    let (text, _) = resting_on(AssumptionKind::MissingBody);
    let file = written("ledger_outputs.c", text);
    let out = folder("ledger_outputs");
    let output = invar()
        .arg("check")
        .arg(&file)
        .args(["--format", "json", "--sarif"])
        .arg(out.join("result.sarif"))
        .arg("--witness")
        .arg(out.join("witness.yml"))
        .arg("--report")
        .arg(out.join("page"))
        .output()
        .expect("invar runs");
    let json: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let read = |name: &str| std::fs::read_to_string(out.join(name)).expect("written");
    let sarif: Value = serde_json::from_str(&read("result.sarif")).expect("SARIF");
    let notifications = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    let notifications = notifications.as_array().expect("a list");
    let (witness, page) = (read("witness.yml"), read("page/index.html"));
    let all = json["assumptions"].as_array().expect("a list");
    assert!(all.len() > 2, "{json}");
    for assumption in all {
        let (kind, text) = (
            &assumption["kind"],
            assumption["text"].as_str().expect("text"),
        );
        let told = notifications
            .iter()
            .find(|n| n["properties"]["kind"] == *kind);
        let told = told.unwrap_or_else(|| panic!("{kind} is not in SARIF: {sarif}"));
        assert_eq!(told["message"]["text"], format!("assumed: {text}"));
        assert_eq!(told["properties"]["count"], assumption["count"]);
        let name = kind.as_str().expect("a name");
        assert!(witness.contains(&format!("{name}: ")), "{witness}");
        assert!(page.contains(&format!("<code>{name}</code>")), "{kind}");
    }
}

#[test]
fn a_function_that_does_not_return_is_listed() {
    let text = "#include <assert.h>\n_Noreturn void fatal(int);\nextern int __VERIFIER_nondet_int(void);\n\
                int main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) fatal(x); assert(x != 3); return 0; }\n";
    let report = report(&written("ledger_noreturn.c", text), &[]);
    let listed = entry(&report, AssumptionKind::MissingBody).expect("listed");
    let text = listed["text"].as_str().expect("text");
    assert!(
        text.starts_with("fatal has no body: it does not return"),
        "{text}"
    );
}

#[test]
fn a_wrong_kind_names_the_kinds() {
    let output = invar()
        .args(["check", "x.c", "--assume", "magic=off"])
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("missing-body, called-contract, model"),
        "{said}"
    );
}
