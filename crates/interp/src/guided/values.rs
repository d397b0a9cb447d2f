//! Values for inputs: zeros, small and random numbers, and numbers that the program mentions.

use crate::random::Random;
use invar_cfa::{Operation, Program};
use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, Sort, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Numbers of the program that are kept.
const MAX_CONSTANTS: usize = 400;

/// Characters of the classes that programs distinguish in text.
const CHARACTERS: &[u8] = b"09azAZfx \n\t.,:;-+_/%\"'()[]{}=";

/// Numbers that a program mentions, in order.
#[derive(Default)]
pub(crate) struct Constants {
    all: Vec<u128>,
    /// Those that are characters.
    bytes: Vec<u128>,
}

impl Constants {
    /// Numbers that conditions and assignments mention, conditions first, at most a few hundred.
    pub(crate) fn of(program: &Program) -> Constants {
        let mut found = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let operations = || {
            let edges = program.functions.iter();
            edges.flat_map(|function| {
                let cfa = &function.cfa;
                cfa.edge_ids().map(|id| &cfa.edge(id).operation)
            })
        };
        let conditions = operations().filter_map(|operation| match operation {
            Operation::Assume { condition, .. } => Some(*condition),
            _ => None,
        });
        let values = operations().filter_map(|operation| match operation {
            Operation::Assign { value, .. } => Some(*value),
            _ => None,
        });
        for term in conditions.chain(values) {
            for part in program.terms.postorder_new(&[term], &mut seen) {
                if let Some(number) = program.terms.as_bv(part)
                    && number.width() > 1
                {
                    found.insert(number.signed() as u128);
                }
            }
            if found.len() >= MAX_CONSTANTS {
                break;
            }
        }
        let is_byte = |number: &u128| u8::try_from(*number).is_ok();
        Constants {
            bytes: found.iter().copied().filter(is_byte).collect(),
            all: found.into_iter().collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One of them for a number of this width.
    fn pick(&self, width: u32, random: usize) -> Option<u128> {
        let numbers = match width {
            8 if !self.bytes.is_empty() => &self.bytes,
            _ => &self.all,
        };
        numbers.get(random.checked_rem(numbers.len())?).copied()
    }
}

/// Where the values of a run come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Zero,
    Small,
    Any,
    /// Numbers that the program mentions, and their neighbours.
    Mentioned,
    /// Mostly what the same place asked for before.
    Repeated,
}

impl Style {
    /// The style of one of the first runs.
    pub(crate) fn of_run(number: u32, constants: &Constants) -> Style {
        match number {
            0 => Style::Zero,
            n if n % 3 == 0 => Style::Any,
            n if n % 3 == 2 && !constants.is_empty() => Style::Mentioned,
            _ => Style::Small,
        }
    }

    pub(crate) fn random(random: &mut Random) -> Style {
        match random.below(8) {
            0 => Style::Zero,
            1 | 2 => Style::Small,
            3 => Style::Any,
            4 | 5 => Style::Mentioned,
            _ => Style::Repeated,
        }
    }
}

/// Makes values.
pub(crate) struct Values<'v> {
    pub(crate) constants: &'v Constants,
    pub(crate) random: &'v mut Random,
}

impl Values<'_> {
    pub(crate) fn value(&mut self, style: Style, sort: &Sort) -> Value {
        match sort {
            Sort::BitVec(width) => Value::Bv(BvValue::new(*width, self.bits(style, *width))),
            Sort::Float { .. } => self.float(style, sort),
            Sort::Array(pair) => {
                let element = self.value(style, &pair.1);
                let mut array = ArrayValue::constant(pair.0.clone(), element);
                // The first elements differ.
                if let (Sort::BitVec(width), false) = (&pair.0, style == Style::Zero) {
                    for index in 0..12 {
                        let element = self.value(style, &pair.1);
                        array.store(Value::Bv(BvValue::new(*width, index)), element);
                    }
                }
                Value::Array(array)
            }
            // No other sort occurs in programs; `false` then fails the sort check.
            other => Value::zero(other).unwrap_or(Value::Bool(false)),
        }
    }

    /// A small number, or any bits.
    fn float(&mut self, style: Style, sort: &Sort) -> Value {
        let bits = self.bits(style, 64);
        let small = (bits as i64 % 2000) as f64 / 8.0;
        let value = match (FloatFormat::of(sort), style) {
            (Some(format), Style::Any) => FloatValue::from_bits(format, bits),
            (Some(FloatFormat::Single), _) => FloatValue::single(small as f32),
            (Some(FloatFormat::Double), _) => FloatValue::double(small),
            _ => return Value::zero(sort).unwrap_or(Value::Bool(false)),
        };
        Value::Float(value)
    }

    fn bits(&mut self, style: Style, width: u32) -> u128 {
        let random = u128::from(self.random.next());
        let is_byte = width == 8;
        match style {
            Style::Zero => 0,
            Style::Small => match random % 8 {
                0 => u128::MAX,
                1..=3 => u128::from(random % 16 >= 8),
                _ => (random >> 8) % 12,
            },
            Style::Mentioned | Style::Repeated if !is_byte || random % 16 >= 6 => {
                let Some(picked) = self.constants.pick(width, (random >> 8) as usize) else {
                    return random;
                };
                match random % 8 {
                    0 => picked.wrapping_add(1),
                    1 => picked.wrapping_sub(1),
                    2 => (random >> 40) % 4,
                    _ => picked,
                }
            }
            Style::Mentioned | Style::Repeated => {
                u128::from(CHARACTERS[(random >> 8) as usize % CHARACTERS.len()])
            }
            Style::Any => match random % 4 {
                0 => (random >> 8) % 1000,
                1 => ((random >> 8) % 1000).wrapping_neg(),
                _ => random,
            },
        }
    }
}
