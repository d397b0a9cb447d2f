//! Verdicts by running: programs that have one run, and errors after deep recursion.

use crate::support::{check, invar, report, written};

const FIBONACCI: &str = "extern void reach_error(void);
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
";

#[test]
fn the_only_run_is_a_proof() {
    let text = "int main(void) { int x; if (fib(16) != 987) reach_error(); return x; }";
    let file = written("only.c", &format!("{FIBONACCI}{text}"));
    let report = report(&file, &["--timeout", "60s"]);
    assert_eq!(report["verdict"], "safe", "{report}");
    assert_eq!(report["certified"], true);
    assert_eq!(report["certifier"], "concrete interpreter");
    assert_eq!(report["engine"], "run");
    assert_eq!(report["proof"]["kind"], "only-run");
    assert!(report["proof"]["bound"].as_u64() > Some(10_000), "{report}");
    assert_eq!(report["assertions"][0]["status"], "proved");
    let output = check(&file, &["--timeout", "60s"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let said = "proof: the program has one run; it was executed: ";
    assert!(text.contains(said), "{text}");
}

#[test]
fn an_input_that_decides_is_no_only_run() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 4) return 0; if (fib(n) > 3) reach_error(); return 0; }";
    let file = written("inputs.c", &format!("{FIBONACCI}{text}"));
    let report = report(&file, &["--timeout", "60s"]);
    assert_ne!(report["proof"]["kind"], "only-run", "{report}");
}

#[test]
fn the_only_run_says_which_assertions_it_does_not_reach() {
    let file = written(
        "unreached.c",
        "#include <assert.h>
int main(void) { int i = 0; while (i < 100) i++; assert(i == 100); if (i < 50) assert(i > 3); return 0; }",
    );
    let report = report(&file, &["--timeout", "60s"]);
    assert_eq!(report["proof"]["kind"], "only-run", "{report}");
    let status = |n: usize| report["assertions"][n]["status"].as_str();
    assert_eq!(
        (status(0), status(1)),
        (Some("proved"), Some("unreachable"))
    );
}

#[test]
fn the_only_run_violates_one_assertion_and_proves_the_others() {
    let file = written(
        "one_of_three.c",
        "#include <assert.h>
int a[200];
int main(void) {
  int i, s = 0;
  for (i = 0; i < 200; i++) a[i] = i * i;
  assert(a[14] == 196);
  for (i = 0; i < 200; i++) s += a[i];
  assert(s < 0);
  assert(a[3] == 8);
  return 0;
}",
    );
    let report = report(&file, &["--timeout", "60s"]);
    let statuses = report["assertions"].as_array().expect("a list").iter();
    let statuses: Vec<_> = statuses
        .map(|a| a["status"].as_str().unwrap_or(""))
        .collect();
    // What comes after a violation is judged on the runs that pass it: there are none.
    assert_eq!(statuses, ["proved", "violated", "unreachable"], "{report}");
}

#[test]
fn errors_behind_deep_recursion_are_found() {
    let text = "extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) n = 0; if (fib(14 + (n & 1)) == 377) reach_error(); return 0; }";
    let file = written("deep.c", &format!("{FIBONACCI}{text}"));
    let report = report(&file, &["--timeout", "60s"]);
    assert_eq!(report["verdict"], "unsafe", "{report}");
    assert_eq!(report["certifier"], "concrete interpreter");
}

#[test]
fn interpret_says_what_goes_wrong_where() {
    let file = written(
        "wrong.c",
        "int main(void) {
  int x = 2147483647, y = 3;
  y = y % 3;
  if (x > 5)
    x = x + 1;
  return x / y;
}",
    );
    let interpret = |property: &str| {
        let output = invar()
            .arg("interpret")
            .arg(&file)
            .args(["--property", property])
            .output()
            .expect("invar runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = interpret("no-overflow");
    assert_eq!(code, Some(1));
    assert!(text.contains("error: signed overflow in '+' at "), "{text}");
    assert!(text.contains("wrong.c:5:"), "{text}");
    let (code, text) = interpret("division-by-zero");
    assert_eq!(code, Some(1));
    assert!(text.contains("error: division by zero at "), "{text}");
    let (code, text) = interpret("assert");
    assert_eq!(code, Some(3));
    assert!(
        text.contains("undefined behaviour: division by zero"),
        "{text}"
    );
    assert_eq!(interpret("nonsense").0, Some(2));
}

#[test]
fn interpret_names_the_call_of_a_library_function() {
    let file = written(
        "called.c",
        "#include <string.h>
int main(void) {
  char small[3];
  strcpy(small, \"long\");
  return 0;
}",
    );
    let output = invar()
        .arg("interpret")
        .arg(&file)
        .args(["--property", "valid-memsafety"])
        .output()
        .expect("invar runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("called.c:4:"), "{text}");
}

#[test]
fn interpret_runs_a_main_with_arguments() {
    let file = written(
        "arguments.c",
        "#include <string.h>
int main(int argc, char *argv[]) {
  if (argc == 2 && strcmp(argv[1], \"1\") == 0) return 1;
  return argc == 0 && argv[argc] == 0 ? 0 : 2;
}",
    );
    let output = invar().arg("interpret").arg(&file).output();
    let output = output.expect("invar runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{text}");
}
