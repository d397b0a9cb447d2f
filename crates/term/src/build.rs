//! Constructors: sort-checked and locally simplified.

use crate::bitvector::BvValue;
use crate::value::{ArrayValue, Value};
use crate::{Op, Sort, TermId, TermStore, simplify};

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident => $op:expr;)*) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name(&self, a: TermId, b: TermId) -> TermId {
            self.app($op, &[a, b])
        }
    )*};
}

/// Each constructor panics if its arguments are not well sorted: a bug in the caller.
impl TermStore {
    /// Applies `op` to `args` and simplifies at the root.
    #[track_caller]
    pub fn app(&self, op: Op, args: &[TermId]) -> TermId {
        match simplify::rewrite(self, &op, args) {
            Some(term) => term,
            None => self.raw(op, args),
        }
    }

    /// Truth.
    pub fn tru(&self) -> TermId {
        self.raw(Op::True, &[])
    }

    /// Falsity.
    pub fn fls(&self) -> TermId {
        self.raw(Op::False, &[])
    }

    /// The Boolean constant `value`.
    pub fn bool(&self, value: bool) -> TermId {
        if value { self.tru() } else { self.fls() }
    }

    /// The low `width` bits of `bits`.
    pub fn bv(&self, width: u32, bits: u128) -> TermId {
        self.raw(Op::BvConst(BvValue::new(width, bits)), &[])
    }

    /// The two's complement constant.
    pub fn bv_signed(&self, width: u32, value: i128) -> TermId {
        self.raw(Op::BvConst(BvValue::from_signed(width, value)), &[])
    }

    /// The term that denotes a value.
    pub fn constant(&self, value: &Value) -> TermId {
        match value {
            Value::Bool(b) => self.bool(*b),
            Value::Bv(v) => self.raw(Op::BvConst(*v), &[]),
            Value::Int(v) => self.raw(Op::IntConst(v.clone()), &[]),
            Value::Real(v) => self.raw(Op::RealConst(v.clone()), &[]),
            Value::Float(v) => self.fp(*v),
            Value::Array(a) => self.array_constant(a),
        }
    }

    fn array_constant(&self, array: &ArrayValue) -> TermId {
        let default = self.constant(array.default_element());
        let mut term = self.raw(Op::ConstArray(array.index_sort().clone()), &[default]);
        for (index, element) in array.entries() {
            let (index, element) = (self.constant(index), self.constant(element));
            term = self.raw(Op::Store, &[term, index, element]);
        }
        term
    }

    /// The scalar constant that a term is, if it is one.
    pub fn as_constant(&self, term: TermId) -> Option<Value> {
        Some(match self.op(term) {
            Op::True => Value::Bool(true),
            Op::False => Value::Bool(false),
            Op::BvConst(v) => Value::Bv(*v),
            Op::IntConst(v) => Value::Int(v.clone()),
            Op::RealConst(v) => Value::Real(v.clone()),
            Op::FpConst(v) => Value::Float(*v),
            _ => return None,
        })
    }

    /// The bit-vector constant that a term is, if it is one.
    pub fn as_bv(&self, term: TermId) -> Option<BvValue> {
        match self.op(term) {
            Op::BvConst(v) => Some(*v),
            _ => None,
        }
    }

    /// Whether the term is the constant `true`.
    pub fn is_true(&self, term: TermId) -> bool {
        *self.op(term) == Op::True
    }

    /// Whether the term is the constant `false`.
    pub fn is_false(&self, term: TermId) -> bool {
        *self.op(term) == Op::False
    }

    /// Negation.
    #[track_caller]
    pub fn not(&self, a: TermId) -> TermId {
        self.app(Op::Not, &[a])
    }

    /// Conjunction of any number of terms.
    #[track_caller]
    pub fn and(&self, args: &[TermId]) -> TermId {
        self.app(Op::And, args)
    }

    /// Disjunction of any number of terms.
    #[track_caller]
    pub fn or(&self, args: &[TermId]) -> TermId {
        self.app(Op::Or, args)
    }

