//! A query as a script by itself, for any solver.

use crate::script::Script;
use crate::smtlib::standard_logic;
use crate::theory::Theory;
use invar_term::{SymbolId, TermId, TermStore, function_text};
use std::fmt::Write;

/// A named formula over parameters, on one line of a script.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, one that no term has.
    pub name: String,
    /// The symbols that are its parameters.
    pub parameters: Vec<SymbolId>,
    /// What it says.
    pub body: TermId,
}

/// Something that a script asserts.
#[derive(Clone, Debug)]
pub enum Asserted<'a> {
    /// A term.
    Term(TermId),
    /// That a function holds for these arguments.
    Holds(&'a Function, Vec<TermId>),
    /// That a function does not hold for these arguments.
    Fails(&'a Function, Vec<TermId>),
}

/// A script that asserts all of this and asks whether it has a model. It names the smallest logic of
/// the standard for it.
pub fn standalone_script(terms: &TermStore, asserted: &[Asserted<'_>]) -> String {
    let mut functions: Vec<&Function> = Vec::new();
    let mut used = Vec::new();
    for part in asserted {
        match part {
            Asserted::Term(term) => used.push(*term),
            Asserted::Holds(function, arguments) | Asserted::Fails(function, arguments) => {
                used.push(function.body);
                used.extend(arguments);
                if !functions.iter().any(|known| known.name == function.name) {
                    functions.push(function);
                }
            }
        }
    }
    let mut theory = Theory::default();
    theory.extend(terms, &terms.postorder(&used));
    let mut text = format!("(set-logic {})\n", standard_logic(theory));
    for function in functions {
        let (name, parameters) = (&function.name, &function.parameters);
        text.push_str(&function_text(terms, name, parameters, function.body));
    }
    let mut script = Script::new();
    for part in asserted {
        let assertion = match part {
            Asserted::Term(term) => script.term(terms, *term, &mut text),
            Asserted::Holds(function, arguments) => {
                application(terms, &mut script, function, arguments, &mut text)
            }
            Asserted::Fails(function, arguments) => {
                let holds = application(terms, &mut script, function, arguments, &mut text);
                format!("(not {holds})")
            }
        };
        let _ = writeln!(text, "(assert {assertion})");
    }
    text.push_str("(check-sat)\n(exit)\n");
    text
}

fn application(
    terms: &TermStore,
    script: &mut Script,
    function: &Function,
    arguments: &[TermId],
    text: &mut String,
) -> String {
    let arguments: Vec<String> = arguments
        .iter()
        .map(|argument| script.term(terms, *argument, text))
        .collect();
    if arguments.is_empty() {
        function.name.clone()
    } else {
        format!("({} {})", function.name, arguments.join(" "))
    }
}
