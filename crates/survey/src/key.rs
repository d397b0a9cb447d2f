//! Names of places that survive moved lines, formatting, and renamed files, functions and variables.
//!
//! The key of a place is made from the property, the statement around the place with its names replaced by their order
//! of occurrence, and the position of the place inside the statement. Equal statements have equal keys: a baseline
//! counts them.

use crate::row::Row;
use invar_cfa::StableId;
use invar_report::Place;
use invar_witness::tokens::{Token, tokens};
use std::collections::BTreeMap;

/// The words of C that are no names.
const KEYWORDS: [&str; 37] = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
    "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
    "union", "unsigned", "void", "volatile", "while", "_Bool", "_Alignof", "_Generic",
];

/// The texts of files, read once.
#[derive(Debug, Default)]
pub struct Texts {
    files: BTreeMap<String, Text>,
}

/// The text of a file with its tokens.
#[derive(Debug, Default)]
pub struct Text {
    /// The text; empty if the file cannot be read.
    pub text: String,
    tokens: Vec<Token>,
    lines: Vec<usize>,
}

impl Text {
    /// A text.
    pub fn new(text: String) -> Text {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        Text {
            lines: std::iter::once(0).chain(starts).collect(),
            tokens: tokens(&text),
            text,
        }
    }

    /// The byte of a line and a column, both from 1.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = *self.lines.get((line as usize).checked_sub(1)?)?;
        Some(start + (column as usize).saturating_sub(1))
    }

    /// The line of a byte, from 1.
    pub fn line(&self, offset: usize) -> u32 {
        self.lines.partition_point(|start| *start <= offset) as u32
    }

    /// The words of the tokens from one byte to another.
    pub fn words(&self, start: usize, end: usize) -> impl Iterator<Item = (&str, usize)> {
        let first = self.tokens.partition_point(|token| token.start < start);
        let tokens = self.tokens[first..].iter();
        let tokens = tokens.take_while(move |token| token.start < end);
        tokens.map(|token| (self.word(token), token.start))
    }

    fn word(&self, token: &Token) -> &str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    /// The statement around a byte, without names, and the position of the byte among its tokens.
    fn statement(&self, offset: usize) -> Option<(String, usize)> {
        let at = self.tokens.partition_point(|token| token.end <= offset);
        let ends = |token: &Token| matches!(self.word(token), ";" | "{" | "}");
        let before = self.tokens.get(..at)?;
        let first = before.iter().rposition(ends).map_or(0, |end| end + 1);
        let after = self.tokens.get(at..)?;
        let end = after
            .iter()
            .position(ends)
            .map_or(self.tokens.len(), |end| at + end + 1);
        let mut names: Vec<&str> = Vec::new();
        let mut text = String::new();
        for token in &self.tokens[first..end] {
            let word = self.word(token);
            if is_name(word) {
                let known = names.iter().position(|name| *name == word);
                let number = known.unwrap_or_else(|| {
                    names.push(word);
                    names.len() - 1
                });
                text.push_str(&format!("${number}"));
            } else {
                text.push_str(word);
            }
            text.push(' ');
        }
        Some((text, at - first))
    }
}

impl Texts {
    /// The text of a file.
    pub fn of(&mut self, file: &str) -> &Text {
        self.files.entry(file.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(file).unwrap_or_default();
            Text::new(String::from_utf8_lossy(&bytes).into_owned())
        })
    }

    /// Adds a text that is no file.
    pub fn add(&mut self, file: &str, text: &str) {
        self.files
            .insert(file.to_owned(), Text::new(text.to_owned()));
    }

    fn key(&mut self, property: &str, what: &str, place: Option<&Place>) -> String {
        let statement = place.and_then(|place| {
            let text = self.of(&place.file);
            text.statement(text.offset(place.line, place.column)?)
        });
        let (statement, position) = statement.unwrap_or_default();
        StableId::of(&[property, what, &statement, &position.to_string()]).to_string()
    }
}

/// Gives every place of these rows its key.
pub fn set_keys(rows: &mut [Row], texts: &mut Texts) {
    for row in rows {
        for site in &mut row.places {
            site.key = texts.key(&site.property, &site.what, site.place.as_ref());
        }
    }
}

/// The clause of a contract with parameters by their position.
pub fn clause_without_names(clause: &str, parameters: &[String]) -> String {
    let mut text = String::new();
    let mut last = 0;
    for token in tokens(clause) {
        let word = clause.get(token.start..token.end).unwrap_or_default();
        let number = parameters.iter().position(|name| name == word);
        text.push_str(clause.get(last..token.start).unwrap_or_default());
        match number {
            Some(number) => text.push_str(&format!("${}", number + 1)),
            None => text.push_str(word),
        }
        last = token.end;
    }
    text + clause.get(last..).unwrap_or_default()
}

fn is_name(word: &str) -> bool {
    let starts = |c: char| c.is_alphabetic() || c == '_' || !c.is_ascii();
    word.starts_with(starts) && !KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::{Texts, clause_without_names};
    use invar_report::Place;

    /// The key of the first `[` of a text.
    fn key(text: &str) -> String {
        let mut texts = Texts::default();
        texts.add("a.c", text);
        let at = text.find('[').expect("there is one");
        let line = text[..at].matches('\n').count() as u32 + 1;
        let column = (at - text[..at].rfind('\n').map_or(0, |newline| newline + 1)) as u32 + 1;
        let place = Place {
            file: "a.c".into(),
            line,
            column,
            function: None,
        };
        texts.key("valid-deref", "index out of bounds", Some(&place))
    }

    #[test]
    fn keys_survive_formatting_comments_renames_and_moves() {
        let first = key("int f(int i) { int x = 0; x = a[i] + 1; }");
        assert_eq!(
            first,
            key("\n\nint f(int i)\n{\n  g();\n  x =\n    a[ i ]  + 1; /* why */ }")
        );
        assert_eq!(first, key("int g(int n) { sum = table[n] + 1; }"));
    }

    #[test]
    fn keys_differ_where_the_statement_or_the_position_does() {
        let first = key("{ x = a[i] + 1; }");
        assert_ne!(first, key("{ x = a[i] + 2; }"));
        assert_ne!(first, key("{ x = 1 + a[i]; }"));
        assert_ne!(first, key("{ x = a[x] + 1; }"), "another name twice");
    }

    #[test]
    fn clauses_name_parameters_by_position() {
        let parameters = ["buffer".to_owned(), "n".to_owned()];
        assert_eq!(
            clause_without_names("__CPROVER_r_ok(buffer, n * sizeof(int))", &parameters),
            "__CPROVER_r_ok($1, $2 * sizeof(int))"
        );
    }
}
