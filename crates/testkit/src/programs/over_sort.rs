//! Programs whose variables and numbers are all of one sort: the same example over integers, reals and bit-vectors.

use super::Builder;
use invar_cfa::{IntegerType, LocId, Scope, VarId};
use invar_term::{IBig, RBig, Sort, TermId, TermStore, Value};
use std::ops::Deref;
use std::sync::Arc;

/// A program under construction, with the arithmetic of one sort.
#[derive(Debug)]
pub struct OverSort {
    /// Locations and edges.
    pub builder: Builder,
    arithmetic: SortArithmetic,
}

impl OverSort {
    /// An empty program.
    pub fn new(sort: &Sort) -> OverSort {
        let builder = Builder::new();
        OverSort {
            arithmetic: SortArithmetic::of(&builder, sort),
            builder,
        }
    }

    /// A signed variable.
    pub fn variable(&mut self, name: &str) -> VarId {
        self.builder.signed_variable(name, &self.arithmetic.sort)
    }

    /// The symbol of a variable.
    pub fn symbol(&self, variable: VarId) -> TermId {
        self.builder.symbol(variable)
    }

    /// New locations without a meaning.
    pub fn places<const COUNT: usize>(&mut self) -> [LocId; COUNT] {
        [(); COUNT].map(|()| self.builder.plain())
    }
}

impl Deref for OverSort {
    type Target = SortArithmetic;

    fn deref(&self) -> &SortArithmetic {
        &self.arithmetic
    }
}

impl Builder {
    /// A variable over integers, reals or signed bit-vectors.
    pub fn signed_variable(&mut self, name: &str, sort: &Sort) -> VarId {
        let integer = IntegerType {
            width: sort.width().unwrap_or(32),
            signed: true,
        };
        let program = &mut self.program;
        program.add_variable(name, Some(name), sort, integer, "int", Scope::Global, None)
    }
}

/// Terms over integers, reals or signed bit-vectors, whichever the sort is.
#[derive(Clone, Debug)]
pub struct SortArithmetic {
    /// The terms of the program.
    pub terms: Arc<TermStore>,
    sort: Sort,
}

impl SortArithmetic {
    /// For the terms of a program.
    pub fn of(builder: &Builder, sort: &Sort) -> SortArithmetic {
        SortArithmetic {
            terms: Arc::clone(&builder.program.terms),
            sort: sort.clone(),
        }
    }

    /// A constant.
    pub fn number(&self, value: i32) -> TermId {
        match self.sort {
            Sort::BitVec(width) => self.terms.bv_signed(width, value.into()),
            Sort::Real => self.terms.constant(&Value::Real(RBig::from(value))),
            _ => self.terms.constant(&Value::Int(IBig::from(value))),
        }
    }

    /// A sum.
    pub fn add(&self, a: TermId, b: TermId) -> TermId {
        match self.sort {
            Sort::BitVec(_) => self.terms.bv_add(a, b),
            _ => self.terms.add(a, b),
        }
    }

    /// A term plus a constant.
    pub fn plus(&self, term: TermId, more: i32) -> TermId {
        self.add(term, self.number(more))
    }

    /// Whether `a < b`, signed.
    pub fn less(&self, a: TermId, b: TermId) -> TermId {
        match self.sort {
            Sort::BitVec(_) => self.terms.bv_slt(a, b),
            _ => self.terms.lt(a, b),
        }
    }
}
