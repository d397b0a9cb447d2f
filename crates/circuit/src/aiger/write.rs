//! From a circuit to a file: inputs, latches and gates are numbered in this order, as the binary
//! form demands; bad signals and constraints go into their own sections.

use crate::{Circuit, Lit, Node, Reset};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The numbers of nodes in a file.
struct Numbering<'a> {
    circuit: &'a Circuit,
    /// By node: its variable in the file.
    variables: Vec<u32>,
}

/// The text form.
pub fn write_ascii(circuit: &Circuit) -> String {
    let numbering = Numbering::new(circuit);
    let mut text = numbering.header("aag");
    for &input in circuit.inputs() {
        line(&mut text, &[numbering.literal(input.lit())]);
    }
    for number in 0..circuit.latches().len() {
        let latch = numbering.literal(circuit.latches()[number].var.lit());
        let _ = write!(text, "{latch} ");
        numbering.latch(&mut text, number);
    }
    numbering.properties(&mut text);
    for (gate, [left, right]) in numbering.gates() {
        line(&mut text, &[gate, left, right]);
    }
    numbering.symbols(&mut text);
    text
}

/// The binary form.
pub fn write_binary(circuit: &Circuit) -> Vec<u8> {
    let numbering = Numbering::new(circuit);
    let mut text = numbering.header("aig");
    for number in 0..circuit.latches().len() {
        numbering.latch(&mut text, number);
    }
    numbering.properties(&mut text);
    let mut bytes = text.into_bytes();
    for (gate, [left, right]) in numbering.gates() {
        difference(&mut bytes, gate - left);
        difference(&mut bytes, left - right);
    }
    let mut symbols = String::new();
    numbering.symbols(&mut symbols);
    bytes.extend(symbols.into_bytes());
    bytes
}

fn line(text: &mut String, literals: &[u32]) {
    for (index, literal) in literals.iter().enumerate() {
        let separator = if index == 0 { "" } else { " " };
        let _ = write!(text, "{separator}{literal}");
    }
    text.push('\n');
}

/// Seven bits a byte, lowest first; the highest bit says that more follow.
fn difference(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

impl Numbering<'_> {
    fn new(circuit: &Circuit) -> Numbering<'_> {
        let inputs = circuit.inputs().len() as u32;
        let mut gates = inputs + circuit.latches().len() as u32;
        let variable = |node: &Node| match node {
            Node::False => 0,
            Node::Input(number) => number + 1,
            Node::Latch(number) => inputs + number + 1,
            Node::And(..) => {
                gates += 1;
                gates
            }
        };
        let variables = circuit.nodes().iter().map(variable).collect();
        Numbering { circuit, variables }
    }

    fn literal(&self, literal: Lit) -> u32 {
        2 * self.variables[literal.var().index()] + u32::from(literal.is_negated())
    }

    fn header(&self, magic: &str) -> String {
        let circuit = self.circuit;
        let mut text = format!(
            "{magic} {} {} {} 0 {} {}",
            circuit.nodes().len() - 1,
            circuit.inputs().len(),
            circuit.latches().len(),
            circuit.count_ands(),
            circuit.bad.len(),
        );
        if !circuit.constraints.is_empty() {
            let _ = write!(text, " {}", circuit.constraints.len());
        }
        text.push('\n');
        text
    }

    /// Next literal and reset value; zero is the default and not written.
    fn latch(&self, text: &mut String, number: usize) {
        let latch = &self.circuit.latches()[number];
        let next = self.literal(latch.next);
        match latch.reset {
            Reset::Zero => line(text, &[next]),
            Reset::One => line(text, &[next, 1]),
            Reset::Free => line(text, &[next, self.literal(latch.var.lit())]),
        }
    }

    fn properties(&self, text: &mut String) {
        for &literal in self.circuit.bad.iter().chain(&self.circuit.constraints) {
            line(text, &[self.literal(literal)]);
        }
    }

    /// Gates with their operands, the larger first.
    fn gates(&self) -> impl Iterator<Item = (u32, [u32; 2])> {
        let nodes = self.circuit.nodes().iter().zip(&self.variables);
        nodes.filter_map(|(node, variable)| {
            let Node::And(left, right) = *node else {
                return None;
            };
            let (left, right) = (self.literal(left), self.literal(right));
            Some((2 * variable, [left.max(right), left.min(right)]))
        })
    }

    fn symbols(&self, text: &mut String) {
        let circuit = self.circuit;
        let tables = [
            ('i', &circuit.input_names),
            ('l', &circuit.latch_names),
            ('b', &circuit.bad_names),
        ];
        let mut used = FxHashSet::default();
        for (kind, names) in tables {
            for (number, name) in names.iter().enumerate() {
                // A name ends with its line. berkeley-abc refuses a file that gives a name twice.
                let name = name.replace(['\n', '\r'], " ");
                if !name.is_empty() && used.insert(name.clone()) {
                    let _ = writeln!(text, "{kind}{number} {name}");
                }
            }
        }
    }
}
