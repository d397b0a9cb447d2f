//! The text of source files, read once.

use invar_report::{Place, Report};
use std::collections::BTreeMap;

/// Lines of source files by the file's name in the report.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    /// The files that a report names; one that cannot be read has no lines.
    pub fn read(report: &Report) -> Sources {
        let mut sources = Sources::default();
        for file in report.all_files() {
            let bytes = std::fs::read(&file).unwrap_or_default();
            sources.add(&file, &String::from_utf8_lossy(&bytes));
        }
        sources
    }

    /// Adds the text of a file.
    pub fn add(&mut self, file: &str, text: &str) {
        let lines = text.lines().map(str::to_owned).collect();
        self.files.insert(file.to_owned(), lines);
    }

    /// The lines of a file.
    pub fn lines(&self, file: &str) -> &[String] {
        self.files.get(file).map_or(&[], Vec::as_slice)
    }

    /// The line at a place, without its blanks at both ends.
    pub fn line(&self, place: &Place) -> &str {
        let number = (place.line as usize).checked_sub(1);
        let line = number.and_then(|number| self.lines(&place.file).get(number));
        line.map_or("", |line| line.trim())
    }

    /// The column of a place counted in characters; compilers count bytes.
    pub fn character_column(&self, place: &Place) -> u32 {
        let number = (place.line as usize).checked_sub(1);
        let line = number.and_then(|number| self.lines(&place.file).get(number));
        let before = place.column.saturating_sub(1) as usize;
        match line.and_then(|line| line.get(..before)) {
            Some(text) => text.chars().count() as u32 + 1,
            None => place.column,
        }
    }
}
