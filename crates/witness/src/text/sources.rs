//! Lines of source files, read once.

use super::shown::FileNames;
use invar_report::Place;
use std::collections::BTreeMap;
use std::ops::Range;

/// The text of the files that places name.
pub(super) struct Sources {
    read: BTreeMap<String, Option<String>>,
    files: FileNames,
}

/// A part of a line.
pub(super) struct Spot {
    /// The line's number, from 1.
    pub line: usize,
    /// Bytes in the file.
    pub bytes: Range<usize>,
}

impl Sources {
    /// Nothing read yet; some files have other names than places say.
    pub fn new(files: FileNames) -> Sources {
        Sources {
            read: BTreeMap::new(),
            files,
        }
    }

    /// The text of a file; `None` if it cannot be read.
    pub fn text(&mut self, file: &str) -> Option<&str> {
        let files = &self.files;
        let known = self.read.entry(file.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(files.get(file).map_or(file, String::as_str)).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        });
        known.as_deref()
    }

    /// What is at a place: a word, or a call with its arguments. `None` if the file has no such
    /// place any more.
    pub fn spot(&mut self, place: &Place) -> Option<Spot> {
        let text = self.text(&place.file)?;
        let number = place.line as usize;
        let start = line_start(text, number)?;
        let line = text[start..].lines().next().unwrap_or_default();
        let column = place.column.saturating_sub(1) as usize;
        let column = if line.is_char_boundary(column) && column < line.len() {
            column
        } else {
            line.len() - line.trim_start().len()
        };
        let length = token_length(&line[column..]);
        Some(Spot {
            line: number,
            bytes: start + column..start + column + length,
        })
    }
}

/// The byte at which a line begins.
fn line_start(text: &str, number: usize) -> Option<usize> {
    let mut start = 0;
    for _ in 1..number {
        start += text[start..].find('\n')? + 1;
    }
    (start < text.len()).then_some(start)
}

/// Bytes of a word, and of the arguments that follow it.
fn token_length(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let word = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    if word == 0 {
        return text.chars().next().map_or(0, char::len_utf8);
    }
    let is_keyword = matches!(&text[..word], "if" | "for" | "while" | "switch" | "return");
    if is_keyword || !text[word..].starts_with('(') {
        return word;
    }
    let mut depth = 0usize;
    for (at, character) in text.char_indices().skip_while(|(at, _)| *at < word) {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::token_length;

    #[test]
    fn what_stands_at_a_place_is_a_word_or_a_call() {
        for (text, marked) in [
            ("assert(f(x) != 3); y", "assert(f(x) != 3)"),
            ("while (i < n) {", "while"),
            ("while(i < n) {", "while"),
            ("count = 3;", "count"),
            ("f(a, // more", "f"),
            ("*p = 3;", "*"),
            ("", ""),
        ] {
            assert_eq!(&text[..token_length(text)], marked, "{text}");
        }
    }
}
