//! Rows as diagnostics, lenses, hover texts and actions.

use crate::state::Freshness;
use invar_survey::{Row, Site, Status};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeLens, Command, Diagnostic,
    DiagnosticSeverity, Hover, HoverContents, MarkupContent, MarkupKind, NumberOrString, Position,
    Range, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Lines of a text, with columns as the protocol counts them: in UTF-16 units.
pub(crate) struct Lines<'t> {
    lines: Vec<&'t str>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Lines<'t> {
        Lines {
            lines: text.lines().collect(),
        }
    }

    /// The position of a line and a column in bytes, both from 1.
    fn position(&self, line: u32, column: u32) -> Position {
        let number = line.saturating_sub(1);
        let text = self.lines.get(number as usize).copied().unwrap_or_default();
        let before = text
            .get(..column.saturating_sub(1) as usize)
            .unwrap_or(text);
        Position::new(number, before.encode_utf16().count() as u32)
    }

    /// The end of a line, from 1.
    fn end(&self, line: u32) -> Position {
        let number = line.saturating_sub(1);
        let text = self.lines.get(number as usize).copied().unwrap_or_default();
        Position::new(number, text.encode_utf16().count() as u32)
    }

    /// The word at a line and a column, or one character.
    fn word(&self, line: u32, column: u32) -> Range {
        let start = self.position(line, column);
        let text = self
            .lines
            .get(start.line as usize)
            .copied()
            .unwrap_or_default();
        let rest = text
            .get(column.saturating_sub(1) as usize..)
            .unwrap_or_default();
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        let word = rest.chars().take_while(|c| is_of_word(*c)).count().max(1) as u32;
        Range::new(start, Position::new(start.line, start.character + word))
    }
}

/// The path of a file.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// Whether a name in a report is the file of an address.
fn is_file(name: &str, uri: &Uri) -> bool {
    path(uri).is_some_and(|path| path == Path::new(name))
}

/// Whether a function is defined in a file.
pub(crate) fn is_of(row: &Row, uri: &Uri) -> bool {
    is_file(&row.file, uri)
}

/// What is violated is an error, what is open a hint; what is proved is not listed.
pub(crate) fn diagnostics(rows: &[Row], lines: &Lines<'_>, uri: &Uri) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for row in rows {
        for site in row.places.iter().chain(&row.called_violations) {
            let Some((severity, message)) = told(row, site) else {
                continue;
            };
            let Some(place) = site
                .place
                .as_ref()
                .filter(|place| is_file(&place.file, uri))
            else {
                continue;
            };
            let diagnostic = Diagnostic {
                range: lines.word(place.line, place.column),
                severity: Some(severity),
                code: Some(NumberOrString::String(site.property.clone())),
                source: Some("invar".to_owned()),
                message,
                ..Diagnostic::default()
            };
            if !diagnostics.contains(&diagnostic) {
                diagnostics.push(diagnostic);
            }
        }
        if row.places.is_empty()
            && is_of(row, uri)
            && let Some(reason) = &row.reason
        {
            diagnostics.push(Diagnostic {
                range: lines.word(row.line, row.column),
                severity: Some(DiagnosticSeverity::INFORMATION),
                source: Some("invar".to_owned()),
                message: format!("nothing is known about {}: {reason}", row.function),
                ..Diagnostic::default()
            });
        }
    }
    diagnostics
}

fn told(row: &Row, site: &Site) -> Option<(DiagnosticSeverity, String)> {
    match site.status {
        Status::Violated => {
            let message = format!(
                "{} (in an execution that starts in {})",
                site.told(),
                row.function
            );
            Some((DiagnosticSeverity::ERROR, message))
        }
        Status::Open => {
            let reason = site.reason.as_deref().unwrap_or("no reason is known");
            let message = format!("{}: neither proved nor violated: {reason}", site.what);
            Some((DiagnosticSeverity::HINT, message))
        }
        Status::Accepted | Status::Unaffected | Status::Needs | Status::Proved => None,
    }
}

/// `proved 14 of 16, 2 need a precondition`.
fn counts(row: &Row) -> String {
    let mut parts = vec![format!(
        "proved {} of {}",
        row.proved + row.needs,
        row.sites
    )];
    let mut add = |number: usize, what: &str| {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    };
    add(row.needs, "under a precondition");
    add(row.violated, "violated");
    add(row.accepted, "accepted");
    add(row.unknown, "open");
    if let Some(contract) = row.contract {
        parts.push(format!("contract {}", contract.text()));
    }
    parts.join(", ")
}

fn with_freshness(text: String, freshness: Freshness) -> String {
    match freshness {
        Freshness::Current => text,
        Freshness::Stale => format!("{text} (before the last edit)"),
    }
}

/// The lens of a function.
pub(crate) fn lens(row: &Row, freshness: Freshness) -> CodeLens {
    let line = row.line.saturating_sub(1);
    CodeLens {
        range: Range::new(Position::new(line, 0), Position::new(line, 0)),
        command: Some(Command {
            title: with_freshness(counts(row), freshness),
            // There is nothing to do: editors show it as text.
            command: String::new(),
            arguments: None,
        }),
        data: None,
    }
}

/// What there is to say about the function whose body begins in a line.
pub(crate) fn hover(
    rows: &[Row],
    uri: &Uri,
    position: Position,
    freshness: Freshness,
) -> Option<Hover> {
    let is_here = |row: &&Row| is_of(row, uri) && row.line == position.line + 1;
    let row = rows.iter().find(is_here)?;
    let mut text = with_freshness(format!("**{}**: {}", row.function, counts(row)), freshness);
    if !row.precondition.is_empty() {
        text.push_str("\n\n```c\n");
        text.push_str(&row.precondition.join("\n"));
        text.push_str("\n```");
    }
    for assumed in &row.assumed {
        text.push_str(&format!("\n\nassumed: {assumed}"));
    }
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: None,
    })
}

/// What can be done: accept a finding, write the precondition down.
pub(crate) fn actions(
    rows: &[Row],
    lines: &Lines<'_>,
    uri: &Uri,
    range: Range,
) -> Vec<CodeActionOrCommand> {
    let in_range =
        |line: u32| (range.start.line..=range.end.line).contains(&line.saturating_sub(1));
    let mut actions = Vec::new();
    for row in rows {
        for site in &row.places {
            let is_meant = matches!(site.status, Status::Violated | Status::Open);
            let place = site
                .place
                .as_ref()
                .filter(|place| is_file(&place.file, uri));
            if let Some(place) = place.filter(|place| is_meant && in_range(place.line)) {
                let comment = format!(" // invar: accept({}) \"reason\"", site.property);
                let title = format!("Accept with a reason: {}", site.what);
                actions.push(insertion(uri, title, lines.end(place.line), comment));
            }
        }
        if is_of(row, uri) && in_range(row.line) && !row.precondition.is_empty() {
            let text: String = row
                .precondition
                .iter()
                .map(|line| format!("\n{line}"))
                .collect();
            let title = format!("Write the precondition of {} down", row.function);
            let body = lines.position(row.line, row.column);
            actions.push(insertion(uri, title, body, format!("{text}\n")));
        }
    }
    actions
}

fn insertion(uri: &Uri, title: String, at: Position, text: String) -> CodeActionOrCommand {
    let edit = TextEdit::new(Range::new(at, at), text);
    CodeActionOrCommand::CodeAction(CodeAction {
        title,
        kind: Some(CodeActionKind::QUICKFIX),
        edit: Some(WorkspaceEdit::new(HashMap::from([(
            uri.clone(),
            vec![edit],
        )]))),
        ..CodeAction::default()
    })
}
