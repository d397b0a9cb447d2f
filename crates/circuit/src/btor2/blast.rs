//! A model as a circuit: every word as its bits, every array as its words.
//!
//! - A state with a next value becomes latches: those with a constant initial bit are reset to it,
//!   those without an initial value are free.
//! - A state without a next value has any value in every step: it becomes inputs.
//! - Where an initial value is not a constant, or there is one but no next value, the state is `first
//!   ? initial : rest`, with `rest` the latches or inputs as above and `first` a latch that is one in
//!   the first step alone. That is exact: in the first step it is the initial value over the states
//!   of that step (which is where the format evaluates it), later it is `rest`; and the reset of such
//!   a latch is never seen. No constraint on the first state is needed.
//! - Fairness and justice are left out: they say nothing about which states can be reached.

use super::apply::{Value, Values, apply, array, word};
use super::error::{Btor2Error, Problem};
use super::model::{Kind, Model, Node, Operand};
use super::operators::{Binary, Sort};
use crate::circuit::{Circuit, Reset};
use crate::literal::Lit;
use crate::words::Word;

/// Maximal number of words of an array.
const MAX_WORDS: u64 = 1 << 10;
/// Maximal number of bits of an array.
const MAX_BITS: u64 = 1 << 16;
/// Approximate maximum of nodes of a circuit, and of bits of all words.
const MAX_NODES: u64 = 1 << 26;

/// A circuit, and where the states and inputs of its model are in it.
#[derive(Clone, Debug)]
pub struct Blasted {
    /// The circuit; its bad signals are those of the model, in order.
    pub circuit: Circuit,
    /// Of each input, the inputs of its bits: least significant first, arrays word by word.
    pub inputs: Vec<Vec<u32>>,
    /// Of each state, what its bits became.
    pub states: Vec<StateBits>,
    /// Of each state, the literals that have its value in every step.
    pub values: Vec<Word>,
}

/// What the bits of a state became, least significant first, arrays word by word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateBits {
    /// These latches. They have the state's value in every step, but for the first step of bits with
    /// an initial value that is no constant.
    Latches(Vec<u32>),
    /// These inputs, since the state has no next value. They have the state's value in every step,
    /// but for the first if there is an initial value.
    Inputs(Vec<u32>),
}

impl Model {
    /// The model in bits.
    ///
    /// # Errors
    /// If an array or the whole model is too large, or all its properties are about justice.
    pub fn blast(&self) -> Result<Blasted, Btor2Error> {
        if self.bad().is_empty() && !self.justice().is_empty() {
            return Err(Problem::OnlyJustice.at(0));
        }
        Blaster::new(self).run()
    }
}

struct Blaster<'m> {
    model: &'m Model,
    circuit: Circuit,
    /// The value in any step.
    now: Values,
    /// The value in the first step, of the nodes that initial values are made of.
    initial: Values,
    first: Option<Lit>,
    inputs: Vec<Vec<u32>>,
    states: Vec<StateBits>,
    bits: u64,
}

