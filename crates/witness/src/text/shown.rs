//! Reports without what would command a terminal: escapes in names, texts and lines of source.

use invar_report::Report;
use invar_report::{visible, visible_lines};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Files by the names under which they are shown, where these differ.
pub(super) type FileNames = BTreeMap<String, String>;

/// Texts of several lines.
const LONG: [&str; 2] = ["hint", "reason"];

/// A report with every text as it can be shown.
pub(super) fn shown(report: &Report) -> (Cow<'_, Report>, FileNames) {
    let mut cleaning = Cleaning::default();
    let Ok(mut value) = serde_json::to_value(report) else {
        return (Cow::Borrowed(report), FileNames::new());
    };
    cleaning.value(&mut value, "");
    if !cleaning.has_changed {
        return (Cow::Borrowed(report), FileNames::new());
    }
    match serde_json::from_value(value) {
        Ok(clean) => (Cow::Owned(clean), cleaning.files),
        // Reports come out of such text; nothing of one that does not is shown.
        Err(_) => (Cow::Owned(Report::default()), FileNames::new()),
    }
}

/// Lines of source; the end of a line is the same everywhere.
pub(super) fn source_text(text: &str) -> String {
    visible_lines(&text.replace("\r\n", "\n")).into_owned()
}

#[derive(Default)]
struct Cleaning {
    has_changed: bool,
    files: FileNames,
}

impl Cleaning {
    fn value(&mut self, value: &mut Value, key: &str) {
        match value {
            Value::String(text) => self.text(text, key),
            Value::Array(list) => list.iter_mut().for_each(|each| self.value(each, key)),
            Value::Object(fields) => {
                for (key, value) in fields.iter_mut() {
                    self.value(value, key);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, text: &mut String, key: &str) {
        let clean = if LONG.contains(&key) {
            visible_lines(text)
        } else {
            visible(text)
        };
        if let Cow::Owned(clean) = clean {
            self.has_changed = true;
            let original = std::mem::replace(text, clean);
            if key == "file" {
                self.files.insert(text.clone(), original);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{shown, source_text};
    use invar_report::{Place, Report};

    #[test]
    fn texts_of_a_report_command_no_terminal_and_files_are_still_found() {
        let report = Report {
            file: "a\u{1b}[2J\nb.c".to_owned(),
            reason: Some("one\n\u{9b}31mtwo".to_owned()),
            blocked_at: Some(Place {
                file: "\u{9b}.c".to_owned(),
                ..Place::default()
            }),
            ..Report::default()
        };
        let (clean, files) = shown(&report);
        assert_eq!(clean.file, "a\\x1b[2J\\nb.c");
        assert_eq!(clean.reason.as_deref(), Some("one\n\\u{9b}31mtwo"));
        assert_eq!(files.get("\\u{9b}.c").map(String::as_str), Some("\u{9b}.c"));
        assert_eq!(shown(&Report::default()).0.file, "");
    }

    #[test]
    fn lines_of_source_end_alike() {
        assert_eq!(source_text("a\r\n\tb\u{1b}\n"), "a\n\tb\\x1b\n");
    }
}
