//! Bit-vectors read as numbers: two views, their ranges, and values from one side to the other.

use invar_term::{BvValue, IBig, RBig, Sort, Value};

/// How the bits of a vector are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum View {
    /// As two's complement.
    Signed,
    /// As a plain binary number.
    Unsigned,
}

impl View {
    /// The smallest number of a vector of `width` bits.
    pub(crate) fn minimum(self, width: u32) -> IBig {
        match self {
            View::Signed => -power(width - 1),
            View::Unsigned => IBig::ZERO,
        }
    }

    /// The largest number of a vector of `width` bits.
    pub(crate) fn maximum(self, width: u32) -> IBig {
        match self {
            View::Signed => power(width - 1) - 1,
            View::Unsigned => power(width) - 1,
        }
    }

    /// The number that a vector is.
    pub(crate) fn number(self, value: BvValue) -> IBig {
        match self {
            View::Signed => value.signed().into(),
            View::Unsigned => value.unsigned().into(),
        }
    }

    /// The vector of `width` bits that is this number, if one is.
    pub(crate) fn bits(self, width: u32, number: &IBig) -> Option<BvValue> {
        let in_range = *number >= self.minimum(width) && *number <= self.maximum(width);
        in_range.then(|| wrapped(width, number))
    }
}

/// Two to the given power.
pub(crate) fn power(exponent: u32) -> IBig {
    IBig::ONE << exponent as usize
}

/// A number modulo two to the width.
pub(crate) fn wrapped(width: u32, number: &IBig) -> BvValue {
    let modulus = power(width);
    let remainder = ((number % &modulus) + &modulus) % &modulus;
    let bits = u128::try_from(remainder).expect("a remainder modulo 2^128 has 128 bits");
    BvValue::new(width, bits)
}

/// The exponent of a power of two.
pub(crate) fn exponent(number: u128) -> Option<u32> {
    number.is_power_of_two().then(|| number.trailing_zeros())
}

/// How an array is read; absent views are Boolean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Shape {
    /// How indices are read.
    pub(crate) index: View,
    /// How elements are read; `None` for truth values.
    pub(crate) element: Option<View>,
}

/// What a term is to be translated to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Want {
    /// A truth value.
    Truth,
    /// A number, with the given view of the bits.
    Number(View),
    /// An array of numbers.
    Array(Shape),
}

/// The integer that a number value is.
fn integer(value: &Value) -> Option<IBig> {
    match value {
        Value::Int(number) => Some(number.clone()),
        Value::Real(number) => integral(number),
        _ => None,
    }
}

/// A rational that has no fractional part.
pub(crate) fn integral(number: &RBig) -> Option<IBig> {
    number.is_int().then(|| number.numerator().clone())
}

/// The bit-vector value that a number value represents, under the reading of a variable of sort
/// `sort`.
pub(crate) fn value_back(sort: &Sort, want: Want, value: &Value) -> Option<Value> {
    match (sort, want) {
        (Sort::Bool, Want::Truth) => value.as_bool().map(Value::Bool),
        (Sort::BitVec(width), Want::Number(view)) => {
            view.bits(*width, &integer(value)?).map(Value::Bv)
        }
        (Sort::Array(pair), Want::Array(shape)) => {
            let Value::Array(array) = value else {
                return None;
            };
            // An element out of range is at an index that is never read: any vector will do.
            let element = |element: &Value| match (shape.element, &pair.1) {
                (None, _) => element.as_bool().map(Value::Bool),
                (Some(_), Sort::BitVec(width)) => match element {
                    Value::Real(number) => Some(Value::Bv(wrapped(*width, &number.floor()))),
                    _ => integer(element).map(|n| Value::Bv(wrapped(*width, &n))),
                },
                _ => None,
            };
            let mut back =
                invar_term::ArrayValue::constant(pair.0.clone(), element(array.default_element())?);
            for (index, entry) in array.entries() {
                if let Some(index) = value_back(&pair.0, Want::Number(shape.index), index) {
                    back.store(index, element(entry)?);
                }
            }
            Some(Value::Array(back))
        }
        _ => None,
    }
}
