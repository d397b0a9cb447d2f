//! From bytes to the numbers of the file: header, sections, symbols.
//!
//! Nothing is allocated because the header announces it: a count that the length of the file cannot
//! cover is refused first. Inputs of a binary file take no bytes, so their number has a limit.

use super::build::{Gate, Parts, build};
use super::{AigerError, Place, Problem};
use crate::Circuit;

/// Literals are 32 bits wide: `2 M + 1` must fit.
const MAX_VARIABLES: u64 = (1 << 31) - 2;
/// Inputs of a binary file cost its author nothing.
const MAX_FREE_INPUTS: u64 = 1 << 22;

/// How gates, inputs and latches are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Ascii,
    Binary,
}

/// The counts of the header; the later ones are zero if absent.
#[derive(Clone, Copy, Default, Debug)]
struct Header {
    maximum: u64,
    inputs: u64,
    latches: u64,
    outputs: u64,
    gates: u64,
    bad: u64,
    constraints: u64,
    justice: u64,
    fairness: u64,
}

/// A position in the file.
struct Cursor<'a> {
    bytes: &'a [u8],
    offset: usize,
    line: usize,
    /// Largest literal that may occur.
    largest: u64,
}

/// Reads a circuit; outputs are bad signals if the file has none (the convention before 1.9).
///
/// # Errors
/// If the bytes are not an AIGER file, or one without a safety property but with justice.
pub fn read(bytes: &[u8]) -> Result<Circuit, AigerError> {
    let mut cursor = Cursor {
        bytes,
        offset: 0,
        line: 0,
        largest: 0,
    };
    let (format, header) = cursor.header()?;
    cursor.largest = 2 * header.maximum + 1;
    let mut parts = cursor.definitions(format, &header)?;
    cursor.properties(&header, &mut parts)?;
    match format {
        Format::Ascii => cursor.gates(&header, &mut parts)?,
        Format::Binary => cursor.binary_gates(&header, &mut parts)?,
    }
    cursor.symbols(&header, &mut parts)?;
    if parts.bad.is_empty() && header.justice > 0 {
        return Err(at(Place::Line(1), Problem::OnlyJustice));
    }
    build(&parts)
}

pub(super) fn at(place: Place, problem: Problem) -> AigerError {
    AigerError { place, problem }
}

impl<'a> Cursor<'a> {
    fn wrong(&self, problem: Problem) -> AigerError {
        at(Place::Line(self.line), problem)
    }

    /// The next line without its end; `None` at the end of the file.
    fn next_line(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.offset..];
        if rest.is_empty() {
            return None;
        }
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.offset += (length + 1).min(rest.len());
        self.line += 1;
        let line = &rest[..length];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    fn header(&mut self) -> Result<(Format, Header), AigerError> {
        let line = self.next_line().unwrap_or_default();
        self.line = 1;
        let format = match line.get(..4) {
            Some(b"aag ") => Format::Ascii,
            Some(b"aig ") => Format::Binary,
            _ => return Err(self.wrong(Problem::Magic)),
        };
        let counts = numbers(&line[4..]).ok_or_else(|| self.wrong(Problem::Header))?;
        if !(5..=9).contains(&counts.len()) {
            return Err(self.wrong(Problem::Header));
        }
        let count = |index: usize| counts.get(index).copied().unwrap_or(0);
        let header = Header {
            maximum: count(0),
            inputs: count(1),
            latches: count(2),
            outputs: count(3),
            gates: count(4),
            bad: count(5),
            constraints: count(6),
            justice: count(7),
            fairness: count(8),
        };
        self.check(format, &header)?;
        Ok((format, header))
    }

    /// Refuses counts that contradict each other or the length of the file.
    fn check(&self, format: Format, header: &Header) -> Result<(), AigerError> {
        let maximum = header.maximum;
        if maximum > MAX_VARIABLES {
            return Err(self.wrong(Problem::TooLarge(maximum)));
        }
        let defined = header
            .inputs
            .saturating_add(header.latches)
            .saturating_add(header.gates);
        if defined > maximum || (format == Format::Binary && defined != maximum) {
            return Err(self.wrong(Problem::Counts { defined, maximum }));
        }
        let free = match format {
            Format::Ascii => 0,
            Format::Binary => header.inputs,
        };
        if free > MAX_FREE_INPUTS {
            return Err(self.wrong(Problem::TooLarge(free)));
        }
        // At least a digit and the end of its line for each; the last may lack the end.
        let items = [
            defined - free,
            header.outputs,
            header.bad,
            header.constraints,
            header.justice,
            header.fairness,
        ];
        let needed = items.into_iter().fold(0u64, u64::saturating_add);
        if needed.saturating_mul(2) > self.bytes.len() as u64 + 1 {
            return Err(self.wrong(Problem::Truncated));
        }
        Ok(())
    }

