//! What a format of input asks for.

use invar_cfa::DataModel;

/// A part of a format that takes input, or that stops where the input is another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    /// Characters that must be there.
    Literal,
    /// `%d` and its relatives; a width of zero is no limit.
    Integer {
        kind: char,
        size: Size,
        width: u32,
    },
    /// `%c`, `%s`, or `%[^x]` for all characters but `other`.
    Text {
        kind: char,
        width: u32,
        other: Option<u8>,
        start: Start,
    },
    Float,
    Double,
}

impl Directive {
    /// Whether input that is there can be of another kind.
    pub(super) fn may_differ(self) -> bool {
        !matches!(
            self,
            Directive::Text {
                kind: 'c' | 's',
                ..
            }
        )
    }
}

/// What the first character of a text can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Any,
    /// Blanks were skipped before.
    NotBlank,
}

/// What was read last: it decides how the input can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Before {
    Anything,
    Blanks,
    Number,
    /// A string without blanks.
    Word,
    /// Characters up to this one, if nothing else ends them.
    Set(Option<u8>),
}

/// The size of an integer, as a format says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    Char,
    Short,
    Int,
    Long,
    LongLong,
}

impl Size {
    /// As the models count it.
    pub(super) fn number(self) -> i128 {
        match self {
            Size::Char => -2,
            Size::Short => -1,
            Size::Int => 0,
            Size::Long => 1,
            Size::LongLong => 2,
        }
    }

    pub(super) fn bits(self, data_model: DataModel) -> u32 {
        match (self, data_model) {
            (Size::Char, _) => 8,
            (Size::Short, _) => 16,
            (Size::Int, _) | (Size::Long, DataModel::Ilp32) => 32,
            (Size::Long, DataModel::Lp64) | (Size::LongLong, _) => 64,
        }
    }
}

/// The directives of a format in order; `None` if something in it is not known here.
pub(super) fn directives(format: &[u32]) -> Option<Vec<Directive>> {
    let format: Option<Vec<u8>> = format.iter().map(|c| u8::try_from(*c).ok()).collect();
    let format = format?;
    let mut rest = format.split(|c| *c == 0).next()?;
    let mut found = Vec::new();
    let mut before = Before::Anything;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if let b' ' | b'\t'..=b'\r' = first {
            if let Before::Set(_) = before {
                return None;
            }
            before = Before::Blanks;
            continue;
        }
        let mut directive = match first {
            b'%' => conversion(&mut rest)?,
            _ => Directive::Literal,
        };
        let literal = *first;
        let is_possible = match (directive, before) {
            (_, Before::Anything | Before::Blanks) => true,
            (Directive::Literal, Before::Number) => {
                !literal.is_ascii_alphanumeric() && !b"+-.".contains(&literal)
            }
            (Directive::Literal, Before::Set(end)) => end == Some(literal),
            (Directive::Literal, Before::Word) | (_, Before::Set(_)) => false,
            (Directive::Text { kind: 's', .. }, _) => true,
            (Directive::Text { .. }, _) => false,
            (_, Before::Number | Before::Word) => true,
        };
        if !is_possible {
            return None;
        }
        if let (Directive::Text { start, .. }, Before::Blanks) = (&mut directive, before) {
            *start = Start::NotBlank;
        }
        before = match directive {
            Directive::Literal | Directive::Text { kind: 'c', .. } => Before::Anything,
            Directive::Integer { .. } | Directive::Float | Directive::Double => Before::Number,
            Directive::Text { kind: 's', .. } => Before::Word,
            Directive::Text { width, other, .. } => Before::Set(other.filter(|_| width == 0)),
        };
        found.push(directive);
    }
    Some(found)
}

/// What follows a percent sign.
fn conversion(rest: &mut &[u8]) -> Option<Directive> {
    let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let width = std::str::from_utf8(&rest[..digits]).ok()?;
    let width: u32 = match width {
        "" => 0,
        width => width
            .parse()
            .ok()
            .filter(|width| (1..1000).contains(width))?,
    };
    *rest = &rest[digits..];
    let (size, after) = match *rest {
        [b'h', b'h', after @ ..] => (Size::Char, after),
        [b'h', after @ ..] => (Size::Short, after),
        [b'l', b'l', after @ ..] | [b'j', after @ ..] => (Size::LongLong, after),
        [b'l' | b'z' | b't', after @ ..] => (Size::Long, after),
        after => (Size::Int, after),
    };
    let (kind, after) = after.split_first()?;
    *rest = after;
    match (kind, size) {
        (b'd' | b'u', _) => {}
        (b'i' | b'x' | b'X' | b'o', _) if width == 0 => {}
        (b'%', Size::Int) if digits == 0 => return Some(Directive::Literal),
        (b'c', Size::Int) if width <= 1 => {
            return Some(Directive::Text {
                kind: 'c',
                width: 1,
                other: None,
                start: Start::Any,
            });
        }
        (b's', Size::Int) => {
            return Some(Directive::Text {
                kind: 's',
                width,
                other: None,
                start: Start::Any,
            });
        }
        (b'[', Size::Int) => {
            let [b'^', other, b']', after @ ..] = after else {
                return None;
            };
            *rest = after;
            return Some(Directive::Text {
                kind: '[',
                width,
                other: Some(*other),
                start: Start::Any,
            });
        }
        (b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G', Size::Int) if width == 0 => {
            return Some(Directive::Float);
        }
        (b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G', Size::Long) if width == 0 => {
            return Some(Directive::Double);
        }
        _ => return None,
    }
    let kind = char::from(*kind);
    Some(Directive::Integer { kind, size, width })
}

#[cfg(test)]
mod tests {
    use super::{Directive, Size, Start, directives};

    fn of(format: &str) -> Option<Vec<Directive>> {
        let format: Vec<u32> = format.chars().map(u32::from).collect();
        directives(&format)
    }

    #[test]
    fn directives_are_found_with_what_they_store() {
        let integer = |kind, size, width| Directive::Integer { kind, size, width };
        let text = |kind, width, other, start| Directive::Text {
            kind,
            width,
            other,
            start,
        };
        assert_eq!(of(" \n"), Some(vec![]));
        assert_eq!(
            of("%d,%3hhu %lx"),
            Some(vec![
                integer('d', Size::Int, 0),
                Directive::Literal,
                integer('u', Size::Char, 3),
                integer('x', Size::Long, 0),
            ])
        );
        assert_eq!(
            of("%9s %c%[^,],%%%lf"),
            Some(vec![
                text('s', 9, None, Start::Any),
                text('c', 1, None, Start::NotBlank),
                text('[', 0, Some(b','), Start::Any),
                Directive::Literal,
                Directive::Literal,
                Directive::Double,
            ])
        );
        for unknown in [
            "%*d", "%n", "%Lf", "%[abc]", "%ms", "%1$d", "%p", "%3x", "%0d", "%",
        ] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
        // What goes on as what was read cannot.
        for ordered in [
            "%d%c", "%d5", "%s,", "%[^,]%d", "%[^,] %d", "%[^,];", "%3[^,],",
        ] {
            assert_eq!(of(ordered), None, "{ordered}");
        }
    }
}
