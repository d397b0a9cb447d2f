//! Operators of terms.

use crate::{FloatValue, FpOp, IBig, RBig, Sort, SymbolId, bitvector::BvValue};

/// The head of a term. Arguments are kept in the node; parameters are part of the operator.
///
/// Division, remainder and shifts follow SMT-LIB: total, with `x / 0` all ones and shifts by the
/// width or more giving zeros or sign bits. What C makes of them is the front end's business.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(
    missing_docs,
    reason = "the variants are the SMT-LIB operators of the same name"
)]
pub enum Op {
    Symbol(SymbolId),
    True,
    False,
    BvConst(BvValue),
    IntConst(IBig),
    RealConst(RBig),
    FpConst(FloatValue),

    Not,
    And,
    Or,
    Xor,
    Ite,
    Eq,

    BvNot,
    BvNeg,
    BvAdd,
    BvSub,
    BvMul,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvAnd,
    BvOr,
    BvXor,
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    Concat,
    /// Bits `high` down to `low`, both included.
    Extract {
        high: u32,
        low: u32,
    },
    /// Adds this many zero bits at the top.
    ZeroExtend(u32),
    /// Adds this many copies of the sign bit at the top.
    SignExtend(u32),

    /// Sum of two integers or two reals.
    Add,
    Mul,
    Neg,
    /// Euclidean division of integers.
    IntDiv,
    /// Non-negative remainder of [`Op::IntDiv`].
    IntMod,
    RealDiv,
    Lt,
    Le,
    ToReal,
    /// Floor of a real.
    ToInt,

    /// An operator over IEEE numbers.
    Fp(FpOp),

    /// The unsigned value of a bit-vector.
    BvToInt,
    /// An integer modulo two to the given width.
    IntToBv(u32),

    Select,
    Store,
    /// The array of the given index sort that holds its argument everywhere.
    ConstArray(Sort),
}

impl Op {
    /// Whether the order of the two arguments does not matter.
    pub fn is_commutative(&self) -> bool {
        if let Op::Fp(op) = self {
            return op.is_commutative();
        }
        matches!(
            self,
            Op::And
                | Op::Or
                | Op::Xor
                | Op::Eq
                | Op::BvAdd
                | Op::BvMul
                | Op::BvAnd
                | Op::BvOr
                | Op::BvXor
                | Op::Add
                | Op::Mul
        )
    }
}
