//! The conversions that a format asks for.

/// An argument, or two, of formatted output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conversion {
    /// An `int` before the value: `*` as width or precision.
    Width,
    /// A value that is printed as it is.
    Value,
    /// A string.
    Text(Length),
}

/// How much of a string is read at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    /// All of it.
    Open,
    /// A number of characters.
    Constant(i128),
    /// As many as an argument before it says; none is negative.
    Given,
}

/// What a format asks for, in order; `None` if something in it is not known here.
pub(super) fn conversions(format: &[u32]) -> Option<Vec<Conversion>> {
    let format: Option<Vec<char>> = format.iter().map(|c| char::from_u32(*c)).collect();
    let format = format?;
    let mut rest = format.split(|c| *c == '\0').next()?;
    let mut found = Vec::new();
    while let Some(at) = rest.iter().position(|c| *c == '%') {
        rest = &rest[at + 1..];
        if let ['%', ..] = rest {
            rest = &rest[1..];
            continue;
        }
        rest = skip(rest, "-+ #0");
        rest = match rest {
            ['*', after @ ..] => {
                found.push(Conversion::Width);
                after
            }
            _ => skip(rest, "0123456789"),
        };
        let mut length = Length::Open;
        if let ['.', after @ ..] = rest {
            (length, rest) = match after {
                ['*', after @ ..] => (Length::Given, after),
                _ => {
                    let end = skip(after, "0123456789");
                    let digits: String = after[..after.len() - end.len()].iter().collect();
                    let limit = match &*digits {
                        "" => 0,
                        digits => digits.parse::<i32>().ok()?,
                    };
                    (Length::Constant(limit.into()), end)
                }
            };
        }
        let sized = skip(rest, "hlLqjzt");
        let is_sized = sized.len() < rest.len();
        let (kind, after) = sized.split_first()?;
        rest = after;
        match kind {
            's' if !is_sized => found.push(Conversion::Text(length)),
            'd' | 'i' | 'o' | 'u' | 'x' | 'X' | 'c' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'a'
            | 'A' | 'p' => {
                if length == Length::Given {
                    found.push(Conversion::Width);
                }
                found.push(Conversion::Value);
            }
            _ => return None,
        }
    }
    Some(found)
}

fn skip<'f>(format: &'f [char], characters: &str) -> &'f [char] {
    let count = format.iter().take_while(|c| characters.contains(**c));
    &format[count.count()..]
}

#[cfg(test)]
mod tests {
    use super::{Conversion, Length, conversions};

    fn of(format: &str) -> Option<Vec<Conversion>> {
        let format: Vec<u32> = format.chars().map(u32::from).collect();
        conversions(&format)
    }

    #[test]
    fn conversions_are_found_with_what_they_take() {
        assert_eq!(of("a%%b%"), None);
        assert_eq!(of("100%% done"), Some(vec![]));
        assert_eq!(of("%d%-5lu"), Some(vec![Conversion::Value; 2]));
        assert_eq!(
            of("%*d %.*f"),
            Some(vec![
                Conversion::Width,
                Conversion::Value,
                Conversion::Width,
                Conversion::Value
            ])
        );
        assert_eq!(
            of("%s%.3s%.*s%.s"),
            Some(vec![
                Conversion::Text(Length::Open),
                Conversion::Text(Length::Constant(3)),
                Conversion::Text(Length::Given),
                Conversion::Text(Length::Constant(0)),
            ])
        );
        for unknown in ["%n", "%ls", "%1$d", "%m", "%lc%k", "%C"] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
    }
}
