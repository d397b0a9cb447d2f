//! The text of a source file, for evidence that names places in it.

/// A file's text, found by line and column (both from 1, columns in bytes).
#[derive(Clone, Debug, Default)]
pub struct SourceText {
    bytes: Vec<u8>,
    /// Where lines start.
    lines: Vec<usize>,
}

impl SourceText {
    /// A text.
    pub fn new(bytes: Vec<u8>) -> SourceText {
        let mut lines = vec![0];
        let ends = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n');
        lines.extend(ends.map(|(at, _)| at + 1));
        SourceText { bytes, lines }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes before a position; `None` outside the text.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = *self.lines.get((line as usize).checked_sub(1)?)?;
        let at = start + (column as usize).checked_sub(1)?;
        (at <= self.bytes.len()).then_some(at)
    }

    /// Line and column of an offset.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines[line - 1];
        (line as u32, (offset - start) as u32 + 1)
    }

    /// The word that begins at an offset; empty if none does.
    pub fn word(&self, offset: usize) -> &[u8] {
        let rest = self.bytes.get(offset..).unwrap_or_default();
        let length = rest.iter().take_while(|b| is_word(**b)).count();
        let inside = offset > 0 && self.bytes.get(offset - 1).is_some_and(|b| is_word(*b));
        if inside { &[] } else { &rest[..length] }
    }

    /// The first word of a line among some, with its offset.
    pub fn word_on_line(&self, line: u32, words: &[&str]) -> Option<usize> {
        let start = self.offset(line, 1)?;
        let end = self.lines.get(line as usize).copied();
        let end = end.unwrap_or(self.bytes.len());
        (start..end).find(|at| words.iter().any(|w| w.as_bytes() == self.word(*at)))
    }

    /// The first character of a line that is not a blank.
    pub fn first_on_line(&self, line: u32) -> Option<usize> {
        let start = self.offset(line, 1)?;
        let rest = &self.bytes[start..];
        let blanks = rest.iter().take_while(|b| matches!(b, b' ' | b'\t'));
        Some(start + blanks.count())
    }

    /// The offset after blanks and comments.
    pub fn skip_blanks(&self, mut at: usize) -> usize {
        loop {
            let rest = self.bytes.get(at..).unwrap_or_default();
            match rest {
                [b'/', b'*', ..] | [b'/', b'/', ..] => at = self.after_comment(at),
                [b'\\', b'\n', ..] => at += 2,
                [byte, ..] if byte.is_ascii_whitespace() => at += 1,
                _ => return at,
            }
        }
    }

    fn after_comment(&self, at: usize) -> usize {
        let rest = &self.bytes[at..];
        let length = match rest.get(1) {
            Some(b'*') => rest[2..].windows(2).position(|w| w == b"*/").map(|n| n + 4),
            _ => rest.iter().position(|b| *b == b'\n'),
        };
        at + length.unwrap_or(rest.len())
    }

    fn after_quotes(&self, at: usize) -> usize {
        let quote = self.bytes[at];
        let mut at = at + 1;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                byte if *byte == quote => return at + 1,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// The bracket that closes the one at an offset.
    pub fn matching(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut at = open;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'"' | b'\'' => {
                    at = self.after_quotes(at);
                    continue;
                }
                b'/' if matches!(self.bytes.get(at + 1), Some(b'*' | b'/')) => {
                    at = self.after_comment(at);
                    continue;
                }
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// The parenthesis that ends the arguments of the call that begins at a position.
    pub fn call_end(&self, line: u32, column: u32) -> Option<(u32, u32)> {
        let mut at = self.offset(line, column)?;
        // A callee in parentheses, or a name with what leads from it to a member.
        if self.bytes.get(at) == Some(&b'(') {
            at = self.matching(at)? + 1;
        } else {
            let word = self.word(at);
            if word.is_empty() {
                return None;
            }
            at += word.len();
        }
        loop {
            at = self.skip_blanks(at);
            match self.bytes.get(at..)? {
                [b'(', ..] => return Some(self.position(self.matching(at)?)),
                [b'[', ..] => at = self.matching(at)? + 1,
                [b'.', ..] => at = self.after_name(at + 1),
                [b'-', b'>', ..] => at = self.after_name(at + 2),
                _ => return None,
            }
        }
    }

    fn after_name(&self, at: usize) -> usize {
        let at = self.skip_blanks(at);
        at + self.word(at).len()
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::SourceText;

    #[test]
    fn calls_end_at_their_own_parenthesis() {
        let text = "int x = f (a, g(\")\"), ')') + (*h)(1);\n  t.p->q[0] /* ( */ (2, // )\n 3);";
        let text = SourceText::new(text.into());
        assert_eq!(text.call_end(1, 9), Some((1, 26)));
        assert_eq!(text.call_end(1, 30), Some((1, 36)));
        assert_eq!(text.call_end(2, 3), Some((3, 3)));
        assert_eq!(text.call_end(1, 5), None);
        assert_eq!(text.call_end(9, 1), None);
    }

    #[test]
    fn positions_and_offsets_agree() {
        let text = SourceText::new(b"ab\n\ncd".to_vec());
        for offset in 0..6 {
            let (line, column) = text.position(offset);
            assert_eq!(text.offset(line, column), Some(offset));
        }
        assert_eq!(text.position(4), (3, 1));
        assert_eq!(text.word(4), b"cd");
        assert_eq!(text.word(5), b"");
        assert_eq!(text.word_on_line(3, &["ab", "cd"]), Some(4));
    }
}
