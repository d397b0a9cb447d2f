//! Invariants of hardware models as text: clauses over the latches, which need no numbers of ours.
//!
//! ```text
//! invariant 1        version of the format
//! property 0         number of the bad state in the model
//! steps 1            length of the step case; 1: inductive
//! distinct 0         1: the states of the step case are pairwise different
//! latches 3          latches of the model; they are the variables 1 to 3, in the order of the file
//! a 4 1 -2           variable 4 is the conjunction of 1 and not 2
//! 3 -4 0             a clause
//! .                  the end
//! ```
//!
//! The formats of the competition hold runs only; its certificate circuits need a second checker
//! with a reader of its own, where clauses need nothing but a SAT solver.

use invar_circuit::{Circuit, Lit, Node, Var};
use std::collections::BTreeMap;
use std::fmt::Write;

/// An invariant of a circuit, as a file states it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// Number of the property.
    pub property: usize,
    /// Clauses over nodes that depend on latches alone.
    pub clauses: Vec<Vec<Lit>>,
    /// Length of the step case.
    pub k: u32,
    /// Whether the step case may assume that its states are pairwise different.
    pub unique: bool,
}

/// Why a text states no invariant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ClausesError {
    /// Where, counted from one.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// The text of an invariant; `None` if a clause depends on an input.
pub fn write(circuit: &Circuit, stated: &Stated) -> Option<String> {
    let mut text = String::from("invariant 1\n");
    let distinct = u8::from(stated.unique);
    // Writing to a string does not fail.
    let _ = writeln!(text, "property {}\nsteps {}", stated.property, stated.k);
    let _ = writeln!(
        text,
        "distinct {distinct}\nlatches {}",
        circuit.latches().len()
    );
    let numbers = numbered(circuit, stated, &mut text)?;
    for clause in &stated.clauses {
        if clause.contains(&Lit::TRUE) {
            continue;
        }
        for literal in clause.iter().filter(|literal| !literal.is_constant()) {
            let _ = write!(text, "{} ", signed(&numbers, *literal)?);
        }
        text.push_str("0\n");
    }
    text.push_str(".\n");
    Some(text)
}

/// The numbers of all nodes that the clauses rest on; writes the conjunctions among them.
fn numbered(circuit: &Circuit, stated: &Stated, text: &mut String) -> Option<BTreeMap<Var, i64>> {
    let literals = stated.clauses.iter().flatten();
    let mut pending: Vec<Var> = literals.map(|literal| literal.var()).collect();
    let mut numbers: BTreeMap<Var, i64> = BTreeMap::new();
    while let Some(var) = pending.pop() {
        if var.lit().is_constant() || numbers.contains_key(&var) {
            continue;
        }
        match circuit.node(var) {
            Node::Input(_) => return None,
            Node::Latch(number) => {
                numbers.insert(var, i64::from(number) + 1);
            }
            Node::And(left, right) => {
                numbers.insert(var, 0);
                pending.extend([left.var(), right.var()]);
            }
            Node::False => {}
        }
    }
    // Operands are smaller than their conjunction, so the order of nodes defines before it uses.
    let mut next = circuit.latches().len() as i64;
    let conjunctions: Vec<Var> = numbers.keys().copied().collect();
    for var in conjunctions {
        if let Node::And(left, right) = circuit.node(var) {
            next += 1;
            numbers.insert(var, next);
            let (left, right) = (signed(&numbers, left)?, signed(&numbers, right)?);
            let _ = writeln!(text, "a {next} {left} {right}");
        }
    }
    Some(numbers)
}

fn signed(numbers: &BTreeMap<Var, i64>, literal: Lit) -> Option<i64> {
    let number = *numbers.get(&literal.var())?;
    Some(if literal.is_negated() {
        -number
    } else {
        number
    })
}

/// Reads the invariants of a text, one after the other; their conjunctions become nodes of the circuit.
///
/// # Errors
/// Where the text is not of the format, or not about a model with these latches.
pub fn read(text: &str, circuit: &mut Circuit) -> Result<Vec<Stated>, ClausesError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.trim()));
    let mut all = Vec::new();
    while let Some((line, first)) = lines.find(|(_, line)| !line.is_empty()) {
        if first != "invariant 1" {
            return Err(problem(line, "expected 'invariant 1'"));
        }
        let property = field(&mut lines, "property")?;
        let k = field(&mut lines, "steps")?;
        let unique = field(&mut lines, "distinct")? != 0;
        let latches = field(&mut lines, "latches")?;
        if latches != circuit.latches().len() as u64 {
            let message = format!("the model has {} latches", circuit.latches().len());
            return Err(problem(line, &message));
        }
        let k = u32::try_from(k).map_err(|_| problem(line, "too many steps"))?;
        all.push(Stated {
            property: property as usize,
            clauses: body(&mut lines, circuit)?,
            k,
            unique,
        });
    }
    Ok(all)
}

