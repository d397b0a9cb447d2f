//! C text with what is known of its value and type.
//!
//! Invariant of every [`Text`]: its value in C (with signed overflow wrapping, as everywhere in
//! invar) is exactly the unsigned or the signed reading of the bits of its term, and lies within
//! its range, if it has one.

use invar_term::BvValue;

/// Which reading of the bits a text has as its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Signed,
    Unsigned,
    /// The sign bit is known to be zero: both.
    Either,
}

impl Reading {
    pub(super) fn of(signed: bool) -> Reading {
        if signed {
            Reading::Signed
        } else {
            Reading::Unsigned
        }
    }
}

/// The type in which C computes with a text, after promotion.
#[derive(Clone, Copy)]
pub(super) struct Computed {
    pub width: u32,
    pub signed: bool,
}

impl Computed {
    pub(super) const INT: Computed = Computed {
        width: 32,
        signed: true,
    };

    /// The promoted type of an integer type.
    pub(super) fn promoted(width: u32, signed: bool) -> Computed {
        match width {
            0..32 => Computed::INT,
            32 => Computed { width, signed },
            33..=64 => Computed { width: 64, signed },
            _ => Computed { width: 128, signed },
        }
    }

    /// The type in which C computes with two operands.
    pub(super) fn common(self, other: Computed) -> Computed {
        Computed {
            width: self.width.max(other.width),
            signed: match self.width.cmp(&other.width) {
                std::cmp::Ordering::Less => other.signed,
                std::cmp::Ordering::Equal => self.signed && other.signed,
                std::cmp::Ordering::Greater => self.signed,
            },
        }
    }
}

/// The outermost operator of a text, as far as it decides about parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Top {
    /// None: a name, a literal, a cast.
    Atom,
    /// `*`, `/` or `%`.
    Product,
    /// `+` or `-`.
    Sum,
    /// `==`, `<` and the like.
    Comparison,
    /// The sign of a literal.
    Sign,
    /// Anything else.
    Other,
}

impl Top {
    pub(super) fn of(symbol: &str) -> Top {
        match symbol {
            "*" | "/" | "%" => Top::Product,
            "+" | "-" => Top::Sum,
            "==" | "!=" | "<" | "<=" | ">" | ">=" => Top::Comparison,
            _ => Top::Other,
        }
    }
}

#[derive(Clone)]
pub(super) struct Text {
    pub text: String,
    pub reading: Reading,
    pub computed: Computed,
    /// Decides whether it must be put into parentheses as an operand.
    pub top: Top,
    /// Numbers between which its value in C is known to lie.
    pub range: Option<(i128, i128)>,
    /// The constant it is, so that it can be written as the other operand is read.
    pub constant: Option<BvValue>,
    /// What the text casts, so that another cast to the same width can replace it.
    pub cast_of: Option<String>,
    /// The negation of a comparison.
    pub negated: Option<String>,
}

impl Text {
    pub(super) fn new(text: String, reading: Reading, computed: Computed) -> Text {
        Text {
            text,
            reading,
            computed,
            top: Top::Other,
            range: None,
            constant: None,
            cast_of: None,
            negated: None,
        }
    }

    pub(super) fn atom(text: String, reading: Reading, computed: Computed) -> Text {
        Text {
            top: Top::Atom,
            ..Text::new(text, reading, computed)
        }
    }

    /// A truth value: 0 or 1 of type `int`.
    pub(super) fn truth(text: String) -> Text {
        Text {
            range: Some((0, 1)),
            ..Text::new(text, Reading::Either, Computed::INT)
        }
    }

    pub(super) fn operand(&self) -> String {
        if self.top == Top::Atom {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }

    /// The text as an operand of `symbol`, without parentheses that are not needed.
    pub(super) fn operand_of(&self, symbol: &str) -> String {
        let plain = match (self.top, symbol) {
            (Top::Product | Top::Sum | Top::Sign, _) if Top::of(symbol) == Top::Comparison => true,
            (Top::Product, "+" | "-") => true,
            (Top::Comparison, "&&" | "||") => true,
            _ => false,
        };
        if plain {
            self.text.clone()
        } else {
            self.operand()
        }
    }

    pub(super) fn is_signed(&self) -> bool {
        self.reading == Reading::Signed || (self.reading == Reading::Either && self.computed.signed)
    }
}

pub(super) fn type_name(width: u32, signed: bool) -> Option<&'static str> {
    Some(match (width, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => return None,
    })
}

