//! Making a run small: fewer steps, fewer inputs that are not zero, smaller inputs.
//!
//! Delta debugging on the interpreter (Zeller, Hildebrandt: Simplifying and Isolating
//! Failure-Inducing Input, 2002): a change of the inputs is kept if the run still ends at the same
//! check and is smaller. The work is bounded by a number of interpreted steps, so that the result
//! does not depend on the machine. A heuristic: users of the result replay it.

use crate::machine::{Limits, Machine, Outcome};
use crate::oracle::{Choices, Oracle, Step};
use invar_cfa::{CheckId, EdgeId, FunctionId, Operation, Program};
use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, Sort, Value};
use std::ops::Range;

/// What havoc edges take, in the order of execution.
type Inputs = Vec<(EdgeId, Value)>;

/// Steps that setting up one run counts for.
const START: u64 = 64;

/// A run that reaches a check.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// What the havoc edges take, in the order of execution.
    pub choices: Vec<(EdgeId, Value)>,
    /// Executed edges.
    pub steps: u64,
    /// Those that do something.
    effort: u64,
}

/// A smaller run of an inlined program to the same check; `None` if the choices do not lead there
/// within `budget` steps.
pub fn shrink(
    program: &Program,
    choices: Vec<(EdgeId, Value)>,
    check: CheckId,
    budget: u64,
) -> Option<Shrunk> {
    let mut machine = Machine::new(program).ok()?;
    let first = attempt(&mut machine, choices, check, budget).ok()?;
    let start = START + program.variables.len() as u64 / 16;
    let mut shrinker = Shrinker {
        left: budget.saturating_sub(first.steps + start),
        size: Size::of(program, &first),
        best: first,
        machine,
        check,
        start,
    };
    loop {
        let before = shrinker.size;
        shrinker.chunks(Shrinker::zeros);
        shrinker.chunks(Shrinker::dropped);
        for number in 0.. {
            if number >= shrinker.best.choices.len() || shrinker.left == 0 {
                break;
            }
            shrinker.smaller_value(number);
        }
        if shrinker.size == before || shrinker.left == 0 {
            return Some(shrinker.best);
        }
    }
}

/// What is made smaller, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Size {
    effort: u64,
    nonzero: usize,
    weight: u128,
}

impl Size {
    fn of(program: &Program, run: &Shrunk) -> Size {
        let weights = || {
            let choices = run.choices.iter();
            choices.map(|(edge, value)| weight(value, is_signed(program, *edge)))
        };
        Size {
            effort: run.effort,
            nonzero: weights().filter(|weight| *weight > 0).count(),
            weight: weights().fold(0, u128::saturating_add),
        }
    }
}

/// Zero for zero; negative numbers weigh a little more than positive ones.
fn weight(value: &Value, signed: bool) -> u128 {
    match value {
        Value::Bv(v) if signed => {
            let doubled = v.signed().unsigned_abs().saturating_mul(2);
            doubled.saturating_add(u128::from(v.sign_bit()))
        }
        Value::Bv(v) => v.unsigned().saturating_mul(2),
        Value::Float(v) if v.is_zero() && !v.is_negative() => 0,
        Value::Float(v) => v.c_text().len() as u128,
        Value::Array(array) => {
            let rest = weight(array.default_element(), signed).saturating_mul(1 << 20);
            let entries = array.entries().map(|(_, v)| weight(v, signed));
            entries.fold(rest, u128::saturating_add)
        }
        _ => 0,
    }
}

/// Whether the variable of a havoc edge is read as signed.
fn is_signed(program: &Program, edge: EdgeId) -> bool {
    match program.entry_cfa().edge(edge).operation {
        Operation::Havoc { target, .. } => program.variable(target).integer.signed,
        _ => true,
    }
}

/// Gives the choices and remembers what was asked for.
struct Recording {
    given: Choices,
    asked: Inputs,
}

impl Oracle for Recording {
    fn choose(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let value = self.given.choose(function, edge, sort);
        self.asked.push((edge, value.clone()));
        value
    }
}

/// Runs; the error is the number of steps until the run ended elsewhere.
fn attempt(
    machine: &mut Machine<'_>,
    choices: Inputs,
    check: CheckId,
    limit: u64,
) -> Result<Shrunk, u64> {
    let mut oracle = Recording {
        given: Choices::new(choices),
        asked: Vec::new(),
    };
    let cfa = machine.program.entry_cfa();
    let (mut steps, mut effort) = (0, 0);
    let mut count = |step: Step<'_>| {
        steps += 1;
        effort += u64::from(cfa.edge(step.edge).operation != Operation::Skip);
    };
    // One more, since arriving at the check is not a separate step.
    let limits = Limits {
        steps: limit.saturating_add(1),
        ..Limits::default()
    };
    match machine.run(&mut oracle, &mut count, &limits) {
        Outcome::Error(reached) if reached == check => Ok(Shrunk {
            choices: oracle.asked,
            steps,
            effort,
        }),
        _ => Err(steps),
    }
}

struct Shrinker<'a> {
    machine: Machine<'a>,
    check: CheckId,
    /// Steps that may still be executed.
    left: u64,
    /// Steps that setting up a run counts for.
    start: u64,
    best: Shrunk,
    size: Size,
}

/// Whether a candidate was taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Taken,
    Refused,
}

