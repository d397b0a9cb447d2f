//! From the numbers of a file to a circuit.
//!
//! Gates of a text file may come in any order, so they are added depth first, with an explicit
//! stack. [`Circuit::and`] simplifies and shares: a literal of the file becomes some literal of the
//! circuit, not one with the same number.

use super::read::at;
use super::{AigerError, Place, Problem};
use crate::{Circuit, Lit, Reset};
use rustc_hash::FxHashMap;

/// A literal and the two it is made of; of a latch: the next literal and the reset value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    pub literal: u32,
    pub operands: [u32; 2],
}

/// What a file says, in its own numbers.
#[derive(Default, Debug)]
pub(super) struct Parts {
    pub inputs: Vec<(u32, Place)>,
    pub latches: Vec<(Gate, Place)>,
    pub gates: Vec<(Gate, Place)>,
    pub bad: Vec<(u32, Place)>,
    pub constraints: Vec<(u32, Place)>,
    pub input_names: Vec<String>,
    pub latch_names: Vec<String>,
    pub bad_names: Vec<String>,
}

/// What a variable of the file is.
#[derive(Clone, Copy, Debug)]
enum Entry {
    /// Known in the circuit.
    Done(Lit),
    /// The gate with this number, not entered yet.
    Waiting(usize),
    /// A gate whose operands are being entered.
    Open,
}

struct Builder<'a> {
    parts: &'a Parts,
    circuit: Circuit,
    entries: FxHashMap<u32, Entry>,
}

/// The circuit that the parts describe.
pub(super) fn build(parts: &Parts) -> Result<Circuit, AigerError> {
    let mut builder = Builder {
        parts,
        circuit: Circuit::new(),
        entries: FxHashMap::default(),
    };
    builder.entries.insert(0, Entry::Done(Lit::FALSE));
    builder.declare()?;
    for number in 0..parts.gates.len() {
        builder.enter(number)?;
    }
    builder.connect()?;
    Ok(builder.circuit)
}

impl Builder<'_> {
    fn define(&mut self, literal: u32, entry: Entry, place: Place) -> Result<(), AigerError> {
        if literal & 1 == 1 || literal == 0 {
            return Err(at(place, Problem::NotDefinable(literal)));
        }
        match self.entries.insert(literal >> 1, entry) {
            None => Ok(()),
            Some(_) => Err(at(place, Problem::Twice(literal))),
        }
    }

    fn declare(&mut self) -> Result<(), AigerError> {
        for ((literal, place), name) in self.parts.inputs.iter().zip(&self.parts.input_names) {
            let input = self.circuit.add_input(name);
            self.define(*literal, Entry::Done(input), *place)?;
        }
        for ((latch, place), name) in self.parts.latches.iter().zip(&self.parts.latch_names) {
            let reset = match latch.operands[1] {
                0 => Reset::Zero,
                1 => Reset::One,
                _ => Reset::Free,
            };
            let state = self.circuit.add_latch(name, reset);
            self.define(latch.literal, Entry::Done(state), *place)?;
        }
        for (number, (gate, place)) in self.parts.gates.iter().enumerate() {
            self.define(gate.literal, Entry::Waiting(number), *place)?;
        }
        Ok(())
    }

    /// The literal, if its gate has been entered; otherwise that gate.
    fn look(&self, literal: u32, place: Place) -> Result<Result<Lit, usize>, AigerError> {
        match self.entries.get(&(literal >> 1)) {
            Some(Entry::Done(known)) => Ok(Ok(*known ^ (literal & 1 == 1))),
            Some(Entry::Waiting(number)) => Ok(Err(*number)),
            Some(Entry::Open) => Err(at(place, Problem::Cycle(literal & !1))),
            None => Err(at(place, Problem::Undefined(literal))),
        }
    }

    /// Enters a gate and before it all that it is made of.
    fn enter(&mut self, number: usize) -> Result<(), AigerError> {
        let mut stack = vec![number];
        while let Some(&number) = stack.last() {
            let (gate, place) = self.parts.gates[number];
            if let Some(Entry::Done(_)) = self.entries.get(&(gate.literal >> 1)) {
                stack.pop();
                continue;
            }
            self.entries.insert(gate.literal >> 1, Entry::Open);
            let left = self.look(gate.operands[0], place)?;
            let right = self.look(gate.operands[1], place)?;
            match (left, right) {
                (Ok(left), Ok(right)) => {
                    let both = self.circuit.and(left, right);
                    self.entries.insert(gate.literal >> 1, Entry::Done(both));
                    stack.pop();
                }
                (Err(below), _) | (_, Err(below)) => stack.push(below),
            }
        }
        Ok(())
    }

    /// The literal of the circuit; every gate has been entered.
    fn known(&self, literal: u32, place: Place) -> Result<Lit, AigerError> {
        Ok(self.look(literal, place)?.expect("every gate is entered"))
    }

    fn connect(&mut self) -> Result<(), AigerError> {
        let parts = self.parts;
        for (latch, place) in &parts.latches {
            let state = self.known(latch.literal, *place)?;
            let next = self.known(latch.operands[0], *place)?;
            self.circuit.set_next(state, next);
        }
        for ((literal, place), name) in parts.bad.iter().zip(&parts.bad_names) {
            let bad = self.known(*literal, *place)?;
            self.circuit.add_bad(bad, name);
        }
        for (literal, place) in &parts.constraints {
            let constraint = self.known(*literal, *place)?;
            self.circuit.constraints.push(constraint);
        }
        Ok(())
    }
}
