//! The tokens of a preprocessed text, with their places in the files that it comes from.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// An identifier or keyword.
    Name,
    /// A number.
    Number,
    /// A string or character constant.
    Literal,
    /// An operator or bracket.
    Mark,
}

/// One token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: Range<usize>,
}

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// From this offset on, lines come from a file.
#[derive(Clone, Debug)]
struct Marker {
    from: usize,
    file: String,
    line: usize,
}

/// A text with its tokens.
pub(super) struct Tokens {
    text: String,
    pub(super) list: Vec<Token>,
    markers: Vec<Marker>,
}

const LONG_MARKS: [&str; 22] = [
    "==>", "<<=", ">>=", "...", "==", "!=", "<=", ">=", "&&", "||", "->", "++", "--", "<<", ">>",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=",
];

impl Tokens {
    pub(super) fn of(text: String) -> Tokens {
        let mut tokens = Tokens {
            text,
            list: Vec::new(),
            markers: Vec::new(),
        };
        tokens.scan();
        tokens
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn word(&self, index: usize) -> &str {
        self.list
            .get(index)
            .map_or("", |token| &self.text[token.at.clone()])
    }

    pub(super) fn is(&self, index: usize, word: &str) -> bool {
        self.word(index) == word
    }

    pub(super) fn is_name(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|t| t.kind == Kind::Name)
    }

    /// The first byte of a token.
    pub(super) fn start(&self, index: usize) -> usize {
        self.list.get(index).map_or(self.text.len(), |t| t.at.start)
    }

    /// Tokens as text, one blank between two.
    pub(super) fn joined(&self, range: Range<usize>) -> String {
        let words: Vec<&str> = range.map(|index| self.word(index)).collect();
        words.join(" ")
    }

    /// The bracket that closes the one at an index.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in open..self.list.len() {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The bracket that the one at an index closes.
    pub(super) fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for index in (0..=close).rev() {
            match self.word(index) {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The parts of a range between marks outside brackets.
    pub(super) fn split(&self, range: Range<usize>, marks: &[&str]) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut depth = 0_usize;
        let mut start = range.start;
        for index in range.clone() {
            match self.word(index) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                word if depth == 0 && marks.contains(&word) => {
                    parts.push(start..index);
                    start = index + 1;
                }
                _ => {}
            }
        }
        parts.push(start..range.end);
        parts
    }

    /// Where an offset comes from.
    pub(super) fn position(&self, offset: usize) -> Position {
        let known = self.markers.iter().rev().find(|m| m.from <= offset);
        let (from, file, line) = match known {
            Some(marker) => (marker.from, marker.file.clone(), marker.line),
            None => (0, String::new(), 1),
        };
        let before = &self.text[from..offset];
        let lines = before.bytes().filter(|b| *b == b'\n').count();
        let start = before.rfind('\n').map_or(from, |at| from + at + 1);
        Position {
            file,
            line: line + lines,
            column: offset - start + 1,
        }
    }

    fn scan(&mut self) {
        let text = std::mem::take(&mut self.text);
        let bytes = text.as_bytes();
        let mut at = 0;
        let mut is_line_start = true;
        while let Some(byte) = bytes.get(at).copied() {
            match byte {
                b'\n' => {
                    is_line_start = true;
                    at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    at += 1;
                    continue;
                }
                b'#' if is_line_start => {
                    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
                    self.markers.extend(marker(&text[at..end], end + 1));
                    at = end;
                    continue;
                }
                _ => {}
            }
            is_line_start = false;
            let (kind, length) = token(&text[at..]);
            self.list.push(Token {
                kind,
                at: at..at + length,
            });
            at += length;
        }
        self.text = text;
    }
}

/// A line marker: `# 12 "file.c" 1 3`.
fn marker(line: &str, from: usize) -> Option<Marker> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line ").unwrap_or(rest);
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.trim_start().strip_prefix('"')?;
    let file = &file[..file.rfind('"')?];
    Some(Marker {
        from,
        file: file.to_owned(),
        line: number.parse().ok()?,
    })
}

/// The first token of a text that begins with one.
fn token(text: &str) -> (Kind, usize) {
    let first = text.chars().next().unwrap_or(' ');
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    match first {
        '"' | '\'' => (Kind::Literal, literal(text, first)),
        _ if first.is_ascii_digit() => {
            let end = text.find(|c: char| !is_word(c) && c != '.');
            (Kind::Number, end.unwrap_or(text.len()))
        }
        _ if is_word(first) => {
            let end = text.find(|c: char| !is_word(c));
            (Kind::Name, end.unwrap_or(text.len()))
        }
        _ => {
            let long = LONG_MARKS.iter().find(|mark| text.starts_with(**mark));
            (Kind::Mark, long.map_or(first.len_utf8(), |mark| mark.len()))
        }
    }
}

fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::Tokens;

    #[test]
    fn tokens_have_the_places_of_their_files() {
        let text = "# 7 \"a.h\"\nint f(int x)\n  R(x ==> 1);\n# 3 \"b.c\" 2\n'\\'' \"a\\\"b\"";
        let tokens = Tokens::of(text.to_owned());
        let words: Vec<&str> = (0..tokens.list.len()).map(|i| tokens.word(i)).collect();
        let expected = [
            "int",
            "f",
            "(",
            "int",
            "x",
            ")",
            "R",
            "(",
            "x",
            "==>",
            "1",
            ")",
            ";",
            "'\\''",
            "\"a\\\"b\"",
        ];
        assert_eq!(words, expected);
        let position = tokens.position(tokens.start(6));
        assert_eq!((position.line, position.column), (8, 3));
        assert_eq!(position.file, "a.h");
        assert_eq!(tokens.position(tokens.start(14)).file, "b.c");
        assert_eq!(tokens.closing(7), Some(11));
        assert_eq!(tokens.opening(11), Some(7));
    }
}
