//! What `invar inspect --blocks` counts: constructs that are still in the program that engines get.

use crate::support::{invar, written};
use serde_json::Value;
use std::path::Path;

fn blocks(file: &Path) -> Value {
    let output = invar()
        .arg("inspect")
        .arg(file)
        .args(["--blocks", "--property", "unreach-call"])
        .output()
        .expect("invar runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// A program that calls `j0` where `condition` holds.
fn with_bessel(name: &str, condition: &str) -> Value {
    let text = format!(
        "extern double j0(double); extern int __VERIFIER_nondet_int(void);
         extern void reach_error(void);
         int main(void) {{
           int debug = 0, x = __VERIFIER_nondet_int();
           if ({condition}) return j0(x) > 0;
           if (x == 2) reach_error();
           return 0;
         }}"
    );
    blocks(&written(name, &text))
}

#[test]
fn what_no_run_reaches_does_not_count() {
    let report = with_bessel("bessel_never.c", "debug");
    assert_eq!(report["unsupported"], serde_json::json!({}));
    assert_eq!(report["errors"], 1);
    assert_eq!(report["blocks"], 1);
}

#[test]
fn what_a_run_may_reach_counts_with_its_place() {
    let report = with_bessel("bessel_maybe.c", "x > 3");
    let found = &report["unsupported"]["library function j0"];
    assert_eq!(found["count"], 1, "{report}");
    let place = found["first"].as_str().expect("a place");
    assert!(place.contains("bessel_maybe.c:5:"), "{place}");
    assert_eq!(report["blocks"], 2);
}

#[test]
fn recursion_that_was_cut_is_no_construct() {
    let text = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
        int main(void) { if (sum(__VERIFIER_nondet_int()) < 0) reach_error(); }";
    let report = blocks(&written("sum.c", text));
    assert_eq!(report["recursion_cut"]["calls"], 1, "{report}");
    assert_eq!(report["recursion_cut"]["left"], 1);
    assert_eq!(report["inlining_limit"]["left"], 0);
    assert_eq!(report["unsupported"], serde_json::json!({}));
}

#[test]
fn every_stage_is_timed() {
    let report = with_bessel("bessel_timed.c", "debug");
    let stages = ["parse", "lower", "inline", "prepare", "encode"];
    let seconds = |name: &str| report["seconds"][name].as_f64().expect("a time");
    let sum: f64 = stages.iter().map(|name| seconds(name)).sum();
    assert!((sum - seconds("total")).abs() < 1e-6, "{report}");
    assert!(report["inlined"]["edges"].as_u64() > report["sliced"]["edges"].as_u64());
}
