//! `invar bench`: the columns, the outcomes, and going on where it stopped.

use crate::support::{folder, invar, program};
use std::path::Path;
use std::process::Output;

const COLUMNS: &str =
    "path,property,expected,verdict,outcome,certified,engine,seconds,solver_seconds,peak_mb,reason";

const TASKS: &str = "\
path,property,expected,data_model,note
set/safe.c,assert,true,LP64,
set/unsafe.c,assert,false,ILP32,
set/mislabelled.c,assert,false,LP64,
set/ideal.c,assert,true,LP64,mathint
other/rounding.c,assert,true,LP64,
other/missing.c,assert,true,LP64,
";

fn bench(folder: &Path, arguments: &[&str]) -> Output {
    let output = invar()
        .arg("bench")
        .arg("--tasks")
        .arg(folder.join("tasks.csv"))
        .arg("--out")
        .arg(folder.join("out"))
        .args(["--timeout", "20s"])
        .args(arguments)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    output
}

/// The objects of statistics.jsonl.
fn statistics(folder: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(folder.join("out/statistics.jsonl")).expect("statistics");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("JSON on every line")
}

/// Path, expected, verdict, outcome and certified of each row.
fn rows(folder: &Path) -> Vec<[String; 5]> {
    let mut reader = csv::Reader::from_path(folder.join("out/results.csv")).expect("results");
    reader
        .records()
        .map(|record| {
            let record = record.expect("a row");
            [0, 2, 3, 4, 5].map(|i| record[i].to_owned())
        })
        .collect()
}

fn tasks() -> std::path::PathBuf {
    let folder = folder("cli_bench");
    for (to, from) in [
        ("set/safe.c", "even_unbounded.c"),
        ("set/unsafe.c", "counter_bounded_bug.c"),
        ("set/mislabelled.c", "even_unbounded.c"),
        ("set/ideal.c", "counter_bounded_bug.c"),
        ("other/rounding.c", "rounding_mode.c"),
    ] {
        let to = folder.join(to);
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("writable");
        std::fs::copy(program(from), to).expect("a regression program");
    }
    std::fs::write(folder.join("tasks.csv"), TASKS).expect("writable");
    folder
}

#[test]
fn results_have_the_columns_and_outcomes_of_the_contract_and_go_on() {
    let folder = tasks();
    let first = bench(&folder, &[]);
    let results = folder.join("out/results.csv");
    let text = std::fs::read_to_string(&results).expect("results");
    assert_eq!(text.lines().next(), Some(COLUMNS));
    let expected = [
        ["set/safe.c", "true", "safe", "correct", "true"],
        ["set/unsafe.c", "false", "unsafe", "correct", "true"],
        ["set/mislabelled.c", "false", "safe", "wrong", "true"],
        // What holds over unbounded integers only is never counted as wrong.
        ["set/ideal.c", "true", "unsafe", "unknown", "true"],
        ["other/rounding.c", "true", "unknown", "unknown", "false"],
        ["other/missing.c", "true", "unknown", "error", "false"],
    ];
    assert_eq!(rows(&folder), expected);
    let lines = statistics(&folder);
    let named: Vec<_> = lines
        .iter()
        .map(|line| (&line["path"], &line["verdict"]))
        .collect();
    assert_eq!(named.len(), expected.len());
    for ((path, verdict), row) in named.iter().zip(&expected) {
        assert_eq!(
            (path.as_str(), verdict.as_str()),
            (Some(row[0]), Some(row[2]))
        );
    }
    let over = lines[0]["arithmetic"]
        .as_str()
        .expect("a proof is over an arithmetic");
    let counter = &lines[0]["statistics"][format!("{over} seconds")];
    assert!(
        counter.as_f64().is_some_and(|seconds| seconds > 0.0),
        "{}",
        lines[0]
    );
    assert!(lines.iter().all(|line| line["queries"].is_u64()));
    assert!(lines.iter().all(|line| line["integers"] == "machine"));
    assert!(lines.iter().all(|line| line["threads"] == 1));
    assert!(lines.iter().all(|line| line["searches"].is_array()));
    let table = String::from_utf8_lossy(&first.stdout).into_owned();
    for set in ["set ", "other ", "total ", "apart: unbounded integers "] {
        assert!(table.lines().any(|l| l.starts_with(set)), "{table}");
    }
    assert!(
        table.contains("verdicts without a certificate: 0"),
        "{table}"
    );

    // Without its last row only that task runs again.
    let kept: Vec<&str> = text.lines().take(expected.len()).collect();
    std::fs::write(&results, kept.join("\n") + "\n").expect("writable");
    let second = bench(&folder, &[]);
    let progress = String::from_utf8_lossy(&second.stderr).into_owned();
    let lines: Vec<&str> = progress.lines().collect();
    assert_eq!(lines[0], "6 tasks, 5 already done");
    assert_eq!(lines.len(), 2, "{progress}");
    assert!(lines[1].ends_with("other/missing.c"), "{progress}");
    assert_eq!(rows(&folder), expected);
    let again = std::fs::read_to_string(&results).expect("results");
    assert!(again.starts_with(&(kept.join("\n") + "\n")), "rows stay");
    assert_eq!(again.matches(COLUMNS).count(), 1);
    assert_eq!(
        statistics(&folder).len(),
        expected.len() + 1,
        "one more for the task that ran again"
    );

    // With all rows nothing runs.
    let third = bench(&folder, &[]);
    let progress = String::from_utf8_lossy(&third.stderr).into_owned();
    assert_eq!(progress, "6 tasks, 6 already done\n");
    assert_eq!(std::fs::read_to_string(&results).expect("results"), again);
}

