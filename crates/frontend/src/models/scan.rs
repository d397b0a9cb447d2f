//! Which functions a C text uses, by a scan over its tokens: more may be found than are called,
//! and what is missed is merely not modelled.

use std::collections::BTreeSet;

/// What a text may call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Uses {
    /// The wanted names in it.
    pub(super) names: BTreeSet<String>,
    /// The files it includes.
    pub(super) includes: Vec<Include>,
}

/// An included file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Include {
    /// `"path"`, looked for beside the including file first.
    Beside(String),
    /// `<path>`.
    System(String),
    /// A macro says which.
    Computed,
}

/// Finds the names that `is_wanted`, and the included files.
///
/// A name counts inside braces and in a directive. Outside both, `name(` is a declaration or a
/// definition; without the parenthesis it may be an initialiser.
pub(super) fn uses(text: &[u8], is_wanted: impl Fn(&str) -> bool) -> Uses {
    let mut scan = Scan { text, at: 0 };
    let mut uses = Uses::default();
    let mut depth = 0_usize;
    let mut place = Place::LineStart;
    while let Some(token) = scan.next() {
        match token {
            Token::Newline => {
                place = Place::LineStart;
                continue;
            }
            Token::Other(b'#') if place == Place::LineStart => {
                uses.includes.extend(scan.included());
                place = Place::Directive;
                continue;
            }
            // Braces of macros need not match.
            Token::Other(b'{') if place != Place::Directive => depth += 1,
            Token::Other(b'}') if place != Place::Directive => depth = depth.saturating_sub(1),
            Token::Other(_) => {}
            Token::Name(name) => {
                let is_use = depth > 0 || place == Place::Directive || !scan.is_before(b'(');
                if is_use && is_wanted(name) && !uses.names.contains(name) {
                    uses.names.insert(name.to_owned());
                }
            }
        }
        if place == Place::LineStart {
            place = Place::Line;
        }
    }
    uses
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    LineStart,
    Line,
    Directive,
}

enum Token<'t> {
    Newline,
    Name(&'t str),
    Other(u8),
}

struct Scan<'t> {
    text: &'t [u8],
    at: usize,
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

impl<'t> Scan<'t> {
    /// The next token; comments and literals are skipped.
    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let rest = &self.text[self.at..];
            let byte = *rest.first()?;
            match byte {
                b'\n' => {
                    self.at += 1;
                    return Some(Token::Newline);
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' => self.at += self.continuation(),
                b'/' if rest.starts_with(b"/*") => self.skip_past(2, b"*/"),
                // The newline stays: it ends a directive.
                b'/' if rest.starts_with(b"//") => self.skip_line(),
                b'"' | b'\'' => self.skip_literal(byte),
                _ if is_name(byte) => {
                    let length = rest.iter().take_while(|byte| is_name(**byte)).count();
                    self.at += length;
                    // Numbers too come here; none is the name of a function.
                    if let Ok(name) = std::str::from_utf8(&rest[..length]) {
                        return Some(Token::Name(name));
                    }
                }
                _ => {
                    self.at += 1;
                    return Some(Token::Other(byte));
                }
            }
        }
    }

    /// The length of a backslash with the newline it hides.
    fn continuation(&self) -> usize {
        let rest = &self.text[self.at..];
        match rest {
            [_, b'\r', b'\n', ..] => 3,
            [_, b'\n', ..] => 2,
            _ => 1,
        }
    }

    fn skip_past(&mut self, opening: usize, end: &[u8]) {
        let start = self.at + opening;
        let rest = &self.text[start..];
        let length = rest.windows(end.len()).position(|window| window == end);
        self.at = length.map_or(self.text.len(), |length| start + length + end.len());
    }

    fn skip_line(&mut self) {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'\n' => return,
                b'\\' => self.at += self.continuation(),
                _ => self.at += 1,
            }
        }
    }

    /// An unmatched quote, as in the text of `#error`, ends with its line.
    fn skip_literal(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b'\n' => return,
                b'\\' => self.at += self.continuation().max(2),
                byte => {
                    self.at += 1;
                    if *byte == quote {
                        return;
                    }
                }
            }
        }
        self.at = self.at.min(self.text.len());
    }

    fn is_before(&self, byte: u8) -> bool {
        let mut rest = self.text[self.at..].iter();
        rest.find(|byte| !byte.is_ascii_whitespace()) == Some(&byte)
    }

    /// What a directive that has just begun includes.
    fn included(&self) -> Option<Include> {
        let rest = &self.text[self.at..];
        let line = rest.split(|byte| *byte == b'\n').next()?;
        let line = String::from_utf8_lossy(line);
        let operand = line.trim_start().strip_prefix("include")?;
        let operand = operand.trim_start_matches("_next").trim_start();
        let quoted = |open: char, close: char| {
            let (path, _) = operand.strip_prefix(open)?.split_once(close)?;
            Some(path.to_owned())
        };
        let file = quoted('"', '"').map(Include::Beside);
        let file = file.or_else(|| quoted('<', '>').map(Include::System));
        Some(file.unwrap_or(Include::Computed))
    }
}

#[cfg(test)]
mod tests {
    use super::{Include, uses};

    fn found(text: &str) -> Vec<String> {
        let wanted = ["strlen", "strcmp", "rand"];
        let uses = uses(text.as_bytes(), |name| wanted.contains(&name));
        uses.names.into_iter().collect()
    }

    #[test]
    fn calls_count_and_declarations_do_not() {
        assert_eq!(
            found("int strlen(char *); int rand (void) { return strcmp ; }"),
            ["strcmp"]
        );
        assert_eq!(
            found("int f() { return strlen\n(x); } int rand(void);"),
            ["strlen"]
        );
        assert_eq!(found("int (*p)(void) = rand; int g;"), ["rand"]);
        assert_eq!(found("int f(void) {} int strlen(char *s) {}"), [""; 0]);
    }

    #[test]
    fn comments_and_literals_do_not_count() {
        assert_eq!(
            found("{ /* strlen( */ // rand() \\\n strcmp()\n \"rand()\" }"),
            [""; 0]
        );
        assert_eq!(found("{ '\"' strlen('\\'') \"\\\" rand\" }"), ["strlen"]);
        assert_eq!(found("{ x = \"a\\\nb\"; rand(); }"), ["rand"]);
        assert_eq!(found("{ /*"), [""; 0]);
        assert_eq!(found("{ \"\\"), [""; 0]);
        assert_eq!(found("{ mystrlen strlen2 strlen$ }"), [""; 0]);
    }

    #[test]
    fn macros_count() {
        assert_eq!(
            found("#define F(x) { strlen(x)\nint strcmp();\n"),
            ["strlen"]
        );
        assert_eq!(found("#define F \\\n rand()\nint strcmp();"), ["rand"]);
        assert_eq!(
            found("# 1 \"rand\"\n#error don't\nint f() { strcmp; }"),
            ["strcmp"]
        );
    }

    #[test]
    fn included_files_are_found() {
        let text = "int x;\n # include <string.h> // \n#include\"a b.h\"\n#include F\n\
                    int y; # include <not.h>\n/* #include <not.h>\n*/ \"#include <not.h>\"\n";
        let found = uses(text.as_bytes(), |_| false).includes;
        let expected = [
            Include::System("string.h".to_owned()),
            Include::Beside("a b.h".to_owned()),
            Include::Computed,
        ];
        assert_eq!(found, expected);
    }
}
