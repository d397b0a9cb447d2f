//! What the text says about the heap: which arrays are memory, at which offsets objects have links and other members, what
//! marks an object that is there, which variables point to objects.

use crate::Task;
use crate::shared::universal::{
    ADDRESS_BITS, NUMBER_BITS, Universals, is_indexed_by, split, written_array,
};
use invar_term::{Op, Sort, TermId, TermStore};
use std::collections::{BTreeMap, BTreeSet};

/// Members of objects that are considered.
const MAX_CELLS: usize = 10;
/// Pointers that are considered.
const MAX_POINTERS: usize = 8;
/// Constants that a member takes.
const MAX_CONSTANTS: usize = 6;
/// Marks of objects that are there.
const MAX_MARKS: usize = 3;

/// A member that objects have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// The array that holds it.
    pub array: TermId,
    /// How far from the start of the object it is.
    pub offset: u32,
    /// Its bits.
    pub width: u32,
    /// Constants that are written there.
    pub constants: BTreeSet<TermId>,
}

impl Cell {
    /// The member of the object with a number.
    pub fn of(&self, terms: &TermStore, object: TermId) -> TermId {
        let offset = terms.bv(NUMBER_BITS, u128::from(self.offset));
        terms.select(self.array, terms.concat(object, offset))
    }

    /// Whether it has the width of a link.
    pub fn is_link(&self) -> bool {
        self.width == ADDRESS_BITS
    }
}

/// Which objects are there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mark {
    /// Those for which an array has this value.
    Attribute { array: TermId, value: TermId },
    /// Those that were made so far: numbered from `first` on by a counter.
    Made {
        counter: TermId,
        first: TermId,
        bits: TermId,
    },
}

impl Mark {
    /// The variable that says so.
    pub fn variable(self) -> TermId {
        match self {
            Mark::Attribute { array, .. } => array,
            Mark::Made { counter, .. } => counter,
        }
    }

    /// Whether the object with a number is there.
    pub fn holds(self, terms: &TermStore, object: TermId) -> TermId {
        match self {
            Mark::Attribute { array, value } => terms.eq(terms.select(array, object), value),
            Mark::Made {
                counter,
                first,
                bits,
            } => {
                let lowest = terms.bv_or(first, bits);
                let next = terms.bv_or(terms.bv_add(counter, first), bits);
                terms.and(&[terms.bv_ule(lowest, object), terms.bv_ult(object, next)])
            }
        }
    }
}

/// What the text says about the heap.
pub(super) struct Shape {
    pub universals: Universals,
    pub cells: Vec<Cell>,
    pub marks: Vec<Mark>,
    /// Variables that hold addresses.
    pub pointers: Vec<TermId>,
}

impl Shape {
    /// What the program says; nothing if it makes no objects.
    pub fn of(task: &Task<'_>) -> Option<Shape> {
        let graph = task.blocks;
        let terms = &*graph.terms;
        let relevant = graph.nodes().iter().filter(|n| n.can_reach_target);
        let mut roots = Vec::new();
        for id in relevant.flat_map(|n| &n.outgoing) {
            let block = graph.block(*id);
            roots.push(block.guard);
            roots.extend(block.updates.iter().map(|(_, term)| *term));
        }
        let mut reader = Reader {
            terms,
            is_variable: &|term| {
                terms
                    .as_symbol(term)
                    .is_some_and(|symbol| graph.variable(symbol).is_some())
            },
            universals: Universals::default(),
            cells: BTreeMap::new(),
            made: BTreeSet::new(),
            attributes: BTreeSet::new(),
            pointers: Vec::new(),
        };
        let subterms = terms.postorder(&roots);
        subterms.iter().for_each(|term| reader.read(*term));
        // What is followed comes first; what is only kept may lead to objects too.
        let addresses = subterms.iter();
        let addresses = addresses.filter(|t| *terms.sort(**t) == Sort::BitVec(ADDRESS_BITS));
        addresses.for_each(|term| reader.pointer(*term));
        let marks = reader.marks();
        let cells: Vec<Cell> = reader.cells.into_values().take(MAX_CELLS).collect();
        if marks.is_empty() || cells.is_empty() && reader.pointers.is_empty() {
            return None;
        }
        let mut universals = reader.universals;
        let symbol = |name: &str| terms.fresh_symbol(name, &Sort::BitVec(NUMBER_BITS));
        universals.symbols = vec![symbol("object"), symbol("other")];
        let mut pointers = reader.pointers;
        pointers.truncate(MAX_POINTERS);
        Some(Shape {
            universals,
            cells,
            marks,
            pointers,
        })
    }
}

struct Reader<'t> {
    terms: &'t TermStore,
    is_variable: &'t dyn Fn(TermId) -> bool,
    universals: Universals,
    cells: BTreeMap<(TermId, u32), Cell>,
    /// Counters of objects, with the number of the first object and the bits that all numbers have.
    made: BTreeSet<(TermId, u128, TermId)>,
    /// Constants that attributes of objects take, where they are made first.
    attributes: BTreeSet<(NewObject, Mark)>,
    pointers: Vec<TermId>,
}

/// Whether an attribute is set where an object is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NewObject {
    Yes,
    No,
}

