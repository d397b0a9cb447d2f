//! Runs in the witness format of the hardware competition for AIGER: `1`, the property `b<n>`, the
//! latches of the first step, one line of inputs for each step, `.`.

use crate::{Circuit, Run};

/// Why a text is not read as a run. Lines count from one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StimulusError {
    /// The first line says that there is no run.
    #[error("line 1: '1' expected, the status of a property that is violated")]
    Status,
    /// Not the number of one bad signal.
    #[error("line 2: 'b' and the number of a bad signal expected")]
    Property,
    /// The text ends before the dot.
    #[error("the text ends before the line '.'")]
    Truncated,
    /// Something else than 0, 1, x.
    #[error("line {line}: '{found}' is neither 0, 1 nor x")]
    Character {
        /// Where.
        line: usize,
        /// What was found there.
        found: char,
    },
    /// Too few or too many values.
    #[error("line {line}: {found} values, {expected} expected")]
    Width {
        /// Where.
        line: usize,
        /// As the circuit has it.
        expected: usize,
        /// As the text has it.
        found: usize,
    },
}

/// The run as text.
pub fn write(run: &Run) -> String {
    let mut text = format!("1\nb{}\n", run.property);
    for bits in std::iter::once(&run.latches).chain(&run.inputs) {
        text.extend(bits.iter().map(|&bit| if bit { '1' } else { '0' }));
        text.push('\n');
    }
    text.push_str(".\n");
    text
}

/// The first run of a text. An `x` is zero, or the reset value where a latch has one. Whether it is
/// a run of the circuit, [`Run::replay`] says.
///
/// # Errors
/// If the text is not in the format, or has other numbers of latches and inputs than the circuit.
pub fn read(text: &str, circuit: &Circuit) -> Result<Run, StimulusError> {
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let mut next = || lines.next().ok_or(StimulusError::Truncated);
    if next()?.1.trim() != "1" {
        return Err(StimulusError::Status);
    }
    let property = next()?.1.trim().strip_prefix('b');
    let property = property.and_then(|number| number.parse().ok());
    let property = property.ok_or(StimulusError::Property)?;
    let resets = circuit.latches().iter().map(|latch| latch.reset.value());
    let default: Vec<bool> = resets.map(|value| value.unwrap_or(false)).collect();
    let latches = bits(next()?, &default)?;
    let default = vec![false; circuit.inputs().len()];
    let mut inputs = Vec::new();
    loop {
        let line = next()?;
        if line.1.trim() == "." {
            break;
        }
        inputs.push(bits(line, &default)?);
    }
    Ok(Run {
        property,
        latches,
        inputs,
    })
}

/// The values of a line; `default` has those to take for `x`.
fn bits((line, text): (usize, &str), default: &[bool]) -> Result<Vec<bool>, StimulusError> {
    let text = text.trim_end();
    let (expected, found) = (default.len(), text.chars().count());
    if expected != found {
        return Err(StimulusError::Width {
            line,
            expected,
            found,
        });
    }
    let values = text.chars().zip(default).map(|(found, &default)| {
        Ok(match found {
            '0' => false,
            '1' => true,
            'x' | 'X' => default,
            found => return Err(StimulusError::Character { line, found }),
        })
    });
    values.collect()
}

#[cfg(test)]
mod tests {
    use super::{StimulusError, read, write};
    use crate::arbitrary::{Random, Size, circuit};
    use crate::{Circuit, Reset, Run, Simulator};

    /// Counts the input's ones; bad at two.
    fn counter() -> Circuit {
        let mut circuit = Circuit::new();
        let input = circuit.add_input("tick");
        let once = circuit.add_latch("not once", Reset::One);
        let twice = circuit.add_latch("twice", Reset::Zero);
        let again = circuit.and(!once, input);
        let kept = circuit.and(once, !input);
        circuit.set_next(once, kept);
        let seen = circuit.or(twice, again);
        circuit.set_next(twice, seen);
        circuit.add_bad(twice, "two");
        circuit
    }

    #[test]
    fn a_text_is_read_and_replayed() {
        let circuit = counter();
        let run = read("1\nb0\nx0\n1\n1\nx\n.\nanything", &circuit).unwrap();
        assert_eq!(run.latches, [true, false]);
        assert_eq!(run.inputs, [[true], [true], [false]]);
        run.replay(&circuit).unwrap();
        assert_eq!(write(&run), "1\nb0\n10\n1\n1\n0\n.\n");
    }

    #[test]
    fn other_texts_are_refused() {
        let width = |line, expected, found| StimulusError::Width {
            line,
            expected,
            found,
        };
        let cases = [
            ("0\nb0\n.\n", StimulusError::Status),
            ("1\nj0\n10\n.\n", StimulusError::Property),
            ("1\nb0\n10\n1\n", StimulusError::Truncated),
            ("1\nb0\n1\n1\n.\n", width(3, 2, 1)),
            ("1\nb0\n10\n11\n.\n", width(4, 1, 2)),
            (
                "1\nb0\n12\n.\n",
                StimulusError::Character {
                    line: 3,
                    found: '2',
                },
            ),
        ];
        for (text, error) in cases {
            assert_eq!(read(text, &counter()), Err(error), "{text:?}");
        }
    }

    #[test]
    fn no_latches_and_no_inputs_are_empty_lines() {
        let mut circuit = Circuit::new();
        circuit.add_bad(crate::Lit::TRUE, "always");
        let run = read("1\nb0\n\n\n.\n", &circuit).unwrap();
        assert_eq!(run.inputs, [[]; 1] as [[bool; 0]; 1]);
        run.replay(&circuit).unwrap();
        assert_eq!(write(&run), "1\nb0\n\n\n.\n");
    }

    /// Random runs that reach the bad signal, through text and back, replay.
    #[test]
    fn runs_survive_being_written() {
        let mut random = Random::new(5);
        let mut reached = 0;
        for _ in 0..100 {
            let size = Size {
                inputs: 3,
                latches: 4,
                gates: 30,
                bad: 2,
                constraints: 1,
            };
            let circuit = circuit(&mut random, size);
            let resets = circuit.latches().iter().map(|latch| latch.reset.value());
            let latches: Vec<bool> = resets
                .map(|value| value.unwrap_or_else(|| random.below(2) == 1))
                .collect();
            let mut words: Vec<u64> = latches.iter().map(|&bit| u64::from(bit)).collect();
            let mut simulator = Simulator::new(&circuit);
            let mut inputs = Vec::new();
            for _ in 0..10 {
                let step: Vec<bool> = (0..3).map(|_| random.below(2) == 1).collect();
                let bits: Vec<u64> = step.iter().map(|&bit| u64::from(bit)).collect();
                inputs.push(step);
                simulator.step(&words, &bits);
                if simulator.constrained() & 1 == 0 {
                    break;
                }
                if let Some(property) = (0..2).find(|&p| simulator.value(circuit.bad[p]) & 1 == 1) {
                    let latches = latches.clone();
                    let run = Run {
                        property,
                        latches,
                        inputs,
                    };
                    let again = read(&write(&run), &circuit).unwrap();
                    assert_eq!(again, run);
                    again.replay(&circuit).unwrap();
                    reached += 1;
                    break;
                }
                simulator.next(&mut words);
            }
        }
        assert!(reached > 30, "{reached}");
    }
}
