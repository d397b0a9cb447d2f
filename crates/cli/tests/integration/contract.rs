//! The contract of `invar check`: the fields of the report, the limits, the same answer twice.

use crate::support::{invar, mixing, program, report, written};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn reports_have_every_field_of_the_contract() {
    for (name, verdict, certified, arithmetic) in [
        ("even_unbounded.c", "safe", true, "int"),
        ("input_bug.c", "unsafe", true, "bv"),
        ("rounding_mode.c", "unknown", false, "bv"),
    ] {
        let file = program(name);
        let report = report(&file, &[]);
        assert_eq!(report["verdict"], verdict);
        assert_eq!(report["certified"], certified);
        assert_eq!(report["certifier"].is_string(), certified);
        assert!(report["engine"].as_str().is_some_and(|e| !e.is_empty()));
        assert_eq!(report["arithmetic"], arithmetic);
        assert_eq!(report["integers"], "machine");
        assert_eq!(report["reason"].is_string(), verdict == "unknown");
        assert!(report["wall_seconds"].as_f64().is_some_and(|s| s > 0.0));
        assert!(report["solver_seconds"].as_f64().is_some_and(|s| s >= 0.0));
        assert!(report["queries"].is_u64());
        assert_eq!(report["property"], "assert");
        assert_eq!(report["file"], file.display().to_string());
        assert_eq!(report["proof"].is_object(), verdict == "safe");
        let violations = report["violations"].as_array().expect("a list");
        assert_eq!(violations.len(), usize::from(verdict == "unsafe"));
    }
}

/// A report without what may differ from run to run.
fn without_times(mut report: Value) -> Value {
    let fields = report.as_object_mut().expect("an object");
    // How long bounded search asks which paths end depends on the clock.
    for name in [
        "wall_seconds",
        "limited_seconds",
        "solver_seconds",
        "peak_mb",
        "queries",
        "samples",
    ] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    let statistics = fields["statistics"].as_object_mut().expect("an object");
    statistics.retain(|name, _| !name.contains("seconds"));
    for search in fields["searches"].as_array_mut().expect("an array") {
        let search = search.as_object_mut().expect("an object");
        search.retain(|name, _| !["start", "seconds", "quiet"].contains(&name.as_str()));
    }
    report
}

#[test]
fn the_same_input_gives_the_same_report() {
    for name in ["even_unbounded.c", "input_bug.c", "array_symbolic_bug.c"] {
        let [first, second] = [(); 2].map(|()| without_times(report(&program(name), &[])));
        assert_eq!(first, second, "{name}");
    }
}

#[test]
fn the_time_limit_is_kept() {
    let file = written("slow.c", &mixing(4));
    let start = Instant::now();
    let report = report(&file, &["--timeout", "1s"]);
    let taken = start.elapsed();
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["reason_class"], "timeout", "{report}");
    assert!(taken < Duration::from_secs(2), "{taken:?}");
}

#[test]
fn the_memory_limit_is_kept() {
    let line = "h = h * (h ^ k) + (h >> 17); k = k * h + (k >> 13);\n";
    let text = format!(
        "int main(void) {{ unsigned h = 1, k = 2;\n{} return 0; }}\n",
        line.repeat(20_000)
    );
    let file = written("wide.c", &text);
    let report = report(&file, &["--memory", "150MB", "--timeout", "100s"]);
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["reason_class"], "memory", "{report}");
    let peak = report["peak_mb"].as_u64().expect("a number");
    assert!(peak < 150 * 12 / 10 + 20, "{peak} MB");
}

/// The children of a process.
fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task/{parent}/children");
    std::fs::read_to_string(path)
        .unwrap_or_default()
        .split_whitespace()
        .map(|pid| pid.parse().expect("a process id"))
        .collect()
}

#[test]
fn a_killed_worker_is_an_unknown_verdict() {
    let file = written("killed.c", &mixing(4));
    let supervisor = invar()
        .arg("check")
        .arg(&file)
        .args(["--format", "json", "--timeout", "60s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("invar runs");
    let start = Instant::now();
    let worker = loop {
        if let [worker] = children(supervisor.id())[..] {
            break worker;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "no worker");
        std::thread::sleep(Duration::from_millis(20));
    };
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill")
        .args(["-9", &worker.to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
    let output = supervisor.wait_with_output().expect("invar ends");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report["verdict"], "unknown");
    assert_eq!(report["reason_class"], "internal error");
    let reason = report["reason"].as_str().expect("a reason");
    assert!(reason.contains("SIGKILL"), "{reason}");
}

/// Interrupts a check while it works and returns its exit code and report.
fn interrupted(name: &str, text: &str, signal: &str, after: Duration) -> (Option<i32>, Value) {
    let file = written(name, text);
    let supervisor = invar()
        .arg("check")
        .arg(&file)
        .args(["--format", "json", "--timeout", "100s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("invar runs");
    std::thread::sleep(after);
    let workers = children(supervisor.id());
    assert_eq!(workers.len(), 1, "one worker");
    let start = Instant::now();
    let sent = Command::new("kill")
        .args([signal, &supervisor.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    let output = supervisor.wait_with_output().expect("invar ends");
    assert!(start.elapsed() < Duration::from_secs(5));
    let alive = std::path::Path::new(&format!("/proc/{}", workers[0])).exists();
    assert!(!alive, "the worker is gone");
    let report = serde_json::from_slice(&output.stdout).expect("a report");
    (output.status.code(), report)
}

#[test]
fn an_interrupted_check_tells_what_is_known() {
    for signal in ["-INT", "-TERM"] {
        let after = Duration::from_secs(3);
        let (code, report) = interrupted("interrupted.c", &mixing(4), signal, after);
        assert_eq!(code, Some(3), "{report}");
        assert_eq!(report["verdict"], "unknown");
        assert_eq!(report["reason_class"], "cancelled");
        assert_eq!(report["assertions"][0]["status"], "unknown");
        assert_eq!(report["assertions"][0]["reason"], "cancelled");
    }
}

#[test]
fn a_violation_found_before_the_interrupt_stays() {
    let mixing = mixing(4);
    let text = mixing.replace("  return 0;", "  if (k % 2) reach_error();\n  return 0;");
    let after = Duration::from_millis(1500);
    let (code, report) = interrupted("interrupted_later.c", &text, "-INT", after);
    assert_eq!(code, Some(1), "{report}");
    assert_eq!(report["verdict"], "unsafe");
    assert_eq!(report["assertions"][0]["status"], "unknown");
    assert_eq!(report["assertions"][0]["reason"], "cancelled");
    assert_eq!(report["assertions"][1]["status"], "violated");
    assert_eq!(report["violations"].as_array().map(Vec::len), Some(1));
}
