//! A program without names: what it consists of, in the order in which a walk from its entry meets
//! it.
//!
//! Two programs with the same text are the same but for names, places in the source and the order
//! in which things were made. The converse need not hold: a text that differs costs a search, not
//! an answer.

use crate::order::Shapes;
use crate::words::{sort_words, words};
use invar_cfa::{CheckId, EdgeId, LocId, LocationKind, Operation, Program};
use invar_term::{Op, SymbolId, TermId};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A program in numbers.
#[derive(Clone, Debug, Default)]
pub struct Canonical {
    /// The program as text.
    pub text: String,
    /// Locations by their numbers.
    pub(crate) locations: Vec<LocId>,
    /// Edges by their numbers.
    pub(crate) edges: Vec<EdgeId>,
    /// Symbols by their numbers.
    pub(crate) symbols: Vec<SymbolId>,
    /// Checks by their numbers.
    pub(crate) checks: Vec<CheckId>,
    pub(crate) location_numbers: FxHashMap<LocId, u32>,
    pub(crate) edge_numbers: FxHashMap<EdgeId, u32>,
    pub(crate) symbol_numbers: FxHashMap<SymbolId, u32>,
    check_numbers: FxHashMap<CheckId, u32>,
}

impl Canonical {
    /// Numbers what the entry function of a program consists of.
    pub fn of(program: &Program) -> Canonical {
        let mut walk = Walk {
            program,
            shapes: Shapes::new(&program.terms),
            terms: FxHashMap::default(),
            form: Canonical::default(),
        };
        walk.run();
        walk.form
    }

    /// The checks whose errors the program has, by their numbers.
    pub fn checks(&self) -> &[CheckId] {
        &self.checks
    }
}

struct Walk<'p> {
    program: &'p Program,
    shapes: Shapes<'p>,
    /// Numbers of the terms that were written.
    terms: FxHashMap<TermId, u32>,
    form: Canonical,
}

impl Walk<'_> {
    fn run(&mut self) {
        let cfa = self.program.entry_cfa();
        let entry = self.location(cfa.entry);
        debug_assert_eq!(entry, 0, "the walk begins at the entry");
        let mut next = 0;
        while next < self.form.locations.len() {
            let location = self.form.locations[next];
            next += 1;
            self.kind(cfa.location(location).kind);
            for (id, edge) in cfa.outgoing(location) {
                let number = number(self.form.edges.len());
                self.form.edges.push(id);
                self.form.edge_numbers.insert(id, number);
                self.operation(&edge.operation);
                let to = self.location(edge.to);
                self.say(format_args!(" ->{to}\n"));
            }
        }
    }

    fn say(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.form.text.write_fmt(text);
    }

    fn location(&mut self, location: LocId) -> u32 {
        let new = number(self.form.locations.len());
        let number = *self.form.location_numbers.entry(location).or_insert(new);
        if number == new {
            self.form.locations.push(location);
        }
        number
    }

    fn check(&mut self, check: CheckId) -> u32 {
        let new = number(self.form.checks.len());
        let number = *self.form.check_numbers.entry(check).or_insert(new);
        if number == new {
            self.form.checks.push(check);
        }
        number
    }

    fn kind(&mut self, kind: LocationKind) {
        match kind {
            LocationKind::Plain => self.say(format_args!("at\n")),
            LocationKind::Error(check) => {
                let number = self.check(check);
                self.say(format_args!("error {number}\n"));
            }
            LocationKind::Unsupported(_) => self.say(format_args!("unsupported\n")),
            LocationKind::Halt => self.say(format_args!("halt\n")),
        }
    }

    fn operation(&mut self, operation: &Operation) {
        match operation {
            Operation::Skip => self.say(format_args!("skip")),
            Operation::Assume { condition, .. } => {
                let condition = self.term(*condition);
                self.say(format_args!("assume {condition}"));
            }
            Operation::Assign { target, value } => {
                // The value first: what is read has a number before what is written.
                let value = self.term(*value);
                let target = self.term(self.program.symbol(*target));
                self.say(format_args!("{target} := {value}"));
            }
            Operation::Havoc { target, .. } => {
                let target = self.term(self.program.symbol(*target));
                self.say(format_args!("any {target}"));
            }
            Operation::Call { function, .. } => {
                let name = self.program.function(*function).name.clone();
                self.say(format_args!("call {name}"));
            }
        }
    }

    /// The number of a term, which is written with all its parts when it is met first.
    fn term(&mut self, term: TermId) -> u32 {
        let mut stack = vec![(term, None)];
        while let Some((top, args)) = stack.pop() {
            if self.terms.contains_key(&top) {
                continue;
            }
            match args {
                // The order is decided before any part is written.
                None => {
                    let args = self.shapes.arguments(top, &self.form.symbol_numbers);
                    let parts: Vec<TermId> = args.iter().rev().copied().collect();
                    stack.push((top, Some(args)));
                    stack.extend(parts.into_iter().map(|part| (part, None)));
                }
                Some(args) => self.write(top, &args),
            }
        }
        self.terms[&term]
    }

    fn write(&mut self, term: TermId, args: &[TermId]) {
        let terms = &self.program.terms;
        match terms.op(term) {
            Op::Symbol(symbol) => {
                let new = number(self.form.symbols.len());
                self.form.symbols.push(*symbol);
                self.form.symbol_numbers.insert(*symbol, new);
                let sort = sort_words(terms.sort(term));
                self.say(format_args!("(symbol {sort})"));
            }
            op => {
                let words = words(op).unwrap_or_else(|| format!("{op:?}"));
                self.say(format_args!("({words}"));
                for arg in args {
                    let arg = self.terms[arg];
                    self.say(format_args!(" {arg}"));
                }
                self.say(format_args!(")"));
            }
        }
        let number = number(self.terms.len());
        self.terms.insert(term, number);
    }
}

fn number(position: usize) -> u32 {
    u32::try_from(position).expect("names of places and terms have 32 bits")
}
