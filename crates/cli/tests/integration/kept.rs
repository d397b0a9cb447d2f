//! Evidence from a store: the same verdicts, certified again, and nothing wrong from wrong entries.

use crate::support::{check, folder, report, said, written};
use invar_store::{Found, Key, Limits, Location, Room, Store};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

const HEAD: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
void check(int good) { if (!good) __VERIFIER_error(); }
";

/// Programs by the kind of evidence that decides them.
const PROGRAMS: [(&str, &str, &str); 8] = [
    (
        "inductive",
        "safe",
        "int main(void) {
           int x = 0, y = 0;
           while (__VERIFIER_nondet_int()) {
             x++; y += 2;
             if (x > 1000) { x = 0; y = 0; }
           }
           check(y == 2 * x);
         }",
    ),
    (
        "run",
        "unsafe",
        "int main(void) {
           int n = __VERIFIER_nondet_int(), s = 0;
           if (n < 0 || n > 1000) return 0;
           for (int i = 0; i < n; i++) s += i & 3;
           check(s != 57);
         }",
    ),
    (
        "contracts",
        "safe",
        "static int same(int n) { return n == 0 ? 0 : same(n - 1) + 1; }
         int main(void) {
           int n = __VERIFIER_nondet_int();
           check(same(n) == n);
         }",
    ),
    (
        "deep",
        "unsafe",
        "int down(int n) { return n == 0 ? 3 : down(n - 1); }
         int main(void) { check(down(500) == 4); }",
    ),
    (
        "cells",
        "safe",
        "int main(void) {
           int n = __VERIFIER_nondet_int(), a[5000];
           for (int i = 0; i < 5000; i++) a[i] = i == n ? 7 : 9;
           for (int i = 0; i < 5000; i++) check(a[i] >= 7);
         }",
    ),
    (
        "only_run",
        "safe",
        "int main(void) {
           unsigned s = 0;
           for (unsigned i = 0; i < 3000; i++) s = s * 31 + i;
           check(s != 12345);
         }",
    ),
    (
        "vacuous",
        "safe",
        "int main(void) {
           int x = __VERIFIER_nondet_int();
           if (x > 5) check(x > 3);
           if (x > 7 && x < 6) check(x == 100);
         }",
    ),
    (
        "vacuous_run",
        "safe",
        "void assert(int);
         int main(void) {
           unsigned s = 0;
           for (unsigned i = 0; i < 3000; i++) s = s * 31 + i;
           if (s == 12345) assert(s > 3);
           assert(s != 12346);
         }",
    ),
];

/// A store of a test, empty.
fn store_of(name: &str) -> PathBuf {
    let place = folder(name).join("store");
    let _ = std::fs::remove_dir_all(&place);
    place
}

fn with(file: &Path, store: &Path) -> Value {
    let store = format!("--store={}", store.display());
    report(file, &["--timeout", "60s", &store])
}

fn opened(store: &Path) -> Store {
    let location: Location = store.to_str().expect("text").parse().expect("a location");
    Store::open(&location, Limits::default()).expect("a store")
}

/// The entries about questions.
fn entries(store: &Path) -> Vec<(Key, Value)> {
    let store = opened(store);
    let mut entries = Vec::new();
    for key in store.keys(Room::Evidence).expect("keys") {
        let Ok(Found::Entry(bytes)) = store.get(Room::Evidence, &key) else {
            panic!("{key} is not readable");
        };
        entries.push((key, serde_json::from_slice(&bytes).expect("JSON")));
    }
    entries
}

fn statuses(report: &Value) -> Vec<(Value, Value)> {
    let all = report["assertions"].as_array().expect("a list").iter();
    all.map(|a| (a["place"]["line"].clone(), a["status"].clone()))
        .collect()
}

#[test]
fn every_kind_of_evidence_is_certified_from_the_store() {
    for (name, verdict, text) in PROGRAMS {
        let file = written(&format!("kept_{name}.c"), &format!("{HEAD}{text}\n"));
        let store = store_of(&format!("kept_{name}"));
        let cold = with(&file, &store);
        assert_eq!(cold["verdict"], verdict, "{cold}");
        assert_eq!(cold["store"]["hits"], 0, "{name}: {}", cold["store"]);
        let warm = with(&file, &store);
        assert_eq!(warm["verdict"], verdict, "{warm}");
        assert_eq!(warm["certified"], true, "{warm}");
        assert_eq!(statuses(&warm), statuses(&cold), "{name}");
        assert_eq!(warm["store"]["misses"], 0, "{name}: {}", warm["store"]);
        assert_ne!(warm["store"]["hits"], 0, "{name}: {}", warm["store"]);
        assert_eq!(warm["store"]["dropped"], json!([]), "{name}");
        if verdict == "unsafe" {
            let place = |report: &Value| report["violations"][0]["place"].clone();
            assert_eq!(place(&warm), place(&cold));
        }
    }
}

