//! The arithmetics in which a program can be encoded, and the pass that translates it.
//!
//! "Integers find, bit-vectors decide": [`translate`] turns a bit-vector program into one over
//! integers or reals on which the same blocks, engines and interpreters work; [`Translated`] brings
//! traces and facts back. What comes back is a candidate, checked on the bit-vector program.
//!
//! Reading order: `view` (bit-vectors as numbers), `readings` (how each variable is read), `terms`
//! (the walk over terms), `operators` and `order` (its cases), `numbers` (what the arithmetics do
//! differently), `program` (edges and inserted havocs), `linear`, `back` and `modular` (translation
//! back).

mod back;
mod linear;
mod modular;
mod numbers;
mod operators;
mod order;
mod program;
mod readings;
mod terms;
mod view;

pub use program::{Translated, translate};

use invar_cfa::{EdgeId, LocId, VarId};
use std::fmt;

/// How the bit-vector terms of a program are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Arithmetic {
    /// As they are: the truth.
    Bv,
    /// Integers with explicit wrap-around: exact.
    Wrap,
    /// Integers whose operations must not overflow: an overflow is a target. Where none is reached
    /// this is exact.
    Checked,
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
            Arithmetic::Checked => "integers without overflow",
            Arithmetic::Int => "ideal integers",
            Arithmetic::Real => "reals",
        })
    }
}

/// Why a program could not be encoded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodeError {
    /// The program has bit-vectors and was not translated to this arithmetic.
    #[error("the program is over bit-vectors, not over {0}")]
    Arithmetic(Arithmetic),
    /// Something that only bit-vectors can express.
    #[error("{0} cannot be read as numbers")]
    Construct(&'static str),
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
