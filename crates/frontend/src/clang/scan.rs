//! Words of C in the text of the program: comments, strings, parentheses.

/// Reads a text from its start.
pub(super) struct Scan<'t> {
    rest: &'t str,
}

impl<'t> Scan<'t> {
    /// At the start of a text.
    pub(super) fn new(text: &'t str) -> Scan<'t> {
        let mut scan = Scan { rest: text };
        scan.blanks();
        scan
    }

    /// What is still to be read.
    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn skip(&mut self, length: usize) {
        self.rest = &self.rest[length..];
        self.blanks();
    }

    /// Takes a character of punctuation, if it comes next.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest.starts_with(token);
        if found {
            self.skip(token.len());
        }
        found
    }

    /// Takes a word; empty if none comes next.
    pub(super) fn word(&mut self) -> &'t str {
        let (word, _) = leading_word(self.rest);
        self.skip(word.len());
        word
    }

    /// Takes a string, all its pieces, and returns what is between the quotes, escapes as they are.
    pub(super) fn string(&mut self) -> Option<String> {
        let mut whole = String::new();
        let mut is_first = true;
        while self.rest.starts_with('"') {
            is_first = false;
            let length = quoted(self.rest)?;
            whole.push_str(&self.rest[1..length - 1]);
            self.skip(length);
        }
        (!is_first).then_some(whole)
    }

    /// Takes `( ... )` and returns the inside.
    pub(super) fn parenthesised(&mut self) -> Option<&'t str> {
        let text = self.rest.strip_prefix('(')?;
        let end = end_of(text, |c, depth| c == ')' && depth == 0)?;
        self.skip(end + 2);
        Some(&text[..end])
    }

    /// Takes everything up to a comma outside of brackets, or up to the end, without the comma.
    pub(super) fn argument(&mut self) -> &'t str {
        let end = end_of(self.rest, |c, depth| c == ',' && depth == 0);
        let end = end.unwrap_or(self.rest.len());
        let argument = &self.rest[..end];
        self.skip(end);
        argument.trim_end()
    }
}

/// What begins the types that have tags.
pub(super) const TAG_KEYWORDS: [&str; 3] = ["struct", "union", "enum"];

/// Whether a character may be part of a word.
pub(super) fn is_word_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

/// The word that a text starts with, empty if there is none, and what follows.
pub(super) fn leading_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c| !is_word_part(c)).unwrap_or(text.len()))
}

/// The words of a text, numbers among them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c| !is_word_part(c));
    words.filter(|word| !word.is_empty())
}

/// The text of a file with continued lines joined, and without its comments.
pub(super) fn joined_lines(text: &str) -> String {
    without_comments(&text.replace("\\\r\n", "").replace("\\\n", ""))
}

/// A text with a blank for every comment and continued line.
pub(super) fn without_comments(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            whole.push(' ');
        } else if let Some(comment) = rest.strip_prefix("//") {
            rest = &comment[comment.find('\n').unwrap_or(comment.len())..];
        } else if let Some(next) = rest.strip_prefix("\\\n") {
            rest = next;
            whole.push(' ');
        } else {
            let length = match character {
                '"' | '\'' => quoted(rest).unwrap_or(rest.len()),
                _ => character.len_utf8(),
            };
            whole.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    whole
}

/// The length of the string or character constant that a text starts with, quotes included.
pub(super) fn quoted(text: &str) -> Option<usize> {
    let mut characters = text.char_indices();
    let (_, quote) = characters.next()?;
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if character == quote {
            return Some(at + 1);
        }
    }
    None
}

/// The first character for which `is_end` holds, given the depth of brackets around it.
fn end_of(text: &str, is_end: impl Fn(char, u32) -> bool) -> Option<usize> {
    let mut depth = 0_u32;
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        if is_end(character, depth) {
            return Some(at);
        }
        match character {
            '"' | '\'' => {
                at += quoted(&text[at..])?;
                continue;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at += character.len_utf8();
    }
    None
}

/// Whether the text of bounds has no effect.
pub(super) fn is_quiet(bounds: &str) -> bool {
    let mut calls = bounds.match_indices('(');
    !bounds.contains("++")
        && !bounds.contains("--")
        && !bounds.contains('=')
        && !calls.any(|(at, _)| {
            let before = bounds[..at].trim_end();
            let is_called = before.ends_with(|c| is_word_part(c) || matches!(c, ')' | ']'));
            is_called && !before.ends_with("sizeof")
        })
}

/// Where the parenthesis that `text` starts with is closed.
pub(super) fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return Some(position);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Scan, without_comments};

    #[test]
    fn words_strings_and_parentheses_are_taken_in_turn() {
        let text =
            " asm /* ( */ volatile(\"a\\\"(\" // )\n \"b\" : \"=r\" (x[f(')')]), [n] \"m\"(y)) z";
        let text = without_comments(text);
        let mut scan = Scan::new(&text);
        assert_eq!((scan.word(), scan.word()), ("asm", "volatile"));
        let inside = scan.parenthesised().expect("closed");
        assert_eq!(scan.rest(), "z");
        let mut scan = Scan::new(inside);
        assert_eq!(scan.string().as_deref(), Some("a\\\"(b"));
        assert!(scan.eat(":"));
        assert_eq!(scan.string().as_deref(), Some("=r"));
        assert_eq!(scan.argument(), "(x[f(')')])");
        assert!(scan.eat(","));
        assert!(Scan::new("(a").parenthesised().is_none());
        assert!(Scan::new("x").string().is_none());
    }
}
