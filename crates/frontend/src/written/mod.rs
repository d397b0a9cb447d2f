//! Contracts that the text has, in the syntax of CBMC: `__CPROVER_requires`, `__CPROVER_ensures`, `__CPROVER_assigns` and
//! their relatives after declarators, `__CPROVER_loop_invariant` after the heads of loops.
//!
//! clang does not know the syntax. So contracts are found in the preprocessed text and blanked out there, and each becomes
//! functions in C after the declaration, which clang reads and types (`tokens`, `find`, `translate`, `generate`):
//! one checks the function, starting from what it requires and ending with checks of what it ensures; others stand for a
//! call each, check what is required, forget what is assigned and assume what is ensured. In the tree,
//! calls of the function become calls of these (`apply`).

mod apply;
mod find;
mod generate;
mod positions;
mod quantify;
mod tokens;
mod translate;

pub(crate) use apply::is_generated;
pub use apply::{Contract, contracts, is_of_contract, replace_calls, uses_hidden_pointers};

use find::{FunctionContract, LoopForm, Unreadable};
use generate::placed;
use std::collections::BTreeMap;
use tokens::Tokens;
use translate::{CHOSEN, MAX_CHOSEN, Numbers, POSITION};

/// What contracts are read for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
pub enum ContractReading {
    /// Executions are exactly those that keep the contracts.
    #[default]
    Exact,
    /// There are more executions: of a loop with invariants one round is looked at, from any state that they admit, and what holds
    /// for all elements of an array is used for those that are read. A proof holds for the exact reading too, a
    /// violation need not.
    Proof,
    /// As for proofs, and calls of other functions that have a body are followed.
    ProofThroughBodies,
    /// As the exact reading, and calls of other functions that have a body are followed: a violation is one of the program.
    ExactThroughBodies,
}

impl ContractReading {
    /// Whether there may be more executions than those that keep the contracts.
    pub fn is_for_proofs(self) -> bool {
        matches!(
            self,
            ContractReading::Proof | ContractReading::ProofThroughBodies
        )
    }

    /// Whether calls of other functions that have a body are followed.
    pub fn follows_bodies(self) -> bool {
        matches!(
            self,
            ContractReading::ProofThroughBodies | ContractReading::ExactThroughBodies
        )
    }
}

/// What a call returns, in the syntax of contracts.
const RESULT: &str = "__CPROVER_return_value";
/// Begins all names that are made for contracts.
const GENERATED: &str = "__invar_";
/// Begins the name of the function that checks a contract.
const CHECK: &str = "__invar_check_";
/// Begins the names of the functions that stand for calls.
const CALL: &str = "__invar_call_";
/// Begins the names of the functions that check what is required, and then call.
const ENTER: &str = "__invar_enter_";

/// Calls of a function that have a function of their own.
const MAX_CALLS: usize = 12;

const DECLARATIONS: &str = "void __invar_precondition(int); void __invar_assert(int); void __invar_promised(int); \
     int __invar_allow(); int __invar_valid(); int __invar_apart(); void __invar_own(); \
     void __invar_assigns(); void __invar_assigns_object(); void __invar_frame(void); \
     void __invar_any(); void __invar_any_object(); void __invar_no_pointer(); void __invar_contract_of(); \
     void __invar_unread(const char *); void *__invar_keep(unsigned long); \
     void __invar_holds(int); void __invar_at(); void __invar_loop_begin(int); void __invar_loop_forget(int); \
     void __invar_loop_done(void);";

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

/// Changes of a text.
#[derive(Default)]
struct Edits {
    /// At an offset: how many bytes are replaced, and by what.
    list: Vec<(usize, usize, String)>,
}

impl Edits {
    fn insert(&mut self, at: usize, text: String) {
        self.list.push((at, 0, text));
    }

    /// Lines stay where they are.
    fn blank(&mut self, tokens: &Tokens, range: std::ops::Range<usize>) {
        let old = &tokens.text()[range.clone()];
        let mut new = String::new();
        for line in old.split_inclusive('\n') {
            if line.starts_with('#') {
                new.push_str(line)
            } else {
                new.extend(line.chars().map(|c| if c == '\n' { '\n' } else { ' ' }))
            }
        }
        self.list.push((range.start, range.len(), new));
    }

    fn applied(mut self, text: &str, variables: &str) -> String {
        self.list.sort_by_key(|(at, _, _)| *at);
        let mut out = format!("{DECLARATIONS} {variables}\n");
        let mut done = 0;
        for (at, replaced, new) in self.list {
            out.push_str(&text[done..at]);
            out.push_str(&new);
            done = at + replaced;
        }
        out.push_str(&text[done..]);
        out
    }
}
