//! Certificates: solvers confirm them without invar, and what was taken away from one or changed in it is noticed.

use crate::support::{check, folder, report, written};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A safe program in a file, and the folder of its certificate.
fn exported(name: &str, text: &str, arguments: &[&str]) -> PathBuf {
    let file = written(&format!("{name}.c"), text);
    let certificate = folder(&format!("certificate_{name}"));
    let path = certificate.to_str().expect("utf-8");
    let output = check(&file, &[arguments, &["--certificate", path]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    certificate
}

/// Runs `check.sh` with the solvers of the build on PATH.
fn checked(certificate: &Path) -> Output {
    let wheels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/wheels/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(wheels).chain(std::env::split_paths(&path));
    Command::new("sh")
        .arg(certificate.join("check.sh"))
        .args(["z3", "cvc5", "yices-smt2"])
        .env("PATH", std::env::join_paths(folders).expect("a path"))
        .output()
        .expect("a shell")
}

fn confirmed(certificate: &Path) {
    let output = checked(certificate);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("confirmed: each of"), "{said}");
}

fn refused(certificate: &Path, why: &str) {
    let output = checked(certificate);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(why), "{said}");
}

fn obligations(certificate: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(certificate.join("obligations")).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn index(certificate: &Path) -> serde_json::Value {
    let text = std::fs::read(certificate.join("index.json")).expect("an index");
    serde_json::from_slice(&text).expect("JSON")
}

fn kinds(certificate: &Path) -> Vec<String> {
    let index = index(certificate);
    let all = index["obligations"].as_array().expect("a list").iter();
    let mut kinds: Vec<String> = all
        .map(|o| o["kind"].as_str().expect("a word").to_owned())
        .collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

const COUNTER: &str = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned limit = __VERIFIER_nondet_uint(), i = 0, steps = 0;
  while (i < limit) { i++; steps++; }
  assert(steps == limit);
  return 0;
}
";

#[test]
fn an_inductive_proof_is_confirmed_by_solvers_alone() {
    let certificate = exported("counter", COUNTER, &[]);
    confirmed(&certificate);
    assert_eq!(kinds(&certificate), ["consecution", "initiation", "safety"]);
    let index = index(&certificate);
    assert_eq!(index["property"], "assert");
    assert_eq!(index["data_model"], "LP64");
    assert!(!index["assumptions"].as_array().expect("a list").is_empty());
    assert_eq!(index["assertions"][0]["proofs"], serde_json::json!([1]));
    let step = obligations(&certificate).into_iter();
    let step = step.map(|file| std::fs::read_to_string(file).expect("a text"));
    let step: Vec<String> = step
        .filter(|text| text.contains("; proof 1, consecution"))
        .collect();
    assert!(
        step.iter()
            .any(|text| text.contains("; known at the start: i == steps")),
        "{step:?}"
    );
}

#[test]
fn the_report_does_not_carry_the_certificate() {
    let certificate = folder("certificate_report");
    let file = written("certificate_report.c", COUNTER);
    let report = report(
        &file,
        &["--certificate", certificate.to_str().expect("utf-8")],
    );
    assert_eq!(report["verdict"], "safe");
    assert!(report.get("certificate").is_none());
    confirmed(&certificate);
}

#[test]
fn a_file_that_is_missing_added_or_changed_is_noticed() {
    let certificate = exported("changed", COUNTER, &[]);
    for file in obligations(&certificate) {
        let text = std::fs::read(&file).expect("a text");
        std::fs::remove_file(&file).expect("removed");
        refused(&certificate, "refused: ");
        std::fs::write(&file, [&text[..], b"(check-sat)\n"].concat()).expect("written");
        refused(&certificate, "is not the file that the index names");
        std::fs::write(&file, &text).expect("written");
    }
    let more = certificate.join("obligations/more.smt2");
    std::fs::write(&more, "(check-sat)\n").expect("written");
    refused(&certificate, "there are files that the index does not name");
    std::fs::remove_file(&more).expect("removed");
    let source = std::fs::read_dir(certificate.join("source")).expect("a folder");
    let source = source
        .map(|entry| entry.expect("an entry").path())
        .next()
        .expect("a file");
    let text = std::fs::read_to_string(&source).expect("a text");
    std::fs::write(&source, text.replace("==", "!=")).expect("written");
    refused(&certificate, "is not the file that the index names");
    std::fs::write(&source, text).expect("written");
    confirmed(&certificate);
}

#[test]
fn an_obligation_that_the_index_forgets_is_noticed() {
    let certificate = exported("forgotten", COUNTER, &[]);
    let path = certificate.join("index.json");
    let text = std::fs::read_to_string(&path).expect("an index");
    let lines = text.lines().filter(|line| !line.contains("-safety"));
    std::fs::write(&path, lines.collect::<Vec<_>>().join("\n")).expect("written");
    for file in obligations(&certificate) {
        if file.to_string_lossy().contains("-safety") {
            std::fs::remove_file(file).expect("removed");
        }
    }
    refused(&certificate, "does not list as many obligations as it says");
}

/// The digest that the index gives a file, put right after the file was changed: what a forger would do.
fn forge(certificate: &Path, file: &Path, text: &str) {
    let digest = |file: &Path| {
        let output = Command::new("sha256sum")
            .arg(file)
            .output()
            .expect("sha256sum");
        String::from_utf8_lossy(&output.stdout)[..64].to_owned()
    };
    let before = digest(file);
    std::fs::write(file, text).expect("written");
    let index = certificate.join("index.json");
    let old = std::fs::read_to_string(&index).expect("an index");
    std::fs::write(&index, old.replace(&before, &digest(file))).expect("written");
}

#[test]
fn without_one_assertion_of_an_obligation_a_solver_has_a_model() {
    let certificate = exported("weakened", COUNTER, &[]);
    let mut noticed = 0;
    for file in obligations(&certificate) {
        let text = std::fs::read_to_string(&file).expect("a text");
        let assertions: Vec<&str> = text.lines().filter(|l| l.starts_with("(assert ")).collect();
        for assertion in assertions {
            forge(&certificate, &file, &text.replacen(assertion, "", 1));
            let output = checked(&certificate);
            noticed += usize::from(output.status.code() == Some(1));
            forge(&certificate, &file, &text);
        }
    }
    confirmed(&certificate);
    assert!(noticed >= 3, "{noticed}");
}

const ROTATION: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 1, b = 2, c = 3;
  while (__VERIFIER_nondet_int()) { assert(a != b); int t = a; a = b; b = c; c = t; }
  return 0;
}
";