/// A constant as a literal whose value is its signed or unsigned reading.
pub(super) fn literal(value: BvValue, signed: bool) -> Option<Text> {
    let (int, long) = (i128::from(i32::MAX), i128::from(i64::MAX));
    let number = if signed {
        value.signed()
    } else {
        i128::try_from(value.unsigned()).ok()?
    };
    let kind = |width, signed| Computed { width, signed };
    // The smallest numbers have no literals: `-2147483648` is a `long`.
    let top = match number {
        0.. => Top::Atom,
        n if n == -int - 1 || n == -long - 1 => Top::Sum,
        _ => Top::Sign,
    };
    let (text, computed) = match number {
        n if n == -int - 1 => (format!("-{int} - 1"), Computed::INT),
        n if n == -long - 1 => (format!("-{long}LL - 1"), kind(64, true)),
        n if (-int..=int).contains(&n) => (n.to_string(), Computed::INT),
        n if !signed && n <= i128::from(u32::MAX) => (format!("{n}u"), kind(32, false)),
        n if !signed && n <= i128::from(u64::MAX) => (format!("{n}ull"), kind(64, false)),
        n if (-long..=long).contains(&n) => (format!("{n}LL"), kind(64, true)),
        _ => return None,
    };
    let reading = match (signed, value.sign_bit()) {
        (_, false) => Reading::Either,
        (true, true) => Reading::Signed,
        (false, true) => Reading::Unsigned,
    };
    Some(Text {
        top,
        range: Some((number, number)),
        constant: Some(value),
        ..Text::new(text, reading, computed)
    })
}

/// `text` cut to `width` bits and read as signed or unsigned.
pub(super) fn cut(text: &Text, width: u32, signed: bool) -> Option<Text> {
    if let Some(name) = type_name(width, signed) {
        let inner = text.operand();
        let computed = Computed::promoted(width, signed);
        let reading = Reading::of(signed);
        return Some(Text {
            cast_of: Some(inner.clone()),
            range: type_range(width, signed),
            ..Text::atom(format!("({name}){inner}"), reading, computed)
        });
    }
    let low = literal(BvValue::new(128, (1 << width.min(64)) - 1), false)?;
    let masked = Text::new(
        format!("{} & {}", text.operand(), low.text),
        Reading::Unsigned,
        text.computed.common(low.computed),
    );
    match (width, signed) {
        (0..64, false) => Some(masked),
        // Flipping the sign bit and taking its weight away extends it.
        (0..32, true) => {
            let top = 1u64 << (width - 1);
            let text = format!("(({}) ^ {top}) - {top}", masked.text);
            Some(Text::new(text, Reading::Signed, masked.computed))
        }
        _ => None,
    }
}

/// `text` with the signed or unsigned reading of its bits as its value; a signed reading also
/// has a signed type, so that comparisons do not convert it.
pub(super) fn read(text: &Text, width: u32, signed: bool) -> Option<Text> {
    if let Some(value) = text.constant {
        return literal(value, signed);
    }
    let fine = match text.reading {
        Reading::Either => !signed || text.computed.signed,
        Reading::Signed => signed,
        Reading::Unsigned => !signed,
    };
    if fine {
        return Some(text.clone());
    }
    let under_cast = text
        .cast_of
        .as_ref()
        .filter(|_| type_name(width, signed).is_some());
    match under_cast {
        Some(inner) => cut(
            &Text::atom(inner.clone(), text.reading, text.computed),
            width,
            signed,
        ),
        None => cut(text, width, signed),
    }
}

/// Two operands read alike, for operators that do not care how: as the one that is no constant.
pub(super) fn alike(a: &Text, b: &Text, width: u32) -> Option<(Text, Text, bool)> {
    let signed = match (a.constant, b.constant) {
        (Some(_), Some(_)) => width > 1,
        (Some(_), None) => b.is_signed(),
        (None, Some(_)) => a.is_signed(),
        (None, None) => a.is_signed() && (b.is_signed() || b.reading == Reading::Either),
    };
    Some((read(a, width, signed)?, read(b, width, signed)?, signed))
}

/// `text`, computed in `computed`, whose low `width` bits are right.
pub(super) fn wrapped(text: String, computed: Computed, width: u32, signed: bool) -> Option<Text> {
    let reading = Reading::of(computed.signed);
    let whole = Text::new(text, reading, computed);
    if computed.width == width {
        Some(whole)
    } else {
        cut(&whole, width, signed)
    }
}

/// `text` in a type of at least `width` bits, so that C computes with all of them.
pub(super) fn at_least(text: Text, width: u32) -> Option<Text> {
    if text.computed.width >= width {
        return Some(text);
    }
    let signed = text.is_signed();
    let name = [64, 128].into_iter().find(|w| *w >= width);
    let name = type_name(name?, signed)?;
    let computed = Computed::promoted(width, signed);
    let cast = format!("({name}){}", text.operand());
    Some(Text {
        range: text.range,
        ..Text::atom(cast, text.reading, computed)
    })
}

/// The numbers of an integer type, if they fit our own.
pub(super) fn type_range(width: u32, signed: bool) -> Option<(i128, i128)> {
    match (width, signed) {
        (1..=64, true) => Some((-(1 << (width - 1)), (1 << (width - 1)) - 1)),
        (1..=64, false) => Some((0, (1 << width) - 1)),
        _ => None,
    }
}

/// Whether every number of a range is one of an integer type.
pub(super) fn fits((low, high): (i128, i128), width: u32, signed: bool) -> bool {
    type_range(width, signed).is_some_and(|(least, most)| least <= low && high <= most)
}
