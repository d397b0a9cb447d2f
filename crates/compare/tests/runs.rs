//! `invar-runs` on small folders that are made up here.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HEADER: &str = "path,property,expected,verdict,outcome,certified,engine,seconds,solver_seconds,peak_mb,reason\n";

/// An empty folder for one test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("writable");
    folder
}

/// The folder of a run, with a row for each of path, expected, outcome, seconds and reason.
fn run(folder: &Path, rows: &[(&str, &str, &str, f64, &str)]) {
    std::fs::create_dir_all(folder).expect("writable");
    let row = |(path, expected, outcome, seconds, reason): &(&str, &str, &str, f64, &str)| {
        let verdict = match (*outcome, *expected) {
            ("correct", "true") | ("wrong", "false") => "safe",
            ("correct" | "wrong", _) => "unsafe",
            _ => "unknown",
        };
        let certified = verdict != "unknown";
        format!(
            "{path},unreach-call,{expected},{verdict},{outcome},{certified},e,{seconds},0.0,9,\"{reason}\"\n"
        )
    };
    let rows: String = rows.iter().map(row).collect();
    std::fs::write(folder.join("results.csv"), format!("{HEADER}{rows}")).expect("writable");
}

/// A line of statistics.jsonl; a search is engine, seconds, ending, level and lemmas.
fn statistics(path: &str, searches: &[(&str, f64, &str, u32, u64)]) -> String {
    let search = |(engine, seconds, ending, level, lemmas): &(&str, f64, &str, u32, u64)| {
        format!(
            "{{\"engine\":\"{engine}\",\"arithmetic\":\"bv\",\"start\":0.5,\"seconds\":{seconds},\
             \"ending\":\"{ending}\",\"reason\":\"\",\"level\":{level},\"lemmas\":{lemmas},\"obligations\":0,\
             \"quiet\":0.0}}"
        )
    };
    let searches: Vec<String> = searches.iter().map(search).collect();
    format!(
        "{{\"path\":\"{path}\",\"property\":\"unreach-call\",\"searches\":[{}]}}\n",
        searches.join(",")
    )
}