    /// The numbers of the next line, all of them literals.
    fn literals(&mut self, what: &'static str) -> Result<Vec<u32>, AigerError> {
        let Some(line) = self.next_line() else {
            self.line += 1;
            return Err(self.wrong(Problem::Truncated));
        };
        let numbers = numbers(line).ok_or_else(|| self.wrong(Problem::Expected(what)))?;
        numbers.into_iter().map(|n| self.literal(n)).collect()
    }

    fn literal(&self, number: u64) -> Result<u32, AigerError> {
        if number > self.largest {
            return Err(self.wrong(Problem::Range(number)));
        }
        Ok(u32::try_from(number).expect("the largest literal fits, see MAX_VARIABLES"))
    }

    /// A line with exactly one literal.
    fn single(&mut self, what: &'static str) -> Result<u32, AigerError> {
        match self.literals(what)?[..] {
            [literal] => Ok(literal),
            _ => Err(self.wrong(Problem::Expected(what))),
        }
    }

    /// Inputs and latches.
    fn definitions(&mut self, format: Format, header: &Header) -> Result<Parts, AigerError> {
        let mut parts = Parts::default();
        for number in 0..header.inputs {
            let literal = match format {
                Format::Ascii => self.single("the literal of an input")?,
                Format::Binary => self.literal(2 * (number + 1))?,
            };
            parts.inputs.push((literal, Place::Line(self.line)));
        }
        for number in 0..header.latches {
            const WHAT: &str = "a latch, its next literal and perhaps its reset value";
            let mut line = self.literals(WHAT)?;
            if format == Format::Binary {
                line.insert(0, self.literal(2 * (header.inputs + number + 1))?);
            }
            let (literal, next, reset) = match line[..] {
                [literal, next] => (literal, next, 0),
                [literal, next, reset] => (literal, next, reset),
                _ => return Err(self.wrong(Problem::Expected(WHAT))),
            };
            if reset > 1 && reset != literal {
                return Err(self.wrong(Problem::ResetValue(reset)));
            }
            let place = Place::Line(self.line);
            parts.latches.push((
                Gate {
                    literal,
                    operands: [next, reset],
                },
                place,
            ));
        }
        parts.input_names = vec![String::new(); parts.inputs.len()];
        parts.latch_names = vec![String::new(); parts.latches.len()];
        Ok(parts)
    }

    /// Outputs, bad signals, constraints; justice and fairness are read over.
    fn properties(&mut self, header: &Header, parts: &mut Parts) -> Result<(), AigerError> {
        let outputs = self.section(header.outputs, "the literal of an output")?;
        let bad = self.section(header.bad, "the literal of a bad signal")?;
        parts.constraints = self.section(header.constraints, "the literal of a constraint")?;
        for _ in 0..self.justice_literals(header.justice)? {
            self.single("the literal of a justice property")?;
        }
        self.section(header.fairness, "the literal of a fairness constraint")?;
        // With justice properties the outputs are not what the file asks about.
        parts.bad = match (header.bad, header.justice) {
            (0, 0) => outputs,
            _ => bad,
        };
        parts.bad_names = vec![String::new(); parts.bad.len()];
        Ok(())
    }

    fn section(&mut self, count: u64, what: &'static str) -> Result<Vec<(u32, Place)>, AigerError> {
        let mut literals = Vec::new();
        for _ in 0..count {
            literals.push((self.single(what)?, Place::Line(self.line)));
        }
        Ok(literals)
    }

    /// How many literals the justice properties have together.
    fn justice_literals(&mut self, properties: u64) -> Result<u64, AigerError> {
        const WHAT: &str = "the number of literals of a justice property";
        let mut sum = 0u64;
        for _ in 0..properties {
            let line = self.next_line();
            let numbers = line.and_then(numbers).unwrap_or_default();
            let [count] = numbers[..] else {
                return Err(self.wrong(Problem::Expected(WHAT)));
            };
            sum = sum.saturating_add(count);
        }
        Ok(sum)
    }

