//! Literals inside the solver: variable 0 is the activation variable of temporary clauses, the
//! variables of the caller follow.

use rustsat::types::Lit;
use std::ops::Not;

/// A literal; twice the variable, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    /// True while a temporary clause is in force.
    pub(super) const ACTIVE: Literal = Literal(0);

    /// The caller's literal.
    pub(super) fn from_outside(literal: Lit) -> Literal {
        Literal(2 + 2 * literal.var().idx32() + if literal.is_neg() { 1 } else { 0 })
    }

    /// What the caller calls it; not for the activation literal.
    pub(super) fn outside(self) -> Lit {
        Lit::new((self.0 >> 1) - 1, self.0 & 1 == 1)
    }

    #[inline]
    pub(super) fn from_code(code: u32) -> Literal {
        Literal(code)
    }

    #[inline]
    pub(super) fn raw(self) -> u32 {
        self.0
    }

    /// Index into arrays with a place for every literal.
    #[inline]
    pub(super) fn code(self) -> usize {
        self.0 as usize
    }

    /// Index into arrays with a place for every variable.
    #[inline]
    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Literal {
    type Output = Literal;
    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}