impl Reader<'_> {
    fn read(&mut self, term: TermId) {
        let terms = self.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Select | Op::Store => {
                let array = written_array(terms, args[0]);
                if !(self.is_variable)(array) {
                    return;
                }
                let written = (*terms.op(term) == Op::Store).then(|| args[2]);
                if is_indexed_by(terms, array, ADDRESS_BITS) {
                    self.member(array, args[1], written);
                } else if is_indexed_by(terms, array, NUMBER_BITS) {
                    self.attribute(array, args[1], written);
                }
            }
            Op::BvOr => self.maker(term),
            Op::Eq => {
                for (pointer, null) in [(args[0], args[1]), (args[1], args[0])] {
                    let is_null = terms.as_bv(null).is_some_and(|n| n.unsigned() == 0);
                    if is_null && *terms.sort(pointer) == Sort::BitVec(ADDRESS_BITS) {
                        self.pointer(pointer);
                    }
                }
            }
            _ => {}
        }
    }

    fn pointer(&mut self, term: TermId) {
        if (self.is_variable)(term) && !self.pointers.contains(&term) {
            self.pointers.push(term);
        }
    }

    /// An access to a member at a constant distance from the start of an object.
    fn member(&mut self, array: TermId, address: TermId, written: Option<TermId>) {
        let terms = self.terms;
        let (base, offset) = split(terms, address);
        if matches!(terms.op(base), Op::BvAdd | Op::BvMul | Op::BvSub) {
            return;
        }
        let Sort::Array(pair) = terms.sort(array) else {
            return;
        };
        let Sort::BitVec(width) = pair.1 else {
            return;
        };
        self.universals.memory.insert(array);
        self.pointer(base);
        let cell = self.cells.entry((array, offset)).or_insert_with(|| Cell {
            array,
            offset,
            width,
            constants: BTreeSet::new(),
        });
        if let Some(value) = written
            && terms.as_bv(value).is_some()
            && cell.constants.len() < MAX_CONSTANTS
        {
            cell.constants.insert(value);
        }
    }

    /// An access to an array that is indexed by the numbers of objects.
    fn attribute(&mut self, array: TermId, index: TermId, written: Option<TermId>) {
        let terms = self.terms;
        let is_new = self.number_of_new(index).is_some();
        if matches!(terms.op(index), Op::Extract { high: 63, low: 32 }) {
            self.pointer(split(terms, terms.args(index)[0]).0);
        } else if !is_new {
            return;
        }
        self.universals.attributes.insert(array);
        if let Some(value) = written
            && terms.as_bv(value).is_some()
        {
            let new = if is_new {
                NewObject::Yes
            } else {
                NewObject::No
            };
            self.attributes
                .insert((new, Mark::Attribute { array, value }));
        }
    }

    /// Where an object is made: `(counter + first) | bits`.
    fn maker(&mut self, term: TermId) {
        if let Some((counter, first, bits)) = self.number_of_new(term)
            && (self.is_variable)(counter)
        {
            self.made.insert((counter, first, bits));
        }
    }

    fn number_of_new(&self, term: TermId) -> Option<(TermId, u128, TermId)> {
        let terms = self.terms;
        if *terms.op(term) != Op::BvOr || *terms.sort(term) != Sort::BitVec(NUMBER_BITS) {
            return None;
        }
        let [a, b] = terms.args(term) else {
            return None;
        };
        let (sum, bits) = match (terms.as_bv(*a), terms.as_bv(*b)) {
            (None, Some(_)) => (*a, *b),
            (Some(_), None) => (*b, *a),
            _ => return None,
        };
        let (counter, first) = match (terms.op(sum), terms.args(sum)) {
            (Op::BvAdd, [x, y]) => match (terms.as_bv(*x), terms.as_bv(*y)) {
                (None, Some(first)) => (*x, first.unsigned()),
                (Some(first), None) => (*y, first.unsigned()),
                _ => return None,
            },
            _ => return None,
        };
        Some((counter, first, bits))
    }

    /// What marks objects that are there, likelier ones first.
    fn marks(&self) -> Vec<Mark> {
        let terms = self.terms;
        let new = self
            .attributes
            .iter()
            .filter(|(new, _)| *new == NewObject::Yes);
        let mut marks: Vec<Mark> = new.map(|(_, mark)| *mark).collect();
        // Several objects in one block are numbered from the same counter: the lowest is the first.
        let first = self.made.iter().map(|(_, first, _)| *first).min();
        for (counter, number, bits) in &self.made {
            if Some(*number) == first {
                let mark = Mark::Made {
                    counter: *counter,
                    first: terms.bv(NUMBER_BITS, *number),
                    bits: *bits,
                };
                marks.push(mark);
            }
        }
        marks.truncate(MAX_MARKS);
        marks
    }
}

/// The offset of an address.
pub(super) fn offset(terms: &TermStore, address: TermId) -> TermId {
    terms.extract(NUMBER_BITS - 1, 0, address)
}

/// Whether an address leads to the first byte of its object.
pub(super) fn is_start(terms: &TermStore, address: TermId) -> TermId {
    terms.eq(offset(terms, address), terms.bv(NUMBER_BITS, 0))
}
