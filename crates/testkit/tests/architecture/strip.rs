//! Rust text without what is not code: just enough of a lexer to look for a keyword.

/// The source without comments and without the contents of string and character literals.
pub fn code_only(source: &str) -> String {
    let text: Vec<char> = source.chars().collect();
    let at = |i: usize| text.get(i).copied().unwrap_or('\0');
    let mut code = String::with_capacity(source.len());
    let mut i = 0;
    while i < text.len() {
        let after_word = i > 0 && (at(i - 1).is_alphanumeric() || at(i - 1) == '_');
        match (at(i), at(i + 1)) {
            ('/', '/') => i = find(&text, i, &['\n']),
            ('/', '*') => i = end_of_block_comment(&text, i),
            ('"', _) => i = end_of_string(&text, i),
            ('r', '"' | '#') if !after_word => match end_of_raw_string(&text, i) {
                Some(end) => i = end,
                None => {
                    code.push('r');
                    i += 1;
                }
            },
            // A backslash, or a quote two places on, tells a character from a lifetime.
            ('\'', '\\') => i = find(&text, i + 3, &['\'']) + 1,
            ('\'', _) if at(i + 2) == '\'' => i += 3,
            (other, _) => {
                code.push(other);
                i += 1;
                continue;
            }
        }
        code.push(' ');
    }
    code
}

/// The position of `pattern` at or after `from`, or the end of the text.
fn find(text: &[char], from: usize, pattern: &[char]) -> usize {
    let from = from.min(text.len());
    let found = text[from..]
        .windows(pattern.len())
        .position(|window| window == pattern);
    found.map_or(text.len(), |offset| from + offset)
}

fn end_of_block_comment(text: &[char], start: usize) -> usize {
    let mut depth = 0usize;
    let mut i = start;
    while i < text.len() {
        match (text[i], text.get(i + 1)) {
            ('/', Some('*')) => (depth, i) = (depth + 1, i + 2),
            ('*', Some('/')) => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i
}

fn end_of_string(text: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < text.len() && text[i] != '"' {
        i += if text[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

/// The end of `r"..."` or `r#"..."#`; `None` if no raw string starts here (`r#type`).
fn end_of_raw_string(text: &[char], start: usize) -> Option<usize> {
    let hashes = text[start + 1..].iter().take_while(|c| **c == '#').count();
    let open = start + 1 + hashes;
    if text.get(open) != Some(&'"') {
        return None;
    }
    let mut close = vec!['"'];
    close.resize(hashes + 1, '#');
    Some(find(text, open + 1, &close) + close.len())
}
