//! Reports as checks make them, written by hand.

#![allow(dead_code, reason = "each test file uses its part")]

use invar_report::{
    Assertion, AssertionStatus, Assumption, AssumptionKind, Conclusion, Input, InputOrigin,
    LoopInvariant, Note, Place, ProofReport, ReasonClass, Report, Sample, StepKind, TraceStep,
    ViolationReport,
};
use invar_witness::Sources;

/// A program with a loop, a call, and text that looks like markup.
pub const TEXT: &str = "#include <assert.h>
extern unsigned read(void);
/* </script><b>not markup</b> & \"not a quote\" */
static unsigned twice(unsigned n) { return n + n; }
int main(void) {
    unsigned limit = read(), i = 0;
    while (i < limit) {
        i++;
    }
    assert(i == limit);
    /* \u{e4} */ assert(twice(i) <= 6);
    return 0;
}
";

/// The text by its file name.
pub fn sources() -> Sources {
    let mut sources = Sources::default();
    sources.add("count.c", TEXT);
    sources
}

/// A place in the program.
pub fn place(line: u32, column: u32, function: &str) -> Place {
    Place {
        file: "count.c".into(),
        line,
        column,
        function: Some(function.into()),
    }
}

fn assertion(line: u32, column: u32, status: AssertionStatus, certifier: &str) -> Assertion {
    Assertion {
        what: "failing assertion".into(),
        property: "assert".into(),
        place: Some(place(line, column, "main")),
        status,
        certifier: Some(certifier.to_owned()).filter(|c| !c.is_empty()),
        reason: None,
        ..Assertion::default()
    }
}

fn report() -> Report {
    Report {
        certified: true,
        engine: "ic3-cfa".into(),
        arithmetic: "int".into(),
        integers: "machine".into(),
        wall_seconds: 1.25,
        solver_seconds: 0.5,
        queries: 40,
        property: "assert".into(),
        file: "count.c".into(),
        data_model: "LP64".into(),
        peak_mb: 60,
        assumptions: vec![Assumption {
            kind: AssumptionKind::MissingBody,
            subject: Some("read".into()),
            text: "read has no body: it returns any value".into(),
            place: Some(place(6, 22, "main")),
            count: 1,
        }],
        statistics: [
            ("int lemmas".to_owned(), 12.0),
            ("seconds reading".into(), 0.25),
        ]
        .into(),
        samples: vec![
            sample(0.5, "bmc", "bv", 30, 0),
            sample(1.0, "ic3-cfa", "int", 1, 2),
            sample(1.25, "ic3-cfa", "int", 3, 12),
        ],
        ..Report::default()
    }
}

fn sample(seconds: f64, engine: &str, arithmetic: &str, level: u32, lemmas: u64) -> Sample {
    Sample {
        seconds,
        engine: engine.into(),
        arithmetic: arithmetic.into(),
        level,
        lemmas,
        obligations: lemmas.min(1),
    }
}

/// Safe, with one assertion that no execution reaches.
pub fn with_invariants() -> Report {
    Report {
        verdict: Conclusion::Safe,
        certifier: Some("cvc5".into()),
        assertions: vec![
            assertion(10, 5, AssertionStatus::Proved, "cvc5"),
            assertion(11, 15, AssertionStatus::Unreachable, "cvc5"),
        ],
        proof: Some(ProofReport {
            kind: "inductive".into(),
            bound: None,
            invariants: vec![LoopInvariant {
                place: place(7, 5, "main"),
                calls: Vec::new(),
                facts: vec!["i <= limit".into(), "i < 5 || limit > 4".into()],
                untold: 1,
            }],
            everywhere: Vec::new(),
            ..ProofReport::default()
        }),
        ..report()
    }
}

fn step(kind: StepKind, at: Place, depth: u32, text: &str) -> TraceStep {
    TraceStep {
        kind,
        place: Some(at),
        depth,
        text: text.into(),
        relevant: kind != StepKind::Branch,
    }
}

/// Unsafe, through a call.
pub fn unsafe_with_calls() -> Report {
    let run = ViolationReport {
        assertion: 0,
        what: "failing assertion".into(),
        property: "assert".into(),
        place: Some(place(11, 15, "main")),
        length: 31,
        inputs: vec![Input {
            origin: InputOrigin::External,
            name: "read".into(),
            type_name: "unsigned int".into(),
            value: "4".into(),
            literal: Some("4u".into()),
            place: Some(place(6, 22, "main")),
            relevant: true,
        }],
        steps: vec![
            step(StepKind::Input, place(6, 22, "main"), 0, "read() returns 4"),
            step(StepKind::Assign, place(6, 14, "main"), 0, "limit = 4"),
            step(StepKind::Branch, place(7, 12, "main"), 0, "[i < limit]"),
            step(StepKind::Assign, place(8, 10, "main"), 0, "i = 4"),
            step(StepKind::Call, place(11, 22, "main"), 0, "twice(4)"),
            step(StepKind::Assign, place(4, 33, "twice"), 1, "n = 4"),
            step(
                StepKind::Return,
                place(4, 37, "twice"),
                1,
                "twice returns 8",
            ),
            step(
                StepKind::Violation,
                place(11, 15, "main"),
                0,
                "twice(i) <= 6 is false",
            ),
        ],
        omitted: 0,
        notes: vec![Note {
            place: Some(place(8, 10, "main")),
            text: "a note about <i>".into(),
        }],
        ..ViolationReport::default()
    };
    Report {
        verdict: Conclusion::Unsafe,
        certifier: Some("concrete interpreter".into()),
        assertions: vec![
            assertion(11, 15, AssertionStatus::Violated, "concrete interpreter"),
            assertion(10, 5, AssertionStatus::Proved, "cvc5"),
        ],
        violations: vec![run],
        ..report()
    }
}

/// Unknown after a time.
pub fn unknown() -> Report {
    Report {
        verdict: Conclusion::Unknown,
        certified: false,
        reason: Some("timeout after 10 s while blocking at level 3 of 7".into()),
        reason_class: Some(ReasonClass::Timeout),
        blocked_at: Some(place(7, 5, "main")),
        facts: vec![LoopInvariant {
            place: place(7, 5, "main"),
            calls: Vec::new(),
            facts: vec!["i <= limit".into()],
            untold: 0,
        }],
        assertions: vec![
            assertion(10, 5, AssertionStatus::Proved, "cvc5"),
            assertion(11, 15, AssertionStatus::Unknown, ""),
        ],
        ..report()
    }
}
