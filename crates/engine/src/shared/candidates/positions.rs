//! Facts that depend on how a counter compares with a number that never changes.
//!
//! A program that tests `i == k` for a `k` that never changes, and stores something in a variable
//! where it holds, usually has invariants of the form `k < i -> P`: what happens at `k` has
//! happened. Programs with one cell of an array have this shape; there `P` is about that cell. `P`
//! is what the program asserts or compares, with `k` substituted for the counter, or what it writes;
//! conditions are orders of the two numbers and comparisons of the program with `k` substituted for
//! the counter.

use super::vocabulary::Vocabulary;
use invar_cfa::VarId;
use invar_encode::{BlockGraph, Node};
use invar_term::{Op, Sort, Substitution, TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet};

/// Claims and conditions that are considered.
const MAX_CLAIMS: usize = 40;
const MAX_CONDITIONS: usize = 24;

/// What a program says about positions.
#[derive(Default)]
pub(super) struct Positions {
    claims: Vec<TermId>,
    orders: Vec<TermId>,
    /// Comparisons with the fixed number substituted for the counter.
    placed: Vec<TermId>,
}

impl Positions {
    /// Looks at the part of the program from which a target can be reached.
    pub(super) fn of(graph: &BlockGraph, vocabulary: &Vocabulary) -> Positions {
        let reader = Reader::new(graph, &vocabulary.subterms);
        reader.map_or_else(Positions::default, |reader| {
            reader.positions(&vocabulary.atoms)
        })
    }

    /// The candidates over the given variables, at most `most`.
    pub(super) fn candidates(
        &self,
        graph: &BlockGraph,
        live: &BTreeSet<VarId>,
        most: usize,
    ) -> Vec<TermId> {
        let terms = &*graph.terms;
        let is_live = |term: &&TermId| graph.speaks_of(**term, live);
        let claims: Vec<TermId> = self.claims.iter().filter(is_live).copied().collect();
        let orders: Vec<TermId> = self.orders.iter().filter(is_live).copied().collect();
        let placed: Vec<TermId> = self.placed.iter().filter(is_live).copied().collect();
        let mut candidates = claims.clone();
        let under = |conditions: &[TermId], claim: TermId| {
            let mut parts: Vec<TermId> = conditions.iter().map(|c| terms.not(*c)).collect();
            parts.push(claim);
            terms.or(&parts)
        };
        for condition in orders.iter().chain(&placed) {
            candidates.extend(claims.iter().map(|claim| under(&[*condition], *claim)));
        }
        for order in &orders {
            for other in &placed {
                candidates.extend(claims.iter().map(|claim| under(&[*order, *other], *claim)));
            }
        }
        candidates.retain(|candidate| terms.as_constant(*candidate).is_none());
        candidates.truncate(most);
        candidates
    }
}

struct Reader<'g> {
    graph: &'g BlockGraph,
    subterms: &'g [TermId],
    /// Equations that choose between values.
    hits: BTreeSet<TermId>,
    /// What is chosen where they hold, or kept where they do not.
    cells: Vec<TermId>,
}

