//! Whether a text can be nothing but an expression when it is in parentheses.

/// Characters of operators and numbers; no statement, string, comment, escape or directive is made
/// of them.
const OPERATORS: &[u8] = b"+-*/%<>=!&|^~?:.,";

/// Why a text may not be put into a program.
///
/// Brackets are balanced and never closed before they are opened, so the text ends where its
/// parentheses end, whatever is in it.
pub(super) fn objection(text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b')' | b']' if open.pop() == Some(*byte) => {}
            b')' | b']' => return Some("brackets do not match"),
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => return Some("a comment"),
            b'\'' => match character(&bytes[at..]) {
                Some(length) => at += length - 1,
                None => return Some("an unusual character constant"),
            },
            b if b.is_ascii_alphanumeric() || matches!(b, b'_' | b' ') => {}
            b if OPERATORS.contains(b) => {}
            _ => return Some("a character that no plain expression has"),
        }
        at += 1;
    }
    match (open.is_empty(), text.trim().is_empty()) {
        (_, true) => Some("nothing"),
        (false, _) => Some("brackets do not match"),
        (true, _) => None,
    }
}

/// Length of a character constant: one character, or a backslash and one.
fn character(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\'', c, b'\'', ..] if *c != b'\\' && *c != b'\'' => Some(3),
        [b'\'', b'\\', c, b'\'', ..] if c.is_ascii_graphic() => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::objection;

    #[test]
    fn expressions_are_harmless() {
        for text in [
            "x == 0",
            "((x < 3) && (a[i + 1] >= -2LL)) || s.c == 'a'",
            "(unsigned int)x % 2u == 1 ? y : z->n",
            "c != '\\n' && c != '('",
        ] {
            assert_eq!(objection(text), None, "{text}");
        }
    }

    #[test]
    fn what_could_end_the_parentheses_is_not() {
        for text in [
            "",
            "1), x = 5, (1",
            "x[0)]",
            "1; y",
            "x /* ",
            "x // y",
            "\"a\"",
            "1\n#define x 2",
            "x \\",
            "({ 1; })",
            "((x)",
            "'ab",
            "''",
        ] {
            assert!(objection(text).is_some(), "{text}");
        }
    }
}