const BOUNDED: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < 5; i++) { if (n > i) s += 2; }
  assert(s % 2 == 0 && s <= 10);
  return 0;
}
";

const FILLED: &str = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int a[100];
int main(void) {
  for (unsigned i = 0; i < 100; i++) a[i] = 7;
  unsigned j = __VERIFIER_nondet_uint();
  if (j < 100) assert(a[j] == 7);
  return 0;
}
";

const SUM: &str = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned add(unsigned n, unsigned m) { return n == 0 ? m : 1 + add(n - 1, m); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  assert(add(n, m) == n + m);
  return 0;
}
";

#[test]
fn every_form_of_proof_has_obligations() {
    let forms: [(&str, &str, &[&str], &str); 5] = [
        ("rotation", ROTATION, &["--engine", "kind"], "k-induction"),
        ("bounded", BOUNDED, &["--engine", "bmc"], "every path ends"),
        ("filled", FILLED, &[], "about all elements of arrays"),
        ("sum", SUM, &[], "summaries of functions"),
        ("only_run", ONLY_RUN, &[], "inductive invariant"),
    ];
    for (name, text, arguments, told) in forms {
        let certificate = exported(name, text, arguments);
        confirmed(&certificate);
        let index = index(&certificate);
        let proof = index["proofs"][0]["proof"].as_str().expect("a text");
        assert!(proof.contains(told), "{name}: {proof}");
        assert!(!obligations(&certificate).is_empty(), "{name}");
    }
}

const ONLY_RUN: &str = "#include <assert.h>
int main(void) {
  unsigned s = 0;
  for (int i = 0; i < 3000; i++) s |= 1;
  assert(s <= 1);
  return 0;
}
";

#[test]
fn an_invariant_that_means_two_things_is_noticed() {
    let certificate = exported("two_meanings", COUNTER, &[]);
    let files = obligations(&certificate);
    let shown = files
        .iter()
        .find(|f| f.to_string_lossy().contains("-initiation"));
    let shown = shown.expect("an initiation");
    let text = std::fs::read_to_string(shown).expect("a text");
    let weaker = text.replace("(= |?main@1::i| |?main@1::steps|)", "true");
    assert_ne!(weaker, text);
    forge(&certificate, shown, &weaker);
    refused(&certificate, "means two things by one invariant");
}

#[test]
fn a_weaker_invariant_everywhere_has_a_counterexample() {
    let certificate = exported("weaker", COUNTER, &[]);
    for file in obligations(&certificate) {
        let text = std::fs::read_to_string(&file).expect("a text");
        let weaker = text.replace("(= |?main@1::i| |?main@1::steps|)", "true");
        assert_ne!(weaker, text);
        forge(&certificate, &file, &weaker);
    }
    refused(&certificate, "NOT confirmed");
}