impl<'g> Reader<'g> {
    /// Nothing if the program has no such tests.
    fn new(graph: &'g BlockGraph, subterms: &'g [TermId]) -> Option<Reader<'g>> {
        let terms = &*graph.terms;
        let relevant = graph.nodes().iter().filter(|node| node.can_reach_target);
        let blocks = |node: &'g Node| node.outgoing.iter().map(|id| graph.block(*id));
        let after = relevant.filter(|node| node.location != graph.entry);
        let changing: BTreeSet<TermId> = after
            .flat_map(blocks)
            .flat_map(|block| block.updates.iter().map(|(v, _)| graph.symbol(*v)))
            .collect();
        let choices = subterms.iter().filter(|t| *terms.op(**t) == Op::Ite);
        let choices: Vec<&[TermId]> = choices.map(|t| terms.args(*t)).collect();
        let is_hit = |condition: &TermId| {
            let symbols = symbols(terms, *condition);
            *terms.op(*condition) == Op::Eq
                && is_number(terms, terms.args(*condition)[0])
                && symbols.iter().any(|s| changing.contains(s))
                && symbols.iter().any(|s| !changing.contains(s))
                && is_state(graph, *condition)
        };
        let hits: BTreeSet<TermId> = choices.iter().map(|c| c[0]).filter(is_hit).collect();
        if hits.is_empty() {
            return None;
        }
        let kept = choices.iter().filter(|c| hits.contains(&c[0]));
        let kept = kept.flat_map(|c| [c[1], c[2]]);
        let mut cells: Vec<TermId> = kept.filter(|t| changing.contains(t)).collect();
        cells.sort_unstable();
        cells.dedup();
        Some(Reader {
            graph,
            subterms,
            hits,
            cells,
        })
    }

    fn positions(&self, atoms: &[TermId]) -> Positions {
        let terms = &*self.graph.terms;
        let mut claims = Vec::new();
        let mut claim = |term: TermId| {
            let about = symbols(terms, term);
            let told = self.cells.iter().any(|cell| about.contains(cell));
            if told && is_state(self.graph, term) && !claims.contains(&term) {
                claims.push(term);
            }
        };
        self.asserted().into_iter().for_each(&mut claim);
        self.written().into_iter().for_each(&mut claim);
        for (index, a) in self.cells.iter().enumerate() {
            let others = self.cells[index + 1..].iter();
            let same = others.filter(|b| terms.sort(**b) == terms.sort(*a));
            same.for_each(|b| claim(terms.eq(*a, *b)));
        }
        self.compared().into_iter().for_each(&mut claim);
        claims.truncate(MAX_CLAIMS);
        let mut orders: Vec<TermId> = Vec::new();
        let mut placed: Vec<TermId> = Vec::new();
        for hit in &self.hits {
            let args = terms.args(*hit);
            for order in [less(terms, args[0], args[1]), less(terms, args[1], args[0])] {
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
            let Some(pair) = self.counter(*hit) else {
                continue;
            };
            for atom in atoms {
                let there = Substitution::new(terms, [pair]).apply(terms, *atom);
                for there in [there, terms.not(there)] {
                    let is_new = there != *atom && !placed.contains(&there);
                    if is_new && terms.as_constant(there).is_none() {
                        placed.push(there);
                    }
                }
            }
        }
        orders.truncate(MAX_CONDITIONS);
        placed.truncate(MAX_CONDITIONS);
        Positions {
            claims,
            orders,
            placed,
        }
    }

    /// The counter and the number that it is compared with, if an equation has no more to it.
    fn counter(&self, hit: TermId) -> Option<(TermId, TermId)> {
        let terms = &*self.graph.terms;
        let args = terms.args(hit);
        let is_symbol = |t: TermId| terms.as_symbol(t).is_some();
        if !is_symbol(args[0]) || !is_symbol(args[1]) {
            return None;
        }
        let changes = |t: TermId| {
            let after = self.graph.nodes().iter();
            let after = after.filter(|n| n.can_reach_target && n.location != self.graph.entry);
            let mut blocks = after.flat_map(|n| &n.outgoing);
            blocks.any(|id| {
                let updates = &self.graph.block(*id).updates;
                updates.iter().any(|(v, _)| self.graph.symbol(*v) == t)
            })
        };
        if changes(args[0]) {
            Some((args[0], args[1]))
        } else {
            Some((args[1], args[0]))
        }
    }

    /// A term where some equations hold: choices are made, counters replaced.
    fn there(&self, term: TermId, hits: &[TermId]) -> TermId {
        let terms = &*self.graph.terms;
        let chosen = hits.iter().map(|hit| (*hit, terms.tru()));
        let term = Substitution::new(terms, chosen).apply(terms, term);
        let pairs: BTreeMap<TermId, TermId> =
            hits.iter().filter_map(|hit| self.counter(*hit)).collect();
        Substitution::new(terms, pairs).apply(terms, term)
    }

    /// That what leads to targets does not hold.
    fn asserted(&self) -> Vec<TermId> {
        let terms = &*self.graph.terms;
        let mut found = Vec::new();
        for block in self.graph.blocks() {
            if !self.graph.node(block.to).kind.is_target() {
                continue;
            }
            let parts: Vec<TermId> = match terms.op(block.guard) {
                Op::And => terms.args(block.guard).to_vec(),
                _ => vec![block.guard],
            };
            // Also where an equation is one of several possibilities: it is the one that matters.
            let options = |part: &TermId| match terms.op(*part) {
                Op::Or => terms.args(*part).to_vec(),
                _ => vec![*part],
            };
            let hits = parts.iter().flat_map(options);
            let hits: Vec<TermId> = hits.filter(|p| self.hits.contains(p)).collect();
            found.push(terms.not(self.there(block.guard, &hits)));
            // Without the other conditions of the path.
            for part in parts {
                found.push(terms.not(self.there(part, &hits)));
            }
        }
        found
    }

    /// That cells hold what was written.
    fn written(&self) -> Vec<TermId> {
        let terms = &*self.graph.terms;
        let mut found = Vec::new();
        for block in self.graph.blocks() {
            for (variable, value) in &block.updates {
                let cell = self.graph.symbol(*variable);
                if !self.cells.contains(&cell) {
                    continue;
                }
                for choice in terms.postorder(&[*value]) {
                    let args = terms.args(choice);
                    if *terms.op(choice) == Op::Ite && self.hits.contains(&args[0]) {
                        let held = self.there(args[1], &args[..1]);
                        // The conditional may occur in an index, or below a write to an array.
                        if terms.sort(held) == terms.sort(cell) {
                            found.push(terms.eq(cell, held));
                        }
                    }
                }
            }
        }
        found
    }

    /// Comparisons of what is read, where it is read from a cell.
    fn compared(&self) -> Vec<TermId> {
        let terms = &*self.graph.terms;
        let mut found = Vec::new();
        for term in self.subterms {
            let comparison = matches!(
                terms.op(*term),
                Op::Eq | Op::Lt | Op::Le | Op::BvSlt | Op::BvSle | Op::BvUlt | Op::BvUle
            );
            if !comparison || self.hits.contains(term) {
                continue;
            }
            let below = terms.postorder(&[*term]);
            let hits: Vec<TermId> = below
                .into_iter()
                .filter(|t| self.hits.contains(t))
                .collect();
            if hits.is_empty() {
                continue;
            }
            for hit in hits {
                let there = self.there(*term, &[hit]);
                found.extend([there, terms.not(there)]);
            }
        }
        found
    }
}

fn symbols(terms: &TermStore, term: TermId) -> BTreeSet<TermId> {
    let symbols = terms.symbols_of(&[term]);
    symbols.into_iter().map(|s| terms.symbol_term(s)).collect()
}

fn is_state(graph: &BlockGraph, term: TermId) -> bool {
    let symbols = graph.terms.symbols_of(&[term]);
    symbols.into_iter().all(|s| graph.variable(s).is_some())
}

fn is_number(terms: &TermStore, term: TermId) -> bool {
    matches!(terms.sort(term), Sort::Int | Sort::BitVec(_))
}

fn less(terms: &TermStore, a: TermId, b: TermId) -> TermId {
    match terms.sort(a) {
        Sort::Int => terms.lt(a, b),
        _ => terms.bv_slt(a, b),
    }
}
