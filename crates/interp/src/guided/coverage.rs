//! Which edges runs took, and how often: what a search calls new.

use crate::oracle::{Observer, Step};
use invar_cfa::{EdgeId, FunctionId, Program};
use std::cell::Cell;

/// Runs that take an edge 1, 2, 4, ..., 128 times differ; beyond that they do not.
const MAX_COUNTED: u16 = 128;

/// What all runs together took, and what the current one adds.
pub(crate) struct Coverage<'c> {
    /// The number of the first edge of each function.
    first: Vec<usize>,
    /// Times that the current run took each edge.
    counts: Vec<u16>,
    /// The edges that the current run took, in the order of their first use.
    touched: Vec<usize>,
    /// Per edge, one bit for each number of times that some run took it.
    known: Vec<u8>,
    /// The inputs that the current run has asked for.
    asked: &'c Cell<usize>,
    /// What the current run saw.
    pub(crate) run: Progress,
}

/// How far a run has come.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Progress {
    pub(crate) steps: u64,
    /// The step that took an edge which no run took before, if there was one.
    pub(crate) newest_edge: u64,
    /// The step that took an edge as often as no run did before.
    pub(crate) newest: u64,
    /// Inputs that had been asked for at that step.
    pub(crate) asked: usize,
}

impl Progress {
    /// Whether a new edge was taken in the second half.
    pub(crate) fn gets_on(&self) -> bool {
        self.newest_edge > self.steps / 2
    }
}

impl<'c> Coverage<'c> {
    pub(crate) fn new(program: &Program, asked: &'c Cell<usize>) -> Coverage<'c> {
        let mut first = Vec::with_capacity(program.functions.len());
        let mut edges = 0;
        for function in &program.functions {
            first.push(edges);
            edges += function.cfa.edge_count();
        }
        Coverage {
            first,
            counts: vec![0; edges],
            touched: Vec::new(),
            known: vec![0; edges],
            asked,
            run: Progress::default(),
        }
    }

    /// Forgets the current run, but not what it added.
    pub(crate) fn begin(&mut self) {
        for edge in self.touched.drain(..) {
            self.counts[edge] = 0;
        }
        self.run = Progress::default();
        self.asked.set(0);
    }

    fn number(&self, function: FunctionId, edge: EdgeId) -> usize {
        self.first[function.0 as usize] + edge.0 as usize
    }
}

impl Observer for Coverage<'_> {
    fn step(&mut self, step: Step<'_>) {
        self.run.steps += 1;
        let edge = self.number(step.function, step.edge);
        let count = &mut self.counts[edge];
        if *count == 0 {
            self.touched.push(edge);
        } else if *count >= MAX_COUNTED {
            return;
        }
        *count += 1;
        if !count.is_power_of_two() {
            return;
        }
        let bit = 1u8 << count.trailing_zeros();
        let known = &mut self.known[edge];
        if *known & bit != 0 {
            return;
        }
        *known |= bit;
        self.run.newest = self.run.steps;
        self.run.asked = self.asked.get();
        if bit == 1 {
            self.run.newest_edge = self.run.steps;
        }
    }
}
