//! How verdicts are searched: the ladder of arithmetics, its statistics, lemmas, ideal integers.

use crate::support::{check, program, report, written};
use serde_json::Value;

fn number(report: &Value, name: &str) -> f64 {
    let number = report["statistics"][name].as_f64();
    number.unwrap_or_else(|| panic!("no {name} in {}", report["statistics"]))
}

#[test]
fn an_equation_found_over_integers_is_certified_over_bit_vectors() {
    let report = report(&program("ladder_equation.c"), &["--engine", "ic3-cfa"]);
    assert_eq!(report["verdict"], "safe", "{report}");
    assert_eq!(report["certified"], true);
    assert_eq!(report["engine"], "ic3-cfa");
    assert_eq!(report["arithmetic"], "int");
    assert_eq!(report["integers"], "machine");
    assert!(number(&report, "int seconds") > 0.0);
    assert!(number(&report, "facts carried over") >= 1.0);
    assert!(report["statistics"]["bv seconds"].is_null(), "{report}");
}

#[test]
fn a_proof_that_does_not_survive_is_counted_and_the_ladder_goes_on() {
    let file = program("ladder_overflow.c");
    let climbed = report(&file, &["--engine", "ic3-cfa"]);
    assert_eq!(climbed["verdict"], "unsafe", "{climbed}");
    assert_eq!(climbed["arithmetic"], "wrap");
    assert_eq!(number(&climbed, "rejected int proofs"), 1.0);
    assert_eq!(climbed["rejected_certificates"], 0);
    let alone = report(&file, &["--engine", "ic3-cfa", "--arithmetic", "int"]);
    assert_eq!(alone["verdict"], "unknown");
    assert_eq!(alone["reason_class"], "certificate rejected", "{alone}");
    let reason = alone["reason"].as_str().expect("a reason");
    assert!(reason.contains("ideal integers"), "{reason}");
}

#[test]
fn floating_point_goes_to_bit_vectors() {
    let report = report(&program("ladder_float.c"), &["--engine", "ic3-cfa"]);
    assert_eq!(report["verdict"], "safe", "{report}");
    assert_eq!(report["arithmetic"], "bv");
    assert_eq!(number(&report, "int not translated"), 1.0);
}

#[test]
fn lemmas_are_told_in_terms_of_the_source() {
    let file = program("ladder_equation.c");
    let arguments = [
        "--engine",
        "ic3-cfa",
        "--trace-lemmas",
        "--without",
        "guess",
    ];
    let output = check(&file, &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let place = format!("{}:", file.display());
    let lemmas: Vec<&str> = told.lines().filter(|l| l.starts_with(&place)).collect();
    assert!(!lemmas.is_empty(), "{told}");
    for lemma in &lemmas {
        assert!(
            lemma.contains(" int level ") || lemma.contains(" int always"),
            "{lemma}"
        );
    }
    let about_both = |l: &&str| l.contains('x') && l.contains('y');
    assert!(lemmas.iter().any(about_both), "{told}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains(" level "));
}

#[test]
fn parts_have_names() {
    let output = check(&program("ladder_equation.c"), &["--without", "luck"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("interpolate"), "{said}");
}

#[test]
fn ideal_integers_are_named_in_every_report() {
    let file = program("ladder_overflow.c");
    let ideal = report(&file, &["--integers", "ideal"]);
    assert_eq!(ideal["verdict"], "safe", "{ideal}");
    assert_eq!(ideal["certified"], true);
    assert_eq!(ideal["integers"], "ideal");
    assert_eq!(ideal["arithmetic"], "int");
    let output = check(&file, &["--integers", "ideal"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("over ideal integers: overflow is not modelled"),
        "{text}"
    );
    let mixed = report(&file, &["--integers", "ideal", "--arithmetic", "bv"]);
    assert_eq!(mixed["reason_class"], "input", "{mixed}");
}

#[test]
fn runs_over_ideal_integers_are_shown_as_others_are() {
    let output = check(&program("ideal_integers_bug.c"), &["--integers", "ideal"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("__VERIFIER_nondet_int() returns -9"),
        "{text}"
    );
    assert!(text.contains("y = -27"), "{text}");
}

#[test]
fn bits_give_certified_verdicts() {
    let ring = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
        int main(void) {
          unsigned char at = 1;
          while (__VERIFIER_nondet_int()) {
            at = (at << 1) | (at >> 7);
            if (at & (at - 1)) reach_error();
          }
          return 0;
        }";
    let file = written("bits_ring.c", ring);
    // Whatever the engine, and without facts guessed before.
    let given = [
        "--arithmetic",
        "bits",
        "--engine",
        "kind",
        "--without",
        "guess",
    ];
    let found = report(&file, &given);
    assert_eq!(found["verdict"], "safe", "{found}");
    assert_eq!(found["certified"], true);
    assert_eq!(found["engine"], "ic3-bool");
    assert_eq!(found["arithmetic"], "bv");
    assert!(number(&found, "bv SAT queries") >= 1.0);
    assert!(number(&found, "bv latches") >= 10.0);
    // Options of the search on bits reach it, and change nothing elsewhere.
    let changed = report(
        &file,
        &[&given[..], &["--bits-generalise", "plain"]].concat(),
    );
    assert_eq!(changed["verdict"], "safe", "{changed}");
    assert_eq!(changed["certified"], true);
    assert_ne!(
        number(&changed, "bv SAT queries"),
        number(&found, "bv SAT queries")
    );
    let elsewhere = ["--engine", "ic3-cfa", "--bits-generalise", "plain"];
    assert_eq!(report(&file, &elsewhere)["engine"], "ic3-cfa");
    let found = report(&program("counter_bounded_bug.c"), &["--engine", "ic3-bool"]);
    assert_eq!(found["verdict"], "unsafe", "{found}");
    assert_eq!(found["certified"], true);
    // Elements of small arrays are bit-vectors.
    let found = report(&program("array_symbolic_bug.c"), &["--arithmetic", "bits"]);
    assert_eq!(found["verdict"], "unsafe", "{found}");
    let table = "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
        int table[200];
        int main(void) {
          unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
          if (i < 200 && j < 200) {
            table[i] = 1;
            if (table[j] == 1 && i != j) reach_error();
          }
          return 0;
        }";
    let found = report(&written("bits_table.c", table), &["--arithmetic", "bits"]);
    assert_eq!(found["verdict"], "unknown", "{found}");
    assert_eq!(found["reason_class"], "unsupported construct");
    let reason = found["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("only bit-vectors are blasted"), "{reason}");
    let mixed = report(&file, &["--engine", "ic3-bool", "--arithmetic", "int"]);
    assert_eq!(mixed["reason_class"], "input", "{mixed}");
}
