//! Hardware models on the command line: verdicts, witnesses, several properties, what is refused.
//!
//! Each file under `tests/hardware` states what is expected of it in a line `expect: safe` or `expect: unsafe`, in a
//! comment of its format. Every verdict must be certified.

use crate::support;
use crate::support::{check, folder, invar, report, written};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/hardware")
        .join(name)
}

fn models() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(model("")).expect("the folder of models exists");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable entry").path())
        .collect();
    files.sort();
    files
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn validate(file: &Path, witness: &Path) -> Output {
    invar()
        .arg("validate")
        .arg(file)
        .arg("--witness")
        .arg(witness)
        .output()
        .expect("invar runs")
}

/// A counter of this width that is bad when all bits are set.
fn counter(bits: u32) -> String {
    // Latch b is the literal 2(b+1), the carry into bit b+1 is the conjunction of bits 0 to b.
    let latch = |bit: u32| 2 * (bit + 1);
    let mut gates = Vec::new();
    let mut next = 2 * (bits + 1);
    let mut gate = |left: u32, right: u32| {
        gates.push(format!("{next} {left} {right}"));
        next += 2;
        next - 2
    };
    let mut latches = vec![format!("{} {}", latch(0), latch(0) + 1)];
    let mut carry = latch(0);
    for bit in 1..bits {
        let both = gate(carry, latch(bit));
        let none = gate(carry + 1, latch(bit) + 1);
        let differ = gate(both + 1, none + 1);
        latches.push(format!("{} {differ}", latch(bit)));
        carry = both;
    }
    let all = bits as usize + gates.len();
    format!(
        "aag {all} 0 {bits} 0 {} 1\n{}\n{carry}\n{}\n",
        gates.len(),
        latches.join("\n"),
        gates.join("\n")
    )
}

#[test]
fn models_have_the_expected_verdicts() {
    let files = models();
    assert!(files.len() >= 9, "only {} models", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let expected = text.lines().find_map(|line| line.split_once("expect: "));
        let (_, expected) = expected.unwrap_or_else(|| panic!("{file:?} expects nothing"));
        for engine in ["default", "ic3-bool"] {
            let output = check(&file, &["--format", "json", "--engine", engine]);
            let report: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|e| panic!("{file:?}: {e}: {output:?}"));
            assert_eq!(report["verdict"], expected, "{engine} {file:?}: {report}");
            assert_eq!(report["certified"], true, "{file:?}");
            let code = if expected == "safe" { 0 } else { 1 };
            assert_eq!(output.status.code(), Some(code), "{file:?}");
        }
    }
}

/// The options of the search on bits: the default, then the other values.
const BITS: [(&str, &str, &[&str]); 7] = [
    ("--bits-generalise", "ctg", &["plain", "dynamic"]),
    ("--bits-lift", "core", &["ternary", "both"]),
    ("--bits-signals", "none", &["shared"]),
    ("--bits-order", "good", &["activity"]),
    ("--bits-solvers", "per-frame", &["single"]),
    ("--bits-sat", "own", &["batsat", "cadical"]),
    ("--bits-reduce", "equivalences", &["cone", "constants"]),
];

