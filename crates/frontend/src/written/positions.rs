//! Positions of arrays that functions with a contract read, by name: in a proof, what holds for all elements is used for these.
//!
//! A name has one value in an execution, the position at the read. So a read gets a name only if it happens once at most
//! in a call: not in a loop without invariants, and nowhere in a function with jumps.

use super::edits::Edits;
use super::find::Found;
use super::generate::placed;
use super::tokens::Tokens;
use super::translate::POSITION;
use std::ops::Range;

/// Positions of one function that get a name.
const MAX_POSITIONS: usize = 10;

/// Names the positions that are read, and returns how many names there are.
pub(super) fn named(tokens: &Tokens, found: &Found, edits: &mut Edits) -> usize {
    let mut most = 0;
    for body in bodies(tokens, found) {
        let mut jumps = body.clone().filter(|index| tokens.is(*index, "goto"));
        if jumps.next().is_some() {
            continue;
        }
        let loops = plain_loops(tokens, found, body.clone());
        let mut number = 0;
        let mut index = body.start;
        while index < body.end && number < MAX_POSITIONS {
            if let Some(inside) = read_position(tokens, index)
                && !loops.iter().any(|range| range.contains(&index))
                && !found.clauses.iter().any(|range| range.contains(&index))
                && !found
                    .statements
                    .iter()
                    .any(|stated| stated.range.contains(&index))
            {
                let at = tokens.start(inside.start);
                let position = tokens.joined(inside.clone());
                let back = placed(&tokens.position(at));
                let text =
                    format!("__invar_at({POSITION}{number}, (unsigned long)({position})), {back}");
                edits.insert(at, text);
                number += 1;
                index = inside.end;
            }
            index += 1;
        }
        most = most.max(number);
    }
    most
}

/// The bodies of functions with a contract.
fn bodies(tokens: &Tokens, found: &Found) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let mut depth = 0_usize;
    let mut name = None;
    for index in 0..tokens.list.len() {
        match tokens.word(index) {
            "{" if depth == 0 => {
                let has_contract = |name: &str| found.functions.iter().any(|f| f.name == name);
                if let (Some(name), Some(close)) = (name.take(), tokens.closing(index))
                    && has_contract(name)
                {
                    list.push(index + 1..close);
                }
                depth += 1;
            }
            "{" | "(" | "[" => {
                if depth == 0
                    && tokens.is(index, "(")
                    && index > 0
                    && is_declared(tokens, index - 1)
                {
                    name = Some(tokens.word(index - 1));
                }
                depth += 1;
            }
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => name = None,
            _ => {}
        }
    }
    list
}

/// Whether a word before parentheses may be the name of a function.
fn is_declared(tokens: &Tokens, index: usize) -> bool {
    let word = tokens.word(index);
    tokens.is_name(index) && !word.starts_with("__attribute") && !word.starts_with("__CPROVER_")
}

/// The loops in a body that have no invariants.
fn plain_loops(tokens: &Tokens, found: &Found, body: Range<usize>) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    for index in body.clone() {
        let is_loop = matches!(tokens.word(index), "for" | "while" | "do");
        let is_cut = found.loops.iter().any(|known| known.keyword == index);
        if is_loop && !is_cut {
            // Where a statement without braces ends is not looked for.
            let from = if tokens.is(index, "do") {
                index + 1
            } else {
                tokens
                    .closing(index + 1)
                    .map_or(body.end, |close| close + 1)
            };
            let end = if tokens.is(from, "{") {
                tokens.closing(from).map_or(body.end, |close| close + 1)
            } else {
                body.end
            };
            list.push(index..end);
        }
    }
    list
}

/// The tokens of a position that is read at an index, if evaluating it twice is evaluating it once.
fn read_position(tokens: &Tokens, index: usize) -> Option<Range<usize>> {
    if !tokens.is(index, "[") || index < 2 {
        return None;
    }
    let before = tokens.word(index - 1);
    let is_array = tokens.is_name(index - 1) || matches!(before, ")" | "]");
    let leads = tokens.word(index - 2);
    let is_keyword = matches!(leads, "return" | "else" | "case" | "do");
    let is_declaration =
        tokens.is_name(index - 1) && (leads == "*" || tokens.is_name(index - 2) && !is_keyword);
    let close = tokens.closing(index)?;
    let is_written = tokens.is(close + 1, "=");
    let inside = index + 1..close;
    let is_plain = inside.clone().all(|at| {
        let word = tokens.word(at);
        let is_call = tokens.is_name(at) && tokens.is(at + 1, "(");
        !is_call && !matches!(word, "=" | "++" | "--" | "{" | "[") && !word.ends_with('=')
    });
    (is_array && !is_declaration && !is_written && is_plain && !inside.is_empty()).then_some(inside)
}