type Numbered<'a> = (usize, &'a str);

fn field<'a>(
    lines: &mut impl Iterator<Item = Numbered<'a>>,
    name: &str,
) -> Result<u64, ClausesError> {
    let (line, text) = lines.next().unwrap_or((0, ""));
    let value = text
        .strip_prefix(name)
        .and_then(|rest| rest.trim().parse().ok());
    value.ok_or_else(|| problem(line, &format!("expected '{name}' and a number")))
}

/// Conjunctions and clauses up to the end.
fn body<'a>(
    lines: &mut impl Iterator<Item = Numbered<'a>>,
    circuit: &mut Circuit,
) -> Result<Vec<Vec<Lit>>, ClausesError> {
    let mut known: Vec<Lit> = circuit
        .latches()
        .iter()
        .map(|latch| latch.var.lit())
        .collect();
    let mut clauses = Vec::new();
    for (line, text) in lines {
        if text == "." {
            return Ok(clauses);
        }
        let (defines, numbers) = match text.strip_prefix("a ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let numbers: Result<Vec<i64>, _> = numbers.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|_| problem(line, "expected numbers"))?;
        let literal = |number: i64| {
            let index = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
            let found = index.checked_sub(1).and_then(|index| known.get(index));
            let found = found.map(|literal| *literal ^ (number < 0));
            found.ok_or_else(|| problem(line, &format!("{number} is not defined")))
        };
        match (defines, numbers.as_slice()) {
            (true, [number, left, right]) if *number == known.len() as i64 + 1 => {
                let (left, right) = (literal(*left)?, literal(*right)?);
                known.push(circuit.and(left, right));
            }
            (false, [clause @ .., 0]) => {
                let clause: Result<Vec<Lit>, _> = clause.iter().map(|n| literal(*n)).collect();
                clauses.push(clause?);
            }
            (true, _) => return Err(problem(line, "expected the next number and two operands")),
            (false, _) => return Err(problem(line, "a clause ends with 0")),
        }
    }
    Err(problem(0, "the text ends early"))
}

fn problem(line: usize, message: &str) -> ClausesError {
    ClausesError {
        line,
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Stated, read, write};
    use invar_circuit::{Circuit, Lit, Reset};

    fn model() -> (Circuit, [Lit; 3]) {
        let mut circuit = Circuit::new();
        let input = circuit.add_input("i");
        let latches = ["a", "b", "c"].map(|name| circuit.add_latch(name, Reset::Zero));
        let both = circuit.and(input, latches[0]);
        circuit.add_bad(both, "");
        (circuit, latches)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let (mut circuit, [a, b, c]) = model();
        let inner = circuit.and(a, !b);
        let outer = circuit.and(!inner, c);
        let stated = Stated {
            property: 0,
            clauses: vec![vec![!outer, a], vec![!c, Lit::FALSE], vec![]],
            k: 2,
            unique: true,
        };
        let text = write(&circuit, &stated).expect("over latches alone");
        assert_eq!(
            text,
            "invariant 1\nproperty 0\nsteps 2\ndistinct 1\nlatches 3\n\
             a 4 1 -2\na 5 3 -4\n-5 1 0\n-3 0\n0\n.\n"
        );
        let mut again = model().0;
        let mut reading = read(&text.repeat(2), &mut again).expect("two invariants");
        assert_eq!(reading.len(), 2);
        let reading = reading.remove(0);
        assert_eq!((reading.k, reading.unique), (2, true));
        assert_eq!(write(&again, &reading), Some(text));
    }

    #[test]
    fn inputs_are_no_part_of_an_invariant() {
        let (circuit, _) = model();
        let stated = Stated {
            property: 0,
            clauses: vec![vec![!circuit.bad[0]]],
            k: 1,
            unique: false,
        };
        assert_eq!(write(&circuit, &stated), None);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let head = "invariant 1\nproperty 0\nsteps 1\ndistinct 0\nlatches 3\n";
        for (rest, line) in [
            ("1 4 0\n.\n", 6),
            ("1 2\n.\n", 6),
            ("1 0\na 5 1 2\n.\n", 7),
            ("1 x 0\n.\n", 6),
            ("0 0\n.\n", 6),
        ] {
            let error = read(&format!("{head}{rest}"), &mut model().0).expect_err(rest);
            assert_eq!(error.line, line, "{rest}: {error}");
        }
        assert!(read(&format!("{head}1 0\n"), &mut model().0).is_err());
        let other = head.replace("latches 3", "latches 2");
        assert!(read(&format!("{other}.\n"), &mut model().0).is_err());
        assert!(read("invariant 2\n", &mut model().0).is_err());
    }
}
