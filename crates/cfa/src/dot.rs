//! Automata as text: Graphviz for people, one line per edge for snapshot tests.

use crate::{Cfa, LocationKind, Operation, Program};
use invar_term::{ScriptPrinter, TermId};
use std::fmt::Write;

/// The operation of an edge as one line of text.
fn operation_text(program: &Program, operation: &Operation) -> String {
    let term = |t: TermId| term_text(program, t);
    let name = |v: &crate::VarId| program.variable(*v).name.to_string();
    match operation {
        Operation::Skip => String::from("skip"),
        Operation::Assume { condition, .. } => format!("[{}]", term(*condition)),
        Operation::Assign { target, value } => format!("{} := {}", name(target), term(*value)),
        Operation::Havoc { target, origin } => format!("{} := any ({origin})", name(target)),
        Operation::Call {
            function,
            arguments,
            results,
        } => format!(
            "{} := {}({})",
            results.iter().map(name).collect::<Vec<_>>().join(", "),
            program.function(*function).name,
            arguments
                .iter()
                .map(|a| term(*a))
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}

/// A term as nested SMT-LIB text; meant for terms on edges, which are small.
fn term_text(program: &Program, term: TermId) -> String {
    let mut definitions = String::new();
    let mut text = ScriptPrinter::new().term(&program.terms, term, &mut definitions);
    let lines: Vec<&str> = definitions.lines().collect();
    for line in lines.iter().rev() {
        let Some(rest) = line.strip_prefix("(define-fun ") else {
            continue;
        };
        let Some((name, rest)) = rest.split_once(" () ") else {
            continue;
        };
        // The body follows the sort: skip one balanced expression.
        let body = rest[expression_end(rest)..].trim_start();
        let body = &body[..body.len().saturating_sub(1)];
        text = replace_word(&text, name, body);
    }
    // Printed symbols end in a mark that keeps them apart from the printer's own names.
    text.replace("%|", "").replace('|', "")
}

fn expression_end(text: &str) -> usize {
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => return i,
            _ => {}
        }
    }
    text.len()
}

fn replace_word(text: &str, word: &str, by: &str) -> String {
    let is_end = |c: char| c == ' ' || c == ')' || c == '(';
    let mut result = String::new();
    for piece in text.split_inclusive(is_end) {
        let core = piece.trim_end_matches(is_end);
        result.push_str(if core == word { by } else { core });
        result.push_str(&piece[core.len()..]);
    }
    result
}

/// A Graphviz drawing of an automaton.
pub fn dot(program: &Program, cfa: &Cfa) -> String {
    let mut text = String::from("digraph cfa {\n");
    for id in cfa.location_ids() {
        let location = cfa.location(id);
        let shape = match location.kind {
            LocationKind::Plain => "circle",
            LocationKind::Error(_) => "doubleoctagon",
            LocationKind::Unsupported(_) => "octagon",
            LocationKind::Halt => "point",
        };
        let line = location
            .span
            .map_or(String::new(), |s| format!(" line {}", s.line));
        let _ = writeln!(
            text,
            "  {} [shape={shape}, label=\"{}{line}\"];",
            id.0, id.0
        );
    }
    for id in cfa.edge_ids() {
        let edge = cfa.edge(id);
        let label = operation_text(program, &edge.operation).replace('"', "'");
        let _ = writeln!(
            text,
            "  {} -> {} [label=\"{label}\"];",
            edge.from.0, edge.to.0
        );
    }
    text.push_str("}\n");
    text
}

impl Program {
    /// Every function as text, one line per edge: what snapshot tests compare.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for function in &self.functions {
            let cfa = &function.cfa;
            let _ = writeln!(
                text,
                "{}: entry {} exit {}",
                function.name, cfa.entry.0, cfa.exit.0
            );
            for id in cfa.edge_ids() {
                let edge = cfa.edge(id);
                let mark = match cfa.location(edge.to).kind {
                    LocationKind::Plain => "",
                    LocationKind::Error(_) => " ERROR",
                    LocationKind::Unsupported(_) => " UNSUPPORTED",
                    LocationKind::Halt => " HALT",
                };
                let operation = operation_text(self, &edge.operation);
                let _ = writeln!(
                    text,
                    "  {} -> {}{mark}: {operation}",
                    edge.from.0, edge.to.0
                );
            }
        }
        text
    }
}
