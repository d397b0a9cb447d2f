//! What is known about the files that an editor shows.

use crate::shown::{self, Lines};
use invar_survey::Row;
use lsp_types::{CodeActionOrCommand, CodeLens, Diagnostic, Hover, Position, Range, Uri};
use std::collections::BTreeMap;

/// A file in the editor.
#[derive(Debug, Default)]
struct Document {
    /// The text in the editor.
    text: String,
    /// What was found about the text that was checked last.
    rows: Vec<Row>,
    /// The text that was checked last.
    checked: String,
}

/// The files in the editor.
#[derive(Debug, Default)]
pub(crate) struct State {
    documents: BTreeMap<String, (Uri, Document)>,
}

impl State {
    /// Notes the text of a file.
    pub(crate) fn set_text(&mut self, uri: &Uri, text: String) {
        let entry = self.documents.entry(uri.as_str().to_owned());
        let (_, document) = entry.or_insert_with(|| (uri.clone(), Document::default()));
        document.text = text;
    }

    /// Notes what was found.
    pub(crate) fn set_rows(&mut self, uri: &Uri, rows: Vec<Row>) {
        if let Some((_, document)) = self.documents.get_mut(uri.as_str()) {
            document.rows = rows;
            document.checked.clone_from(&document.text);
        }
    }

    /// Forgets a file.
    pub(crate) fn close(&mut self, uri: &Uri) {
        self.documents.remove(uri.as_str());
    }

    fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents
            .get(uri.as_str())
            .map(|(_, document)| document)
    }

    /// The diagnostics of a file; none if it is closed.
    pub(crate) fn diagnostics(&self, uri: &Uri) -> Vec<(Uri, Vec<Diagnostic>)> {
        let Some(document) = self.document(uri) else {
            return vec![(uri.clone(), Vec::new())];
        };
        let lines = Lines::new(&document.checked);
        let diagnostics = shown::diagnostics(&document.rows, &lines, uri);
        vec![(uri.clone(), diagnostics)]
    }

    /// One lens per function, unless the text is not the one that was checked.
    pub(crate) fn lenses(&self, uri: &Uri) -> Vec<CodeLens> {
        let Some(document) = self.document(uri) else {
            return Vec::new();
        };
        let freshness = document.freshness();
        let rows = document.rows.iter().filter(|row| shown::is_of(row, uri));
        rows.map(|row| shown::lens(row, freshness)).collect()
    }

    /// What there is to say about a function or a place.
    pub(crate) fn hover(&self, uri: &Uri, position: Position) -> Option<Hover> {
        let document = self.document(uri)?;
        shown::hover(&document.rows, uri, position, document.freshness())
    }

    /// What can be done about places in a range.
    pub(crate) fn actions(&self, uri: &Uri, range: Range) -> Vec<CodeActionOrCommand> {
        match self.document(uri) {
            // Edits of a text that was not checked would be at wrong lines.
            Some(document) if document.freshness() == Freshness::Current => {
                shown::actions(&document.rows, &Lines::new(&document.text), uri, range)
            }
            _ => Vec::new(),
        }
    }
}

/// Whether what was found is about the text that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// It is.
    Current,
    /// The text has changed since.
    Stale,
}

impl Document {
    fn freshness(&self) -> Freshness {
        if self.text == self.checked {
            Freshness::Current
        } else {
            Freshness::Stale
        }
    }
}