fn invar_runs(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_invar-runs");
    let output = Command::new(program).args(arguments).output();
    output.expect("invar-runs starts")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

const UNKNOWN: [(&str, &str, &str, f64, &str); 6] = [
    ("a/solved.c", "true", "correct", 1.0, ""),
    (
        "a/late.c",
        "true",
        "unknown",
        20.0,
        "timeout after 20 s while asking about a step",
    ),
    (
        "a/deep.c",
        "false",
        "unknown",
        0.5,
        "unsupported construct: recursion deeper than 12 calls of f at a/deep.c:3:4",
    ),
    (
        "b/stuck.c",
        "true",
        "unknown",
        20.0,
        "timeout after 20 s while unrolling to depth 3, again",
    ),
    (
        "b/union.c",
        "true",
        "unknown",
        0.1,
        "unsupported construct: member: union at b/union.c:1:2",
    ),
    ("b/broken.c", "true", "error", 0.1, "no report: EOF"),
];

#[test]
fn every_task_without_a_verdict_has_a_reason_a_cause_and_a_line() {
    let folder = scratch("why_not");
    run(&folder, &UNKNOWN);
    let lines = [
        statistics(
            "a/late.c",
            &[
                ("bmc", 2.0, "out-of-time", 7, 0),
                ("ic3-cfa", 17.0, "diverging", 5, 310),
            ],
        ),
        statistics(
            "b/stuck.c",
            &[
                ("bmc", 12.5, "solver-stuck", 3, 0),
                ("ic3-cfa", 5.0, "too-coarse", 0, 0),
            ],
        ),
    ];
    std::fs::write(folder.join("statistics.jsonl"), lines.concat()).expect("writable");
    let folder = folder.display().to_string();
    let output = invar_runs(&["why-not", &folder]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let expected = "\
# Why tasks stay unknown

| set | tasks | correct | wrong | uncertified | unknown | error | no verdict because |
| --- | --: | --: | --: | --: | --: | --: | --- |
| a | 3 | 1 | 0 | 0 | 2 | 0 | 1 recursion, 1 timeout |
| b | 3 | 0 | 0 | 0 | 2 | 1 | 1 failed, 1 timeout, 1 unsupported: unions |
| total | 6 | 1 | 0 | 0 | 4 | 1 | 2 timeout, 1 failed, 1 recursion, 1 unsupported: unions |

## Main causes

| main cause | tasks | part | in the longest search of | sets |
| --- | --: | --: | --- | --- |
| diverging lemmas | 1 | 20.0 % | 1 ic3-cfa bv | 1 a |
| failed | 1 | 20.0 % |  | 1 b |
| solver stuck | 1 | 20.0 % | 1 bmc bv | 1 b |
| unsupported: recursion | 1 | 20.0 % |  | 1 a |
| unsupported: unions | 1 | 20.0 % |  | 1 b |

## How searches ended on these tasks

| search | number | seconds | diverging lemmas | solver stuck | too coarse | out of time |
| --- | --: | --: | --: | --: | --: | --: |
| bmc bv | 2 | 14.5 | 0 | 1 | 0 | 1 |
| ic3-cfa bv | 2 | 22.0 | 1 | 0 | 1 | 0 |

## Constructs that are not modelled

| family | construct | tasks | sets |
| --- | --- | --: | --- |
| unions | member: union | 1 | 1 b |

## Tasks without a verdict

- a/deep.c, unreach-call: unsupported construct: recursion deeper than 12 calls of f at a/deep.c:3:4
- a/late.c, unreach-call: timeout after 20 s while asking about a step (bmc bv: out of time, 2.0 s, level 7; ic3-cfa bv: diverging lemmas, 17.0 s, level 5, 310 lemmas)
- b/broken.c, unreach-call: no report: EOF
- b/stuck.c, unreach-call: timeout after 20 s while unrolling to depth 3, again (bmc bv: solver stuck, 12.5 s, level 3; ic3-cfa bv: too coarse, 5.0 s)
- b/union.c, unreach-call: unsupported construct: member: union at b/union.c:1:2
";
    assert_eq!(text(&output), expected);
}

#[test]
fn a_run_of_an_older_invar_is_read_without_searches() {
    let folder = scratch("why_not_old");
    run(&folder, &UNKNOWN);
    let output = invar_runs(&["why-not", &folder.display().to_string()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = text(&output);
    let cause = "| out of time | 2 | 40.0 % |  | 1 a, 1 b |\n";
    assert!(text.contains(cause), "{text}");
    assert!(!text.contains("How searches ended"), "{text}");
}

#[test]
fn a_wrong_verdict_is_not_overlooked() {
    let folder = scratch("why_not_wrong");
    run(&folder, &[("a/1.c", "true", "wrong", 1.0, "")]);
    let output = invar_runs(&["why-not", &folder.display().to_string()]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let missing = folder.join("nothing").display().to_string();
    assert_eq!(invar_runs(&["why-not", &missing]).status.code(), Some(2));
}

/// The folders of a default and two engines on tasks of which the default has not run the last.
fn three_runs(folder: &Path) -> [String; 3] {
    let late = "timeout after 20 s while searching";
    let (solved, open) = ("correct", "unknown");
    let of = |name: &str, rows: &[(&str, &str, f64)]| {
        let reason = |outcome: &str| if outcome == open { late } else { "" };
        let rows: Vec<_> = rows
            .iter()
            .map(|(path, outcome, seconds)| (*path, "true", *outcome, *seconds, reason(outcome)))
            .collect();
        let folder = folder.join(name);
        run(&folder, &rows);
        folder.display().to_string()
    };
    [
        of(
            "default",
            &[
                ("a/1.c", solved, 1.0),
                ("a/2.c", solved, 2.0),
                ("a/3.c", open, 20.0),
                ("a/4.c", solved, 4.0),
                ("a/5.c", open, 20.0),
                ("a/6.c", solved, 3.0),
            ],
        ),
        of(
            "bmc",
            &[
                ("a/1.c", solved, 0.5),
                ("a/2.c", open, 20.0),
                ("a/3.c", open, 20.0),
                ("a/4.c", open, 20.0),
                ("a/5.c", open, 20.0),
                ("a/6.c", solved, 1.0),
                ("a/7.c", solved, 1.0),
            ],
        ),
        of(
            "ic3-cfa",
            &[
                ("a/1.c", solved, 5.0),
                ("a/2.c", solved, 1.5),
                ("a/3.c", solved, 18.25),
                ("a/4.c", open, 20.0),
                ("a/5.c", open, 20.0),
                ("a/6.c", open, 20.0),
                ("a/7.c", solved, 1.0),
            ],
        ),
    ]
}

#[test]
fn the_default_is_measured_by_what_engines_solve_together() {
    let folder = scratch("union");
    let [default, bmc, ic3] = three_runs(&folder);
    let output = invar_runs(&["union", "--default", &default, &bmc, &ic3]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let expected = "\
# The default and the union of the engines

6 tasks that all runs have, 1 others left out. Some engine solves 4, default solves 4: 100.0 % of the union. It solves 3 tasks of the union (75.0 %) and 1 that no engine solves.

| run | solved | true | false | of the union | alone | seconds |
| --- | --: | --: | --: | --: | --: | --: |
| bmc | 2 | 2 | 0 | 50.0 % | 1 | 81.5 |
| ic3-cfa | 3 | 3 | 0 | 75.0 % | 2 | 84.8 |
| union | 4 | 4 | 0 | 100.0 % | - | - |
| default | 4 | 4 | 0 | 100.0 % | - | 50.0 |

## Engines by what each adds to those before it

| engine | adds | together | of the union |
| --- | --: | --: | --: |
| ic3-cfa | 3 | 3 | 75.0 % |
| bmc | 1 | 4 | 100.0 % |

## Solved by some engine and not by the default

- a/3.c, unreach-call: ic3-cfa 18.2 s; the default: timeout after 20 s while searching (20.0 s)

## Solved by one engine only

- a/6.c, unreach-call: bmc 1.0 s
- a/2.c, unreach-call: ic3-cfa 1.5 s
- a/3.c, unreach-call: ic3-cfa 18.2 s

## Solved by the default and by no engine

- a/4.c, unreach-call: 4.0 s
";
    assert_eq!(text(&output), expected);
}

#[test]
fn a_flaw_of_any_run_is_told_and_names_must_differ() {
    let folder = scratch("union_flaw");
    let [default, bmc, _] = three_runs(&folder);
    let wrong = folder.join("wrong");
    run(&wrong, &[("a/1.c", "true", "wrong", 1.0, "")]);
    let wrong = wrong.display().to_string();
    let output = invar_runs(&["union", "--default", &default, &bmc, &wrong]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = text(&output);
    assert!(
        text.contains("- a/1.c, unreach-call: wrong, wrong\n"),
        "{text}"
    );
    let twice = invar_runs(&["union", "--default", &default, &bmc, &bmc]);
    assert_eq!(twice.status.code(), Some(2));
}