#[test]
fn options_of_the_search_change_it_and_not_the_verdict() {
    let queries = |name: &str, verdict: &str, arguments: &[&str]| {
        let found = report(
            &model(name),
            &[&["--engine", "ic3-bool"], arguments].concat(),
        );
        assert_eq!(found["verdict"], verdict, "{name} {arguments:?}: {found}");
        assert_eq!(found["certified"], true, "{name} {arguments:?}: {found}");
        found["queries"].as_u64().expect("a number")
    };
    let usual = queries("threes.btor2", "safe", &[]);
    for (option, default, others) in BITS {
        // Searches repeat themselves: as many questions, unless something else was asked for.
        let same = queries("threes.btor2", "safe", &[option, default]);
        assert_eq!(same, usual, "{option} {default}");
        for other in others {
            let changed = queries("threes.btor2", "safe", &[option, other]);
            assert_ne!(changed, usual, "{option} {other}");
            queries("counter.btor2", "unsafe", &[option, other]);
        }
    }
    let output = check(&model("threes.btor2"), &["--bits-sat", "other"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn reports_have_every_field_of_the_contract() {
    for (name, verdict) in [("ring.aag", "safe"), ("counter.aag", "unsafe")] {
        let file = model(name);
        let report = report(&file, &["--engine", "ic3-bool"]);
        assert_eq!(report["verdict"], verdict);
        assert_eq!(report["certified"], true);
        assert!(report["certifier"].as_str().is_some_and(|c| !c.is_empty()));
        assert_eq!(report["engine"], "ic3-bool");
        assert_eq!(report["arithmetic"], "bits");
        assert!(report["reason"].is_null());
        assert!(report["wall_seconds"].as_f64().is_some_and(|s| s > 0.0));
        assert!(report["solver_seconds"].as_f64().is_some_and(|s| s >= 0.0));
        assert!(report["queries"].as_u64().is_some_and(|q| q > 0));
        assert_eq!(report["property"], "bad");
        assert_eq!(report["file"], file.display().to_string());
        assert_eq!(report["circuit"]["format"], "aiger");
    }
}

#[test]
fn each_property_has_a_verdict() {
    let file = model("several.aag");
    let whole = report(&file, &[]);
    let properties = whole["circuit"]["properties"].as_array().expect("a list");
    let verdicts: Vec<&Value> = properties.iter().map(|p| &p["verdict"]).collect();
    assert_eq!(verdicts, ["unsafe", "safe", "safe"]);
    assert_eq!(properties[0]["run"]["states"], 4);
    assert_eq!(properties[1]["name"], "never");
    let text = stdout(&check(&file, &[]));
    assert!(text.contains("unsafe: 1 of 3 bad states reached"), "{text}");
    assert!(
        text.contains("property 0 `full`: reached in 3 steps"),
        "{text}"
    );
    assert!(text.contains("property 2 `neither`: unreachable"), "{text}");

    let some = report(&file, &["--property", "bad:1,bad:2"]);
    assert_eq!(some["verdict"], "safe");
    assert_eq!(some["property"], "bad:1,bad:2");
    assert_eq!(
        some["circuit"]["properties"].as_array().map(Vec::len),
        Some(2)
    );
    let none = check(&file, &["--property", "bad:3"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(
        stderr(&none).contains("no property 3, the model has 3"),
        "{none:?}"
    );
}

#[test]
fn a_run_is_told_as_a_table() {
    let text = stdout(&check(&model("counter.aag"), &["--engine", "bmc"]));
    assert!(
        text.contains("the bad state is reached in 3 steps"),
        "{text}"
    );
    for row in [
        "state   0 1 2 3",
        "latch low     0 1 0 1",
        "latch high    0 0 1 1",
    ] {
        assert!(text.contains(row), "{text}");
    }
    assert!(text.contains("certified by "), "{text}");
}

#[test]
fn broken_models_are_named_with_their_line() {
    for (name, text, line) in [
        ("literal.aag", "aag 1 0 1 0 0 1\n2 9\n2\n", "line 2"),
        ("short.aag", "aag 1 0 1 0 0 1\n2 2\n", "line 3"),
        ("header.aag", "aag 1 x\n", "line 1"),
        ("sort.btor2", "1 sort bitvec 1\n2 state 7\n", "line 2"),
    ] {
        let file = written(name, text);
        let output = check(&file, &[]);
        assert_eq!(output.status.code(), Some(2), "{name}: {output:?}");
        assert!(stderr(&output).contains(line), "{name}: {output:?}");
        assert!(stderr(&output).contains(name), "{name}: {output:?}");
        assert_eq!(stdout(&output), "", "{name}");
    }
    let nothing = written("nothing.aag", "aag 0 0 0 0 0\n");
    let output = check(&nothing, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no bad state"), "{output:?}");
}

#[test]
fn models_are_known_by_their_beginning() {
    let text = std::fs::read_to_string(model("ring.aag")).expect("text");
    let file = written("model", &text);
    assert_eq!(check(&file, &[]).status.code(), Some(0));
}

#[test]
fn options_for_programs_are_refused() {
    for arguments in [
        &["-DX"][..],
        &["--data-model", "ILP32"],
        &["--entry", "f"],
        &["--integers", "ideal"],
        &["--harness", "h.c"],
        &["--engine", "spacer"],
        &["--property", "assert:3"],
    ] {
        let output = check(&model("ring.aag"), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(
            stderr(&output).contains("hint: "),
            "{arguments:?}: {output:?}"
        );
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn witnesses_are_written_and_hold() {
    let folder = folder("cli_hardware_witness");
    for file in models() {
        let name = file.file_name().expect("a name").to_string_lossy();
        let witness = folder.join(format!("{name}.witness"));
        let argument = witness.display().to_string();
        let output = check(&file, &["--witness", &argument, "--format", "json"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        assert!(!stdout(&output).contains("\"witness\""), "{output:?}");
        let answer = validate(&file, &witness);
        assert_eq!(answer.status.code(), Some(0), "{name}: {answer:?}");
        assert!(stdout(&answer).starts_with("validated: "), "{answer:?}");
    }
}

#[test]
fn witnesses_that_do_not_hold_are_rejected() {
    let folder = folder("cli_hardware_rejected");
    let witness = folder.join("witness");
    for (name, text) in [
        // Three enabled steps are needed.
        ("counter.aag", "1\nb0\n00\n1\n1\n1\n.\n"),
        ("counter.aag", "1\nb0\n01\n1\n1\n1\n1\n.\n"),
        ("counter.aag", "1\nb0\n00\n1\n"),
        // Not inductive: the token moves.
        (
            "ring.aag",
            "invariant 1\nproperty 0\nsteps 1\ndistinct 0\nlatches 3\n-2 0\n-3 0\n.\n",
        ),
        // Inductive, and excludes nothing.
        (
            "ring.aag",
            "invariant 1\nproperty 0\nsteps 1\ndistinct 0\nlatches 3\n1 2 3 0\n.\n",
        ),
    ] {
        std::fs::write(&witness, text).expect("writable");
        let answer = validate(&model(name), &witness);
        assert_eq!(answer.status.code(), Some(1), "{text}: {answer:?}");
        assert!(stdout(&answer).starts_with("rejected: "), "{answer:?}");
    }
    let text =
        "invariant 1\nproperty 0\nsteps 1\ndistinct 0\nlatches 3\n-1 -2 0\n-1 -3 0\n-2 -3 0\n.\n";
    std::fs::write(&witness, text).expect("writable");
    let answer = validate(&model("ring.aag"), &witness);
    assert_eq!(answer.status.code(), Some(0), "{answer:?}");
}

#[test]
fn limits_hold_on_models_that_take_too_long() {
    let file = written("deep.aag", &counter(48));
    let start = Instant::now();
    let report = report(&file, &["--timeout", "1s", "--engine", "bmc"]);
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(report["verdict"], "unknown", "{report}");
    assert_eq!(report["reason_class"], "timeout", "{report}");
    assert_eq!(report["certified"], false);
    let shallow = written("shallow.aag", &counter(4));
    let report = support::report(&shallow, &["--engine", "bmc"]);
    assert_eq!(report["circuit"]["properties"][0]["run"]["states"], 16);
}

#[test]
fn tables_of_hardware_tasks_are_run() {
    let folder = folder("cli_hardware_bench");
    let tasks = "path,expected,agreeing_solvers,btor2\r\n\
                 set/ring.aag,true,6,set/even.btor2\r\n\
                 set/counter.aag,false,6,set/counter.btor2\r\n\
                 set/free_reset.aag,true,6,set/even.btor2\r\n";
    std::fs::write(folder.join("tasks.csv"), tasks).expect("writable");
    std::fs::create_dir_all(folder.join("set")).expect("writable");
    for file in models() {
        let name = file.file_name().expect("a name");
        std::fs::copy(&file, folder.join("set").join(name)).expect("writable");
    }
    std::fs::write(folder.join("list.txt"), "set/counter.aag\r\n").expect("writable");
    let bench = |out: &str, arguments: &[&str]| {
        let output = invar()
            .arg("bench")
            .arg("--tasks")
            .arg(folder.join("tasks.csv"))
            .arg("--out")
            .arg(folder.join(out))
            .args(arguments)
            .output()
            .expect("invar runs");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let results = folder.join(out).join("results.csv");
        let mut reader = csv::Reader::from_path(results).expect("results");
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.map(|row| [0, 1, 2, 3, 4, 5].map(|i| row[i].to_owned()))
            .collect::<Vec<_>>()
    };
    let expected = [
        ["set/ring.aag", "bad", "true", "safe", "correct", "true"],
        [
            "set/counter.aag",
            "bad",
            "false",
            "unsafe",
            "correct",
            "true",
        ],
        [
            "set/free_reset.aag",
            "bad",
            "true",
            "unsafe",
            "wrong",
            "true",
        ],
    ];
    assert_eq!(bench("all", &[]), expected);
    let list = folder.join("list.txt").display().to_string();
    assert_eq!(bench("one", &["--list", &list]), expected[1..2]);
    let other = [
        "set/counter.btor2",
        "bad",
        "false",
        "unsafe",
        "correct",
        "true",
    ];
    assert_eq!(
        bench("btor2", &["--list", &list, "--column", "btor2"]),
        [other]
    );
}
