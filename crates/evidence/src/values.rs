//! Values as they are written down.

use crate::words::{bits_in, format_named, format_word, rational, sort_in, sort_words};
use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, IBig, Value};
use serde::{Deserialize, Serialize};

/// A value in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WrittenValue {
    /// A truth value.
    Bool(bool),
    /// A bit-vector: its width, and its bits in hexadecimal digits.
    Bits(u32, String),
    /// An integer.
    Integer(String),
    /// A rational.
    Rational(String),
    /// An IEEE number: its format and its bits.
    Float(String, String),
    /// An array: the sort of its indices, its default, and the elements that differ.
    Map(String, Box<WrittenValue>, Vec<(WrittenValue, WrittenValue)>),
}

impl WrittenValue {
    /// A value in words; `None` for numbers of a format that has no name.
    pub fn of(value: &Value) -> Option<WrittenValue> {
        Some(match value {
            Value::Bool(value) => WrittenValue::Bool(*value),
            Value::Bv(value) => {
                WrittenValue::Bits(value.width(), format!("{:x}", value.unsigned()))
            }
            Value::Int(value) => WrittenValue::Integer(value.to_string()),
            Value::Real(value) => WrittenValue::Rational(value.to_string()),
            Value::Float(value) => {
                let format = FloatFormat::of(&value.sort())?;
                WrittenValue::Float(format_word(format).into(), format!("{:x}", value.bits()))
            }
            Value::Array(array) => {
                let mut elements = Vec::new();
                for (index, element) in array.entries() {
                    elements.push((WrittenValue::of(index)?, WrittenValue::of(element)?));
                }
                let default = WrittenValue::of(array.default_element())?;
                let index = sort_words(array.index_sort());
                WrittenValue::Map(index, Box::new(default), elements)
            }
        })
    }

    /// The value; `None` if there is no such value.
    pub fn read(&self) -> Option<Value> {
        Some(match self {
            WrittenValue::Bool(value) => Value::Bool(*value),
            WrittenValue::Bits(width, bits) => {
                if !(1..=BvValue::MAX_WIDTH).contains(width) {
                    return None;
                }
                Value::Bv(BvValue::new(*width, bits_in(bits)?))
            }
            WrittenValue::Integer(text) => Value::Int(text.parse::<IBig>().ok()?),
            WrittenValue::Rational(text) => Value::Real(rational(text)?),
            WrittenValue::Float(format, bits) => {
                let format = format_named(format)?;
                Value::Float(FloatValue::from_bits(format, bits_in(bits)?))
            }
            WrittenValue::Map(index, default, elements) => {
                let index = sort_in(index)?;
                let default = default.read()?;
                let sort = default.sort();
                let mut array = ArrayValue::constant(index.clone(), default);
                for (at, element) in elements {
                    let (at, element) = (at.read()?, element.read()?);
                    if at.sort() != index || element.sort() != sort {
                        return None;
                    }
                    array.store(at, element);
                }
                Value::Array(array)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::WrittenValue;
    use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, IBig, RBig, Sort, Value};

    #[test]
    fn values_come_back_as_they_were() {
        let byte = |bits| Value::Bv(BvValue::new(8, bits));
        let mut array = ArrayValue::constant(Sort::BitVec(8), byte(0));
        array.store(byte(3), byte(255));
        let values = [
            Value::Bool(true),
            byte(200),
            Value::Int(IBig::from(-12)),
            Value::Real(RBig::from(1) / RBig::from(3)),
            Value::Float(FloatValue::zero(FloatFormat::Double)),
            Value::Array(array),
        ];
        for value in values {
            let written = WrittenValue::of(&value).expect("it has words");
            assert_eq!(written.read(), Some(value));
        }
    }

    #[test]
    fn what_is_no_value_is_refused() {
        let bits = |width, text: &str| WrittenValue::Bits(width, text.into());
        let map = |index: &str, element| {
            let elements = vec![(bits(8, "1"), element)];
            WrittenValue::Map(index.into(), Box::new(bits(8, "0")), elements)
        };
        for none in [
            bits(0, "1"),
            bits(200, "1"),
            bits(8, "g"),
            WrittenValue::Rational("1/0".into()),
            WrittenValue::Float("half".into(), "0".into()),
            map("bits16", bits(8, "1")),
            map("bits8", bits(9, "1")),
        ] {
            assert_eq!(none.read(), None, "{none:?}");
        }
        assert!(map("bits8", bits(8, "1")).read().is_some());
    }
}
