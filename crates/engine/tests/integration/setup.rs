//! What every search needs: the blocks of a program, and a solver.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use invar_cfa::{LocId, Program};
use invar_encode::{Arithmetic, BlockGraph};
use invar_engine::{Context, Task};
use invar_solver::{Budget, Z3Factory};
use invar_term::TermId;

/// A program that is ready to be searched, over bit-vectors and with Z3.
pub struct Setup<'p> {
    program: &'p Program,
    /// Its blocks.
    pub blocks: BlockGraph,
    factory: Z3Factory,
}

impl<'p> Setup<'p> {
    pub fn of(program: &'p Program) -> Setup<'p> {
        Setup {
            program,
            blocks: BlockGraph::of(program, Arithmetic::Bv).unwrap(),
            factory: Z3Factory::default(),
        }
    }

    /// The task with known facts.
    pub fn task<'a>(&'a self, facts: &'a [(LocId, TermId)]) -> Task<'a> {
        Task {
            program: self.program,
            blocks: &self.blocks,
            facts,
        }
    }

    pub fn context(&self, budget: Budget) -> Context<'_> {
        Context::new(&self.factory, budget)
    }
}
