//! What is said about the result of a call: `\result` compared with a constant.

use invar_term::{FloatFormat, FloatValue, float_from_text};

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the operators of C")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A comparison of a result with a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultBound {
    /// How.
    pub comparison: Comparison,
    /// With what, as text without casts and parentheses.
    constant: String,
}

const OPERATORS: [(&str, Comparison); 6] = [
    ("==", Comparison::Equal),
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessEqual),
    (">=", Comparison::GreaterEqual),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

impl ResultBound {
    /// Reads `\result == 5` and the like.
    pub fn read(text: &str) -> Option<ResultBound> {
        let text = outer(text);
        let rest = text.strip_prefix("\\result")?.trim();
        let (comparison, rest) = OPERATORS
            .iter()
            .find_map(|(symbol, c)| Some((*c, rest.strip_prefix(symbol)?)))?;
        let constant = outer(rest).to_owned();
        let bound = ResultBound {
            comparison,
            constant,
        };
        let readable = bound.integer().is_some() || bound.number(FloatFormat::Double).is_some();
        readable.then_some(bound)
    }

    /// The constant as an integer.
    pub fn integer(&self) -> Option<i128> {
        integer(&self.constant)
    }

    /// The constant as a floating-point number.
    pub fn number(&self, format: FloatFormat) -> Option<FloatValue> {
        let text = self.constant.trim_end_matches(['l', 'L']);
        let hexadecimal = text.trim_start_matches('-').starts_with("0x");
        let text = if hexadecimal && !text.contains('p') {
            text
        } else {
            text.trim_end_matches(['f', 'F'])
        };
        float_from_text(&format.sort(), text)
    }
}

/// Without blanks and parentheses around it.
fn outer(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    match inner {
        Some(inner) if !inner.contains([')', '(']) => outer(inner),
        _ => text,
    }
}

/// An integer constant, negative ones and differences such as `-2147483647 - 1` included.
fn integer(text: &str) -> Option<i128> {
    let text = outer(text);
    if let Some((left, right)) = text.rsplit_once(" - ") {
        return integer(left)?.checked_sub(integer(right)?);
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let magnitude = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8),
        None => digits.parse(),
    };
    let magnitude = magnitude.ok()?;
    Some(if negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::{Comparison, ResultBound};
    use invar_term::FloatFormat;

    fn value(text: &str) -> Option<i128> {
        ResultBound::read(text)?.integer()
    }

    #[test]
    fn constants_are_read_as_c_reads_them() {
        assert_eq!(value("\\result == 5"), Some(5));
        assert_eq!(value("(\\result == -5)"), Some(-5));
        assert_eq!(value("\\result == (-2147483647 - 1)"), Some(-2_147_483_648));
        assert_eq!(value("\\result==4000000000u"), Some(4_000_000_000));
        assert_eq!(value("\\result <= 0x10"), Some(16));
        assert_eq!(value("\\result != 010"), Some(8));
        let bound = ResultBound::read("\\result >= 7").expect("a bound");
        assert_eq!(bound.comparison, Comparison::GreaterEqual);
    }

    #[test]
    fn numbers_are_exact() {
        let bound = ResultBound::read("\\result == 1.5f").expect("a bound");
        let number = bound.number(FloatFormat::Single).expect("a number");
        assert_eq!(number.c_text(), "1.5");
        assert!(ResultBound::read("\\result == -0x1.8p3").is_some());
    }

    #[test]
    fn what_is_no_comparison_with_a_constant_is_refused() {
        for text in [
            "x == 5",
            "\\result == y",
            "\\result",
            "5 == \\result",
            "\\result + 1 == 3",
        ] {
            assert_eq!(ResultBound::read(text), None, "{text}");
        }
    }
}
