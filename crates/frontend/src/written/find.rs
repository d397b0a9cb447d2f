//! Finds contracts of functions and loops among the tokens of a preprocessed text.

use super::tokens::{Kind, Tokens};
use std::ops::Range;

/// What a clause says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ClauseKind {
    Requires,
    Ensures,
    Assigns,
    Frees,
    Invariant,
    Decreases,
}

/// A clause; the tokens between its parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    pub(super) kind: ClauseKind,
    pub(super) inside: Range<usize>,
    /// The name of the clause.
    pub(super) name: usize,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) text: String,
}

/// A function with a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FunctionContract {
    pub(super) name: String,
    /// The type of the result as text.
    pub(super) result: String,
    pub(super) parameters: Vec<Parameter>,
    pub(super) clauses: Vec<Clause>,
    /// The offset after its declaration or definition.
    pub(super) end: usize,
}

/// The words of a loop that its contract belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LoopForm {
    /// `while (...)`: the parenthesis.
    While { open: usize },
    /// `for (...; ...; ...)`: the tokens of the condition.
    For { condition: (usize, usize) },
}

/// A loop with a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LoopContract {
    pub(super) form: LoopForm,
    pub(super) keyword: usize,
    pub(super) clauses: Vec<Clause>,
    /// The brace that closes the body.
    pub(super) end: usize,
}

/// What a text says in contracts.
#[derive(Default, Debug)]
pub(super) struct Found {
    pub(super) functions: Vec<FunctionContract>,
    pub(super) loops: Vec<LoopContract>,
    /// Every clause.
    pub(super) clauses: Vec<Range<usize>>,
    /// Assertions and assumptions in bodies that C has no words for.
    pub(super) statements: Vec<Stated>,
}

/// An assertion or an assumption in a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stated {
    /// All its tokens.
    pub(super) range: Range<usize>,
    /// The tokens of its condition.
    pub(super) condition: Range<usize>,
    /// Whether it is checked.
    pub(super) kind: StatedKind,
}

/// What is done with a condition in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StatedKind {
    Asserted,
    Assumed,
}

/// Why a contract could not be read, and the token where it is.
#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) message: String,
    pub(super) at: usize,
}

fn clause_kind(word: &str) -> Option<ClauseKind> {
    Some(match word {
        "__CPROVER_requires" => ClauseKind::Requires,
        "__CPROVER_ensures" => ClauseKind::Ensures,
        "__CPROVER_assigns" => ClauseKind::Assigns,
        "__CPROVER_frees" => ClauseKind::Frees,
        "__CPROVER_loop_invariant" => ClauseKind::Invariant,
        "__CPROVER_decreases" => ClauseKind::Decreases,
        _ => return None,
    })
}

/// All contracts of a text.
pub(super) fn find(tokens: &Tokens) -> Result<Found, Unreadable> {
    let mut found = Found::default();
    let mut depth = 0_usize;
    let mut start = 0;
    let mut index = 0;
    while index < tokens.list.len() {
        match tokens.word(index) {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && tokens.is(index, "}") {
                    start = index + 1;
                }
            }
            ";" if depth == 0 => start = index + 1,
            word if clause_kind(word).is_some() && tokens.is(index + 1, "(") => {
                let first = index;
                let clauses = clauses(tokens, &mut index)?;
                found.clauses.push(first..index);
                match depth {
                    0 => found
                        .functions
                        .push(function(tokens, start..first, clauses, index)?),
                    _ => found.loops.push(loop_at(tokens, first, clauses, index)?),
                }
                continue;
            }
            "__CPROVER_assert" | "__CPROVER_assume" if depth > 0 => {
                if let Some(stated) = stated(tokens, index) {
                    index = stated.range.end;
                    found.statements.push(stated);
                    continue;
                }
            }
            _ => {}
        }
        index += 1;
    }
    Ok(found)
}

/// The assertion or assumption at an index, if its condition is not one of C.
fn stated(tokens: &Tokens, index: usize) -> Option<Stated> {
    let close = tokens
        .closing(index + 1)
        .filter(|_| tokens.is(index + 1, "("))?;
    let arguments = tokens.split(index + 2..close, &[","]);
    let condition = arguments.first()?.clone();
    let mut words = condition.clone().map(|at| tokens.word(at));
    let is_special = words.any(|word| word.starts_with("__CPROVER_") || word == "==>");
    is_special.then(|| Stated {
        range: index..close + 1,
        condition,
        kind: if tokens.is(index, "__CPROVER_assert") {
            StatedKind::Asserted
        } else {
            StatedKind::Assumed
        },
    })
}

/// Clauses that follow each other; the index after them.
fn clauses(tokens: &Tokens, index: &mut usize) -> Result<Vec<Clause>, Unreadable> {
    let mut list = Vec::new();
    while let Some(kind) = clause_kind(tokens.word(*index)) {
        let close = (tokens.closing(*index + 1)).ok_or_else(|| Unreadable {
            message: "the parenthesis of a contract is not closed".into(),
            at: *index,
        })?;
        list.push(Clause {
            kind,
            inside: *index + 2..close,
            name: *index,
        });
        *index = close + 1;
    }
    Ok(list)
}

