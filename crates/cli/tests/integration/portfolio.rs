//! Searches side by side, and other plans than the built-in one.

use crate::support::{check, program, report, written};
use std::time::{Duration, Instant};

/// Verdicts, each certified, as one search at a time finds them.
#[test]
fn searches_side_by_side_find_the_same_verdicts() {
    for (name, verdict) in [
        ("even_unbounded.c", "safe"),
        ("nested_loops.c", "safe"),
        ("ladder_overflow.c", "unsafe"),
        ("ladder_equation.c", "safe"),
        ("input_bug.c", "unsafe"),
        ("deep_bug.c", "unsafe"),
        ("array_symbolic_bug.c", "unsafe"),
    ] {
        let report = report(&program(name), &["--jobs", "3"]);
        assert_eq!(report["verdict"], verdict, "{name}: {report}");
        assert_eq!(report["certified"], true, "{name}");
        // Certification that was stopped because another was first refused nothing.
        assert_eq!(report["rejected_certificates"], 0, "{name}: {report}");
        let searches = report["searches"].as_array().expect("a list");
        // Two may arrive at the same time; the first counts.
        let decided = searches.iter().any(|s| s["ending"] == "decided");
        assert_eq!(decided, report["engine"] != "run", "{name}: {report}");
    }
}

/// Bounded search follows the rounds one by one and never ends; that `x` stays even is guessed.
const ENDLESS: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        y += x * x;
        if (x % 2 == 1) __VERIFIER_error();
    }
    return 0;
}
";

/// A plan in which one search would take all the time, and the other, under its former name, decides.
const TWO: &str = "
ladder = []
[[step]]
engine = 'bmc'
over = 'own'
weight = 1
[[step]]
engine = 'facts'
over = 'own'
weight = 1
";

#[test]
fn the_first_verdict_stops_the_others_within_a_second() {
    let file = written("stopped.c", ENDLESS);
    let plan = written("two.toml", TWO);
    let plan = plan.to_str().expect("text");
    let start = Instant::now();
    let arguments = ["--jobs", "2", "--strategy", plan, "--timeout", "60s"];
    let report = report(&file, &arguments);
    assert_eq!(report["verdict"], "safe", "{report}");
    assert_eq!(report["engine"], "houdini");
    let searches = report["searches"].as_array().expect("a list");
    let of = |engine: &str| {
        let found = searches.iter().find(|s| s["engine"] == engine);
        found.unwrap_or_else(|| panic!("no search by {engine}: {report}"))
    };
    assert_eq!(of("houdini")["ending"], "decided");
    assert_eq!(of("bmc")["ending"], "stopped");
    let end = |engine: &str| {
        let search = of(engine);
        let at = |name: &str| search[name].as_f64().expect("seconds");
        at("start") + at("seconds")
    };
    assert!(end("bmc") - end("houdini") < 1.0, "{report}");
    assert!(start.elapsed() < Duration::from_secs(50));
}

#[test]
fn a_plan_of_ones_own_is_followed() {
    let plan = written(
        "kind.toml",
        "ladder = []\n[[step]]\nengine = 'ic3-cfa'\nover = 'own'\nweight = 1\n",
    );
    let plan = plan.to_str().expect("text");
    let report = report(&program("even_unbounded.c"), &["--strategy", plan]);
    assert_eq!(report["verdict"], "safe");
    assert_eq!(report["engine"], "ic3-cfa");
    assert_eq!(report["arithmetic"], "bv");
    assert_eq!(report["searches"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_mistake_in_a_plan_is_told_with_its_file() {
    let plan = written("broken.toml", "ladder = []\n[[step]]\nengine = 'magic'\n");
    let plan = plan.to_str().expect("text");
    let output = check(&program("even_unbounded.c"), &["--strategy", plan]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("broken.toml"), "{text}");
    assert!(text.contains("no engine magic"), "{text}");
}
