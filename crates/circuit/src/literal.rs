//! Nodes of a circuit by number, and their negations, coded as AIGER does.

use std::fmt;
use std::ops::{BitXor, Not};

/// A node; zero is the constant false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u32);

impl Var {
    /// The node as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node itself as a literal.
    pub fn lit(self) -> Lit {
        Lit(self.0 << 1)
    }
}

/// A node or its negation: twice the node, plus one if negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub u32);

impl Lit {
    /// False.
    pub const FALSE: Lit = Lit(0);
    /// True.
    pub const TRUE: Lit = Lit(1);

    /// The constant of this value.
    pub fn constant(value: bool) -> Lit {
        Lit(u32::from(value))
    }

    /// The node.
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether it is a negation.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether it is a constant.
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Negates the literal if the value is true.
impl BitXor<bool> for Lit {
    type Output = Lit;
    fn bitxor(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negated() { "!" } else { "" };
        write!(f, "{sign}{}", self.var().0)
    }
}
