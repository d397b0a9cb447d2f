//! The arithmetics a program can be encoded in, and why an encoding may fail.

use invar_cfa::{EdgeId, LocId, VarId};
use std::fmt;

/// How the bit-vector terms of a program are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Arithmetic {
    /// As they are: the truth.
    Bv,
    /// Integers with explicit wrap-around: exact.
    Wrap,
    /// Ideal integers: variables never wrap.
    Int,
    /// Rationals: a relaxation of ideal integers.
    Real,
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Arithmetic::Bv => "bit-vectors",
            Arithmetic::Wrap => "wrapping integers",
            Arithmetic::Int => "ideal integers",
            Arithmetic::Real => "reals",
        })
    }
}

/// Why a program could not be encoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodeError {
    /// The arithmetic has no encoding yet.
    #[error("encoding over {0} is not implemented")]
    Arithmetic(Arithmetic),
    /// A call is left: the program was not inlined.
    #[error("edge {} calls a function: the program must be inlined before it is encoded", .0.0)]
    Call(EdgeId),
    /// The edges out of a location are neither one nor two assumptions.
    #[error("location {} branches in a way that is not a condition and its negation", .0.0)]
    Branching(LocId),
    /// A variable whose sort has no zero, in which every variable starts.
    #[error("variable {} has a sort without a zero", .0.0)]
    Zero(VarId),
}
