//! Candidates about all objects, over the universals `k` and `l`, for each mark `G` of objects that are there:
//!
//! | candidate | what it is for |
//! |---|---|
//! | `G(k) -> k.next = null or G(k.next)`, and `k.next` is the start of an object | links lead to objects |
//! | `G(k) and G(l) -> k.next = null or k.next != l.next or k = l` | no two links lead to one object: lists and trees |
//! | `G(k) -> k.next != p or p = null` | no link leads to what `p` points to |
//! | `G(k) -> k.next < k`, `> k`; `k <= p`; `G(k) and G(l) -> k >= l or k <= l.next` | objects are linked in the order in which they were made |
//! | `k.next = null or k.next.back = k` | doubly linked lists |
//! | `G(k) -> k.d = c`, `k.d` in what is written to it, `>= 0`, compared with a variable | what objects hold |
//! | `k.next = null or k.d <= k.next.d` | neighbours |
//! | `p = null or G(p)`, `p = q` | pointers |
//!
//! Where an object is filled after it was linked, the same hold of all objects but the one that a pointer leads to.

use super::shape::{Cell, Mark, Shape, is_start};
use crate::Task;
use crate::shared::houdini::Candidates;
use crate::shared::universal::{ADDRESS_BITS, NUMBER_BITS, object_of};
use invar_cfa::{LocId, VarId};
use invar_encode::BlockGraph;
use invar_term::{Sort, TermId, TermStore};
use std::collections::BTreeSet;

/// Candidates per loop head.
const MAX_CANDIDATES: usize = 900;
/// Numbers that members are compared with.
const MAX_NUMBERS: usize = 6;
/// Pointers to objects for which something need not hold yet.
const MAX_EXCEPTIONS: usize = 4;

/// The candidates at every loop head from which a target can be reached.
pub(super) fn candidates(task: &Task<'_>, shape: &Shape) -> Candidates {
    let graph = task.blocks;
    let live = graph.live();
    let heads = graph.heads().filter(|h| graph.node(*h).can_reach_target);
    let heads: Vec<LocId> = heads.collect();
    let mut found = Candidates::new();
    for head in heads {
        let place = Place::new(task, shape, &live[&head]);
        found.insert(head, place.candidates());
    }
    found
}

struct Place<'t> {
    terms: &'t TermStore,
    graph: &'t BlockGraph,
    live: &'t BTreeSet<VarId>,
    shape: &'t Shape,
    pointers: Vec<TermId>,
    numbers: Vec<TermId>,
}

