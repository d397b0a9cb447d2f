//! `--since`: what a change cannot affect is not checked again, and is not claimed either.

use crate::support::{folder, invar};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Two assertions about two variables, and a function that neither depends on.
const PROGRAM: &str = "#include <assert.h>
#include \"bounds.h\"
extern int __VERIFIER_nondet_int(void);
static int logged;
static void log_value(int value) { logged = value; }
int main(void) {
  int first = 0, second = 0;
  int turns = __VERIFIER_nondet_int();
  for (int i = 0; i < turns && i < 100; i++) {
    if (first < LIMIT) first++;
    if (second < 7) second++;
    log_value(first);
  }
  assert(first <= LIMIT);
  assert(second <= 7);
  return 0;
}
";

/// A git repository of the test's own.
struct Repository(PathBuf);

impl Repository {
    /// With the program, its header and a file in another folder, committed.
    fn new(name: &str) -> Repository {
        let repository = Repository(folder(name));
        repository.git(&["init", "--quiet", "--initial-branch", "main"]);
        repository.write("main.c", PROGRAM);
        repository.write("bounds.h", "#define LIMIT 5\n");
        repository.commit();
        repository
    }

    fn git(&self, arguments: &[&str]) {
        let output = Command::new("git")
            .current_dir(&self.0)
            .args(["-c", "user.name=test", "-c", "user.email=test@example.org"])
            .args(["-c", "commit.gpgsign=false"])
            .args(arguments)
            .env("GIT_AUTHOR_DATE", "2024-01-01T00:00:00Z")
            .env("GIT_COMMITTER_DATE", "2024-01-01T00:00:00Z")
            .output()
            .expect("git runs");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("the test folder is writable");
    }

