use super::{Baseline, Comparison, compare};
use crate::row::{Function, Row};
use crate::site::{Site, Status};
use invar_report::Report;

/// A row whose places are keys with statuses.
fn row(function: &str, places: &[(&str, Status)]) -> Row {
    let function = Function {
        name: function.into(),
        file: "a.c".into(),
        parameters: vec!["p".into()],
        ..Function::default()
    };
    let mut row = Row::of(&function, Report::default());
    row.places = places
        .iter()
        .map(|(key, status)| Site {
            what: "index out of bounds".into(),
            property: "valid-deref".into(),
            place: None,
            status: *status,
            reason: None,
            detail: None,
            key: (*key).into(),
        })
        .collect();
    row.reason = None;
    row.count();
    row
}

fn changed(before: &[Row], now: &[Row]) -> Comparison {
    compare(&Baseline::of(before), now)
}

#[test]
fn what_was_open_stays_open_without_noise() {
    let rows = [row("f", &[("a", Status::Open), ("b", Status::Violated)])];
    assert_eq!(changed(&rows, &rows), Comparison::default());
}

#[test]
fn a_proof_that_is_gone_is_lost_and_a_violation_is_new() {
    let before = [row("f", &[("a", Status::Proved), ("b", Status::Open)])];
    let now = [row("f", &[("a", Status::Open), ("b", Status::Violated)])];
    let found = changed(&before, &now);
    assert_eq!((found.lost.len(), found.new_violations.len()), (1, 1));
    assert!(found.is_worse());
    let back = changed(&now, &before);
    assert!(!back.is_worse());
    assert_eq!(back.improved.len(), 1);
}

#[test]
fn a_renamed_function_keeps_its_proofs() {
    let before = [row("f", &[("a", Status::Proved), ("b", Status::Needs)])];
    let now = [row("g", &[("a", Status::Proved), ("b", Status::Open)])];
    let found = changed(&before, &now);
    assert_eq!(found.renamed.get("g").map(String::as_str), Some("f"));
    assert_eq!(found.lost.len(), 1);
    assert_eq!(found.gone, 0);
}

#[test]
fn code_that_moves_to_another_function_keeps_its_status() {
    let before = [row(
        "f",
        &[
            ("a", Status::Proved),
            ("b", Status::Proved),
            ("c", Status::Proved),
        ],
    )];
    let now = [
        row("f", &[("b", Status::Proved), ("c", Status::Proved)]),
        row("g", &[("a", Status::Open)]),
    ];
    let found = changed(&before, &now);
    assert_eq!(found.lost.len(), 1);
    assert_eq!(found.lost[0].function, "g");
}

#[test]
fn an_edited_statement_that_is_not_proved_any_more_is_lost() {
    let before = [row("f", &[("a", Status::Proved), ("b", Status::Proved)])];
    let now = [row("f", &[("a", Status::Proved), ("c", Status::Open)])];
    assert_eq!(changed(&before, &now).lost.len(), 1);
    let more = [row(
        "f",
        &[
            ("a", Status::Proved),
            ("b", Status::Proved),
            ("c", Status::Open),
        ],
    )];
    let found = changed(&before, &more);
    assert!(
        !found.is_worse(),
        "a new place that is open is none of the old ones"
    );
    assert_eq!(found.new_open, 1);
}

#[test]
fn a_function_about_which_nothing_is_known_loses_its_proofs() {
    let before = [row("f", &[("a", Status::Proved)])];
    let mut now = row("f", &[]);
    now.reason = Some("unsupported construct".into());
    assert_eq!(changed(&before, &[now]).lost.len(), 1);
    assert!(!changed(&before, &[]).is_worse(), "the function is gone");
    assert_eq!(changed(&before, &[]).gone, 1);
}

#[test]
fn a_clause_more_is_told_and_a_clause_less_is_not() {
    let mut before = row("f", &[("a", Status::Needs)]);
    before.precondition = vec!["requires(p != 0)".into()];
    let mut now = before.clone();
    now.parameters = vec!["q".into()];
    now.precondition = vec!["requires(q != 0)".into(), "requires(q->n > 0)".into()];
    let found = changed(std::slice::from_ref(&before), std::slice::from_ref(&now));
    assert_eq!(
        found.stricter,
        [("f".to_owned(), "requires(q->n > 0)".to_owned())]
    );
    assert!(!changed(&[now], &[before]).is_worse());
}

#[test]
fn what_is_accepted_fails_nothing_and_is_not_proved() {
    let before = [row("f", &[("a", Status::Proved)])];
    let now = [row("f", &[("a", Status::Accepted)])];
    assert!(!changed(&before, &now).is_worse());
    assert_eq!(
        changed(&now, &[row("f", &[("a", Status::Violated)])])
            .new_violations
            .len(),
        1
    );
}
