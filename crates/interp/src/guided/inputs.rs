//! Inputs of a run by the places that ask for them.

use super::values::{Constants, Style, Values};
use crate::oracle::Oracle;
use crate::random::Random;
use invar_cfa::{EdgeId, FunctionId};
use invar_term::{BvValue, Sort, Value};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

/// A place that asks for inputs.
pub(crate) type Asker = (FunctionId, EdgeId);

/// An input with the place that asked for it.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) asker: Asker,
    pub(crate) value: Value,
}

/// Gives a run the inputs of a list, by place and in order, and makes up the rest.
pub(crate) struct Player<'r> {
    given: FxHashMap<Asker, VecDeque<Value>>,
    /// What a place was given last.
    last: FxHashMap<Asker, Value>,
    style: Style,
    values: Values<'r>,
    asked: &'r Cell<usize>,
    /// All inputs of the run, in order.
    pub(crate) taken: Vec<Input>,
}

impl<'r> Player<'r> {
    pub(crate) fn new(
        given: Vec<Input>,
        style: Style,
        values: Values<'r>,
        asked: &'r Cell<usize>,
    ) -> Player<'r> {
        let mut queues: FxHashMap<Asker, VecDeque<Value>> = FxHashMap::default();
        for input in given {
            queues
                .entry(input.asker)
                .or_default()
                .push_back(input.value);
        }
        Player {
            given: queues,
            last: FxHashMap::default(),
            style,
            values,
            asked,
            taken: Vec::new(),
        }
    }

    fn made_up(&mut self, asker: Asker, sort: &Sort) -> Value {
        if self.style == Style::Repeated
            && let Some(last) = self.last.get(&asker)
            && self.values.random.below(8) > 0
        {
            return last.clone();
        }
        let value = self.values.value(self.style, sort);
        if self.style == Style::Repeated {
            self.last.insert(asker, value.clone());
        }
        value
    }
}

impl Oracle for Player<'_> {
    fn choose(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let asker = (function, edge);
        let given = self.given.get_mut(&asker).and_then(VecDeque::pop_front);
        let value = match given {
            Some(value) if value.sort() == *sort => {
                if self.style == Style::Repeated {
                    self.last.insert(asker, value.clone());
                }
                value
            }
            _ => self.made_up(asker, sort),
        };
        self.taken.push(Input {
            asker,
            value: value.clone(),
        });
        self.asked.set(self.taken.len());
        value
    }
}

/// Lists grow up to this length.
const MAX_CHANGED: usize = 20_000;
/// Most changes to one list of inputs.
const MAX_CHANGES: u64 = 4;
/// Most inputs that most changes are about.
const MAX_RANGE: usize = 16;

/// Changes some inputs of a list; `other` is another list, from which inputs may be taken over.
pub(crate) fn changed(
    mut inputs: Vec<Input>,
    other: &[Input],
    constants: &Constants,
    random: &mut Random,
) -> Vec<Input> {
    for _ in 0..=random.below(MAX_CHANGES) {
        if inputs.is_empty() {
            return inputs;
        }
        let at = position(&inputs, random);
        // Now and then all that follows: what is said twice, or twice as often, leads further in loops.
        let most = match random.below(4) {
            0 => inputs.len(),
            _ => MAX_RANGE,
        };
        let range = at..(at + 1 + random.index(most)).min(inputs.len());
        match random.below(10) {
            0 => inputs.truncate(at),
            1 => {
                inputs.drain(range);
            }
            2 if inputs.len() < MAX_CHANGED => {
                let copied = inputs[range.clone()].to_vec();
                inputs.splice(range.end..range.end, copied);
            }
            3 => {
                inputs.truncate(at);
                inputs.extend_from_slice(&other[at.min(other.len())..]);
            }
            // One value for all inputs of a place in a range.
            4 => {
                let Input { asker, value } = inputs[at].clone();
                let same = inputs[range].iter_mut().filter(|i| i.asker == asker);
                same.for_each(|input| input.value = value.clone());
            }
            5 => {
                let from = random.index(inputs.len());
                let value = inputs[from].value.clone();
                if value.sort() == inputs[at].value.sort() {
                    inputs[at].value = value;
                }
            }
            6 | 7 => nudge(&mut inputs[at].value, random),
            _ => {
                let sort = inputs[at].value.sort();
                let style = Style::random(random);
                let mut values = Values { constants, random };
                inputs[at].value = values.value(style, &sort);
            }
        }
    }
    inputs
}

/// A position in a list: any, one of the last, or one of a place that is as likely as other places, however often they
/// asked.
fn position(inputs: &[Input], random: &mut Random) -> usize {
    let length = inputs.len();
    match random.below(4) {
        0 => random.index(length),
        1 => late(length, random),
        _ => {
            let mut by_asker: BTreeMap<Asker, Vec<usize>> = BTreeMap::new();
            for (at, input) in inputs.iter().enumerate() {
                by_asker.entry(input.asker).or_default().push(at);
            }
            let chosen = random.index(by_asker.len());
            let Some(positions) = by_asker.into_values().nth(chosen) else {
                return random.index(length);
            };
            match random.below(2) {
                0 => positions[random.index(positions.len())],
                _ => positions[late(positions.len(), random)],
            }
        }
    }
}

/// One of the last positions of a list.
fn late(length: usize, random: &mut Random) -> usize {
    length - 1 - random.index(length.min(8))
}

/// A number near another one, or with another bit.
fn nudge(value: &mut Value, random: &mut Random) {
    if let Value::Bv(number) = value {
        let width = number.width();
        let bits = match random.below(4) {
            0 => number.unsigned().wrapping_add(1),
            1 => number.unsigned().wrapping_sub(1),
            _ => number.unsigned() ^ (1 << random.below(u64::from(width.min(128)))),
        };
        *number = BvValue::new(width, bits);
    }
}
