//! Every assertion has its own status, certified by itself, in the order of the source text.

use crate::support;
use crate::support::{check, folder, program, report, said, written};
use serde_json::Value;
use std::path::Path;

/// `line status` of each assertion; every status but `unknown` has a certifier, and every violated
/// one a run.
fn statuses(report: &Value) -> Vec<String> {
    let assertions = report["assertions"].as_array().expect("a list");
    let violations = report["violations"].as_array().expect("a list");
    let mut told = Vec::new();
    for (number, assertion) in assertions.iter().enumerate() {
        let status = assertion["status"].as_str().expect("a status");
        assert_eq!(assertion["certifier"].is_string(), status != "unknown");
        assert_eq!(assertion["reason"].is_string(), status == "unknown");
        let runs = violations.iter().filter(|v| v["assertion"] == number);
        assert_eq!(runs.count(), usize::from(status == "violated"), "{report}");
        told.push(format!("{} {status}", assertion["place"]["line"]));
    }
    told
}

fn of(name: &str, text: &str, arguments: &[&str]) -> (Value, Vec<String>) {
    let report = report(&written(name, text), arguments);
    let told = statuses(&report);
    (report, told)
}

const FOUR: &str = "extern int __VERIFIER_nondet_int(void);
void assert(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 7);
  if (x > 5) {
    assert(x > 3);
    if (x < 4)
      assert(x == 100);
  }
  assert(x != 1000001);
  return 0;
}
";

#[test]
fn after_a_violation_the_search_goes_on() {
    let (report, told) = of("four.c", FOUR, &[]);
    assert_eq!(report["verdict"], "unsafe");
    let expected = ["5 violated", "7 proved", "9 unreachable", "11 violated"];
    assert_eq!(told, expected);
}

#[test]
fn an_operand_that_is_never_evaluated_makes_no_assertion_unreachable() {
    let text = "#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int small(unsigned x) { return x < 10; }
int main(void) {
  unsigned x = __VERIFIER_nondet_uchar();
  assert(x < 256 || small(x));
  assert(sizeof x == 4 || small(x));
  if (x > 255)
    assert(x < 3 || small(x));
  return 0;
}
";
    let (_, told) = of("operands.c", text, &[]);
    assert_eq!(told, ["6 proved", "7 proved", "9 unreachable"]);
}

#[test]
fn the_first_violation_is_enough_if_asked() {
    let (report, told) = of("four_first.c", FOUR, &["--assertions", "first"]);
    assert_eq!(report["verdict"], "unsafe");
    assert_eq!(report["violations"].as_array().map(Vec::len), Some(1));
    let violated = told.iter().filter(|t| t.ends_with("violated"));
    assert_eq!(violated.count(), 1, "{told:?}");
    assert!(told.iter().all(|t| !t.ends_with("proved")), "{told:?}");
}

