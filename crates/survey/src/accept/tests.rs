use super::{Acceptances, read};
use crate::key::Texts;
use crate::row::{Function, Row};
use crate::site::{Site, Status};
use invar_report::{Place, Report};
use jiff::civil::{Date, date};

const TODAY: Date = date(2026, 11, 18);

/// A function whose body starts at a line and that has places at some lines.
fn row(name: &str, line: u32, column: u32, places: &[(u32, Status)]) -> Row {
    let function = Function {
        file: "a.c".into(),
        line,
        column,
        name: name.into(),
        ..Function::default()
    };
    let mut row = Row::of(&function, Report::default());
    row.places = places
        .iter()
        .map(|(line, status)| Site {
            what: "invalid pointer".into(),
            property: "valid-deref".into(),
            place: Some(Place {
                file: "a.c".into(),
                line: *line,
                column: 3,
                function: None,
            }),
            status: *status,
            reason: None,
            detail: None,
            key: String::new(),
        })
        .collect();
    row.count();
    row
}

fn applied(text: &str, rows: &mut [Row]) -> Vec<String> {
    let mut texts = Texts::default();
    texts.add("a.c", text);
    let notices = Acceptances::in_comments(rows, &mut texts).apply(rows, TODAY);
    notices.into_iter().map(|notice| notice.text).collect()
}

#[test]
fn a_comment_is_about_its_line_the_next_line_or_the_function() {
    let text = "int f(int *p) {\n  *p = 1; // invar: accept(valid-deref) \"ours\"\n  \
                /* invar: accept(valid-deref) \"next\" */\n  *p = 2;\n  *p = 3;\n}\n\
                // invar: accept(valid-memsafety) \"all\"\nstatic int\ng(int *p)\n{\n  *p = 1;\n}\n";
    let open = Status::Violated;
    let mut rows = [
        row("f", 1, 15, &[(2, open), (4, open), (5, open)]),
        row("g", 10, 1, &[(11, Status::Open)]),
    ];
    assert_eq!(applied(text, &mut rows), Vec::<String>::new());
    assert_eq!((rows[0].accepted, rows[0].violated), (2, 1));
    assert_eq!((rows[1].accepted, rows[1].unknown), (1, 0));
    assert_eq!(rows[0].places[1].reason.as_deref(), Some("next"));
}

#[test]
fn what_is_proved_stays_proved_and_the_comment_is_told() {
    let text = "int f(int *p) {\n  *p = 1; // invar: accept(valid-deref) \"ours\"\n}\n";
    let mut rows = [row("f", 1, 15, &[(2, Status::Proved)])];
    let notices = applied(text, &mut rows);
    assert_eq!(rows[0].proved, 1);
    assert_eq!(notices.len(), 1);
    assert!(
        notices[0].starts_with("a.c:2: ") && notices[0].contains("not used"),
        "{notices:?}"
    );
}

#[test]
fn an_acceptance_counts_on_its_last_day_and_not_after_it() {
    let text = |day: &str| {
        format!(
            "int f(int *p) {{\n  *p = 1; // invar: accept(valid-deref, until {day}) \"soon\"\n}}\n"
        )
    };
    let mut rows = [row("f", 1, 15, &[(2, Status::Violated)])];
    let notices = applied(&text("2026-11-17"), &mut rows);
    assert!(notices[0].contains("expired on 2026-11-17"), "{notices:?}");
    assert_eq!(rows[0].violated, 1);
    assert!(applied(&text("2026-11-18"), &mut rows).is_empty());
    assert_eq!(rows[0].accepted, 1);
}

#[test]
fn what_cannot_be_read_is_told_and_accepts_nothing() {
    for wrong in [
        "accept(valid-deref)",
        "accept(valid-deref) \"\"",
        "accept(valid-dref) \"typo\"",
        "accept() \"nothing\"",
        "accept(valid-deref, until tomorrow) \"when\"",
        "ignore(valid-deref) \"why\"",
    ] {
        let text = format!("int f(int *p) {{\n  *p = 1; // invar: {wrong}\n}}\n");
        let mut rows = [row("f", 1, 15, &[(2, Status::Violated)])];
        let notices = applied(&text, &mut rows);
        assert_eq!(
            (notices.len(), rows[0].violated),
            (1, 1),
            "{wrong}: {notices:?}"
        );
    }
}

#[test]
fn entries_of_a_file_are_about_functions() {
    let text = "[[accept]]\nfunction = \"f\"\nproperty = [\"valid-deref\", \"no-overflow\"]\nreason = \"legacy\"\n\n\
                [[accept]]\nfunction = \"g\"\nproperty = \"nothing\"\nreason = \"typo\"\n";
    let read = read("accepted.toml", text).expect("of the form");
    assert_eq!(
        read.problems,
        ["accepted.toml:6: there is no property `nothing`"]
    );
    let mut rows = [
        row("f", 1, 1, &[(2, Status::Violated)]),
        row("h", 5, 1, &[(6, Status::Open)]),
    ];
    read.apply(&mut rows, TODAY);
    assert_eq!((rows[0].accepted, rows[1].accepted), (1, 0));
    assert!(super::read("accepted.toml", "[[accept]]\nfunction = 3\n").is_err());
}