/// Leaves out attributes at the end of a range.
fn without_attributes(tokens: &Tokens, range: Range<usize>) -> Range<usize> {
    let mut end = range.end;
    while end > range.start && tokens.is(end - 1, ")") {
        let Some(open) = tokens.opening(end - 1) else {
            break;
        };
        if open > range.start && is_attribute(tokens.word(open - 1)) {
            end = open - 1;
        } else {
            break;
        }
    }
    range.start..end
}

fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute")
}

fn function(
    tokens: &Tokens,
    declaration: Range<usize>,
    clauses: Vec<Clause>,
    after: usize,
) -> Result<FunctionContract, Unreadable> {
    let at = declaration.end;
    let unreadable = |message: &str| Unreadable {
        message: message.to_owned(),
        at,
    };
    let head = without_attributes(tokens, declaration);
    let close = head.end.checked_sub(1).filter(|at| tokens.is(*at, ")"));
    let close = close.ok_or_else(|| unreadable("a contract follows no parameters"))?;
    let open = tokens.opening(close).filter(|open| *open > head.start);
    let open = open.ok_or_else(|| unreadable("a contract follows no parameters"))?;
    let name = open - 1;
    if !tokens.is_name(name) {
        return Err(unreadable(
            "the contract of a declarator in parentheses is not read",
        ));
    }
    let mut parameters = Vec::new();
    let inside = open + 1..close;
    let is_void = inside.len() == 1 && tokens.is(inside.start, "void");
    if !inside.is_empty() && !is_void {
        for range in tokens.split(inside, &[","]) {
            let name = parameter_name(tokens, range.clone());
            let name = name.ok_or_else(|| unreadable("a parameter has no name, or is `...`"))?;
            parameters.push(Parameter {
                name,
                text: tokens.joined(range),
            });
        }
    }
    let mut last = after;
    while is_attribute(tokens.word(last)) {
        last = tokens.closing(last + 1).map_or(last, |close| close) + 1;
    }
    let last = match tokens.word(last) {
        ";" => Some(last),
        "{" => tokens.closing(last),
        _ => None,
    };
    let last = last.ok_or_else(|| unreadable("neither a body nor `;` follows the contract"))?;
    Ok(FunctionContract {
        name: tokens.word(name).to_owned(),
        result: result_type(tokens, head.start..name),
        parameters,
        clauses,
        end: tokens.start(last) + 1,
    })
}

/// The tokens of a declaration that make the type of the result.
fn result_type(tokens: &Tokens, range: Range<usize>) -> String {
    let mut words = Vec::new();
    let mut index = range.start;
    while index < range.end {
        let word = tokens.word(index);
        index += 1;
        if is_attribute(word) {
            index = tokens.closing(index).map_or(index, |close| close + 1);
        } else if !matches!(
            word,
            "static"
                | "extern"
                | "inline"
                | "__inline"
                | "__inline__"
                | "_Noreturn"
                | "__extension__"
        ) {
            words.push(word);
        }
    }
    words.join(" ")
}

/// The name that a parameter declares.
fn parameter_name(tokens: &Tokens, range: Range<usize>) -> Option<String> {
    let range = without_attributes(tokens, range);
    // `type (*name)(...)`
    let pointer = range.clone().find(|i| {
        tokens.is(*i, "(")
            && tokens.is(i + 1, "*")
            && tokens.is_name(i + 2)
            && tokens.is(i + 3, ")")
    });
    if let Some(open) = pointer {
        return Some(tokens.word(open + 2).to_owned());
    }
    let mut end = range.end;
    while end > range.start && tokens.is(end - 1, "]") {
        end = tokens.opening(end - 1)?;
    }
    let last = end.checked_sub(1).filter(|last| *last > range.start)?;
    let word = tokens.word(last);
    let is_type = matches!(
        word,
        "int"
            | "char"
            | "short"
            | "long"
            | "unsigned"
            | "signed"
            | "float"
            | "double"
            | "void"
            | "const"
            | "_Bool"
    );
    let is_name = tokens.list[last].kind == Kind::Name && !is_type;
    is_name.then(|| word.to_owned())
}

fn loop_at(
    tokens: &Tokens,
    first: usize,
    clauses: Vec<Clause>,
    after: usize,
) -> Result<LoopContract, Unreadable> {
    let unreadable = |message: &str| Unreadable {
        message: message.to_owned(),
        at: first,
    };
    let close = first.checked_sub(1).filter(|at| tokens.is(*at, ")"));
    let open = close.and_then(|close| tokens.opening(close));
    let (Some(open), Some(close)) = (open.filter(|open| *open > 0), close) else {
        return Err(unreadable(
            "the contract of a loop follows no `for (...)` or `while (...)`",
        ));
    };
    if !tokens.is(after, "{") {
        return Err(unreadable(
            "the contract of a loop whose body is no block is not read",
        ));
    }
    let end = tokens.closing(after);
    let end = end.ok_or_else(|| unreadable("the body of a loop is not closed"))?;
    let form = match tokens.word(open - 1) {
        "while" => LoopForm::While { open },
        "for" => {
            let parts = tokens.split(open + 1..close, &[";"]);
            let [_, condition, _] = parts.as_slice() else {
                return Err(unreadable("`for` without two semicolons"));
            };
            LoopForm::For {
                condition: (condition.start, condition.end),
            }
        }
        _ => {
            return Err(unreadable(
                "a contract in a body follows no `for` or `while`",
            ));
        }
    };
    Ok(LoopContract {
        form,
        keyword: open - 1,
        clauses,
        end,
    })
}
