//! A run of a circuit, and its validity.

use crate::{Circuit, Simulator};
use std::ops::ControlFlow;

/// The choices that make a run: it reaches the bad signal of `property` at its last step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// Number of the property among [`crate::Circuit::bad`].
    pub property: usize,
    /// The latches in the first step, by their number.
    pub latches: Vec<bool>,
    /// The inputs of every step, by their number; at least one step.
    pub inputs: Vec<Vec<bool>>,
}

/// Why a run is not a run of the circuit, or not a bad one. Steps count from zero.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The circuit has fewer properties.
    #[error("the circuit has no property {0}")]
    Property(usize),
    /// A run has at least one step.
    #[error("the run has no steps")]
    NoSteps,
    /// Too few or too many latches.
    #[error("the run has {found} latches, the circuit {expected}")]
    Latches {
        /// In the circuit.
        expected: usize,
        /// In the run.
        found: usize,
    },
    /// Too few or too many inputs.
    #[error("step {step} has {found} inputs, the circuit {expected}")]
    Inputs {
        /// The step.
        step: usize,
        /// In the circuit.
        expected: usize,
        /// In the run.
        found: usize,
    },
    /// A latch begins with the wrong value.
    #[error("latch {latch} does not begin with its reset value")]
    Reset {
        /// Its number.
        latch: usize,
    },
    /// A constraint is violated.
    #[error("constraint {constraint} does not hold in step {step}")]
    Constraint {
        /// The step.
        step: usize,
        /// The number of the constraint.
        constraint: usize,
    },
    /// Nothing bad happens at the end.
    #[error("the bad signal does not hold in the last step {step}")]
    NotBad {
        /// The last step.
        step: usize,
    },
}

impl Run {
    /// Goes through the run step by step.
    ///
    /// # Errors
    /// If it is not a run of the circuit from a first state to the bad signal.
    pub fn replay(&self, circuit: &Circuit) -> Result<(), ReplayError> {
        let bad = *circuit
            .bad
            .get(self.property)
            .ok_or(ReplayError::Property(self.property))?;
        self.check_shape(circuit)?;
        let mut is_bad = false;
        let violated = self.follow(circuit, |step, _, values| {
            is_bad = values.value(bad) & 1 == 1;
            let violated = |&literal: &crate::Lit| values.value(literal) & 1 == 0;
            match circuit.constraints.iter().position(violated) {
                Some(constraint) => {
                    ControlFlow::Break(ReplayError::Constraint { step, constraint })
                }
                None => ControlFlow::Continue(()),
            }
        });
        if let ControlFlow::Break(error) = violated {
            return Err(error);
        }
        if !is_bad {
            let step = self.inputs.len() - 1;
            return Err(ReplayError::NotBad { step });
        }
        Ok(())
    }

    /// Simulates the run and passes every step to the visitor, until it breaks: number, latches and
    /// values of the step. Bit 0 of every word belongs to the run. Nothing is checked.
    pub fn follow<B>(
        &self,
        circuit: &Circuit,
        mut visit: impl FnMut(usize, &[u64], &Simulator<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut simulator = Simulator::new(circuit);
        let mut latches: Vec<u64> = self.latches.iter().copied().map(word).collect();
        for (step, inputs) in self.inputs.iter().enumerate() {
            let inputs: Vec<u64> = inputs.iter().copied().map(word).collect();
            simulator.step(&latches, &inputs);
            visit(step, &latches, &simulator)?;
            simulator.next(&mut latches);
        }
        ControlFlow::Continue(())
    }

    /// Numbers of latches, inputs and steps; reset values.
    fn check_shape(&self, circuit: &Circuit) -> Result<(), ReplayError> {
        let (expected, found) = (circuit.latches().len(), self.latches.len());
        if expected != found {
            return Err(ReplayError::Latches { expected, found });
        }
        if self.inputs.is_empty() {
            return Err(ReplayError::NoSteps);
        }
        let expected = circuit.inputs().len();
        for (step, inputs) in self.inputs.iter().enumerate() {
            let found = inputs.len();
            if expected != found {
                return Err(ReplayError::Inputs {
                    step,
                    expected,
                    found,
                });
            }
        }
        for (number, latch) in circuit.latches().iter().enumerate() {
            if latch.reset.value().unwrap_or(self.latches[number]) != self.latches[number] {
                return Err(ReplayError::Reset { latch: number });
            }
        }
        Ok(())
    }
}

fn word(bit: bool) -> u64 {
    u64::from(bit)
}

#[cfg(test)]
mod tests {
    use super::{ReplayError, Run};
    use crate::{Circuit, Reset};

    /// A one moves from `first` (reset one) to `second` (free) when the input is on; bad when it is
    /// in the second while the input is off; the constraint forbids it to be in both.
    fn pipe() -> Circuit {
        let mut circuit = Circuit::new();
        let go = circuit.add_input("go");
        let first = circuit.add_latch("first", Reset::One);
        let second = circuit.add_latch("second", Reset::Free);
        let stays = circuit.and(first, !go);
        let moves = circuit.and(first, go);
        circuit.set_next(first, stays);
        circuit.set_next(second, moves);
        let bad = circuit.and(second, !go);
        circuit.add_bad(bad, "arrived");
        let both = circuit.and(first, second);
        circuit.constraints.push(!both);
        circuit
    }

    fn replay(property: usize, latches: &[bool], inputs: &[&[bool]]) -> Result<(), ReplayError> {
        let inputs = inputs.iter().map(|step| step.to_vec()).collect();
        let latches = latches.to_vec();
        let run = Run {
            property,
            latches,
            inputs,
        };
        run.replay(&pipe())
    }

    #[test]
    fn a_run_to_the_bad_signal() {
        replay(0, &[true, false], &[&[true], &[false]]).unwrap();
        replay(0, &[true, false], &[&[false], &[true], &[false]]).unwrap();
    }

    #[test]
    fn every_other_run_is_refused_with_its_reason() {
        let go: &[bool] = &[true];
        let stop: &[bool] = &[false];
        let begin = [true, false];
        let cases = [
            (replay(1, &begin, &[go, stop]), ReplayError::Property(1)),
            (replay(0, &begin, &[]), ReplayError::NoSteps),
            (
                replay(0, &[true], &[go, stop]),
                ReplayError::Latches {
                    expected: 2,
                    found: 1,
                },
            ),
            (
                replay(0, &begin, &[go, &[]]),
                ReplayError::Inputs {
                    step: 1,
                    expected: 1,
                    found: 0,
                },
            ),
            (
                replay(0, &[false, true], &[stop]),
                ReplayError::Reset { latch: 0 },
            ),
            (
                replay(0, &[true, true], &[go, stop]),
                ReplayError::Constraint {
                    step: 0,
                    constraint: 0,
                },
            ),
            (
                replay(0, &begin, &[go, go]),
                ReplayError::NotBad { step: 1 },
            ),
            (
                replay(0, &begin, &[go, stop, stop]),
                ReplayError::NotBad { step: 2 },
            ),
        ];
        for (number, (found, expected)) in cases.into_iter().enumerate() {
            assert_eq!(found, Err(expected), "case {number}");
        }
    }

    #[test]
    fn a_constraint_at_the_last_step_counts() {
        let mut circuit = Circuit::new();
        let input = circuit.add_input("input");
        circuit.add_bad(input, "on");
        circuit.constraints.push(!input);
        let run = Run {
            property: 0,
            latches: vec![],
            inputs: vec![vec![true]],
        };
        let expected = ReplayError::Constraint {
            step: 0,
            constraint: 0,
        };
        assert_eq!(run.replay(&circuit), Err(expected));
    }
}