impl<'m> Blaster<'m> {
    fn new(model: &'m Model) -> Blaster<'m> {
        let count = model.nodes().len();
        Blaster {
            model,
            circuit: Circuit::new(),
            now: vec![None; count],
            initial: vec![None; count],
            first: None,
            inputs: Vec::new(),
            states: Vec::new(),
            bits: 0,
        }
    }

    fn run(mut self) -> Result<Blasted, Btor2Error> {
        let (in_step, in_initial) = (step_cone(self.model), initial_cone(self.model));
        for (index, node) in self.model.nodes().iter().enumerate() {
            let is_leaf = matches!(node.kind, Kind::Input(_) | Kind::State(_));
            if !is_leaf && !in_step[index] && !in_initial[index] {
                continue;
            }
            self.reserve(node)
                .map_err(|problem| problem.at(node.line))?;
            match node.kind {
                Kind::Input(_) => self.now[index] = Some(self.input(node)),
                Kind::State(number) => {
                    let (now, initial) = self.state(node, number as usize);
                    self.now[index] = Some(now);
                    self.initial[index] = Some(initial);
                }
                _ => {
                    if in_step[index] {
                        self.now[index] = Some(apply(&mut self.circuit, node, &self.now));
                    }
                    if in_initial[index] {
                        self.initial[index] = Some(apply(&mut self.circuit, node, &self.initial));
                    }
                }
            }
        }
        self.finish()
    }

    /// Refuses what would not fit in memory, before it is built.
    fn reserve(&mut self, node: &Node) -> Result<(), Problem> {
        let width = |sort: Sort| match sort {
            Sort::Bits(width) => Ok(u64::from(width)),
            Sort::Array { index, element } => {
                let words = 1u64.checked_shl(index).unwrap_or(u64::MAX);
                let bits = words.saturating_mul(element.into());
                if index >= 64 || words > MAX_WORDS || bits > MAX_BITS {
                    return Err(Problem::ArrayTooLarge(sort));
                }
                Ok(bits)
            }
        };
        let bits = width(node.sort)?;
        // Every bit of a state or input has a name: long ones count as several bits.
        let names = node.symbol.len() as u64 / 16;
        self.bits += bits.saturating_mul(1 + names);
        let widest = node
            .kind
            .operands()
            .map(|operand| width(self.model.sort(operand)));
        let widest = widest
            .collect::<Result<Vec<u64>, Problem>>()?
            .into_iter()
            .fold(bits, u64::max);
        let rows = match node.kind {
            Kind::Binary(operator, ..) if is_quadratic(operator) => widest,
            Kind::Binary(operator, ..) if is_shift(operator) => 24,
            _ => 4,
        };
        // Eight conjunctions per bit and row is about an adder.
        let estimate = self.circuit.nodes().len() as u64 + rows.saturating_mul(widest * 8);
        if self.bits > MAX_NODES || estimate > MAX_NODES {
            return Err(Problem::TooLarge);
        }
        Ok(())
    }

    fn input(&mut self, node: &Node) -> Value {
        let mut numbers = Vec::new();
        let value = fresh(node, |name| {
            numbers.push(self.circuit.inputs().len() as u32);
            self.circuit.add_input(name)
        });
        self.inputs.push(numbers);
        value
    }

    fn first(&mut self) -> Lit {
        if let Some(first) = self.first {
            return first;
        }
        let first = self.circuit.add_latch("first step", Reset::One);
        self.circuit.set_next(first, Lit::FALSE);
        self.first = Some(first);
        first
    }

    /// The value of a state in any step, and in the first.
    fn state(&mut self, node: &Node, number: usize) -> (Value, Value) {
        let state = &self.model.states()[number];
        let initial = state.init.map(|operand| self.initial_of(node, operand));
        let wanted = initial.as_ref().map(Value::flat);
        let mut position = 0;
        let mut numbers = Vec::new();
        // The first step of bits that cannot begin as they should by themselves.
        let mut chosen: Vec<Option<Lit>> = Vec::new();
        let rest = fresh(node, |name| {
            let wanted = wanted.as_ref().map(|word| word[position]);
            position += 1;
            if state.next.is_none() {
                numbers.push(self.circuit.inputs().len() as u32);
                chosen.push(wanted);
                return self.circuit.add_input(name);
            }
            numbers.push(self.circuit.latches().len() as u32);
            let (reset, choice) = match wanted {
                None => (Reset::Free, None),
                Some(bit) if bit.is_constant() => (Reset::to(bit == Lit::TRUE), None),
                Some(bit) => (Reset::Zero, Some(bit)),
            };
            chosen.push(choice);
            self.circuit.add_latch(name, reset)
        });
        let bits = match state.next {
            Some(_) => StateBits::Latches(numbers),
            None => StateBits::Inputs(numbers),
        };
        self.states.push(bits);
        let mut choices = chosen.into_iter();
        let now = map(&rest, |rest| match choices.next().flatten() {
            None => rest,
            Some(wanted) => {
                let first = self.first();
                self.circuit.ite(first, wanted, rest)
            }
        });
        let initial = initial.unwrap_or_else(|| now.clone());
        (now, initial)
    }

    /// An initial value as a value of the state's sort.
    fn initial_of(&self, state: &Node, operand: Operand) -> Value {
        match state.sort {
            Sort::Bits(_) => Value::Word(word(&self.initial, operand)),
            Sort::Array { index, .. } => match self.model.sort(operand) {
                Sort::Array { .. } => Value::Array(array(&self.initial, operand).to_vec()),
                Sort::Bits(_) => {
                    let element = word(&self.initial, operand);
                    Value::Array(vec![element; 1 << index])
                }
            },
        }
    }

    fn finish(mut self) -> Result<Blasted, Btor2Error> {
        for (state, bits) in self.model.states().iter().zip(&self.states) {
            let (Some(next), StateBits::Latches(latches)) = (state.next, bits) else {
                continue;
            };
            let next = match self.model.sort(next) {
                Sort::Bits(_) => word(&self.now, next),
                Sort::Array { .. } => array(&self.now, next).concat(),
            };
            for (latch, next) in latches.iter().zip(next) {
                let latch = self.circuit.latches()[*latch as usize].var.lit();
                self.circuit.set_next(latch, next);
            }
        }
        for constraint in self.model.constraints() {
            let bit = word(&self.now, constraint.operand)[0];
            self.circuit.constraints.push(bit);
        }
        for bad in self.model.bad() {
            let bit = word(&self.now, bad.operand)[0];
            self.circuit.add_bad(bit, &bad.symbol);
        }
        let value = |state: &super::model::State| match &self.now[state.node.index()] {
            Some(value) => value.flat(),
            None => Word::new(),
        };
        let values = self.model.states().iter().map(value).collect();
        Ok(Blasted {
            circuit: self.circuit,
            inputs: self.inputs,
            states: self.states,
            values,
        })
    }
}

/// The nodes that these values are made of.
fn cone(model: &Model, roots: impl Iterator<Item = Operand>) -> Vec<bool> {
    let mut marked = vec![false; model.nodes().len()];
    for operand in roots {
        marked[operand.node.index()] = true;
    }
    for index in (0..marked.len()).rev() {
        if marked[index] {
            for operand in model.nodes()[index].kind.operands() {
                marked[operand.node.index()] = true;
            }
        }
    }
    marked
}

/// The nodes that initial values are made of.
fn initial_cone(model: &Model) -> Vec<bool> {
    cone(model, model.states().iter().filter_map(|state| state.init))
}

/// The nodes that steps, constraints and properties are made of.
fn step_cone(model: &Model) -> Vec<bool> {
    let next = model.states().iter().filter_map(|state| state.next);
    let signals = model.constraints().iter().chain(model.bad());
    cone(model, next.chain(signals.map(|signal| signal.operand)))
}

fn is_quadratic(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Multiply
            | Binary::UnsignedDivide
            | Binary::SignedDivide
            | Binary::SignedModulo
            | Binary::SignedRemainder
            | Binary::UnsignedRemainder
            | Binary::UnsignedMultiplyOverflows
            | Binary::SignedMultiplyOverflows
            | Binary::RotateLeft
            | Binary::RotateRight
    )
}

