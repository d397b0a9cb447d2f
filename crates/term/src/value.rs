//! Concrete values of terms.

use crate::{BvValue, FloatFormat, FloatValue, Sort};
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::collections::BTreeMap;
use std::sync::Arc;

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
