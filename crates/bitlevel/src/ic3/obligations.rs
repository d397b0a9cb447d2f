//! Cubes that must be blocked, lowest frame first; no solver here.

use crate::model::Cube;
use invar_circuit::Lit;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cube from which something bad can be reached.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub cube: Cube,
    /// Inputs under which every state of the cube leads into the next obligation's cube, or is bad.
    pub inputs: Vec<Lit>,
    /// A state of the cube: its latches without reset value. If no literal of the cube contradicts
    /// the reset values, they and these are a first state in the cube.
    pub free: Vec<Lit>,
    /// The obligation one step nearer to the bad state; `None`: the cube is bad itself.
    pub next: Option<usize>,
    /// Steps to the bad state.
    pub depth: u32,
    /// How often it was blocked and came back.
    pub returns: u32,
}

/// The obligations, and which are open in which frame.
#[derive(Debug, Default)]
pub(crate) struct Obligations {
    all: Vec<Obligation>,
    /// Frame, depth (deeper first), number.
    open: BinaryHeap<Reverse<(usize, Reverse<u32>, usize)>>,
}

impl Obligations {
    /// Forgets everything: a new bad cube is looked for.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.open.clear();
    }

    pub(crate) fn get(&self, number: usize) -> &Obligation {
        &self.all[number]
    }

    /// A new obligation in a frame.
    pub(crate) fn add(&mut self, obligation: Obligation, frame: usize) {
        self.all.push(obligation);
        self.open(self.all.len() - 1, frame);
    }

    /// Puts one back.
    pub(crate) fn open(&mut self, number: usize, frame: usize) {
        let depth = self.all[number].depth;
        self.open.push(Reverse((frame, Reverse(depth), number)));
    }

    /// Counts a return.
    pub(crate) fn came_back(&mut self, number: usize) {
        self.all[number].returns += 1;
    }

    /// The one in the lowest frame, the deepest of them first.
    pub(crate) fn pop(&mut self) -> Option<(usize, usize)> {
        self.open
            .pop()
            .map(|Reverse((frame, _, number))| (frame, number))
    }
}
