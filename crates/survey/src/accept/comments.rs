//! Acceptances in comments.

use super::{Acceptance, Acceptances, Scope, properties_and_date};
use crate::key::Text;
use invar_witness::tokens::comments;

/// What begins such a comment.
const MARK: &str = "invar:";

/// The acceptances of a file whose functions have bodies at these lines and columns.
pub(super) fn of(file: &str, text: &Text, bodies: &[(&str, u32, u32)]) -> Acceptances {
    let mut found = Acceptances::default();
    for comment in comments(&text.text) {
        let words = text
            .text
            .get(comment.start..comment.end)
            .unwrap_or_default();
        let words = words.trim_start_matches(['/', '*', ' ', '\t']);
        let Some(words) = words.strip_prefix(MARK) else {
            continue;
        };
        let line = text.line(comment.start);
        let said_at = format!("{file}:{line}");
        match parsed(words) {
            Ok((properties, until, reason)) => found.list.push(Acceptance {
                properties,
                until,
                reason,
                scope: scope(file, text, bodies, comment.start),
                said_at,
            }),
            Err(why) => found.problems.push(format!("{said_at}: {why}")),
        }
    }
    found
}

type Parsed = (Vec<String>, Option<jiff::civil::Date>, String);

/// `accept(valid-deref, until 2027-01-31) "why"`.
fn parsed(words: &str) -> Result<Parsed, String> {
    let form = || "an acceptance is written: invar: accept(PROPERTY) \"reason\"".to_owned();
    let rest = words.trim_start().strip_prefix("accept").ok_or_else(form)?;
    let rest = rest.trim_start().strip_prefix('(').ok_or_else(form)?;
    let (inside, rest) = rest.split_once(')').ok_or_else(form)?;
    let rest = rest.trim_start().strip_prefix('"').ok_or_else(form)?;
    let (reason, _) = rest.split_once('"').ok_or_else(form)?;
    if reason.trim().is_empty() {
        return Err("an acceptance needs a reason".to_owned());
    }
    let (properties, until) = properties_and_date(inside)?;
    Ok((properties, until, reason.to_owned()))
}

/// The function whose head follows, the line if it has code before the comment, or the next line with code.
fn scope(file: &str, text: &Text, bodies: &[(&str, u32, u32)], comment: usize) -> Scope {
    let line = text.line(comment);
    let start = text.offset(line, 1).unwrap_or_default();
    let has_code_before = text.words(start, comment).next().is_some();
    let of_line = |line: u32| Scope::Line {
        file: file.to_owned(),
        line,
    };
    if has_code_before {
        return of_line(line);
    }
    for (name, line, column) in bodies {
        let Some(body) = text.offset(*line, *column).filter(|body| *body > comment) else {
            continue;
        };
        let mut between = text.words(comment, body);
        if between.all(|(word, _)| !matches!(word, ";" | "{" | "}")) {
            return Scope::Function {
                name: (*name).to_owned(),
                file: Some(file.to_owned()),
            };
        }
    }
    let next = text.words(comment, usize::MAX).next();
    of_line(next.map_or(line, |(_, start)| text.line(start)))
}
