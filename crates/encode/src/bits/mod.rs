//! Terms over bit-vectors as literals of a circuit.
//!
//! A term of width `w` becomes `w` literals, least significant first; a truth value becomes one.
//! Shared terms are blasted once, and conjunctions are shared by the circuit.

mod operators;
mod system;

pub use system::{BitOf, Blasted};

use invar_circuit::words::{self, Word};
use invar_circuit::{Circuit, Lit};
use invar_term::{Op, Sort, TermId, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes of a circuit above which blasting is given up: what follows has no chance anyway.
const MAX_NODES: usize = 20_000_000;

/// Why something cannot be said in bits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotBits {
    /// A part of the state or an input is no bit-vector.
    #[error("{name} is of sort {sort}, and only bit-vectors are blasted to bits")]
    Symbol {
        /// What it is called.
        name: String,
        /// Its sort.
        sort: Sort,
    },
    /// A term has another sort on the way.
    #[error("an expression is of sort {0}, and only bit-vectors are blasted to bits")]
    Term(Sort),
    /// A state variable begins with something that is no constant.
    #[error("{0} does not begin with a constant")]
    Initial(String),
    /// The circuit would be too large.
    #[error("as a circuit it has more than {0} nodes")]
    Large(usize),
}

/// Blasts terms of one store into one circuit.
#[derive(Debug, Default)]
pub struct Blaster {
    /// What the terms are blasted into.
    pub circuit: Circuit,
    known: FxHashMap<TermId, Word>,
}

impl Blaster {
    /// A blaster that adds to a circuit.
    pub fn new(circuit: Circuit) -> Blaster {
        let known = FxHashMap::default();
        Blaster { circuit, known }
    }

    /// Gives a term its bits; symbols must have theirs before they are met.
    pub fn define(&mut self, term: TermId, word: Word) {
        self.known.insert(term, word);
    }

    /// The bits of a term.
    ///
    /// # Errors
    /// If the term needs something that is not a matter of bits, or a symbol without bits.
    pub fn word(&mut self, terms: &TermStore, term: TermId) -> Result<&Word, NotBits> {
        let known = &self.known;
        let mut seen = FxHashSet::default();
        let order = terms.postorder_where(&[term], |t| !known.contains_key(&t) && seen.insert(t));
        for term in order {
            width(terms.sort(term)).ok_or_else(|| NotBits::Term(terms.sort(term).clone()))?;
            if let Op::Symbol(symbol) = terms.op(term) {
                return Err(NotBits::Symbol {
                    name: terms.symbol_name(*symbol).to_owned(),
                    sort: terms.sort(term).clone(),
                });
            }
            let word = self.apply(terms, term)?;
            debug_assert_eq!(Some(word.len()), width(terms.sort(term)));
            self.known.insert(term, word);
            if self.circuit.nodes().len() > MAX_NODES {
                return Err(NotBits::Large(MAX_NODES));
            }
        }
        Ok(&self.known[&term])
    }

    /// The literal of a Boolean term.
    ///
    /// # Errors
    /// As [`Blaster::word`].
    pub fn literal(&mut self, terms: &TermStore, term: TermId) -> Result<Lit, NotBits> {
        Ok(words::sign(self.word(terms, term)?))
    }
}

/// The number of bits of a sort, if it has some.
fn width(sort: &Sort) -> Option<usize> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) => Some(*width as usize),
        Sort::Int | Sort::Real | Sort::Float { .. } | Sort::Array(_) => None,
    }
}