impl<'t> Place<'t> {
    fn new(task: &Task<'t>, shape: &'t Shape, live: &'t BTreeSet<VarId>) -> Place<'t> {
        let graph = task.blocks;
        let symbols = live.iter().map(|variable| task.program.symbol(*variable));
        let numbers = symbols.filter(|symbol| {
            matches!(graph.terms.sort(*symbol), Sort::BitVec(width) if *width < ADDRESS_BITS)
        });
        let pointers = shape.pointers.iter().copied();
        Place {
            terms: &graph.terms,
            graph,
            live,
            shape,
            pointers: pointers.filter(|p| graph.speaks_of(*p, live)).collect(),
            numbers: numbers.take(MAX_NUMBERS).collect(),
        }
    }

    fn candidates(&self) -> Vec<TermId> {
        let terms = self.terms;
        let [one, two] = self.shape.universals.symbols[..] else {
            return Vec::new();
        };
        let mut found = self.of_pointers();
        for mark in &self.shape.marks {
            let there = mark.holds(terms, one);
            let not_there = terms.not(there);
            let mut facts = Vec::new();
            for cell in &self.shape.cells {
                if cell.is_link() {
                    facts.extend(self.of_link(*mark, cell, one));
                }
                facts.extend(self.of_contents(cell, one));
            }
            let mut excepted = Vec::new();
            for pointer in self.pointers.iter().take(MAX_EXCEPTIONS) {
                let except = terms.eq(object_of(terms, *pointer), one);
                excepted.extend(facts.iter().map(|fact| terms.or(&[except, *fact])));
            }
            facts.extend(self.of_order(*mark, one));
            facts.extend(excepted);
            found.extend(facts.iter().map(|fact| terms.or(&[not_there, *fact])));
            let both = [not_there, terms.not(mark.holds(terms, two))];
            for fact in self.of_pairs(one, two) {
                found.push(terms.or(&[both[0], both[1], fact]));
            }
        }
        let mut kept: Vec<TermId> = Vec::new();
        let mut seen = BTreeSet::new();
        for candidate in found {
            if seen.insert(candidate) && self.is_about_live(candidate) {
                kept.push(candidate);
            }
        }
        kept.truncate(MAX_CANDIDATES);
        kept
    }

    /// Whether a candidate speaks of what the program still reads; of marks it may speak anywhere, since whether objects are
    /// there is not read where they are only followed.
    fn is_about_live(&self, candidate: TermId) -> bool {
        let universals = &self.shape.universals.symbols;
        let symbols = self.terms.symbols_of(&[candidate]);
        self.terms.as_constant(candidate).is_none()
            && symbols.into_iter().all(|symbol| {
                let variable = self.graph.variable(symbol);
                let term = self.terms.symbol_term(symbol);
                variable.is_some_and(|v| self.live.contains(&v))
                    || universals.contains(&term)
                    || self.shape.marks.iter().any(|mark| mark.variable() == term)
            })
    }

    fn null(&self) -> TermId {
        self.terms.bv(ADDRESS_BITS, 0)
    }

    fn is_null(&self, address: TermId) -> TermId {
        self.terms.eq(address, self.null())
    }

    /// Facts about variables that hold addresses.
    fn of_pointers(&self) -> Vec<TermId> {
        let terms = self.terms;
        let mut found = Vec::new();
        for pointer in &self.pointers {
            let null = self.is_null(*pointer);
            found.extend([null, terms.not(null), is_start(terms, *pointer)]);
            for mark in &self.shape.marks {
                let there = mark.holds(terms, object_of(terms, *pointer));
                found.extend([there, terms.or(&[null, there])]);
            }
            for other in &self.pointers {
                if other != pointer {
                    found.push(terms.eq(*pointer, *other));
                    let (a, b) = (object_of(terms, *pointer), object_of(terms, *other));
                    found.push(terms.bv_ule(a, b));
                }
            }
        }
        found
    }

    /// Facts about a link of the object `k`.
    fn of_link(&self, mark: Mark, link: &Cell, k: TermId) -> Vec<TermId> {
        let terms = self.terms;
        let next = link.of(terms, k);
        let null = self.is_null(next);
        let there = mark.holds(terms, object_of(terms, next));
        let mut found = vec![
            null,
            is_start(terms, next),
            there,
            terms.or(&[null, there]),
            terms.or(&[null, terms.bv_ult(object_of(terms, next), k)]),
            terms.or(&[null, terms.bv_ult(k, object_of(terms, next))]),
        ];
        for pointer in &self.pointers {
            let same = terms.eq(next, *pointer);
            found.push(terms.or(&[terms.not(same), self.is_null(*pointer)]));
            found.push(same);
        }
        let zero = terms.bv(NUMBER_BITS, 0);
        for other in &self.shape.cells {
            let of_next = other.of(terms, object_of(terms, next));
            if other.is_link() && other != link {
                let back = terms.eq(of_next, terms.concat(k, zero));
                found.push(terms.or(&[null, back]));
            } else if !other.is_link() {
                let own = other.of(terms, k);
                let pairs = [
                    terms.eq(own, of_next),
                    terms.bv_sle(own, of_next),
                    terms.bv_sle(of_next, own),
                ];
                for fact in pairs {
                    found.push(terms.or(&[null, fact]));
                    for pointer in self.pointers.iter().take(MAX_EXCEPTIONS) {
                        found.push(terms.or(&[terms.eq(next, *pointer), fact]));
                    }
                }
                for constant in &other.constants {
                    found.push(terms.or(&[terms.eq(own, *constant), there]));
                }
            }
        }
        found
    }

    /// Facts about what the object `k` holds.
    fn of_contents(&self, cell: &Cell, k: TermId) -> Vec<TermId> {
        let terms = self.terms;
        let value = cell.of(terms, k);
        let mut found: Vec<TermId> = Vec::new();
        let each = cell.constants.iter().map(|c| terms.eq(value, *c));
        found.extend(each);
        if cell.constants.len() > 1 {
            found.push(terms.or(&found.clone()));
        }
        if cell.is_link() {
            return found;
        }
        found.push(terms.bv_sle(terms.bv(cell.width, 0), value));
        for number in &self.numbers {
            if terms.width(*number) == cell.width {
                found.push(terms.eq(value, *number));
                found.push(terms.bv_sle(value, *number));
                found.push(terms.bv_sle(*number, value));
                found.push(terms.bv_slt(value, *number));
            }
        }
        found
    }

    /// Facts about when the object `k` was made.
    fn of_order(&self, mark: Mark, k: TermId) -> Vec<TermId> {
        let terms = self.terms;
        let mut found = Vec::new();
        for pointer in &self.pointers {
            let object = object_of(terms, *pointer);
            found.push(terms.bv_ule(k, object));
            found.push(terms.bv_ule(object, k));
        }
        for other in &self.shape.marks {
            if *other != mark {
                found.push(other.holds(terms, k));
            }
        }
        found
    }

    /// Facts about the objects `k` and `l`.
    fn of_pairs(&self, k: TermId, l: TermId) -> Vec<TermId> {
        let terms = self.terms;
        let links: Vec<&Cell> = self.shape.cells.iter().filter(|c| c.is_link()).collect();
        let mut found = Vec::new();
        for (at, link) in links.iter().enumerate() {
            let next = link.of(terms, k);
            for other in &links[at..] {
                let apart = terms.ne(next, other.of(terms, l));
                let mut parts = vec![self.is_null(next), apart];
                if link == other {
                    parts.push(terms.eq(k, l));
                }
                found.push(terms.or(&parts));
            }
            let after = link.of(terms, l);
            let linked = terms.not(self.is_null(after));
            let end = object_of(terms, after);
            let below = terms.and(&[linked, terms.bv_ule(k, end)]);
            let above = terms.and(&[linked, terms.bv_ule(end, k)]);
            found.push(terms.or(&[terms.bv_ule(l, k), below]));
            found.push(terms.or(&[terms.bv_ule(k, l), above]));
        }
        found
    }
}
