//! What people read about checks: kinds, what is bad or open first, and the places that are open.

use crate::reports::{place, unknown};
use invar_report::{Assertion, AssertionStatus, Conclusion, Report};
use invar_witness::text::{Colours, Look, RunDetail, Statistics, text};

fn shown(report: &Report) -> String {
    let look = Look {
        colours: Colours::Plain,
        width: 100,
        run: RunDetail::Relevant,
        statistics: Statistics::Hidden,
    };
    text(report, &look)
}

fn check(function: &str, what: &str, line: u32, status: AssertionStatus) -> Assertion {
    let property = match what {
        "failing assertion" => "assert",
        "division by zero" => "division-by-zero",
        _ => "array-bounds",
    };
    Assertion {
        what: what.into(),
        property: property.into(),
        place: Some(place(line, 3, function)),
        function: Some(function.into()),
        status,
        ..Assertion::default()
    }
}

fn mixed() -> Report {
    use AssertionStatus::{Proved, Unknown, Violated};
    let bounds = "array index out of bounds";
    Report {
        verdict: Conclusion::Unsafe,
        file: "none.c".into(),
        assertions: vec![
            check("first", bounds, 1, Proved),
            check("first", "division by zero", 2, Unknown),
            check("first", "division by zero", 2, Unknown),
            check("last", bounds, 8, Proved),
            check("last", bounds, 9, Violated),
            check("last", "failing assertion", 10, Proved),
        ],
        ..Report::default()
    }
}

#[test]
fn rows_have_kinds_and_what_is_bad_or_open_comes_first() {
    let said = shown(&mixed());
    let lines: Vec<&str> = said.lines().skip(1).take(8).collect();
    assert_eq!(
        lines,
        [
            "checks: 1 violated, 2 unknown, 3 proved",
            "function  check                      places  proved  violated  unknown",
            "last      array index out of bounds       2       1         1        0",
            "first     division by zero                2       0         0        2",
            "first     array index out of bounds       1       1         0        0",
            "last      failing assertion               1       1         0        0",
            "unknown:",
            "  count.c:2:3: division by zero (2 checks)",
        ]
    );
}

#[test]
fn rows_that_are_proved_are_counted_where_there_are_many() {
    let many = (0..40).map(|number| {
        let function = format!("f{number}");
        check(
            &function,
            "division by zero",
            number,
            AssertionStatus::Proved,
        )
    });
    let report = Report {
        assertions: mixed().assertions.into_iter().chain(many).collect(),
        ..mixed()
    };
    let said = shown(&report);
    assert!(
        said.contains("\n... and 20 checks of 20 kinds more, all proved\n"),
        "{said}"
    );
    assert!(said.contains("\nf19       division by zero"), "{said}");
    assert!(!said.contains("\nf20 "), "{said}");
}

#[test]
fn an_open_place_says_why_where_the_verdict_does_not() {
    let mut report = unknown();
    let said = shown(&report);
    assert!(
        said.contains("unknown:\n  count.c:11:15: failing assertion\n"),
        "{said}"
    );
    report.assertions[1].reason = Some("cancelled".into());
    let said = shown(&report);
    assert!(
        said.contains("  count.c:11:15: failing assertion: cancelled\n"),
        "{said}"
    );
}
