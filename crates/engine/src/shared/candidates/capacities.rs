//! Facts about buffers that grow: the size of an object is a multiple of a variable, and counters of different widths
//! are equal.
//!
//! `a = malloc(n * 4)` makes an object of `n * 4` bytes, and no test says so again. A vector keeps a pointer, how many
//! elements it has and for how many there is room. Its accesses are valid because the object of the pointer has
//! `room * k` bytes, where `k` is the size of an element; `room` is small enough that the product does not wrap; and
//! the pointer leads to the first byte. The candidates are these facts, for every pointer with which the program looks
//! up the size of an object, every variable and every constant by which the program multiplies. Room that is doubled when a
//! counter reaches it is bounded by the double of the counter's bound.

use super::head::Head;
use super::vocabulary::Vocabulary;
use invar_cfa::VarId;
use invar_encode::BlockGraph;
use invar_term::{Op, Sort, TermId, TermStore, Value};
use std::collections::BTreeSet;

/// Pointers that are considered.
const MAX_POINTERS: usize = 6;
/// Variables that may be a number of elements.
const MAX_COUNTS: usize = 12;
/// Sizes of elements.
const MAX_FACTORS: usize = 4;
/// Bounds of counters.
const MAX_BOUNDS: usize = 6;
/// The largest size of an element.
const LARGEST_ELEMENT: u128 = 1 << 12;
/// Multiples of larger bounds are not considered.
const LARGEST_BOUND: u128 = 1 << 18;

/// A pointer, or the address of an object, whose object's size the program looks up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Buffer {
    pointer: TermId,
    /// The number of bytes of its object.
    size: TermId,
    /// Bits of an address below the number of the object.
    offset_bits: u32,
}

/// What the text says about buffers.
pub(super) struct Capacities {
    buffers: BTreeSet<Buffer>,
    factors: BTreeSet<u128>,
}

impl Capacities {
    /// Looks at the terms of a program.
    pub(super) fn of(terms: &TermStore, subterms: &[TermId]) -> Capacities {
        let mut found = Capacities {
            buffers: BTreeSet::new(),
            factors: BTreeSet::from([1]),
        };
        for term in subterms {
            match (terms.op(*term), terms.args(*term)) {
                (Op::Select, [array, index]) => found.add_buffers(terms, *array, *index),
                (Op::BvMul, [a, b]) => {
                    let factors = [a, b].into_iter().filter_map(|side| terms.as_bv(*side));
                    let small = |factor: &u128| (2..=LARGEST_ELEMENT).contains(factor);
                    found
                        .factors
                        .extend(factors.map(|factor| factor.unsigned()).filter(small));
                }
                _ => {}
            }
        }
        found
    }

    /// The pointers in `sizes[number of the object of address]`.
    fn add_buffers(&mut self, terms: &TermStore, array: TermId, index: TermId) {
        let mut sizes = array;
        while *terms.op(sizes) == Op::Store {
            sizes = terms.args(sizes)[0];
        }
        let Op::Extract { high, low } = *terms.op(index) else {
            return;
        };
        if terms.as_symbol(sizes).is_none() || low == 0 {
            return;
        }
        let mut parts = vec![terms.args(index)[0]];
        while let Some(part) = parts.pop() {
            if *terms.op(part) == Op::BvAdd {
                parts.extend(terms.args(part));
            } else if terms.width(part) == high + 1 && is_base(terms, part, low) {
                self.buffers.insert(Buffer {
                    pointer: part,
                    size: terms.select(sizes, terms.extract(high, low, part)),
                    offset_bits: low,
                });
            }
        }
    }

    /// The candidates at a loop head.
    pub(super) fn candidates(
        &self,
        graph: &BlockGraph,
        head: &Head<'_>,
        vocabulary: &Vocabulary,
        live: &BTreeSet<VarId>,
    ) -> Vec<TermId> {
        let terms = head.terms();
        let live_buffers = self
            .buffers
            .iter()
            .filter(|b| graph.speaks_of(b.size, live));
        let buffers: Vec<Buffer> = live_buffers.take(MAX_POINTERS).copied().collect();
        if buffers.is_empty() {
            return Vec::new();
        }
        let is_pointer = |count: &TermId| buffers.iter().any(|buffer| buffer.pointer == *count);
        let counts = head
            .variables
            .iter()
            .map(|variable| head.program.symbol(*variable));
        let counts: Vec<TermId> = counts
            .filter(|count| {
                matches!(terms.sort(*count), Sort::BitVec(32 | 64)) && !is_pointer(count)
            })
            .take(MAX_COUNTS)
            .collect();
        let mut found = equal_counts(terms, &counts);
        for count in &counts {
            found.extend(self.multiples_of_bounds(terms, vocabulary, *count));
        }
        for buffer in buffers {
            let offset = terms.extract(buffer.offset_bits - 1, 0, buffer.pointer);
            found.push(terms.eq(offset, terms.bv(buffer.offset_bits, 0)));
            for count in &counts {
                for factor in self.factors.iter().take(MAX_FACTORS) {
                    found.extend(room_for(terms, buffer, *count, *factor));
                }
            }
        }
        found
    }

    /// A count is at most a multiple of what the program compares with.
    fn multiples_of_bounds(
        &self,
        terms: &TermStore,
        vocabulary: &Vocabulary,
        count: TermId,
    ) -> Vec<TermId> {
        let width = terms.width(count);
        let constants = vocabulary.constants(terms.sort(count)).iter();
        let bounds = constants.filter_map(|value| match value {
            Value::Bv(bits) => Some(bits.unsigned()),
            _ => None,
        });
        let mut found = Vec::new();
        for bound in bounds
            .filter(|bound| (1..LARGEST_BOUND).contains(bound))
            .take(MAX_BOUNDS)
        {
            for factor in self.factors.iter().take(MAX_FACTORS) {
                let most = terms.bv(width, bound * factor);
                found.push(terms.bv_ule(count, most));
            }
        }
        found
    }
}

/// Whether an address is computed from a term: a variable, or the constant address of an object.
fn is_base(terms: &TermStore, part: TermId, offset_bits: u32) -> bool {
    let number = |bits: u128| bits >> offset_bits;
    terms.as_symbol(part).is_some()
        || (terms.as_bv(part)).is_some_and(|address| number(address.unsigned()) != 0)
}

/// The object of a buffer has room for a number of elements of this size.
fn room_for(terms: &TermStore, buffer: Buffer, count: TermId, factor: u128) -> Vec<TermId> {
    let (Sort::BitVec(bits), width) = (terms.sort(buffer.size), terms.width(count)) else {
        return Vec::new();
    };
    if *bits > width {
        return Vec::new();
    }
    let low = terms.extract(bits - 1, 0, count);
    let bytes = terms.bv_mul(low, terms.bv(*bits, factor));
    let largest = ((1_u128 << (bits - 1)) - 1) / factor;
    vec![
        terms.eq(buffer.size, bytes),
        terms.bv_ule(bytes, buffer.size),
        terms.bv_ule(count, terms.bv(width, largest)),
    ]
}

/// Equalities between counters of different widths.
fn equal_counts(terms: &TermStore, counts: &[TermId]) -> Vec<TermId> {
    let of_width = |width: u32| (counts.iter()).filter(move |count| terms.width(**count) == width);
    let pairs = of_width(64).flat_map(|wide| of_width(32).map(move |narrow| (*wide, *narrow)));
    pairs
        .map(|(wide, narrow)| terms.eq(wide, terms.sign_extend(32, narrow)))
        .collect()
}