    fn gates(&mut self, header: &Header, parts: &mut Parts) -> Result<(), AigerError> {
        const WHAT: &str = "a gate and its two operands";
        for _ in 0..header.gates {
            let [literal, left, right] = self.literals(WHAT)?[..] else {
                return Err(self.wrong(Problem::Expected(WHAT)));
            };
            let operands = [left, right];
            let place = Place::Line(self.line);
            parts.gates.push((Gate { literal, operands }, place));
        }
        Ok(())
    }

    /// Gates as the two differences `gate - left` and `left - right`.
    fn binary_gates(&mut self, header: &Header, parts: &mut Parts) -> Result<(), AigerError> {
        for number in 0..header.gates {
            let place = Place::Byte(self.offset);
            let gate = 2 * (header.inputs + header.latches + number + 1);
            let order = || at(place, Problem::Order(gate));
            let first = self.difference()?;
            let left = gate.checked_sub(first).ok_or_else(order)?;
            if first == 0 {
                return Err(order());
            }
            let second = self.difference()?;
            let right = left.checked_sub(second).ok_or_else(order)?;
            let operands = [self.literal(left)?, self.literal(right)?];
            let literal = self.literal(gate)?;
            parts.gates.push((Gate { literal, operands }, place));
        }
        Ok(())
    }

    /// Seven bits a byte, lowest first; the highest bit says that more follow.
    fn difference(&mut self) -> Result<u64, AigerError> {
        let place = Place::Byte(self.offset);
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let Some(&byte) = self.bytes.get(self.offset) else {
                return Err(at(Place::Byte(self.offset), Problem::Truncated));
            };
            self.offset += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(at(place, Problem::LongNumber))
    }

    /// Names until the end or the comment, which begins with a line `c`.
    fn symbols(&mut self, header: &Header, parts: &mut Parts) -> Result<(), AigerError> {
        loop {
            let start = self.offset;
            let Some(line) = self.next_line() else {
                return Ok(());
            };
            // After binary gates there are no line numbers to give.
            let place = if parts.gates.is_empty() || matches!(parts.gates[0].1, Place::Line(_)) {
                Place::Line(self.line)
            } else {
                Place::Byte(start)
            };
            let Some((&kind, rest)) = line.split_first() else {
                continue;
            };
            if kind == b'c' && !rest.first().is_some_and(u8::is_ascii_digit) {
                return Ok(());
            }
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            let number = std::str::from_utf8(&rest[..digits])
                .ok()
                .and_then(|text| text.parse::<u64>().ok());
            let (Some(number), Some(b' ')) = (number, rest.get(digits)) else {
                return Err(at(place, Problem::Expected("a name or the comment")));
            };
            let name = String::from_utf8_lossy(&rest[digits + 1..]).into_owned();
            let outputs_are_bad = header.bad == 0 && header.justice == 0;
            let (count, names) = match kind {
                b'i' => (header.inputs, Some(&mut parts.input_names)),
                b'l' => (header.latches, Some(&mut parts.latch_names)),
                b'o' if outputs_are_bad => (header.outputs, Some(&mut parts.bad_names)),
                b'o' => (header.outputs, None),
                b'b' => (header.bad, Some(&mut parts.bad_names)),
                b'c' => (header.constraints, None),
                b'j' => (header.justice, None),
                b'f' => (header.fairness, None),
                _ => return Err(at(place, Problem::Expected("a name or the comment"))),
            };
            if number >= count {
                return Err(at(place, Problem::Symbol));
            }
            if let Some(slot) = names.and_then(|names| names.get_mut(number as usize)) {
                *slot = name;
            }
        }
    }
}

/// The numbers of a line, separated by blanks; `None` if there is anything else.
fn numbers(line: &[u8]) -> Option<Vec<u64>> {
    let words = line.split(|&b| b == b' ' || b == b'\t');
    let words = words.filter(|word| !word.is_empty());
    words
        .map(|word| {
            let digits = word.iter().all(u8::is_ascii_digit);
            let text = std::str::from_utf8(word).ok().filter(|_| digits)?;
            text.parse().ok()
        })
        .collect()
}