#[test]
fn names_places_and_what_does_not_matter_are_not_part_of_a_question() {
    let (_, _, text) = PROGRAMS[0];
    let file = written("kept_edited.c", &format!("{HEAD}{text}\n"));
    let store = store_of("kept_edited");
    with(&file, &store);
    let renamed = text.replace('x', "count").replace('y', "twice");
    let dead = text.replace(
        "int x",
        "int other = __VERIFIER_nondet_int(); other *= 3; if (other > 5) other--; int x",
    );
    let unrelated = format!(
        "int busy(int n) {{ int s = 1; while (n-- > 0) s *= 3; return s; }}
         {}",
        text.replace("int x", "busy(10); int x")
    );
    for (name, text) in [
        ("renamed", renamed),
        ("dead", dead),
        ("unrelated", unrelated),
    ] {
        let file = written(&format!("kept_{name}.c"), &format!("\n{HEAD}\n{text}\n"));
        let report = with(&file, &store);
        assert_eq!(report["verdict"], "safe", "{report}");
        assert_eq!(report["store"]["hits"], 1, "{name}: {}", report["store"]);
        assert_eq!(report["store"]["misses"], 0, "{name}: {}", report["store"]);
    }
}

#[test]
fn an_earlier_version_helps_and_never_decides_for_the_new_one() {
    let (_, _, text) = PROGRAMS[0];
    let store = store_of("kept_versions");
    let version = |text: String| written("kept_versions.c", &format!("{HEAD}{text}\n"));
    with(&version(text.to_owned()), &store);
    let bound = with(&version(text.replace("1000", "2000")), &store);
    assert_eq!(bound["verdict"], "safe", "{bound}");
    assert_eq!(bound["store"]["earlier"], 1, "{}", bound["store"]);
    let broken = with(&version(text.replace("y = 0; }", "y = 1; }")), &store);
    assert_eq!(broken["verdict"], "unsafe", "{broken}");
    // The run of the broken version leads to the error of another broken one.
    let again = with(&version(text.replace("y = 0; }", "y = 3; }")), &store);
    assert_eq!(again["verdict"], "unsafe", "{again}");
    assert_eq!(again["store"]["earlier"], 1, "{}", again["store"]);
    let mended = with(&version(text.replace("1000", "3000")), &store);
    assert_eq!(mended["verdict"], "safe", "{mended}");
}

/// What is done to an entry: the part of it to change, and the new value.
fn forgeries(entry: &Value) -> Vec<Value> {
    let mut forged = Vec::new();
    let claims = [
        json!({"inductive": {"heads": [], "facts": []}}),
        json!({"inductive": {"heads": [0], "facts": []}}),
        json!({"exhausted": {"steps": 0, "heads": [], "facts": []}}),
        json!({"k-inductive": {"k": 1, "heads": [], "facts": []}}),
        json!({"k-inductive": {"k": 0, "heads": [], "facts": []}}),
        json!({"inductive": {"heads": [4_000_000_000_u32], "facts": []}}),
        json!({"run": {"choices": []}}),
        json!({"run": {"choices": [[0, {"bits": [0, "zz"]}], [99999, {"bool": true}]]}}),
        json!({"modular": {"heads": [], "facts": [], "contracts": []}}),
        json!("nonsense"),
    ];
    for claim in claims {
        let mut entry = entry.clone();
        if entry["answer"]["evidence"].is_object() {
            entry["answer"]["evidence"]["evidence"]["claim"] = claim;
            forged.push(entry);
        }
    }
    for answer in [
        json!("only-run"),
        json!("parts"),
        json!("nothing"),
        json!({"inputs": []}),
        json!(7),
    ] {
        let mut entry = entry.clone();
        entry["answer"] = answer;
        forged.push(entry);
    }
    forged.push(json!([]));
    forged
}

#[test]
fn no_entry_makes_a_verdict_wrong() {
    for (name, verdict, text) in [PROGRAMS[0], PROGRAMS[1]] {
        let file = written(&format!("kept_forged_{name}.c"), &format!("{HEAD}{text}\n"));
        let place = store_of(&format!("kept_forged_{name}"));
        with(&file, &place);
        for (key, entry) in entries(&place) {
            for forged in forgeries(&entry) {
                let store = opened(&place);
                let bytes = forged.to_string();
                store
                    .put(Room::Evidence, &key, bytes.as_bytes())
                    .expect("room");
                let report = with(&file, &place);
                assert_eq!(report["verdict"], verdict, "{forged}: {report}");
            }
        }
    }
}

#[test]
fn evidence_about_another_program_is_dropped_and_told() {
    let store = store_of("kept_swapped");
    let file = |number: usize| {
        let (name, _, text) = PROGRAMS[number];
        written(
            &format!("kept_swapped_{name}.c"),
            &format!("{HEAD}{text}\n"),
        )
    };
    with(&file(0), &store);
    let (key, _) = entries(&store).remove(0);
    let (_, _, text) = PROGRAMS[0];
    let broken = text.replace("y = 0; }", "y = 1; }");
    let other = written("kept_swapped_other.c", &format!("{HEAD}{broken}\n"));
    let elsewhere = store_of("kept_swapped_elsewhere");
    with(&other, &elsewhere);
    let forged = entries(&elsewhere);
    let evidence = forged
        .iter()
        .find(|(_, e)| e["answer"]["evidence"].is_object());
    let (_, mut run) = evidence.expect("a run").clone();
    // It even states the key of the program that it is put under.
    run["answer"]["evidence"]["key"] = json!(key.to_string());
    let bytes = run.to_string();
    opened(&store)
        .put(Room::Evidence, &key, bytes.as_bytes())
        .expect("room");
    let report = with(&file(0), &store);
    assert_eq!(report["verdict"], "safe", "{report}");
    let told = report["store"]["dropped"].to_string();
    assert!(told.contains("was dropped"), "{}", report["store"]);
    let place = format!("--store={}", store.display());
    let file = file(0);
    let text = said(&check(&file, &[&place]), &file);
    assert!(text.contains("certified from store by"), "{text}");
}
