//! Which theories a query uses: solvers are quicker when told.

use invar_term::{FloatFormat, Op, Sort, TermId, TermStore};

/// The theories seen so far. Bit-vectors and Booleans are always there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Theory {
    /// Arrays occur.
    pub(crate) arrays: bool,
    /// Arrays with the same value everywhere occur.
    pub(crate) constant_arrays: bool,
    /// Bit-vectors occur.
    pub(crate) bits: bool,
    /// Integers or reals occur.
    pub(crate) numbers: bool,
    /// Floating-point numbers occur.
    pub(crate) floats: bool,
    /// Floating-point numbers wider than `double` occur.
    pub(crate) wide_floats: bool,
    /// Floating-point numbers of the 80-bit format occur.
    pub(crate) extended_floats: bool,
    /// Floating-point numbers of other formats than ours occur.
    pub(crate) strange_floats: bool,
    /// A product or quotient of integers or reals that is not by a constant occurs.
    pub(crate) products: bool,
}

impl Theory {
    /// Adds what `terms`, which contain their subterms, use.
    pub(crate) fn extend(&mut self, store: &TermStore, terms: &[TermId]) {
        for term in terms {
            let node = store.node(*term);
            self.sort(&node.sort);
            let constant = |i: usize| store.as_constant(node.args[i]).is_some();
            match node.op {
                Op::Mul => self.products |= !constant(0) && !constant(1),
                Op::IntDiv | Op::IntMod | Op::RealDiv => self.products |= !constant(1),
                Op::ConstArray(_) => self.constant_arrays = true,
                _ => {}
            }
        }
    }

    fn sort(&mut self, sort: &Sort) {
        match sort {
            Sort::Bool => {}
            Sort::BitVec(_) => self.bits = true,
            Sort::Int | Sort::Real => self.numbers = true,
            Sort::Float { .. } => {
                self.floats = true;
                match FloatFormat::of(sort) {
                    Some(FloatFormat::Single | FloatFormat::Double) => {}
                    Some(FloatFormat::Quad) => self.wide_floats = true,
                    Some(FloatFormat::Extended) => {
                        self.wide_floats = true;
                        self.extended_floats = true;
                    }
                    None => self.strange_floats = true,
                }
            }
            Sort::Array(pair) => {
                self.arrays = true;
                self.sort(&pair.0);
                self.sort(&pair.1);
            }
        }
    }
}