#[test]
fn assertions_are_selected_by_line() {
    let file = written("four_line.c", FOUR);
    let some = report(&file, &["--property", "assert:7,assert:four_line.c:9"]);
    assert_eq!(some["verdict"], "safe");
    assert_eq!(statuses(&some), ["7 proved", "9 unreachable"]);
    assert_eq!(some["property"], "assert:7,assert:four_line.c:9");
    let last = report(&file, &["--property", "assert:11"]);
    assert_eq!(last["verdict"], "unsafe");
    assert_eq!(statuses(&last), ["11 violated"]);
    insta::assert_snapshot!(said(&check(&file, &["--property", "assert:6"]), &file), @r"
    exit code 2
    --- stdout

    --- stderr
    error: input: no assertion on line 6
    hint: there are assertions on 5, 7, 9, 11
    ");
}

#[test]
fn properties_come_from_files_too() {
    let file = program("input_bug.c");
    let folder = folder("properties");
    let written = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("writable");
        path.display().to_string()
    };
    let call = written(
        "unreach-call.prp",
        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n",
    );
    let found = report(&file, &["--property", &call]);
    assert_eq!(found["verdict"], "unsafe");
    assert_eq!(found["property"], "unreach-call");
    let end = written("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    let found = report(&file, &["--property", &end]);
    assert_eq!(found["property"], "termination");
    let start = written("start.prp", "CHECK( init(start()), LTL(G assert) )\n");
    let text = "void assert(int);
int start(int x) { assert(x != 3); return x; }
int main(void) { return start(1); }
";
    let started = support::written("start.c", text);
    let found = report(&started, &["--property", &start]);
    assert_eq!(found["verdict"], "unsafe", "{found}");
    assert_eq!(report(&started, &[])["verdict"], "safe");
    let output = check(&started, &["--property", &start, "--entry", "main"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let other = written(
        "other.prp",
        "CHECK( init(main()), LTL(G ! call(other())) )\n",
    );
    let output = check(&file, &["--property", &other]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = said(&output, Path::new(&other));
    insta::assert_snapshot!(said, @r"
    exit code 2
    --- stdout

    --- stderr
    error: other.prp: 'CHECK( init(main()), LTL(G ! call(other())) )' is no property that invar knows
    hint: known formulas are G assert, G ! call(reach_error()), G ! overflow, G valid-deref, G valid-free, G valid-memtrack, F end, G valid-memcleanup, G ! data-race
    ");
}

#[test]
fn calls_of_an_assertion_function_count_one_by_one() {
    let text = "extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: { reach_error(); abort(); } }
  return;
}
int half(int x) {
  __VERIFIER_assert(x % 2 == 0);
  return x / 2;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  half(2 * x);
  half(4 * x);
  __VERIFIER_assert(x <= 100);
  __VERIFIER_assert(x <= 99);
  while (1) {
    x = x / 2;
    __VERIFIER_assert(x < 60);
  }
  __VERIFIER_assert(x == 5);
}
";
    let (report, told) = of("wrapper.c", text, &[]);
    let expected = [
        "9 proved",
        "17 proved",
        "18 violated",
        "21 proved",
        "23 unreachable",
    ];
    assert_eq!(told, expected);
    assert_eq!(report["violations"][0]["place"]["line"], 18);
    for argument in ["unreach-call", "assert"] {
        let (report, _) = of("wrapper_too.c", text, &["--property", argument]);
        assert_eq!(report["verdict"], "unsafe");
    }
}

#[test]
fn an_assertion_behind_a_construct_that_is_not_modelled_stays_unknown() {
    let text = "#include <fenv.h>
void assert(int);
int main(void) {
  int x = 1;
  assert(x == 1);
  fesetround(FE_UPWARD);
  assert(x == 1);
  return 0;
}
";
    let (report, told) = of("unmodelled.c", text, &[]);
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(told, ["5 unknown", "7 unknown"]);
    assert_eq!(report["blocked_at"]["line"], 6, "{report}");
}

#[test]
fn what_can_be_decided_alone_is_decided() {
    // Bounded search never comes to an end in the loop, but it does before it.
    let text = "extern int __VERIFIER_nondet_int(void);
void assert(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), i = 0;
  assert(x / 2 <= x || x < 0);
  while (__VERIFIER_nondet_int()) {
    i = (i + 2) % 100;
    assert(i != 51);
  }
  return 0;
}
";
    let arguments = ["--engine", "bmc", "--timeout", "12s"];
    let (report, told) = of("alone.c", text, &arguments);
    assert_eq!(report["verdict"], "unknown", "{report}");
    assert_eq!(told, ["5 proved", "8 unknown"], "{report}");
    let (report, told) = of("together.c", text, &[]);
    assert_eq!(report["verdict"], "safe", "{report}");
    assert_eq!(told, ["5 proved", "8 proved"], "{report}");
}

#[test]
fn what_is_assumed_is_listed_by_kind() {
    let text = "#include <string.h>
int main(void) {
  int x;
  char a[4] = \"abc\";
  if (strlen(a) != 3) __builtin_trap();
  return 0;
}
";
    let (report, _) = of("assumed.c", text, &["--data-model", "ILP32"]);
    let assumptions = report["assumptions"].as_array().expect("a list");
    let told: Vec<String> = assumptions
        .iter()
        .map(|a| format!("{}: {}", a["kind"], a["text"]).replace('"', ""))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    model: modelled as the C standard has them: strlen
    data-model: ILP32: int, long and pointers have 32 bits
    wrapping: signed arithmetic wraps around as unsigned does, as with gcc -fwrapv
    uninitialised: variables without an initial value hold any value
    open-rules: rules of C that no check looks at are kept: `invar explain annex-j2`
    ");
}

#[test]
fn an_unknown_verdict_tells_what_was_proved_and_where_it_blocked() {
    // Factors of a product of two primes of 32 bits are hard to find.
    let text = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_uint()) {
    if (i < 50)
      i++;
  }
  if (i > 50)
    reach_error();
  unsigned long long p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint();
  if (p * q == 9633832748884915969ull)
    reach_error();
  return 0;
}
";
    let (report, told) = of("factors.c", text, &["--timeout", "12s"]);
    assert_eq!(report["verdict"], "unknown", "{report}");
    assert_eq!(report["reason_class"], "timeout", "{report}");
    assert_eq!(told, ["10 proved", "13 unknown"]);
    assert_eq!(report["blocked_at"]["line"], 13, "{report}");
    let facts = report["facts"].as_array().expect("a list");
    assert_eq!(facts.len(), 1, "{report}");
    assert_eq!(facts[0]["place"]["line"], 5);
    let facts = facts[0]["facts"].as_array().expect("a list");
    assert!(facts.iter().any(|fact| fact == "i <= 50"), "{facts:?}");
    let hint = report["hint"].as_str().expect("a hint");
    assert!(hint.contains("--property assert:13"), "{hint}");
}