    /// Changes a text that must be there.
    fn change(&self, name: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.0.join(name)).expect("written before");
        assert!(text.contains(from), "{from}");
        self.write(name, &text.replacen(from, to, 1));
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "change"]);
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let output = invar().current_dir(&self.0).args(arguments).output();
        output.expect("invar runs")
    }

    fn check(&self, arguments: &[&str]) -> Output {
        self.run(&[&["check", "main.c", "--property", "assert"], arguments].concat())
    }

    /// The report, and the statuses by line.
    fn report(&self, arguments: &[&str]) -> Value {
        let output = self.check(&[arguments, &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn statuses(report: &Value) -> Vec<&str> {
    let assertions = report["assertions"].as_array().expect("a list");
    let status = |assertion: &'_ Value| assertion["status"].as_str().map(str::to_owned);
    assert!(assertions.iter().all(|a| status(a).is_some()));
    let all = assertions.iter().filter_map(|a| a["status"].as_str());
    all.collect()
}

fn numbers(report: &Value) -> (u64, u64) {
    let number = |name: &str| report["since"][name].as_u64().expect("a number");
    (number("affected"), number("unaffected"))
}

#[test]
fn without_a_change_nothing_is_claimed() {
    let repository = Repository::new("since_nothing");
    let output = repository.check(&["--since", "HEAD"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let first = "main.c: nothing that the change since HEAD can affect\nassertions: 2 unaffected\n";
    assert!(text(&output).starts_with(first), "{output:?}");
    assert!(!text(&output).contains("safe"), "{output:?}");
    assert!(!text(&output).contains("certified"), "{output:?}");
    let report = repository.report(&["--since", "HEAD"]);
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["reason_class"], "unaffected");
    assert_eq!(report["certified"], false);
    assert_eq!(statuses(&report), ["unaffected", "unaffected"]);
    assert_eq!(numbers(&report), (0, 2));
    let line = repository.check(&["--since", "HEAD", "--format", "svcomp"]);
    assert_eq!(text(&line), "UNKNOWN\n");
}

#[test]
fn names_places_and_other_functions_do_not_matter() {
    let repository = Repository::new("since_names");
    repository.change(
        "main.c",
        "logged = value;",
        "logged = value + 1; logged *= 2;",
    );
    repository.change(
        "main.c",
        "static int logged;",
        "/* A new line. */\n\nstatic int logged;",
    );
    let renamed = std::fs::read_to_string(repository.0.join("main.c")).expect("written");
    repository.write("main.c", &renamed.replace("second", "other"));
    repository.write("unread.h", "int unread;\n");
    let report = repository.report(&["--since", "HEAD"]);
    assert_eq!(numbers(&report), (0, 2), "{report}");
}

#[test]
fn only_what_is_affected_is_checked() {
    let repository = Repository::new("since_one");
    repository.change("main.c", "if (second < 7)", "if (second < 6)");
    repository.commit();
    let output = repository.check(&["--since", "HEAD~1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let first = "main.c: safe: no execution violates `assert` at 1 assertion that the change since HEAD~1 can affect; 1 other is not affected and was not checked again\nassertions: 1 proved, 1 unaffected\n";
    assert!(text(&output).starts_with(first), "{output:?}");
    let report = repository.report(&["--since", "HEAD~1"]);
    assert_eq!(
        (&report["verdict"], numbers(&report)),
        (&"safe".into(), (1, 1))
    );
    assert_eq!(statuses(&report), ["unaffected", "proved"]);
    assert_eq!(
        report["property"],
        "assert (since HEAD~1: 1 of 2 assertions)"
    );
    let line = repository.check(&["--since", "HEAD~1", "--format", "svcomp"]);
    assert_eq!(text(&line), "UNKNOWN\n", "a part is not the whole");
    let witness = repository.check(&["--since", "HEAD~1", "--witness", "w.yml"]);
    assert_eq!(
        witness.status.code(),
        Some(2),
        "a witness is about the whole"
    );
    let log = repository.check(&["--since", "HEAD~1", "--sarif", "log.sarif"]);
    assert_eq!(log.status.code(), Some(0));
    let log = std::fs::read_to_string(repository.0.join("log.sarif")).expect("written");
    assert!(log.contains("Not checked: the change since HEAD~1 does not affect this: "));
    assert!(log.contains("\"notApplicable\""), "{log}");
    // What is not committed belongs to the change; the error is found and told.
    repository.change("main.c", "if (second < 6)", "if (second < 60)");
    let report = repository.report(&["--since", "HEAD"]);
    assert_eq!(
        (&report["verdict"], numbers(&report)),
        (&"unsafe".into(), (1, 1))
    );
    assert_eq!(statuses(&report), ["unaffected", "violated"]);
    assert_eq!(report["violations"][0]["assertion"], 1);
}

#[test]
fn a_header_is_part_of_the_change() {
    let repository = Repository::new("since_header");
    // The second assertion is about the runs that pass the first, so the header is for the second.
    let program = PROGRAM.replace("LIMIT", "5").replace('7', "LIMIT");
    repository.write("main.c", &program);
    repository.commit();
    repository.write("bounds.h", "#define LIMIT 6\n");
    let report = repository.report(&["--since", "HEAD"]);
    assert_eq!(statuses(&report), ["unaffected", "proved"], "{report}");
    // Also one that is found by -I, and from another folder.
    let inner = repository.0.join("include");
    std::fs::create_dir(&inner).expect("writable");
    std::fs::rename(repository.0.join("bounds.h"), inner.join("bounds.h")).expect("ours");
    repository.commit();
    repository.write("include/bounds.h", "#define LIMIT 8\n");
    let output = Command::new(env!("CARGO_BIN_EXE_invar"))
        .current_dir(&inner)
        .args([
            "check",
            "../main.c",
            "--property",
            "assert",
            "-I",
            "../include",
            "--since",
            "HEAD",
            "--format",
            "json",
        ])
        .output()
        .expect("invar runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(statuses(&report), ["unaffected", "proved"], "{report}");
}

#[test]
fn a_new_assertion_is_affected() {
    let repository = Repository::new("since_new");
    repository.change(
        "main.c",
        "  return 0;",
        "  assert(first <= LIMIT);\n  return 0;",
    );
    let report = repository.report(&["--since", "HEAD"]);
    let (affected, _) = numbers(&report);
    assert!(affected >= 1 && report["verdict"] == "safe", "{report}");
}

#[test]
fn what_cannot_be_compared_is_checked() {
    let repository = Repository::new("since_unknown");
    for (revision, note) in [
        ("nowhere", "nowhere: git knows no revision nowhere here"),
        ("--all", "--all: git knows no revision --all here"),
    ] {
        let argument = format!("--since={revision}");
        let output = repository.check(&[&argument]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let first = "main.c: safe: no execution violates `assert`\nassertions: 2 proved\n";
        assert!(text(&output).starts_with(first), "{output:?}");
        let last = format!("note: {note}; everything was checked\n");
        assert!(text(&output).contains(&last), "{output:?}");
    }
    repository.git(&["mv", "main.c", "moved.c"]);
    repository.commit();
    repository.write("main.c", PROGRAM);
    let report = repository.report(&["--since", "HEAD"]);
    assert_eq!(
        (&report["verdict"], numbers(&report)),
        (&"safe".into(), (2, 0))
    );
    assert_eq!(report["since"]["note"], "HEAD: main.c was not there");
    repository.write("moved.c", "int main(void) { return 0\n");
    repository.commit();
    repository.write("moved.c", PROGRAM);
    let output = repository.run(&["check", "moved.c", "--since", "HEAD"]);
    assert!(
        text(&output).contains("note: HEAD: it could not be read"),
        "{output:?}"
    );
    repository.write("invar.toml", "define = [\"X\"]\n");
    let report = repository.report(&["--since", "HEAD~1"]);
    let note = report["since"]["note"].as_str().expect("a note");
    assert!(
        note.ends_with("invar.toml is not as it was at HEAD~1"),
        "{note}"
    );
}

#[test]
fn recursion_is_compared_as_a_whole() {
    let repository = Repository::new("since_recursion");
    let program = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int down(int n) { return n <= 0 ? 0 : down(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int rest = down(n > 9 ? 9 : n);
  assert(rest == 0);
  return 0;
}
";
    repository.write("main.c", program);
    repository.commit();
    let report = repository.report(&["--since", "HEAD"]);
    assert_eq!(numbers(&report), (0, 1), "{report}");
    repository.change("main.c", "n <= 0 ? 0", "n <= 1 ? 0");
    let report = repository.report(&["--since", "HEAD"]);
    assert_eq!(numbers(&report), (1, 0), "{report}");
}

#[test]
fn functions_that_are_not_affected_are_left_out() {
    let repository = Repository::new("since_survey");
    let functions = "int half(int x) { return 10 / (x | 1); }
int third(int x) { return 10 / (x | 2); }
";
    repository.write("functions.c", functions);
    repository.commit();
    repository.change("functions.c", "x | 2", "x | 4");
    let survey = [
        "survey",
        "functions.c",
        "--property",
        "division-by-zero",
        "--since",
        "HEAD",
    ];
    let output = repository.run(&survey);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = text(&output);
    let line = |name: &str| {
        let mut lines = said.lines();
        lines
            .find(|line| line.starts_with(name))
            .expect("a row")
            .to_owned()
    };
    assert!(
        line("half").ends_with("1 not affected since HEAD"),
        "{said}"
    );
    let third = line("third");
    let words: Vec<&str> = third.split_whitespace().collect();
    assert_eq!(words[1..5], ["1", "1", "0", "0"], "{said}");
    let last = "1 site is not affected by the change and was not checked again";
    assert!(said.contains(last), "{said}");
    let json = repository.run(&[&survey[..], &["--format", "json"]].concat());
    let rows: Value = serde_json::from_slice(&json.stdout).expect("rows");
    assert_eq!(
        (&rows[0]["unaffected"], &rows[0]["proved"]),
        (&1.into(), &0.into())
    );
    assert_eq!(
        (&rows[1]["unaffected"], &rows[1]["proved"]),
        (&0.into(), &1.into())
    );
}

/// Nothing is left over.
#[test]
fn the_files_of_the_revision_go_with_the_check() {
    let repository = Repository::new("since_clean");
    let place = folder("since_clean_place");
    let output = invar()
        .current_dir(&repository.0)
        .args(["check", "main.c", "--since", "HEAD"])
        .env("TMPDIR", &place)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let left = |folder: &Path| std::fs::read_dir(folder).expect("a folder").count();
    assert_eq!(left(&place), 0);
    let status = Command::new("git")
        .current_dir(&repository.0)
        .args(["status", "--porcelain"])
        .output()
        .expect("git runs");
    assert!(status.stdout.is_empty(), "{status:?}");
}

/// What the store knows is asked first; then the verdict is about it too.
#[test]
fn what_the_store_knows_is_part_of_the_verdict() {
    let repository = Repository::new("since_store");
    let store = ["--store=proofs"];
    let cold = repository.report(&store);
    assert_eq!(cold["verdict"], "safe");
    let warm = repository.report(&[&store[..], &["--since", "HEAD"]].concat());
    assert_eq!(
        (&warm["verdict"], &warm["certified"]),
        (&"safe".into(), &true.into())
    );
    assert_eq!(statuses(&warm), ["proved", "proved"], "{warm}");
    assert_eq!(
        (numbers(&warm), &warm["since"]["recalled"]),
        ((0, 2), &2.into())
    );
    assert_eq!(
        warm["property"], "assert",
        "the verdict is about all of them"
    );
    assert_ne!(warm["store"]["hits"], 0, "{}", warm["store"]);
    assert_eq!(warm["store"]["misses"], 0, "{}", warm["store"]);
}
