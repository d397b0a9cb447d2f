//! Proofs about all elements of arrays, and programs that have none.

use crate::support::{report, written};

const HEAD: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
static void check(int good) { if (!good) __VERIFIER_error(); }
";

/// Bodies of `main` that are safe, and twins of them that are not.
const PAIRS: [(&str, &str); 2] = [
    (
        "int a[5000], b[5000];
         for (int i = 0; i < 5000; i++) a[i] = __VERIFIER_nondet_int();
         for (int i = 0; i < 5000; i++) b[i] = a[i];
         for (int i = 0; i < 5000; i++) check(a[i] == b[i]);",
        "int a[500], b[500];
         for (int i = 0; i < 500; i++) a[i] = __VERIFIER_nondet_int();
         for (int i = 0; i < 499; i++) b[i] = a[i];
         for (int i = 0; i < 500; i++) check(a[i] == b[i]);",
    ),
    (
        "int n = __VERIFIER_nondet_int(), a[5000];
         for (int i = 0; i < 5000; i++) a[i] = i == n ? 7 : 9;
         for (int i = 0; i < 5000; i++) check(a[i] >= 7);",
        "int n = __VERIFIER_nondet_int(), a[500];
         for (int i = 0; i < 500; i++) a[i] = i == n ? 7 : 9;
         for (int i = 0; i < 500; i++) check(a[i] > 7);",
    ),
];

#[test]
fn loops_over_arrays_are_proved_for_all_elements() {
    for (number, (safe, _)) in PAIRS.iter().enumerate() {
        let text = format!("{HEAD}int main(void) {{ {safe} return 0; }}");
        let file = written(&format!("all_elements_{number}.c"), &text);
        let report = report(&file, &["--timeout", "60s"]);
        assert_eq!(report["verdict"], "safe", "{report}");
        assert_eq!(report["certified"], true, "{report}");
        assert_eq!(report["proof"]["kind"], "quantified", "{report}");
        let told = report["proof"]["invariants"].to_string();
        assert!(told.contains("for all k: "), "{told}");
        // A witness states what can be said in C.
        let stated = report["proof"]["everywhere"].to_string();
        assert!(!stated.contains("for all"), "{stated}");
    }
}

#[test]
fn their_twins_with_one_wrong_element_are_not() {
    for (number, (_, wrong)) in PAIRS.iter().enumerate() {
        let text = format!("{HEAD}int main(void) {{ {wrong} return 0; }}");
        let file = written(&format!("wrong_element_{number}.c"), &text);
        let report = report(&file, &["--timeout", "10s"]);
        assert_ne!(report["verdict"], "safe", "{report}");
    }
}