impl Shrinker<'_> {
    fn try_choices(&mut self, choices: Inputs) -> Tried {
        if self.left == 0 {
            return Tried::Refused;
        }
        // As much again for edges that do nothing.
        let limit = (2 * self.best.steps).min(self.left);
        // Copying many choices is work too, also where the run ends at once.
        let copied = choices.len() as u64 / 16;
        let run = attempt(&mut self.machine, choices, self.check, limit);
        let steps = match &run {
            Ok(run) => run.steps,
            Err(steps) => *steps,
        };
        self.left = self.left.saturating_sub(steps + self.start + copied);
        if let Ok(run) = run {
            let size = Size::of(self.machine.program, &run);
            if size < self.size {
                (self.best, self.size) = (run, size);
                return Tried::Taken;
            }
        }
        Tried::Refused
    }

    /// Tries a change on all choices, then on halves, quarters, ... and each alone.
    fn chunks(&mut self, change: fn(&Self, Range<usize>) -> Option<Inputs>) {
        let mut length = self.best.choices.len();
        while length > 0 && self.left > 0 {
            let mut start = 0;
            while start < self.best.choices.len() && self.left > 0 {
                let end = (start + length).min(self.best.choices.len());
                let before = self.best.choices.len();
                if let Some(changed) = change(self, start..end) {
                    self.try_choices(changed);
                }
                // If choices were removed, the choice at this position has not been tried.
                if self.best.choices.len() >= before {
                    start = end;
                }
            }
            length = match length {
                1 => 0,
                n => n.div_ceil(2),
            };
        }
    }

    /// The choices with zeros in a range; `None` if they are there already. Only then are they
    /// copied: of many thousand choices most are zero, and each is asked for alone.
    fn zeros(&self, range: Range<usize>) -> Option<Inputs> {
        let there = self.best.choices[range.clone()].iter();
        let zeros: Option<Vec<Value>> = there.map(|(_, v)| Value::zero(&v.sort())).collect();
        let zeros = zeros?;
        let mut pairs = self.best.choices[range.clone()].iter().zip(&zeros);
        if pairs.all(|((_, value), zero)| value == zero) {
            return None;
        }
        let mut choices = self.best.choices.clone();
        for ((_, value), zero) in choices[range].iter_mut().zip(zeros) {
            *value = zero;
        }
        Some(choices)
    }

    /// The choices without a range: later askings of the same edges move up.
    fn dropped(&self, range: Range<usize>) -> Option<Inputs> {
        let mut choices = self.best.choices.clone();
        choices.drain(range);
        Some(choices)
    }

    fn try_value(&mut self, number: usize, value: Value) -> Tried {
        let mut choices = self.best.choices.clone();
        match choices.get_mut(number) {
            Some((_, old)) if *old != value => *old = value,
            _ => return Tried::Refused,
        }
        self.try_choices(choices)
    }

    fn smaller_value(&mut self, number: usize) {
        let (edge, value) = self.best.choices[number].clone();
        match value {
            Value::Bv(v) => self.smaller_number(number, v, is_signed(self.machine.program, edge)),
            Value::Float(v) => self.simpler_float(number, v),
            Value::Array(array) => self.smaller_array(number, &array),
            _ => {}
        }
    }

    /// Small numbers first, then the smallest by bisection: exact if the run reaches the check
    /// for all larger numbers up to the known one.
    fn smaller_number(&mut self, number: usize, value: BvValue, signed: bool) {
        let width = value.width();
        let make = |n: i128| Value::Bv(BvValue::from_signed(width, n));
        let known = if signed {
            value.signed()
        } else {
            i128::try_from(value.unsigned()).unwrap_or(i128::MAX)
        };
        if known == 0 {
            return;
        }
        for small in [1, 2, 3, -1] {
            let small = make(small);
            let is_smaller = weight(&small, signed) < weight(&Value::Bv(value), signed);
            if is_smaller && self.try_value(number, small) == Tried::Taken {
                return;
            }
        }
        let mut known = known;
        if let (true, Some(positive)) = (known < 0, known.checked_neg())
            && self.try_value(number, make(positive)) == Tried::Taken
        {
            known = positive;
        }
        let (mut refused, mut taken) = (0u128, known.unsigned_abs());
        while taken - refused > 1 && self.left > 0 {
            let middle = refused + (taken - refused) / 2;
            let candidate = middle as i128 * known.signum();
            match self.try_value(number, make(candidate)) {
                Tried::Taken => taken = middle,
                Tried::Refused => refused = middle,
            }
        }
    }

    /// Numbers with shorter texts.
    fn simpler_float(&mut self, number: usize, value: FloatValue) {
        let exact = match value.format() {
            FloatFormat::Single => f64::from(f32::from_bits(value.bits() as u32)),
            FloatFormat::Double => f64::from_bits(value.bits() as u64),
            _ => return,
        };
        let rounded = [exact.trunc(), exact.round(), (exact * 8.0).round() / 8.0];
        let usual = [1.0, -1.0, 2.0, 0.5, 10.0, 100.0, 1000.0, 1e6];
        for simple in usual.into_iter().chain(rounded) {
            let simple = match value.format() {
                FloatFormat::Single => FloatValue::single(simple as f32),
                _ => FloatValue::double(simple),
            };
            if self.try_value(number, Value::Float(simple)) == Tried::Taken {
                return;
            }
        }
    }

    /// Zero for single elements, and for all that are not given.
    fn smaller_array(&mut self, number: usize, array: &ArrayValue) {
        let Some(zero) = Value::zero(&array.default_element().sort()) else {
            return;
        };
        let mut clean = ArrayValue::constant(array.index_sort().clone(), zero.clone());
        for (index, element) in array.entries() {
            clean.store(index.clone(), element.clone());
        }
        let mut kept = array.clone();
        if self.try_value(number, Value::Array(clean.clone())) == Tried::Taken {
            kept = clean;
        }
        let entries: Vec<Value> = kept.entries().map(|(index, _)| index.clone()).collect();
        for index in entries {
            let mut without = kept.clone();
            without.store(index, zero.clone());
            if self.try_value(number, Value::Array(without.clone())) == Tried::Taken {
                kept = without;
            }
        }
    }
}
