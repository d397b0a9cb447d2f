//! Witnesses: a run in the words of the model, in the format that BtorMC writes and btorsim replays.
//!
//! `sat`, the property `b<n>`, then for each step `k` a part `#k` with states and a part `@k` with
//! inputs, and a dot. A line is `<number> <bits> [symbol]`, for arrays `<number> [<index>] <bits>`.
//! Listed are the states that are free to choose: in the first step those without initial value, in
//! later ones those without next value.

use super::blast::{Blasted, StateBits};
use super::constant::binary;
use super::error::{Btor2Error, Problem};
use super::model::{Model, State};
use super::operators::Sort;
use super::write::digits;
use crate::run::Run;
use std::fmt;

/// A run that violates a property.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// Number of the bad signal.
    pub property: usize,
    /// The steps.
    pub frames: Vec<Frame>,
}

/// The choices of one step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// Values of states, by their number.
    pub states: Vec<Assignment>,
    /// Values of inputs, by their number.
    pub inputs: Vec<Assignment>,
}

/// A value of a state or input, or of one element of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// Number of the state or input.
    pub number: usize,
    /// For arrays the index, least significant bit first; none means every element.
    pub index: Option<Vec<bool>>,
    /// The bits, least significant first.
    pub value: Vec<bool>,
    /// The name; empty if there is none.
    pub symbol: String,
}

/// Whether the value of a state is chosen in this step, rather than given.
fn is_chosen(state: &State, step: usize) -> bool {
    match step {
        0 => state.init.is_none(),
        _ => state.next.is_none(),
    }
}

/// From and to runs of the circuit.
impl Witness {
    /// The run in the words of the model.
    ///
    /// # Panics
    /// If the run is not a run of the blasted circuit.
    pub fn from_run(model: &Model, blasted: &Blasted, run: &Run) -> Witness {
        let frame = |(step, inputs): (usize, &Vec<bool>)| {
            let pick = |numbers: &[u32], from: &[bool]| -> Vec<bool> {
                numbers
                    .iter()
                    .map(|number| from[*number as usize])
                    .collect()
            };
            let mut frame = Frame::default();
            for (number, (state, bits)) in model.states().iter().zip(&blasted.states).enumerate() {
                if is_chosen(state, step) {
                    let bits = match bits {
                        StateBits::Latches(latches) => pick(latches, &run.latches),
                        StateBits::Inputs(numbers) => pick(numbers, inputs),
                    };
                    assign(&mut frame.states, model, state.node, number, &bits);
                }
            }
            for (number, (node, bits)) in model.inputs().iter().zip(&blasted.inputs).enumerate() {
                assign(&mut frame.inputs, model, *node, number, &pick(bits, inputs));
            }
            frame
        };
        let frames = run.inputs.iter().enumerate().map(frame).collect();
        Witness {
            property: run.property,
            frames,
        }
    }

    /// The run of the circuit; what the witness leaves open is zero. Not simulated: whether it
    /// violates the property is for a simulator to say.
    ///
    /// # Errors
    /// If the witness names states, inputs or properties that the model does not have, or gives them
    /// values of another width.
    pub fn to_run(&self, model: &Model, blasted: &Blasted) -> Result<Run, Btor2Error> {
        let circuit = &blasted.circuit;
        if self.property >= circuit.bad.len() {
            return Err(Problem::Witness("no such property").at(0));
        }
        if self.frames.is_empty() {
            return Err(Problem::Witness("no step").at(0));
        }
        let reset = circuit
            .latches()
            .iter()
            .map(|latch| latch.reset.value().unwrap_or(false));
        let mut latches: Vec<bool> = reset.collect();
        let mut steps = Vec::with_capacity(self.frames.len());
        for (step, frame) in self.frames.iter().enumerate() {
            let mut inputs = vec![false; circuit.inputs().len()];
            for assignment in &frame.states {
                let state = model.states().get(assignment.number);
                let state = state.ok_or(Problem::Witness("no such state").at(0))?;
                // Values of other states follow from these; a simulator finds them again.
                if is_chosen(state, step) {
                    let sort = model.node(state.node).sort;
                    let (numbers, into) = match &blasted.states[assignment.number] {
                        StateBits::Latches(numbers) => (numbers, &mut latches),
                        StateBits::Inputs(numbers) => (numbers, &mut inputs),
                    };
                    place(assignment, sort, numbers, into).map_err(|problem| problem.at(0))?;
                }
            }
            for assignment in &frame.inputs {
                let node = model.inputs().get(assignment.number);
                let node = node.ok_or(Problem::Witness("no such input").at(0))?;
                let numbers = &blasted.inputs[assignment.number];
                place(assignment, model.node(*node).sort, numbers, &mut inputs)
                    .map_err(|problem| problem.at(0))?;
            }
            steps.push(inputs);
        }
        Ok(Run {
            property: self.property,
            latches,
            inputs: steps,
        })
    }
}

/// Adds the assignments of a state or input with these bits.
fn assign(
    into: &mut Vec<Assignment>,
    model: &Model,
    node: super::model::NodeId,
    number: usize,
    bits: &[bool],
) {
    let node = model.node(node);
    let mut push = |index: Option<Vec<bool>>, value: &[bool]| {
        into.push(Assignment {
            number,
            index,
            value: value.to_vec(),
            symbol: node.symbol.clone(),
        });
    };
    match node.sort {
        Sort::Bits(_) => push(None, bits),
        Sort::Array { index, element } => {
            for (place, value) in bits.chunks(element as usize).enumerate() {
                let index = (0..index)
                    .map(|position| place >> position & 1 == 1)
                    .collect();
                push(Some(index), value);
            }
        }
    }
}

