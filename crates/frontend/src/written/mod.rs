//! Contracts that the text has, in the syntax of CBMC: `__CPROVER_requires`, `__CPROVER_ensures`, `__CPROVER_assigns` and
//! their relatives after declarators, `__CPROVER_loop_invariant` after the heads of loops.
//!
//! clang does not know the syntax. So contracts are found in the preprocessed text and blanked out there, and each becomes
//! functions in C after the declaration, which clang reads and types (`tokens`, `find`, `translate`, `generate`):
//! one checks the function, starting from what it requires and ending with checks of what it ensures; others stand for a
//! call each, check what is required, forget what is assigned and assume what is ensured. In the tree,
//! calls of the function become calls of these (`apply`).

mod apply;
mod edits;
mod find;
mod generate;
mod names;
mod positions;
mod quantify;
mod reading;
mod tokens;
mod translate;

pub(crate) use apply::is_generated;
pub use apply::{Contract, contracts, is_of_contract, replace_calls, uses_hidden_pointers};
pub use reading::ContractReading;

use edits::Edits;
use find::{FunctionContract, LoopForm, Unreadable};
use generate::placed;
use std::collections::BTreeMap;
use tokens::Tokens;
use translate::{CHOSEN, MAX_CHOSEN, Numbers, POSITION};

/// Calls of a function that have a function of their own.
const MAX_CALLS: usize = 12;

/// Where an invariant asks for the first value of something that the head of its `for` sets.
fn earlier_initialised(tokens: &Tokens, contract: &find::LoopContract) -> Option<usize> {
    let LoopForm::For { condition } = contract.form else {
        return None;
    };
    let head = contract.keyword + 2..condition.0;
    let set: Vec<&str> = (head.filter(|at| tokens.is_name(*at)))
        .map(|at| tokens.word(at))
        .collect();
    for clause in &contract.clauses {
        for at in clause.inside.clone() {
            if !tokens.is(at, "__CPROVER_loop_entry") || !tokens.is(at + 1, "(") {
                continue;
            }
            let close = tokens.closing(at + 1).unwrap_or(clause.inside.end);
            if (at + 2..close).any(|name| set.contains(&tokens.word(name))) {
                return Some(at);
            }
        }
    }
    None
}

/// The text with contracts as functions; `None` if it has none.
pub(crate) fn translated(text: String, reading: ContractReading) -> Option<Result<String, String>> {
    if !text.contains("__CPROVER_") {
        return None;
    }
    let tokens = Tokens::of(text);
    let found = match find::find(&tokens) {
        Ok(found) if found.clauses.is_empty() => return None,
        Ok(found) => found,
        Err(Unreadable { message, at }) => {
            let position = tokens.position(tokens.start(at));
            let place = format!("{}:{}:{}", position.file, position.line, position.column);
            return Some(Err(format!("{place}: {message}")));
        }
    };
    let mut edits = Edits::default();
    let positions = match reading {
        ContractReading::Exact | ContractReading::ExactThroughBodies => 0,
        ContractReading::Proof | ContractReading::ProofThroughBodies => {
            positions::named(&tokens, &found, &mut edits)
        }
    };
    let mut numbers = Numbers::new(reading, positions);
    for range in &found.clauses {
        let bytes = tokens.start(range.start)..tokens.list[range.end - 1].at.end;
        edits.blank(&tokens, bytes);
    }
    let mut known: BTreeMap<&str, &FunctionContract> = BTreeMap::new();
    for contract in &found.functions {
        let position = tokens.position(contract.end);
        if known.insert(&contract.name, contract).is_some() {
            let place = format!("{}:{}", position.file, position.line);
            return Some(Err(format!(
                "{place}: `{}` has two contracts",
                contract.name
            )));
        }
        let calls = occurrences(&tokens, &contract.name).clamp(1, MAX_CALLS);
        let functions = generate::functions(&tokens, &mut numbers, contract, calls);
        edits.insert(contract.end, functions + &placed(&position));
    }
    for contract in &found.loops {
        if let Some(at) = earlier_initialised(&tokens, contract) {
            let position = tokens.position(tokens.start(at));
            let place = format!("{}:{}:{}", position.file, position.line, position.column);
            let message = "__CPROVER_loop_entry of what the loop's head sets is not read";
            return Some(Err(format!("{place}: {message}")));
        }
        let text = generate::invariants(&tokens, &mut numbers, contract);
        let keyword = tokens.start(contract.keyword);
        let back = placed(&tokens.position(keyword));
        edits.insert(keyword, format!("{{ {}{back}", text.before));
        let condition = match contract.form {
            LoopForm::While { open } => tokens.start(open + 1),
            LoopForm::For { condition } => tokens.start(condition.0),
        };
        let back = placed(&tokens.position(condition));
        edits.insert(condition, format!("{}{back}", text.head));
        edits.insert(tokens.start(contract.end) + 1, "}".to_owned());
    }
    for stated in &found.statements {
        let bytes = tokens.start(stated.range.start)..tokens.list[stated.range.end - 1].at.end;
        let back = placed(&tokens.position(bytes.end));
        let text = generate::stated(&tokens, &mut numbers, stated) + &back;
        edits.list.push((bytes.start, bytes.len(), text));
    }
    let chosen = (0..MAX_CHOSEN).map(|number| format!("unsigned long {CHOSEN}{number}; "));
    let named = (0..positions).map(|number| format!("unsigned long {POSITION}{number}; "));
    let variables: String = chosen.chain(named).collect();
    Some(Ok(edits.applied(tokens.text(), &variables)))
}

/// How often a function is mentioned before parentheses, but for its declaration.
fn occurrences(tokens: &Tokens, name: &str) -> usize {
    let mentioned = (0..tokens.list.len()).filter(|i| tokens.is(*i, name) && tokens.is(i + 1, "("));
    mentioned.count().saturating_sub(1)
}
