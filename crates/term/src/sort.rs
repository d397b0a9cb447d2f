//! Sorts of terms.

use std::sync::Arc;

/// The sort of a term.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width, between 1 and 128 bits.
    BitVec(u32),
    /// Unbounded integers.
    Int,
    /// Rational (real) numbers.
    Real,
    /// IEEE 754 numbers; [`crate::FloatFormat`] has the formats that values and operators know.
    Float {
        /// Bits of the exponent.
        exponent: u32,
        /// Bits of the significand, the hidden bit included.
        significand: u32,
    },
    /// Total maps from an index sort to an element sort.
    Array(Arc<(Sort, Sort)>),
}

impl Sort {
    /// `float`.
    pub const SINGLE: Sort = Sort::Float {
        exponent: 8,
        significand: 24,
    };
    /// `double`.
    pub const DOUBLE: Sort = Sort::Float {
        exponent: 11,
        significand: 53,
    };
    /// `long double` of x86.
    pub const EXTENDED: Sort = Sort::Float {
        exponent: 15,
        significand: 64,
    };
    /// `_Float128`.
    pub const QUAD: Sort = Sort::Float {
        exponent: 15,
        significand: 113,
    };

    /// The sort of arrays from `index` to `element`.
    pub fn array(index: Sort, element: Sort) -> Sort {
        Sort::Array(Arc::new((index, element)))
    }

    /// Width of a bit-vector sort.
    pub fn width(&self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// Index and element sort of an array sort.
    pub fn as_array(&self) -> Option<(&Sort, &Sort)> {
        match self {
            Sort::Array(pair) => Some((&pair.0, &pair.1)),
            _ => None,
        }
    }
}
