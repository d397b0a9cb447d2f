//! Looking for an error by running the program: all inputs zero first, then small and random ones.
//!
//! A heuristic that costs a fixed number of steps, so that its result does not depend on the
//! machine. It finds shallow errors behind long concrete loops, which symbolic search reaches late.

use crate::machine::{Limits, Outcome, run};
use crate::oracle::{Oracle, Step};
use invar_cfa::{EdgeId, FunctionId, Program};
use invar_term::{ArrayValue, BvValue, Sort, Value};
use std::time::Instant;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct HuntLimits {
    /// Steps of all runs together.
    pub steps: u64,
    /// Steps of the first run, which is the only long one.
    pub first_steps: u64,
    /// Steps of each later run.
    pub later_steps: u64,
    /// Number of runs.
    pub runs: u32,
    /// When to stop in any case.
    pub deadline: Option<Instant>,
}

impl Default for HuntLimits {
    fn default() -> Self {
        HuntLimits {
            steps: 6_000_000,
            first_steps: 4_000_000,
            later_steps: 50_000,
            runs: 200,
            deadline: None,
        }
    }
}

/// The choices of a run that reaches an error, if one was found.
pub fn hunt(program: &Program, seed: u64, limits: &HuntLimits) -> Option<Vec<(EdgeId, Value)>> {
    let mut left = limits.steps;
    let mut random = Random(seed);
    for number in 0..limits.runs {
        let steps = if number == 0 {
            limits.first_steps
        } else {
            limits.later_steps
        }
        .min(left);
        let style = match number {
            0 => Style::Zero,
            n if n % 3 == 0 => Style::Any,
            _ => Style::Small,
        };
        let mut oracle = Recorder {
            style,
            random: &mut random,
            choices: Vec::new(),
        };
        let run_limits = Limits {
            steps,
            deadline: limits.deadline,
            ..Limits::default()
        };
        let mut executed = 0;
        let mut count = |_: Step<'_>| executed += 1;
        let outcome = run(program, &mut oracle, &mut count, &run_limits);
        if let Outcome::Error(_) = outcome {
            return Some(oracle.choices);
        }
        let deterministic = oracle.choices.is_empty();
        let late = limits.deadline.is_some_and(|d| Instant::now() >= d);
        left = left.saturating_sub(executed);
        if deterministic || left == 0 || late {
            return None;
        }
    }
    None
}

#[derive(Clone, Copy)]
enum Style {
    Zero,
    Small,
    Any,
}

/// Chooses and remembers.
struct Recorder<'r> {
    style: Style,
    random: &'r mut Random,
    choices: Vec<(EdgeId, Value)>,
}

impl Oracle for Recorder<'_> {
    fn choose(&mut self, _: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let value = self.value(sort);
        self.choices.push((edge, value.clone()));
        value
    }
}

impl Recorder<'_> {
    fn value(&mut self, sort: &Sort) -> Value {
        match sort {
            Sort::BitVec(width) => Value::Bv(BvValue::new(*width, self.bits())),
            Sort::Array(pair) => {
                let element = self.value(&pair.1);
                Value::Array(ArrayValue::constant(pair.0.clone(), element))
            }
            // No other sort occurs in programs; `false` then fails the sort check.
            other => Value::zero(other).unwrap_or(Value::Bool(false)),
        }
    }

    fn bits(&mut self) -> u128 {
        let random = u128::from(self.random.next());
        match self.style {
            Style::Zero => 0,
            Style::Small => match random % 8 {
                0 => u128::MAX,
                1..=3 => u128::from(random % 16 >= 8),
                _ => (random >> 8) % 12,
            },
            Style::Any => match random % 4 {
                0 => (random >> 8) % 1000,
                1 => ((random >> 8) % 1000).wrapping_neg(),
                _ => random,
            },
        }
    }
}

/// SplitMix64: a fixed sequence for a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
