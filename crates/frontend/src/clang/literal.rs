//! The text of string literals as clang prints them.

/// Characters of a printed literal, prefix and quotes included; `None` if it is malformed.
///
/// clang escapes everything that is not printable ASCII: `\n` and the like, `\ooo` for bytes,
/// `\xH...` for wide characters (then `""` separates a following hexadecimal digit), `\u` and `\U`
/// for code points of `u""` and `U""`.
pub(super) fn unescape(text: &str) -> Option<Vec<u32>> {
    let (prefix, quoted) = text.split_at(text.find('"')?);
    let body = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut characters = Vec::new();
    let mut rest = body.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            // The end of one piece and the start of the next.
            '"' => {
                rest.next_if_eq(&'"')?;
            }
            '\\' => match rest.next()? {
                'a' => characters.push(7),
                'b' => characters.push(8),
                't' => characters.push(9),
                'n' => characters.push(10),
                'v' => characters.push(11),
                'f' => characters.push(12),
                'r' => characters.push(13),
                'x' => characters.push(digits(&mut rest, 16, 8)?),
                'u' => characters.push(digits(&mut rest, 16, 4)?),
                'U' => code_point(digits(&mut rest, 16, 8)?, prefix, &mut characters),
                first @ '0'..='7' => {
                    let first = first.to_digit(8)?;
                    let mut value = first;
                    for _ in 0..2 {
                        match rest.peek().and_then(|digit| digit.to_digit(8)) {
                            Some(digit) => value = value * 8 + digit,
                            None => break,
                        }
                        rest.next();
                    }
                    characters.push(value);
                }
                other @ ('"' | '\'' | '\\' | '?') => characters.push(other.into()),
                _ => return None,
            },
            // A printer that leaves text unescaped means its UTF-8 bytes in a narrow string.
            other if !other.is_ascii() && matches!(prefix, "" | "u8") => {
                let mut bytes = [0; 4];
                characters.extend(other.encode_utf8(&mut bytes).bytes().map(u32::from));
            }
            other => code_point(other.into(), prefix, &mut characters),
        }
    }
    Some(characters)
}

fn code_point(value: u32, prefix: &str, characters: &mut Vec<u32>) {
    match value.checked_sub(0x10000) {
        Some(above) if prefix == "u" => {
            characters.push(0xd800 + (above >> 10));
            characters.push(0xdc00 + (above & 0x3ff));
        }
        _ => characters.push(value),
    }
}

/// At least one and at most `most` digits.
fn digits(
    text: &mut std::iter::Peekable<std::str::Chars<'_>>,
    radix: u32,
    most: u32,
) -> Option<u32> {
    let mut value = text.next()?.to_digit(radix)?;
    for _ in 1..most {
        match text.peek().and_then(|digit| digit.to_digit(radix)) {
            Some(digit) => value = value.checked_mul(radix)?.checked_add(digit)?,
            None => break,
        }
        text.next();
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn escapes_are_undone() {
        let bytes = |text: &str| Some(text.bytes().map(u32::from).collect::<Vec<u32>>());
        assert_eq!(unescape(r#""plain text""#), bytes("plain text"));
        assert_eq!(unescape(r#""""#), bytes(""));
        assert_eq!(
            unescape(r#""a\n\001\177\"\\\303\251x""#),
            bytes("a\n\x01\x7f\"\\éx")
        );
        assert_eq!(unescape(r#""\0009""#), Some(vec![0, u32::from(b'9')]));
        assert_eq!(unescape(r#"L"a\x1234\n""#), Some(vec![97, 0x1234, 10]));
        assert_eq!(unescape(r#"L"\x1234""a""#), Some(vec![0x1234, 97]));
        assert_eq!(unescape(r#"u"\U0001F600""#), Some(vec![0xd83d, 0xde00]));
        assert_eq!(
            unescape(r#"U"\U0001F600\u00E9""#),
            Some(vec![0x1f600, 0xe9])
        );
    }

    #[test]
    fn malformed_literals_are_refused() {
        for text in ["", "abc", "\"abc", r#""\q""#, r#""\x""#, "\"a\"b\""] {
            assert_eq!(unescape(text), None, "{text}");
        }
    }
}