    /// `a` implies `b`.
    #[track_caller]
    pub fn implies(&self, a: TermId, b: TermId) -> TermId {
        self.or(&[self.not(a), b])
    }

    /// `then` where `condition` holds, `otherwise` elsewhere.
    #[track_caller]
    pub fn ite(&self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        self.app(Op::Ite, &[condition, then, otherwise])
    }

    /// `a` differs from `b`.
    #[track_caller]
    pub fn ne(&self, a: TermId, b: TermId) -> TermId {
        self.not(self.eq(a, b))
    }

    /// Bitwise complement.
    #[track_caller]
    pub fn bv_not(&self, a: TermId) -> TermId {
        self.app(Op::BvNot, &[a])
    }

    /// Two's complement negation.
    #[track_caller]
    pub fn bv_neg(&self, a: TermId) -> TermId {
        self.app(Op::BvNeg, &[a])
    }

    /// Bits `high` down to `low`.
    #[track_caller]
    pub fn extract(&self, high: u32, low: u32, a: TermId) -> TermId {
        self.app(Op::Extract { high, low }, &[a])
    }

    /// Adds `by` zero bits at the top.
    #[track_caller]
    pub fn zero_extend(&self, by: u32, a: TermId) -> TermId {
        self.app(Op::ZeroExtend(by), &[a])
    }

    /// Adds `by` copies of the sign bit at the top.
    #[track_caller]
    pub fn sign_extend(&self, by: u32, a: TermId) -> TermId {
        self.app(Op::SignExtend(by), &[a])
    }

    /// The array with `element` at `index` and as `array` elsewhere.
    #[track_caller]
    pub fn store(&self, array: TermId, index: TermId, element: TermId) -> TermId {
        self.app(Op::Store, &[array, index, element])
    }

    /// The array that holds `element` everywhere.
    #[track_caller]
    pub fn const_array(&self, index: Sort, element: TermId) -> TermId {
        self.app(Op::ConstArray(index), &[element])
    }

    /// Arithmetic negation of an integer or a real.
    #[track_caller]
    pub fn neg(&self, a: TermId) -> TermId {
        self.app(Op::Neg, &[a])
    }

    /// Difference of two integers or two reals.
    #[track_caller]
    pub fn sub(&self, a: TermId, b: TermId) -> TermId {
        self.add(a, self.neg(b))
    }

    binary! {
        /// Equality.
        eq => Op::Eq;
        /// Exclusive or.
        xor => Op::Xor;
        /// Sum modulo two to the width.
        bv_add => Op::BvAdd;
        /// Difference modulo two to the width.
        bv_sub => Op::BvSub;
        /// Product modulo two to the width.
        bv_mul => Op::BvMul;
        /// Unsigned quotient.
        bv_udiv => Op::BvUdiv;
        /// Unsigned remainder.
        bv_urem => Op::BvUrem;
        /// Signed quotient, rounded towards zero.
        bv_sdiv => Op::BvSdiv;
        /// Signed remainder, with the sign of the dividend.
        bv_srem => Op::BvSrem;
        /// Bitwise and.
        bv_and => Op::BvAnd;
        /// Bitwise or.
        bv_or => Op::BvOr;
        /// Bitwise exclusive or.
        bv_xor => Op::BvXor;
        /// Shift left.
        bv_shl => Op::BvShl;
        /// Shift right, zeros enter.
        bv_lshr => Op::BvLshr;
        /// Shift right, sign bits enter.
        bv_ashr => Op::BvAshr;
        /// Unsigned less than.
        bv_ult => Op::BvUlt;
        /// Unsigned at most.
        bv_ule => Op::BvUle;
        /// Signed less than.
        bv_slt => Op::BvSlt;
        /// Signed at most.
        bv_sle => Op::BvSle;
        /// `a` as the high bits, `b` as the low bits.
        concat => Op::Concat;
        /// Sum of integers or reals.
        add => Op::Add;
        /// Product of integers or reals.
        mul => Op::Mul;
        /// Less than, over integers or reals.
        lt => Op::Lt;
        /// At most, over integers or reals.
        le => Op::Le;
        /// The element of an array at an index.
        select => Op::Select;
    }
}