#[test]
fn labels_over_unbounded_integers_count_where_they_are_meant() {
    let folder = folder("cli_bench_ideal");
    std::fs::create_dir_all(folder.join("set")).expect("writable");
    for name in ["ladder_overflow.c", "counter_bounded_bug.c"] {
        std::fs::copy(program(name), folder.join("set").join(name)).expect("a regression program");
    }
    let tasks = "path,property,expected,data_model,note\n\
                 set/ladder_overflow.c,assert,true,LP64,mathint\n\
                 set/counter_bounded_bug.c,assert,true,LP64,mathint\n";
    std::fs::write(folder.join("tasks.csv"), tasks).expect("writable");
    let table = bench(&folder, &["--mathint", "ideal"]).stdout;
    let table = String::from_utf8_lossy(&table).into_owned();
    let expected = [
        ["set/ladder_overflow.c", "true", "safe", "correct", "true"],
        [
            "set/counter_bounded_bug.c",
            "true",
            "unsafe",
            "wrong",
            "true",
        ],
    ];
    assert_eq!(rows(&folder), expected, "{table}");
    assert!(
        statistics(&folder)
            .iter()
            .all(|line| line["integers"] == "ideal")
    );
    assert!(
        table
            .lines()
            .any(|l| l.starts_with("apart: unbounded integers "))
    );
}

/// What a dry run prints: the paths on stdout, the counts on stderr.
fn selected(folder: &Path, arguments: &[&str]) -> (Vec<String>, String) {
    let output = invar()
        .args(["bench", "--dry-run", "--tasks"])
        .arg(folder.join("tasks.csv"))
        .args(arguments)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let paths = String::from_utf8_lossy(&output.stdout).into_owned();
    let counts = String::from_utf8_lossy(&output.stderr).into_owned();
    (paths.lines().map(str::to_owned).collect(), counts)
}

#[test]
fn every_task_is_in_one_half_and_stays_there() {
    let folder = folder("cli_bench_half");
    let table: String = (0..6)
        .map(|number| format!("set/task_{number}.c,assert,true,LP64,\n"))
        .collect();
    let table = format!("path,property,expected,data_model,note\n{table}");
    std::fs::write(folder.join("tasks.csv"), table).expect("writable");
    let list = folder.join("list.txt");
    std::fs::write(&list, "set/task_3.c\nset/task_0.c\n").expect("writable");

    let (all, counts) = selected(&folder, &[]);
    assert_eq!((all.len(), counts.as_str()), (6, ""));
    let (tune, counts) = selected(&folder, &["--half", "tune"]);
    assert_eq!(counts, "half tune: 3 of 6 tasks\n");
    let (report, counts) = selected(&folder, &["--half", "report"]);
    assert_eq!(counts, "half report: 3 of 6 tasks\n");
    let mut both = [tune.clone(), report.clone()].concat();
    both.sort();
    assert_eq!(both, all);

    let list = list.display().to_string();
    for (half, whole) in [("tune", &tune), ("report", &report)] {
        let (some, counts) = selected(&folder, &["--half", half, "--list", &list]);
        assert_eq!(counts, format!("half {half}: 1 of 2 tasks\n"));
        assert!(some.iter().all(|path| whole.contains(path)), "{some:?}");
    }
    assert!(!folder.join("out").exists(), "nothing was run");
}

#[test]
fn a_table_without_its_columns_is_an_input_error() {
    let folder = folder("cli_bench_columns");
    std::fs::copy(program("even_unbounded.c"), folder.join("a.c")).expect("a regression program");
    let table = folder.join("tasks.csv");
    let refused = |arguments: &[&str]| {
        let output = invar()
            .args(["bench", "--tasks"])
            .arg(&table)
            .arg("--out")
            .arg(folder.join("out"))
            .args(arguments)
            .output()
            .expect("invar runs");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for (text, problem) in [
        ("", "there is no column path\n"),
        ("file,property\na.c,assert\n", "there is no column path\n"),
        (
            "path,property,data_model\n",
            "there is no column expected\n",
        ),
        (
            "path,expected,data_model\na.c,true,LP64\n",
            "a.c has no property, and only hardware models need none\n",
        ),
        (
            "path,property,expected\na.c,assert,true\n",
            "a.c has no data_model, and only hardware models need none\n",
        ),
    ] {
        std::fs::write(&table, text).expect("writable");
        let said = refused(&[]);
        assert!(said.contains(problem), "{text}: {said}");
        assert!(said.contains("hint: a table of C programs"), "{said}");
    }
    std::fs::write(&table, TASKS).expect("writable");
    let other = folder.join("shard");
    std::fs::create_dir_all(&other).expect("writable");
    std::fs::write(other.join("results.csv"), "path,verdict\na.c,safe\n").expect("writable");
    let said = refused(&["--merge", &other.display().to_string()]);
    assert!(said.contains("there is no column property\n"), "{said}");
}

#[test]
fn a_check_that_refuses_its_arguments_is_told_in_its_words() {
    let folder = folder("cli_bench_refused");
    std::fs::copy(program("even_unbounded.c"), folder.join("a.c")).expect("a regression program");
    let table = "path,property,expected,data_model\na.c,nonsense,true,LP64\n";
    std::fs::write(folder.join("tasks.csv"), table).expect("writable");
    bench(&folder, &[]);
    let results = std::fs::read_to_string(folder.join("out/results.csv")).expect("results");
    assert!(
        results.contains("input: unknown property 'nonsense'"),
        "{results}"
    );
}

#[test]
fn a_run_needs_a_place_for_its_results() {
    let output = invar().args(["bench", "--tasks", "t.csv"]).output();
    let output = output.expect("invar runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out"));
}