fn is_shift(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::ShiftLeft | Binary::ShiftRight | Binary::ShiftRightArithmetic
    )
}

/// New bits for a node, each made with its name: the symbol with index and position in brackets.
fn fresh(node: &Node, mut make: impl FnMut(&str) -> Lit) -> Value {
    let mut bits = |name: &str, width: u32| -> Word {
        let mut bit = |position: u32| match (name, width) {
            ("", _) => make(""),
            (_, 1) => make(name),
            _ => make(&format!("{name}[{position}]")),
        };
        (0..width).map(&mut bit).collect()
    };
    match node.sort {
        Sort::Bits(width) => Value::Word(bits(&node.symbol, width)),
        Sort::Array { index, element } => {
            let name = |place: u32| match node.symbol.as_str() {
                "" => String::new(),
                symbol => format!("{symbol}[{place}]"),
            };
            Value::Array(
                (0..1 << index)
                    .map(|place| bits(&name(place), element))
                    .collect(),
            )
        }
    }
}

fn map(value: &Value, mut change: impl FnMut(Lit) -> Lit) -> Value {
    let mut bits = |word: &Word| -> Word { word.iter().map(|bit| change(*bit)).collect() };
    match value {
        Value::Word(word) => Value::Word(bits(word)),
        Value::Array(words) => Value::Array(words.iter().map(bits).collect()),
    }
}
