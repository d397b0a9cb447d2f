//! Text that cannot command a terminal: control characters become escapes that can be seen.

use std::borrow::Cow;
use std::fmt::Write;

/// A text for one line: every control character becomes an escape, line breaks too.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// A text of several lines: control characters but line breaks and tabs become escapes.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

fn escaped(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            c if !is_hidden(c) => shown.push(c),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            c if c.is_ascii() => {
                let _ = write!(shown, "\\x{:02x}", u32::from(c));
            }
            c => {
                let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
            }
        }
    }
    Cow::Owned(shown)
}

/// Characters that a terminal acts on instead of showing them: those of C0 and C1, line and paragraph
/// separators, and those that change the direction of the text.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{visible, visible_lines};

    #[test]
    fn nothing_that_a_terminal_acts_on_is_left() {
        for (text, shown) in [
            ("plain \u{e4} \u{6f22}", "plain \u{e4} \u{6f22}"),
            (
                "\u{1b}[31mred\u{1b}]0;title\u{7}",
                "\\x1b[31mred\\x1b]0;title\\x07",
            ),
            ("\u{9b}31m\u{9d}", "\\u{9b}31m\\u{9d}"),
            ("a\nsafe: b\r\tc\u{7f}\0", "a\\nsafe: b\\r\\tc\\x7f\\x00"),
            (
                "\u{202e}cba\u{2066}\u{2028}",
                "\\u{202e}cba\\u{2066}\\u{2028}",
            ),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn texts_of_several_lines_keep_them() {
        assert_eq!(visible_lines("a\n\tb\u{1b}[A\r\n"), "a\n\tb\\x1b[A\\r\n");
    }
}
