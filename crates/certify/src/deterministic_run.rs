//! Certifies that a program has a single run, by running it.

use crate::proof::Rejection;
use invar_cfa::{EdgeId, FunctionId, Program};
use invar_interp::{DeterministicRun, Limits, Oracle, Outcome, Step, deterministic_run, run};
use invar_term::{ArrayValue, BvValue, FloatFormat, FloatValue, Sort, Value};

/// Runs a program whose executions all take the same edges, and returns their number if the run
/// ends without an error and without meeting something that is not modelled: then the program,
/// which may have calls, is safe.
///
/// A second run, in which every undetermined value differs, must take as many edges and end at the
/// same place. It is redundant if the marks of the first run are right, and detects when they are
/// wrong.
///
/// # Errors
/// If the run ends differently, or there may be several runs.
pub fn certify_deterministic_run(program: &Program, limits: &Limits) -> Result<u64, Rejection> {
    let undecided = |message: &str| Err(Rejection::Undecided(message.into()));
    let (outcome, edges) = match deterministic_run(program, limits) {
        DeterministicRun::Ended(outcome, edges) => (outcome, edges),
        DeterministicRun::Several(_) => return undecided("the program may have several runs"),
    };
    match outcome {
        Outcome::Ended | Outcome::Blocked(..) => {}
        Outcome::Error(_) => return Err(Rejection::Refuted("the run ends at an error".into())),
        Outcome::Unsupported(_) => return undecided("the run ends at something not modelled"),
        Outcome::Limit => return undecided("the run is longer than the limit"),
        Outcome::Invalid(message) => return undecided(&message),
    }
    let mut again = 0;
    let mut count = |_: Step<'_>| again += 1;
    match run(program, &mut Noise(1), &mut count, limits) {
        Outcome::Limit => undecided("the run is longer than the limit"),
        other if other == outcome && again == edges => Ok(edges),
        _ => Err(Rejection::Refuted("two runs differ".into())),
    }
}

/// Any values, by SplitMix64.
struct Noise(u64);

impl Noise {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn value(&mut self, sort: &Sort) -> Value {
        let bits = u128::from(self.bits()) << 64 | u128::from(self.bits());
        match sort {
            Sort::Bool => Value::Bool(bits & 1 == 1),
            Sort::BitVec(width) => Value::Bv(BvValue::new(*width, bits)),
            Sort::Array(pair) => {
                let element = self.value(&pair.1);
                Value::Array(ArrayValue::constant(pair.0.clone(), element))
            }
            other => match FloatFormat::of(other) {
                Some(format) => Value::Float(FloatValue::from_bits(format, bits)),
                None => Value::zero(other).unwrap_or(Value::Bool(false)),
            },
        }
    }
}

impl Oracle for Noise {
    fn choose(&mut self, _: FunctionId, _: EdgeId, sort: &Sort) -> Value {
        self.value(sort)
    }
}
