//! From clauses over nodes of a circuit to facts over the program's variables.
//!
//! A clause excludes a cube. Neighbouring bits of one variable in the cube become one equation
//!
//! ```text
//! x[0] and !x[1] and ... and x[7]  =  (x = c)         all bits of x
//! x[2] and !x[3]                   =  (x[3:2] = 1)    some of them
//! ```
//!
//! and a node that is not a latch becomes its formula.

use invar_cfa::LocId;
use invar_circuit::{Lit, Node, Var};
use invar_encode::{BitOf, Blasted, TransitionSystem};
use invar_term::{Sort, TermId, TermStore};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What clauses say at each loop head.
pub(super) fn facts_at_heads(
    system: &TransitionSystem,
    blasted: &Blasted,
    clauses: &[Vec<Lit>],
) -> Vec<(LocId, TermId)> {
    let mut reader = Reader {
        terms: &system.terms,
        blasted,
        known: FxHashMap::default(),
    };
    let formulas: Vec<TermId> = clauses.iter().map(|c| reader.clause(c)).collect();
    let mut facts = system.at_heads(&formulas);
    facts.sort_unstable();
    facts.dedup();
    facts
}

struct Reader<'s> {
    terms: &'s TermStore,
    blasted: &'s Blasted,
    /// Formulas of nodes.
    known: FxHashMap<Var, TermId>,
}

impl Reader<'_> {
    fn clause(&mut self, clause: &[Lit]) -> TermId {
        let circuit = &self.blasted.circuit;
        let mut bits: BTreeMap<BitOf, bool> = BTreeMap::new();
        let mut others = Vec::new();
        for literal in clause {
            match circuit.node(literal.var()) {
                // The cube has the negation of each literal.
                Node::Latch(number) => {
                    let of = self.blasted.latches[number as usize];
                    let value = literal.is_negated();
                    if bits.insert(of, value).is_some_and(|other| other != value) {
                        return self.terms.tru();
                    }
                }
                _ => others.push(*literal),
            }
        }
        let mut disjuncts = self.inequations(&bits);
        for literal in others {
            let formula = self.formula(literal.var());
            disjuncts.push(if literal.is_negated() {
                self.terms.not(formula)
            } else {
                formula
            });
        }
        self.terms.or(&disjuncts)
    }

    /// Formulas one of which holds where the bits have not all these values.
    fn inequations(&self, bits: &BTreeMap<BitOf, bool>) -> Vec<TermId> {
        let mut inequations = Vec::new();
        let mut bits = bits.iter().peekable();
        while let Some((first, value)) = bits.next() {
            let (mut high, mut number) = (first.bit, u128::from(*value));
            while let Some((next, value)) =
                bits.next_if(|(next, _)| next.symbol == first.symbol && next.bit == high + 1)
            {
                high = next.bit;
                number |= u128::from(*value) << (high - first.bit);
            }
            inequations.push(if high == first.bit {
                // A bit that does not have one value has the other.
                self.equation(*first, high, 1 - number)
            } else {
                self.terms.not(self.equation(*first, high, number))
            });
        }
        inequations
    }

    fn equation(&self, low: BitOf, high: u32, number: u128) -> TermId {
        let terms = self.terms;
        let symbol = terms.symbol_term(low.symbol);
        match terms.sort(symbol) {
            Sort::Bool if number == 1 => symbol,
            Sort::Bool => terms.not(symbol),
            _ => {
                let part = terms.extract(high, low.bit, symbol);
                terms.eq(part, terms.bv(high - low.bit + 1, number))
            }
        }
    }

    /// The formula that a node is; its operands have smaller numbers.
    fn formula(&mut self, root: Var) -> TermId {
        let circuit = &self.blasted.circuit;
        let mut open = vec![root];
        while let Some(var) = open.last().copied() {
            if self.known.contains_key(&var) {
                open.pop();
                continue;
            }
            let formula = match circuit.node(var) {
                Node::False => self.terms.fls(),
                Node::Latch(number) => {
                    let of = self.blasted.latches[number as usize];
                    self.equation(of, of.bit, 1)
                }
                // Clauses depend on latches alone.
                Node::Input(number) => {
                    let of = self.blasted.inputs[number as usize];
                    self.equation(of, of.bit, 1)
                }
                Node::And(a, b) => {
                    let missing = [a, b].map(Lit::var);
                    let missing = missing.iter().filter(|v| !self.known.contains_key(v));
                    let before = open.len();
                    open.extend(missing);
                    if open.len() > before {
                        continue;
                    }
                    let operand = |literal: Lit| {
                        if literal.is_negated() {
                            self.terms.not(self.known[&literal.var()])
                        } else {
                            self.known[&literal.var()]
                        }
                    };
                    self.terms.and(&[operand(a), operand(b)])
                }
            };
            self.known.insert(var, formula);
            open.pop();
        }
        self.known[&root]
    }
}
