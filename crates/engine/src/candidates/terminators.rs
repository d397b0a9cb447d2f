//! Facts about strings: their last element is zero, and what walks them stays inside their object.
//!
//! An address is the number of an object and an offset in it; an array holds the sizes of objects. A loop that reads
//! `s[n]` until it finds zero stays inside the object of `s` if the last element of that object is zero, and if `s + n` is
//! an address in the same object. Both are candidates for every address that the program reads or writes, and so is that
//! an element holds the constant that was written there.

use invar_cfa::VarId;
use invar_encode::BlockGraph;
use invar_term::{Op, Sort, TermId, TermStore};
use std::collections::BTreeSet;

/// Candidates that are considered.
const MAX_CANDIDATES: usize = 300;
/// Pointers that are compared with each other.
const MAX_POINTERS: usize = 8;

/// The candidates of a program, for all loop heads.
#[derive(Default)]
pub(super) struct Terminators {
    candidates: Vec<TermId>,
}

/// How the program reads the size of an object: the array, and the bits of an address that are the object's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sizes {
    array: TermId,
    high: u32,
    low: u32,
}

impl Sizes {
    /// The number of the object that an address belongs to.
    fn object(self, terms: &TermStore, address: TermId) -> TermId {
        terms.extract(self.high, self.low, address)
    }

    /// The address of the last element of an object, if elements are as large as the unit of sizes.
    fn last(self, terms: &TermStore, object: TermId) -> Option<TermId> {
        let size = terms.select(self.array, object);
        let Sort::BitVec(width) = *terms.sort(size) else {
            return None;
        };
        let offset = terms.bv_sub(size, terms.bv(width, 1));
        (width == self.low).then(|| terms.concat(object, offset))
    }
}

impl Terminators {
    /// Looks at the part of the program from which a target can be reached.
    pub(super) fn of(graph: &BlockGraph) -> Terminators {
        let terms = &*graph.terms;
        let relevant = graph.nodes().iter().filter(|node| node.can_reach_target);
        let mut roots = Vec::new();
        for id in relevant.flat_map(|node| &node.outgoing) {
            let block = graph.block(*id);
            roots.push(block.guard);
            roots.extend(block.updates.iter().map(|(_, term)| *term));
        }
        let subterms = terms.postorder(&roots);
        let mut sizes = BTreeSet::new();
        let mut reads = BTreeSet::new();
        let mut writes = BTreeSet::new();
        for term in subterms {
            match (terms.op(term), terms.args(term)) {
                (Op::Select, [array, index]) => {
                    let array = memory(terms, *array);
                    if terms.as_symbol(array).is_none() {
                        continue;
                    }
                    match terms.op(*index) {
                        Op::Extract { high, low } => {
                            let (high, low) = (*high, *low);
                            sizes.insert(Sizes { array, high, low });
                        }
                        _ => {
                            reads.insert((array, *index));
                        }
                    }
                }
                (Op::Store, [array, index, value]) => {
                    let array = memory(terms, *array);
                    if terms.as_constant(*value).is_some() {
                        writes.insert((array, *index, *value));
                    }
                }
                _ => {}
            }
        }
        let mut found = Terminators::default();
        for sizes in &sizes {
            found.about_objects(terms, *sizes, &reads);
        }
        for (array, index, value) in writes {
            found.add(terms, terms.eq(terms.select(array, index), value));
        }
        found.candidates.truncate(MAX_CANDIDATES);
        found
    }

    fn add(&mut self, terms: &TermStore, candidate: TermId) {
        if terms.as_constant(candidate).is_none() && !self.candidates.contains(&candidate) {
            self.candidates.push(candidate);
        }
    }

    fn about_objects(
        &mut self,
        terms: &TermStore,
        sizes: Sizes,
        reads: &BTreeSet<(TermId, TermId)>,
    ) {
        let mut pointers = BTreeSet::new();
        for (array, address) in reads {
            if *terms.sort(*address) != Sort::BitVec(sizes.high + 1) {
                continue;
            }
            for pointer in pointers_in(terms, *address) {
                pointers.insert(pointer);
                let object = sizes.object(terms, pointer);
                self.add(terms, terms.eq(sizes.object(terms, *address), object));
                let Some(last) = sizes.last(terms, object) else {
                    continue;
                };
                let element = terms.select(*array, last);
                if let Sort::BitVec(width) = *terms.sort(element) {
                    self.add(terms, terms.eq(element, terms.bv(width, 0)));
                }
            }
        }
        let pointers: Vec<TermId> = pointers.into_iter().take(MAX_POINTERS).collect();
        for (index, one) in pointers.iter().enumerate() {
            for other in &pointers[index + 1..] {
                let objects = [*one, *other].map(|pointer| sizes.object(terms, pointer));
                self.add(terms, terms.ne(objects[0], objects[1]));
            }
        }
    }

    /// The candidates over the given variables.
    pub(super) fn candidates(&self, graph: &BlockGraph, live: &BTreeSet<VarId>) -> Vec<TermId> {
        let all = self.candidates.iter().copied();
        all.filter(|candidate| graph.speaks_of(*candidate, live))
            .collect()
    }
}

/// The array before the writes of a block.
fn memory(terms: &TermStore, mut array: TermId) -> TermId {
    while *terms.op(array) == Op::Store {
        array = terms.args(array)[0];
    }
    array
}

/// What an address may be computed from: the variables that it is the sum of, and a constant that is none of offsets.
fn pointers_in(terms: &TermStore, address: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut todo = vec![address];
    while let Some(term) = todo.pop() {
        if *terms.op(term) == Op::BvAdd {
            todo.extend(terms.args(term));
        } else if terms.as_symbol(term).is_some() || terms.as_constant(term).is_some() {
            found.push(term);
        }
    }
    found
}
