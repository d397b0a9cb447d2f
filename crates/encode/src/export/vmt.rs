//! The VMT format: SMT-LIB whose definitions are annotated.
//!
//! ```text
//! (define-fun $state0 () S (! x :next x'))      x is part of the state, x' its next value
//! (define-fun $init () Bool (! ... :init true))
//! (define-fun $trans () Bool (! ... :trans true))
//! (define-fun $property () Bool (! ... :invar-property 0))
//! ```
//!
//! A symbol without `:next` is an input. Constraints are in the transition relation and in the
//! premise of the property: they hold at every step of a run, the last included.

use crate::TransitionSystem;
use crate::horn::next_symbol;
use invar_term::{ScriptPrinter, TermId, TermStore, sort_text, symbol_text};
use std::fmt::Write;

/// Why a system has no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotVmt {
    /// SMT-LIB has no function from floating-point numbers to their bits.
    #[error("the program looks at the bits of floating-point numbers")]
    FloatBits,
}

/// A system in VMT. The property is that no target is reached.
///
/// # Errors
/// If SMT-LIB cannot say it.
pub fn vmt_text(system: &TransitionSystem) -> Result<String, NotVmt> {
    let terms = &system.terms;
    let mut text = String::new();
    let nexts: Vec<TermId> = system
        .states
        .iter()
        .map(|state| next_symbol(terms, state.symbol))
        .collect();
    let states = system.states.iter().map(|state| state.symbol);
    let inputs = system.inputs.iter().map(|input| terms.symbol_term(*input));
    for symbol in states.chain(nexts.iter().copied()).chain(inputs) {
        let (name, sort) = (name_of(terms, symbol), sort_text(terms.sort(symbol)));
        let _ = writeln!(text, "(declare-fun {name} () {sort})");
    }
    for (index, (state, next)) in system.states.iter().zip(&nexts).enumerate() {
        let sort = sort_text(terms.sort(state.symbol));
        let (name, next) = (name_of(terms, state.symbol), name_of(terms, *next));
        let _ = writeln!(
            text,
            "(define-fun $state{index} () {sort} (! {name} :next {next}))"
        );
    }
    let init = system
        .states
        .iter()
        .filter_map(|state| Some(terms.eq(state.symbol, state.init?)));
    let init = terms.and(&init.collect::<Vec<_>>());
    let steps = system.states.iter().zip(&nexts);
    let mut trans: Vec<TermId> = steps
        .map(|(state, next)| terms.eq(*next, state.next))
        .collect();
    trans.push(system.constraint);
    let trans = terms.and(&trans);
    let property = terms.implies(system.constraint, terms.not(system.bad));
    let mut printer = ScriptPrinter::new();
    for (name, formula, annotation) in [
        ("$init", init, ":init true"),
        ("$trans", trans, ":trans true"),
        ("$property", property, ":invar-property 0"),
    ] {
        let mut definitions = String::new();
        let body = printer.term(terms, formula, &mut definitions);
        // Symbols are declared above already.
        for line in definitions.lines() {
            if !line.starts_with("(declare-const ") {
                let _ = writeln!(text, "{line}");
            }
        }
        let _ = writeln!(text, "(define-fun {name} () Bool (! {body} {annotation}))");
    }
    if printer.has_definitions() {
        return Err(NotVmt::FloatBits);
    }
    Ok(text)
}

fn name_of(terms: &TermStore, symbol: TermId) -> String {
    let id = terms
        .as_symbol(symbol)
        .expect("systems are made of symbols");
    symbol_text(terms, id)
}
