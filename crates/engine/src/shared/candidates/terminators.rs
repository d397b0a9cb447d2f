//! Facts about strings: their last element is zero, and what walks them stays inside their object.
//!
//! An address is the number of an object and an offset in it; an array holds the sizes of objects. A loop that reads
//! `s[n]` until it finds zero stays inside the object of `s` if the last element of that object is zero, and if `s + n` is
//! an address in the same object. Both are candidates for every address that the program reads, and so is that an element
//! holds the constant that was written there.
//!
//! Of memory that a precondition speaks of, a variable holds the first address and another one the number of bytes; the
//! checks compare with both, or with a variable that holds the last address. There the candidates are that the byte at
//! `first + bytes - 1` is zero, and that the byte at the last address is.

use invar_cfa::VarId;
use invar_encode::BlockGraph;
use invar_term::{IBig, Op, Sort, TermId, TermStore, Value};
use std::collections::BTreeSet;

/// Candidates that are considered.
const MAX_CANDIDATES: usize = 300;
/// Pointers that are compared with each other.
const MAX_POINTERS: usize = 8;
/// Variables that may be the number of bytes of a range.
const MAX_LENGTHS: usize = 8;

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
    /// Looks at the terms of a program.
    pub(super) fn of(terms: &TermStore, subterms: &[TermId]) -> Terminators {
        let mut sizes = BTreeSet::new();
        let mut reads = BTreeSet::new();
        let mut writes = BTreeSet::new();
        let mut compared = BTreeSet::new();
        for term in subterms.iter().copied() {
            if is_order(terms.op(term)) {
                let sides = terms.args(term).iter();
                compared.extend(sides.flat_map(|side| addends(terms, *side)));
            }
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
        found.about_ranges(terms, &reads, &compared);
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
                self.is_zero(terms, terms.select(*array, last));
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

    /// The last element of a range is zero: any variable that an address or a distance is computed from may be its first
    /// address, any variable in a comparison its length.
    fn about_ranges(
        &mut self,
        terms: &TermStore,
        reads: &BTreeSet<(TermId, TermId)>,
        compared: &BTreeSet<TermId>,
    ) {
        for (array, address) in reads {
            let sort = terms.sort(*address);
            let of_sort = |term: &&TermId| terms.sort(**term) == sort;
            let is_variable = |term: &&TermId| terms.as_symbol(**term).is_some();
            let variables = || compared.iter().filter(of_sort).filter(is_variable);
            for last in variables().take(MAX_POINTERS) {
                self.is_zero(terms, terms.select(*array, *last));
            }
            let read = addends(terms, *address);
            let bases: BTreeSet<TermId> = (read.iter().filter(is_variable))
                .chain(variables())
                .copied()
                .collect();
            for base in bases.into_iter().take(MAX_POINTERS) {
                let lengths = variables().filter(|length| **length != base);
                for length in lengths.take(MAX_LENGTHS) {
                    let last = minus_one(terms, sum(terms, base, *length));
                    self.is_zero(terms, terms.select(*array, last));
                }
            }
        }
    }

    fn is_zero(&mut self, terms: &TermStore, element: TermId) {
        match *terms.sort(element) {
            Sort::BitVec(width) => self.add(terms, terms.eq(element, terms.bv(width, 0))),
            Sort::Int => self.add(terms, terms.eq(element, integer(terms, 0))),
            _ => {}
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

/// What an address may be computed from: the variables that it is the sum of, and a constant.
fn pointers_in(terms: &TermStore, address: TermId) -> Vec<TermId> {
    let parts = addends(terms, address).into_iter();
    let is_leaf =
        |term: &TermId| terms.as_symbol(*term).is_some() || terms.as_constant(*term).is_some();
    parts.filter(is_leaf).collect()
}

/// The parts of a sum or a difference.
fn addends(terms: &TermStore, sum: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut todo = vec![sum];
    while let Some(term) = todo.pop() {
        match terms.op(term) {
            Op::BvAdd | Op::BvSub | Op::BvNeg | Op::Add | Op::Neg => {
                todo.extend(terms.args(term));
            }
            _ => found.push(term),
        }
    }
    found
}

fn is_order(op: &Op) -> bool {
    matches!(
        op,
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Lt | Op::Le
    )
}

fn sum(terms: &TermStore, a: TermId, b: TermId) -> TermId {
    match terms.sort(a) {
        Sort::Int => terms.add(a, b),
        _ => terms.bv_add(a, b),
    }
}

fn minus_one(terms: &TermStore, a: TermId) -> TermId {
    match *terms.sort(a) {
        Sort::BitVec(width) => terms.bv_sub(a, terms.bv(width, 1)),
        _ => terms.add(a, integer(terms, -1)),
    }
}

fn integer(terms: &TermStore, value: i8) -> TermId {
    terms.constant(&Value::Int(IBig::from(value)))
}