/// Puts an assignment where its bits are.
fn place(
    assignment: &Assignment,
    sort: Sort,
    numbers: &[u32],
    into: &mut [bool],
) -> Result<(), Problem> {
    let width = match sort {
        Sort::Bits(width) | Sort::Array { element: width, .. } => width as usize,
    };
    if assignment.value.len() != width {
        return Err(Problem::Witness("a value of another width"));
    }
    let element = match (&assignment.index, sort) {
        (None, _) => None,
        (Some(index), Sort::Array { index: width, .. }) if index.len() == width as usize => Some(
            index
                .iter()
                .rev()
                .fold(0, |number, bit| number << 1 | usize::from(*bit)),
        ),
        (Some(_), _) => return Err(Problem::Witness("an index of another width")),
    };
    for (place, numbers) in numbers.chunks(width).enumerate() {
        if element.is_none_or(|element| element == place) {
            for (number, bit) in numbers.iter().zip(&assignment.value) {
                into[*number as usize] = *bit;
            }
        }
    }
    Ok(())
}

/// The text of the witness.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sat\nb{}", self.property)?;
        for (step, frame) in self.frames.iter().enumerate() {
            for (sign, assignments) in [('#', &frame.states), ('@', &frame.inputs)] {
                // The inputs of a step are what shows that it is there.
                if sign == '@' || step == 0 || !assignments.is_empty() {
                    writeln!(f, "{sign}{step}")?;
                }
                for assignment in assignments {
                    write!(f, "{} ", assignment.number)?;
                    if let Some(index) = &assignment.index {
                        write!(f, "[{}] ", digits(index))?;
                    }
                    write!(f, "{}", digits(&assignment.value))?;
                    match assignment.symbol.as_str() {
                        "" => writeln!(f)?,
                        symbol => writeln!(f, " {symbol}{sign}{step}")?,
                    }
                }
            }
        }
        writeln!(f, ".")
    }
}

/// Where a line of a witness belongs.
enum Part {
    States,
    Inputs,
}

impl Witness {
    /// The first witness in a text.
    ///
    /// # Errors
    /// If the text is not of the format; the error names the line.
    pub fn read(text: &[u8]) -> Result<Witness, Btor2Error> {
        let mut witness = Witness::default();
        let mut part = None;
        let text = String::from_utf8_lossy(text);
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with(';'));
        let mut header = |what| lines.next().ok_or(Problem::Missing(what).at(0));
        let (number, line) = header("sat")?;
        if line.trim() != "sat" {
            return Err(Problem::Unexpected(line.to_owned()).at(number + 1));
        }
        let (number, line) = header("property")?;
        let property = line
            .split_whitespace()
            .find_map(|word| word.strip_prefix('b'));
        let property = property.and_then(|property| property.parse().ok());
        witness.property =
            property.ok_or_else(|| Problem::Unexpected(line.to_owned()).at(number + 1))?;
        for (number, line) in lines {
            if line.trim() == "." {
                return Ok(witness);
            }
            witness
                .line(line, &mut part)
                .map_err(|problem| problem.at(number + 1))?;
        }
        Err(Problem::Missing("'.'").at(0))
    }

    fn line(&mut self, line: &str, part: &mut Option<Part>) -> Result<(), Problem> {
        let wrong = || Problem::Unexpected(line.to_owned());
        let (new, step) = match line.as_bytes()[0] {
            b'#' => (Part::States, &line[1..]),
            b'@' => (Part::Inputs, &line[1..]),
            _ => {
                let assignment = parse_assignment(line).ok_or_else(wrong)?;
                let frame = self.frames.last_mut().ok_or_else(wrong)?;
                match part {
                    Some(Part::States) => frame.states.push(assignment),
                    Some(Part::Inputs) => frame.inputs.push(assignment),
                    None => return Err(wrong()),
                }
                return Ok(());
            }
        };
        let step: usize = step.trim().parse().map_err(|_| wrong())?;
        if step == self.frames.len() {
            self.frames.push(Frame::default());
        }
        // Steps come in order: every header belongs to the last one.
        if step >= self.frames.len() || step < self.frames.len() - 1 {
            return Err(wrong());
        }
        *part = Some(new);
        Ok(())
    }
}

fn parse_assignment(line: &str) -> Option<Assignment> {
    let bits = |word: &str| {
        let width = u32::try_from(word.len()).ok()?;
        binary(word, width).filter(|bits| !bits.is_empty())
    };
    let mut words = line.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let mut word = words.next()?;
    let mut index = None;
    if let Some(inner) = word.strip_prefix('[') {
        let inner = inner.strip_suffix(']')?;
        // A star means every index.
        index = if inner == "*" {
            None
        } else {
            Some(bits(inner)?)
        };
        word = words.next()?;
    }
    let value = bits(word)?;
    let symbol = words.next().unwrap_or("");
    // What follows the last sign is the number of the step.
    let symbol = symbol
        .rfind(['#', '@'])
        .map_or(symbol, |end| &symbol[..end]);
    Some(Assignment {
        number,
        index,
        value,
        symbol: symbol.to_owned(),
    })
}
