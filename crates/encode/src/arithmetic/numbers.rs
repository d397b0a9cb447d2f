//! What the arithmetics do differently with numbers: sorts, constants, order, wrapping.

use super::Arithmetic;
use super::view::{View, power};
use invar_term::{IBig, Op, RBig, Sort, TermId, TermStore, Value};

/// Builds number terms of one arithmetic.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'s> {
    pub(crate) terms: &'s TermStore,
    pub(crate) arithmetic: Arithmetic,
}

impl Numbers<'_> {
    /// The sort of numbers.
    pub(crate) fn sort(self) -> Sort {
        match self.arithmetic {
            Arithmetic::Real => Sort::Real,
            _ => Sort::Int,
        }
    }

    pub(crate) fn constant(self, number: IBig) -> TermId {
        self.terms.constant(&match self.arithmetic {
            Arithmetic::Real => Value::Real(RBig::from(number)),
            _ => Value::Int(number),
        })
    }

    pub(crate) fn add(self, a: TermId, b: TermId) -> TermId {
        self.terms.add(a, b)
    }

    pub(crate) fn add_constant(self, a: TermId, k: IBig) -> TermId {
        self.terms.add(a, self.constant(k))
    }

    pub(crate) fn scale(self, k: IBig, a: TermId) -> TermId {
        self.terms.mul(a, self.constant(k))
    }

    pub(crate) fn at_most(self, a: TermId, k: IBig) -> TermId {
        self.terms.le(a, self.constant(k))
    }

    pub(crate) fn at_least(self, a: TermId, k: IBig) -> TermId {
        self.terms.le(self.constant(k), a)
    }

    /// `a < b` of whole numbers.
    pub(crate) fn less(self, a: TermId, b: TermId) -> TermId {
        match self.arithmetic {
            // Over reals this says that the two are whole numbers, as far as one atom can.
            Arithmetic::Real => self.terms.le(self.add_constant(a, IBig::ONE), b),
            _ => self.terms.lt(a, b),
        }
    }

    /// `a` differs from `b`, for whole numbers.
    pub(crate) fn differ(self, a: TermId, b: TermId) -> TermId {
        match self.arithmetic {
            Arithmetic::Real => self.terms.or(&[self.less(a, b), self.less(b, a)]),
            _ => self.terms.ne(a, b),
        }
    }

    /// A number is in the range of a view.
    pub(crate) fn in_range(self, a: TermId, view: View, width: u32) -> TermId {
        self.between(a, view.minimum(width), view.maximum(width))
    }

    pub(crate) fn between(self, a: TermId, low: IBig, high: IBig) -> TermId {
        self.terms
            .and(&[self.at_least(a, low), self.at_most(a, high)])
    }

    /// The number of the same bits in another view; `a` is in the range of `from`.
    pub(crate) fn convert(self, a: TermId, width: u32, from: View, to: View) -> TermId {
        let (other_half, shift) = match (from, to) {
            (View::Signed, View::Unsigned) => (self.at_most(a, IBig::NEG_ONE), power(width)),
            (View::Unsigned, View::Signed) => (self.at_least(a, power(width - 1)), -power(width)),
            _ => return a,
        };
        self.terms.ite(other_half, self.add_constant(a, shift), a)
    }

    /// Whether results of a width wrap around. C computes in no fewer bits than an `int` has: what is
    /// narrower is a conversion, which cuts over ideal integers too.
    fn wraps(self, width: u32) -> bool {
        match self.arithmetic {
            Arithmetic::Wrap => true,
            Arithmetic::Int => width < 32,
            Arithmetic::Bv | Arithmetic::Checked | Arithmetic::Real => false,
        }
    }

    /// The result of one addition, subtraction or negation of numbers in range.
    pub(crate) fn wrap_once(self, a: TermId, width: u32, view: View) -> TermId {
        if !self.wraps(width) || self.constant_in_range(a, width, view) {
            return a;
        }
        let above = self.at_least(a, view.maximum(width) + 1);
        let below = self.at_most(a, view.minimum(width) - 1);
        let lowered = self.add_constant(a, -power(width));
        let raised = self.add_constant(a, power(width));
        self.terms
            .ite(above, lowered, self.terms.ite(below, raised, a))
    }

    /// Any number, wrapped into the range of a view where the arithmetic wraps.
    pub(crate) fn wrap(self, a: TermId, width: u32, view: View) -> TermId {
        if !self.wraps(width) || self.constant_in_range(a, width, view) {
            return a;
        }
        self.wrap_by_remainder(a, width, view)
    }

    /// An integer, wrapped into the range of a view: `((a - min) mod 2^w) + min`.
    pub(crate) fn wrap_by_remainder(self, a: TermId, width: u32, view: View) -> TermId {
        let minimum = view.minimum(width);
        let shifted = self.add_constant(a, -minimum.clone());
        let modulus = self.constant(power(width));
        let remainder = self.terms.app(Op::IntMod, &[shifted, modulus]);
        self.add_constant(remainder, minimum)
    }

    fn constant_in_range(self, a: TermId, width: u32, view: View) -> bool {
        matches!(self.terms.op(a), Op::IntConst(k)
            if *k >= view.minimum(width) && *k <= view.maximum(width))
    }
}
