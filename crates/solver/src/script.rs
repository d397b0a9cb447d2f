//! A growing SMT-LIB script with scopes.
//!
//! The bits of an IEEE number are a declared constant with a definition, because SMT-LIB has no
//! function for them. Declarations are global, assertions are not: a definition is asserted again
//! wherever a term needs it and no open scope has it.

use invar_term::{ScriptPrinter, TermId, TermStore};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Prints terms, and what must be asserted for them to mean what they mean.
pub(crate) struct Script {
    printer: ScriptPrinter,
    /// Subterms whose definitions are asserted in each open scope, the base first.
    frames: Vec<Vec<TermId>>,
    defined: FxHashSet<TermId>,
}

impl Script {
    pub(crate) fn new() -> Script {
        Script {
            printer: ScriptPrinter::new(),
            frames: vec![Vec::new()],
            defined: FxHashSet::default(),
        }
    }

    pub(crate) fn push(&mut self, text: &mut String) {
        self.frames.push(Vec::new());
        text.push_str("(push 1)\n");
    }

    pub(crate) fn pop(&mut self, text: &mut String) {
        for term in self.frames.pop().unwrap_or_default() {
            self.defined.remove(&term);
        }
        text.push_str("(pop 1)\n");
    }

    /// The text that denotes `term`, after what is missing has been written to `text`.
    pub(crate) fn term(&mut self, terms: &TermStore, term: TermId, text: &mut String) -> String {
        let name = self.printer.term(terms, term, text);
        // Terms that were passed over before there was a definition use none.
        if self.printer.has_definitions() {
            for used in terms.postorder_new(&[term], &mut self.defined) {
                if let Some(definition) = self.printer.definition(used) {
                    let _ = writeln!(text, "(assert {definition})");
                }
                if let Some(frame) = self.frames.last_mut() {
                    frame.push(used);
                }
            }
        }
        name
    }
}
