//! C text as tokens: as much as is needed to find the ends of statements, and comments.

/// The place of a token or a comment, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its first byte.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
}

/// The tokens of a text: names and numbers, literals, single characters. Comments and lines of the preprocessor are none.
pub fn tokens(text: &str) -> Vec<Token> {
    parts(text).0
}

/// The comments of a text, outside of lines of the preprocessor.
pub fn comments(text: &str) -> Vec<Token> {
    parts(text).1
}

/// The tokens and the comments.
fn parts(text: &str) -> (Vec<Token>, Vec<Token>) {
    let bytes = text.as_bytes();
    let (mut tokens, mut comments) = (Vec::new(), Vec::new());
    let mut at = 0;
    let mut line_is_empty = true;
    while let Some(byte) = bytes.get(at).copied() {
        let start = at;
        match byte {
            b'\n' => {
                line_is_empty = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = end_of_line(bytes, at);
                comments.push(Token { start, end: at });
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text[at + 2..].find("*/");
                at = end.map_or(bytes.len(), |end| at + 2 + end + 2);
                comments.push(Token { start, end: at });
                continue;
            }
            b'#' if line_is_empty => {
                at = end_of_line(bytes, at);
                continue;
            }
            b'"' | b'\'' => at = end_of_literal(bytes, at),
            _ if is_of_name(byte) => {
                while bytes.get(at).copied().is_some_and(is_of_name) {
                    at += 1;
                }
            }
            _ => at += 1,
        }
        line_is_empty = false;
        tokens.push(Token { start, end: at });
    }
    (tokens, comments)
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The end of a line that a backslash may continue.
fn end_of_line(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn end_of_literal(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if *byte == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}
