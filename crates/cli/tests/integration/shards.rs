//! `--shard`: every task is in one part, and a verdict about a part says so.

use crate::support::{check, folder, invar, report, written};
use std::path::Path;
use std::process::Output;

/// Five assertions, the last of which fails.
const FIVE: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x == x);
  assert(x - x == 0);
  assert((x & 1) < 2);
  assert((x | 1) != 0);
  assert(x != 77);
  return 0;
}
";

#[test]
fn each_assertion_is_judged_by_one_shard() {
    let file = written("sharded.c", FIVE);
    let mut lines = Vec::new();
    for (number, verdict, count) in [(1, "safe", 2), (2, "unsafe", 2), (3, "safe", 1)] {
        let shard = format!("{number}/3");
        let report = report(&file, &["--shard", &shard]);
        assert_eq!(report["verdict"], verdict, "{shard}");
        assert_eq!(report["shard"]["number"], number);
        assert_eq!(report["shard"]["of"], 3);
        assert_eq!(report["shard"]["whole"], 5);
        assert_eq!(report["shard"]["assertions"], count);
        let property = format!("assert (shard {shard}: {count} of 5 assertions)");
        assert_eq!(report["property"], property.as_str());
        for assertion in report["assertions"].as_array().expect("a list") {
            lines.push(assertion["place"]["line"].as_u64().expect("a line"));
        }
    }
    lines.sort_unstable();
    assert_eq!(lines, [5, 6, 7, 8, 9]);
    let whole = report(&file, &["--shard", "1/1"]);
    assert_eq!(
        (&whole["verdict"], &whole["property"]),
        (&"unsafe".into(), &"assert".into())
    );
    assert!(whole.get("shard").is_none(), "{whole}");
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_safe_part_does_not_read_as_a_safe_program() {
    let file = written("sharded_text.c", FIVE);
    let safe = check(&file, &["--shard", "1/3"]);
    assert_eq!(safe.status.code(), Some(0));
    let first = text(&safe);
    let first = first.lines().next().expect("a line");
    assert!(
        first.ends_with("safe: no execution violates `assert (shard 1/3: 2 of 5 assertions)`"),
        "{first}"
    );
    let line = |shard| text(&check(&file, &["--shard", shard, "--format", "svcomp"]));
    assert_eq!(line("1/3"), "UNKNOWN\n");
    assert_eq!(line("2/3"), "FALSE(assert)\n");
    let none = check(&file, &["--shard", "6/9"]);
    assert!(
        text(&none).contains("shard 6/9: 0 of 5 assertions"),
        "{none:?}"
    );
    let witness = check(&file, &["--shard", "1/3", "--witness", "w.yml"]);
    assert_eq!(
        witness.status.code(),
        Some(2),
        "a witness is about the whole"
    );
    let wrong = check(&file, &["--shard", "4/3"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("from 1/3 to 3/3"));
}

#[test]
fn each_function_is_surveyed_by_one_shard() {
    let functions: String = (0..12)
        .map(|n| format!("int function_{n}(int x) {{ return x / {}; }}\n", n + 1))
        .collect();
    let file = written("sharded_functions.c", &functions);
    let survey = |arguments: &[&str]| {
        let output = invar().arg("survey").arg(&file).args(arguments).output();
        output.expect("invar runs")
    };
    let names = |arguments: &[&str]| {
        let names = text(&survey(arguments));
        names.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        all.extend(names(&["--shard", shard, "--dry-run"]));
    }
    all.sort();
    let mut whole = names(&["--dry-run"]);
    whole.sort();
    assert_eq!((whole.len(), all), (12, whole));
    let few = names(&["--shard", "1/20", "--dry-run"]).len();
    let done = survey(&["--shard", "1/20", "--property", "division-by-zero"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let part = format!("shard 1/20: {few} of 12 functions");
    assert!(text(&done).ends_with(&format!("{part}\n")), "{done:?}");
}

fn bench(folder: &Path, arguments: &[&str]) -> Output {
    let tasks = folder.join("tasks.csv");
    let output = invar()
        .arg("bench")
        .arg("--tasks")
        .arg(tasks)
        .args(arguments)
        .output();
    output.expect("invar runs")
}

#[test]
fn shards_of_a_table_are_merged() {
    let folder = folder("cli_bench_shards");
    std::fs::create_dir_all(folder.join("set")).expect("writable");
    let mut table = "path,property,expected,data_model,note\n".to_owned();
    for number in 0..6 {
        let holds = number % 2 == 0;
        let text = format!(
            "#include <assert.h>\nint main(void) {{ assert({}); return 0; }}\n",
            i32::from(holds)
        );
        std::fs::write(folder.join(format!("set/task_{number}.c")), text).expect("writable");
        table += &format!("set/task_{number}.c,assert,{holds},LP64,\n");
    }
    std::fs::write(folder.join("tasks.csv"), table).expect("writable");
    let out = |name: &str| folder.join(name).display().to_string();
    let mut counts = Vec::new();
    for (shard, name) in [("1/2", "one"), ("2/2", "two")] {
        let done = bench(&folder, &["--shard", shard, "--out", &out(name)]);
        assert_eq!(done.status.code(), Some(0), "{done:?}");
        let rows = std::fs::read_to_string(folder.join(name).join("results.csv"));
        counts.push(rows.map_or(0, |rows| rows.lines().count() - 1));
    }
    assert_eq!(counts.iter().sum::<usize>(), 6, "{counts:?}");
    assert!(!counts.contains(&0), "{counts:?}");
    let part = bench(&folder, &["--merge", &out("one"), "--out", &out("part")]);
    assert_eq!(part.status.code(), Some(3), "{part:?}");
    let said = String::from_utf8_lossy(&part.stderr).into_owned();
    assert!(said.contains(&format!("6 tasks, {} without a result", counts[1])));
    let both = bench(
        &folder,
        &["--merge", &out("one"), &out("two"), "--out", &out("both")],
    );
    assert_eq!(both.status.code(), Some(0), "{both:?}");
    assert!(text(&both).contains("total                                  6     3      3"));
    let merged = |file: &str| {
        let text = std::fs::read_to_string(folder.join("both").join(file)).expect("written");
        text.lines().count()
    };
    assert_eq!((merged("results.csv"), merged("statistics.jsonl")), (7, 6));
    let row = std::fs::read_to_string(folder.join("one/results.csv")).expect("written");
    let wrong = row
        .replace(",unsafe,", ",safe,")
        .replace(",safe,", ",unsafe,");
    std::fs::create_dir_all(folder.join("wrong")).expect("writable");
    std::fs::write(folder.join("wrong/results.csv"), wrong).expect("writable");
    let refused = bench(
        &folder,
        &[
            "--merge",
            &out("one"),
            &out("wrong"),
            "--out",
            &out("never"),
        ],
    );
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("one of these verdicts is wrong"));
}
