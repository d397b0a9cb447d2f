//! Horn clauses as SMT-LIB text that any Horn solver reads.
//!
//! Terms are graphs and their text must not be exponentially larger: a subterm that occurs more
//! than once, or is long, gets a name in a `let`. Names of the same depth share one `let`, so the
//! nesting grows with the depth of the terms, not with their size.

use super::{HornAtom, HornClause, HornSystem};
use invar_term::{ScriptPrinter, TermId, TermStore, sort_text, symbol_text};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Texts longer than this get a name.
const LONGEST: usize = 160;

/// The system in the format of the Horn solver competition: logic `HORN`, one declaration per
/// predicate, one assertion per clause. `sat` means that the program is safe.
pub fn chc_text(system: &HornSystem) -> String {
    let terms = &system.terms;
    let mut text = String::from("(set-logic HORN)\n");
    for predicate in &system.predicates {
        let sorts: Vec<String> = predicate
            .symbols
            .iter()
            .map(|symbol| sort_text(terms.sort(*symbol)))
            .collect();
        let name = &predicate.name;
        let _ = writeln!(text, "(declare-fun {name} ({}) Bool)", sorts.join(" "));
    }
    for clause in &system.clauses {
        write_clause(system, clause, &mut text);
    }
    text.push_str("(check-sat)\n(exit)\n");
    text
}

fn write_clause(system: &HornSystem, clause: &HornClause, text: &mut String) {
    let terms = &system.terms;
    let mut body = Body::default();
    let constraint = body.conjunction(terms, &clause.constraint);
    let bound = clause
        .variables
        .iter()
        .map(|symbol| (name_of(terms, *symbol), sort_text(terms.sort(*symbol))))
        .chain(body.bits);
    let bound: Vec<String> = bound
        .map(|(name, sort)| format!("({name} {sort})"))
        .collect();
    let premises = clause.premises.iter().map(|atom| atom_text(system, atom));
    let conclusion = clause.conclusion.as_ref();
    let conclusion = conclusion.map_or("false".into(), |atom| atom_text(system, atom));
    let body: Vec<String> = premises.chain(constraint).collect();
    let body = match body.as_slice() {
        [] => String::from("true"),
        [one] => one.clone(),
        several => format!("(and\n    {})", several.join("\n    ")),
    };
    let implication = format!("(=> {body}\n    {conclusion})");
    let _ = if bound.is_empty() {
        writeln!(text, "(assert {implication})")
    } else {
        writeln!(
            text,
            "(assert (forall ({})\n  {implication}))",
            bound.join(" ")
        )
    };
}

fn name_of(terms: &TermStore, symbol: TermId) -> String {
    let id = terms
        .as_symbol(symbol)
        .expect("clauses quantify over symbols");
    symbol_text(terms, id)
}

fn atom_text(system: &HornSystem, atom: &HornAtom) -> String {
    let name = &system.predicates[atom.predicate].name;
    if atom.arguments.is_empty() {
        return name.clone();
    }
    let arguments: Vec<String> = atom
        .arguments
        .iter()
        .map(|symbol| name_of(&system.terms, *symbol))
        .collect();
    format!("({name} {})", arguments.join(" "))
}

/// The text of a term with the depth of the names it needs.
struct Piece {
    text: String,
    depth: usize,
}

/// The terms of one clause. The printer of scripts gives each term a definition over the names of
/// its arguments; here the definitions of terms that occur once are put in place of their names.
#[derive(Default)]
struct Body {
    printer: ScriptPrinter,
    /// The replacements of the names that the printer introduced.
    pieces: FxHashMap<String, Piece>,
    /// Definitions in `let`, by how deep the names are that they need.
    lets: Vec<Vec<String>>,
    /// Variables for the bits of IEEE numbers, with their sorts.
    bits: Vec<(String, String)>,
}

impl Body {
    /// The texts whose conjunction is that of `conjuncts`: one under its names, if it needs some.
    fn conjunction(&mut self, terms: &TermStore, conjuncts: &[TermId]) -> Vec<String> {
        let order = terms.postorder(conjuncts);
        let shared = shared(terms, conjuncts, &order);
        let mut parts = Vec::new();
        for term in order {
            parts.extend(self.define(terms, term, &shared));
        }
        for conjunct in conjuncts {
            let name = self.printer.term(terms, *conjunct, &mut String::new());
            parts.push(self.inline(&name).text);
        }
        if self.lets.is_empty() {
            return parts;
        }
        let inner = match parts.as_slice() {
            [one] => one.clone(),
            several => format!("(and {})", several.join("\n      ")),
        };
        let mut text = String::new();
        for level in &self.lets {
            let _ = write!(text, "(let ({})\n      ", level.join(" "));
        }
        text.push_str(&inner);
        text.push_str(&")".repeat(self.lets.len()));
        vec![text]
    }

    /// Prepares the text of a term whose arguments have theirs; returns what must hold for it.
    fn define(
        &mut self,
        terms: &TermStore,
        term: TermId,
        shared: &FxHashSet<TermId>,
    ) -> Option<String> {
        let mut line = String::new();
        let name = self.printer.term(terms, term, &mut line);
        let sort = sort_text(terms.sort(term));
        if let Some(definition) = self.printer.definition(term).map(str::to_owned) {
            // A variable with exactly one possible value: for all is there is.
            self.bits.push((name, sort));
            return Some(self.inline(&definition).text);
        }
        let body = line
            .strip_prefix(&format!("(define-fun {name} () {sort} "))
            .and_then(|rest| rest.strip_suffix(")\n"))?;
        let mut piece = self.inline(body);
        if shared.contains(&term) || piece.text.len() > LONGEST {
            if self.lets.len() <= piece.depth {
                self.lets.push(Vec::new());
            }
            self.lets[piece.depth].push(format!("({name} {})", piece.text));
            piece = Piece {
                text: name.clone(),
                depth: piece.depth + 1,
            };
        }
        self.pieces.insert(name, piece);
        None
    }

    /// `text` with the pieces put in place of their names; quoted names are left alone.
    fn inline(&self, text: &str) -> Piece {
        let mut result = Piece {
            text: String::with_capacity(text.len()),
            depth: 0,
        };
        let mut quoted = false;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            quoted ^= first == '|';
            let is_name = |c: char| c == '$' || c.is_ascii_alphanumeric();
            let length = if first == '$' && !quoted {
                rest.find(|c| !is_name(c)).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (token, after) = rest.split_at(length);
            match self.pieces.get(token) {
                Some(piece) => {
                    result.text.push_str(&piece.text);
                    result.depth = result.depth.max(piece.depth);
                }
                None => result.text.push_str(token),
            }
            rest = after;
        }
        result
    }
}

/// The terms that occur more than once.
fn shared(terms: &TermStore, roots: &[TermId], order: &[TermId]) -> FxHashSet<TermId> {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let uses = order.iter().flat_map(|t| terms.args(*t)).chain(roots);
    uses.copied().filter(|used| !seen.insert(*used)).collect()
}
