//! Concrete values of terms.

use crate::{FloatFormat, FloatValue, Sort};
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A bit-vector constant. The representation is private so that widths beyond 128 bits can be
/// added in this file alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BvValue {
    width: u32,
    bits: u128,
}

impl BvValue {
    /// Widest supported bit-vector.
    pub const MAX_WIDTH: u32 = 128;

    /// The low `width` bits of `bits`.
    ///
    /// # Panics
    /// If `width` is 0 or above [`Self::MAX_WIDTH`].
    pub fn new(width: u32, bits: u128) -> BvValue {
        assert!(
            (1..=Self::MAX_WIDTH).contains(&width),
            "bit-vector width {width}"
        );
        BvValue {
            width,
            bits: bits & mask(width),
        }
    }

    /// The two's complement representation of `value` in `width` bits.
    pub fn from_signed(width: u32, value: i128) -> BvValue {
        BvValue::new(width, value as u128)
    }

    /// Number of bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Value read as an unsigned number.
    pub fn unsigned(self) -> u128 {
        self.bits
    }

    /// Value read as a two's complement number.
    pub fn signed(self) -> i128 {
        let unused = 128 - self.width;
        ((self.bits << unused) as i128) >> unused
    }

    /// All bits zero.
    pub fn is_zero(self) -> bool {
        self.bits == 0
    }

    /// All bits one.
    pub fn is_ones(self) -> bool {
        self.bits == mask(self.width)
    }

    /// The most significant bit.
    pub fn sign_bit(self) -> bool {
        (self.bits >> (self.width - 1)) & 1 == 1
    }
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl fmt::Display for BvValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bits)
    }
}

/// A total map given by a default and finitely many exceptions.
///
/// Entries equal to the default are never stored, so equal maps are equal values (index sorts in
/// use are large enough that the default is always attained).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ArrayValue {
    index: Sort,
    default: Arc<Value>,
    entries: Arc<BTreeMap<Value, Value>>,
}

impl ArrayValue {
    /// The array that holds `default` everywhere.
    pub fn constant(index: Sort, default: Value) -> ArrayValue {
        ArrayValue {
            index,
            default: Arc::new(default),
            entries: Arc::default(),
        }
    }

    /// The element at `index`.
    pub fn select(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes the element at `index`; in place when this is the only owner.
    pub fn store(&mut self, index: Value, element: Value) {
        let entries = Arc::make_mut(&mut self.entries);
        if element == *self.default {
            entries.remove(&index);
        } else {
            entries.insert(index, element);
        }
    }

    /// The element at every index without an entry.
    pub fn default_element(&self) -> &Value {
        &self.default
    }

    /// The exceptions, ordered by index.
    pub fn entries(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// Sort of the indices.
    pub fn index_sort(&self) -> &Sort {
        &self.index
    }
}

/// A concrete value.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bv(BvValue),
    /// An integer.
    Int(IBig),
    /// A rational.
    Real(RBig),
    /// An IEEE number.
    Float(FloatValue),
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Bv(v) => Sort::BitVec(v.width()),
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Float(v) => v.sort(),
            Value::Array(a) => Sort::array(a.index.clone(), a.default.sort()),
        }
    }

    /// The zero of a sort (`false`, 0, the array of zeros); `None` for floating-point formats that
    /// are not supported.
    pub fn zero(sort: &Sort) -> Option<Value> {
        Some(match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::Bv(BvValue::new(*width, 0)),
            Sort::Int => Value::Int(IBig::ZERO),
            Sort::Real => Value::Real(RBig::ZERO),
            Sort::Float { .. } => Value::Float(FloatValue::zero(FloatFormat::of(sort)?)),
            Sort::Array(pair) => {
                Value::Array(ArrayValue::constant(pair.0.clone(), Value::zero(&pair.1)?))
            }
        })
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The IEEE number, if it is one.
    pub fn as_float(&self) -> Option<FloatValue> {
        match self {
            Value::Float(v) => Some(*v),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bv(&self) -> Option<BvValue> {
        match self {
            Value::Bv(v) => Some(*v),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::smtlib::value_text(self))
    }
}
