//! Facts about all objects on the heap: what stands for any object, and for which objects a fact is used.
//!
//! The program's memory is a set of arrays. Some are indexed by addresses, an object's number in the upper half and an offset in
//! the lower one; others, such as whether an object is there and how many bytes it has, by the number. A *universal* is a
//! symbol that belongs to no variable and stands for the number of any object; `F(k)` says `for all k: F(k)`.
//!
//! Premises are used for the universals themselves and for the objects that a formula names: the numbers of the addresses at
//! which it reads or writes. *Heuristic*: which objects these are. Whatever they are, instances follow from the fact.

use invar_encode::State;
use invar_term::{Op, Sort, Substitution, TermId, TermStore};
use std::collections::BTreeSet;

/// Objects for which facts about one universal are used.
const MAX_OBJECTS: usize = 24;
/// Objects for which facts about two universals are used.
const MAX_OBJECTS_OF_PAIRS: usize = 6;

/// Bits of an address.
pub(crate) const ADDRESS_BITS: u32 = 64;
/// Bits of an object's number, and of an offset.
pub(crate) const NUMBER_BITS: u32 = 32;

/// Symbols that stand for any object, and the arrays that tell which objects a formula names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Universals {
    /// The symbols.
    pub symbols: Vec<TermId>,
    /// Arrays that are indexed by addresses.
    pub memory: BTreeSet<TermId>,
    /// Arrays that are indexed by objects' numbers.
    pub attributes: BTreeSet<TermId>,
}

impl Universals {
    /// No symbols: facts are about variables only.
    pub fn none() -> Universals {
        Universals::default()
    }

    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// The objects that a state after a block names.
    pub fn objects_of_state(&self, terms: &TermStore, state: &State) -> Vec<TermId> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut roots = vec![state.guard];
        roots.extend(state.values.entries().iter().map(|(_, value)| *value));
        self.objects(terms, &roots)
    }

    /// The objects that formulas name, each once.
    pub fn objects(&self, terms: &TermStore, roots: &[TermId]) -> Vec<TermId> {
        let mut found = Vec::new();
        for term in terms.postorder(roots) {
            if !matches!(terms.op(term), Op::Select | Op::Store) {
                continue;
            }
            let args = terms.args(term);
            let Some(object) = self.object(terms, args[0], args[1]) else {
                continue;
            };
            if !found.contains(&object) {
                found.push(object);
            }
        }
        found.truncate(MAX_OBJECTS);
        found
    }

    /// The number of the object that an access is about.
    fn object(&self, terms: &TermStore, array: TermId, index: TermId) -> Option<TermId> {
        let array = written_array(terms, array);
        if self.memory.contains(&array) {
            Some(object_of(terms, split(terms, index).0))
        } else if self.attributes.contains(&array) {
            Some(match terms.op(index) {
                Op::Extract { high: 63, low: 32 } => {
                    object_of(terms, split(terms, terms.args(index)[0]).0)
                }
                _ => index,
            })
        } else {
            None
        }
    }

    /// What facts for all values of the symbols say of these objects.
    pub fn instances(
        &self,
        terms: &TermStore,
        facts: &[TermId],
        objects: &[TermId],
    ) -> Vec<TermId> {
        let mut found = Vec::new();
        for fact in facts {
            let mentioned: Vec<TermId> = self.mentioned(terms, *fact);
            let mut pairs: Vec<Vec<(TermId, TermId)>> = Vec::new();
            match mentioned[..] {
                [] => continue,
                [one] => {
                    let others = self.symbols.iter().filter(|other| **other != one);
                    let values = objects.iter().chain(others);
                    pairs.extend(values.map(|value| vec![(one, *value)]));
                }
                [one, two, ..] => {
                    let few = objects.iter().take(MAX_OBJECTS_OF_PAIRS);
                    let values: Vec<TermId> = few.chain([&one, &two]).copied().collect();
                    for first in &values {
                        for second in &values {
                            pairs.push(vec![(one, *first), (two, *second)]);
                        }
                    }
                }
            }
            for values in pairs {
                let instance = Substitution::new(terms, values).apply(terms, *fact);
                if instance != *fact && !terms.is_true(instance) {
                    found.push(instance);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The universals that a term mentions, in their order.
    pub fn mentioned(&self, terms: &TermStore, term: TermId) -> Vec<TermId> {
        let symbols = terms.symbols_of(&[term]);
        let symbols: BTreeSet<TermId> = symbols.iter().map(|s| terms.symbol_term(*s)).collect();
        let own = self.symbols.iter().copied();
        own.filter(|symbol| symbols.contains(symbol)).collect()
    }
}

/// The array below writes; of several that may have been written, the first.
pub(crate) fn written_array(terms: &TermStore, array: TermId) -> TermId {
    let mut array = array;
    loop {
        match terms.op(array) {
            Op::Store => array = terms.args(array)[0],
            Op::Ite => array = terms.args(array)[1],
            _ => return array,
        }
    }
}

/// An address as a base and a constant distance from it.
pub(crate) fn split(terms: &TermStore, address: TermId) -> (TermId, u32) {
    if *terms.op(address) == Op::BvAdd
        && let [a, b] = terms.args(address)
    {
        for (base, distance) in [(a, b), (b, a)] {
            if let Some(distance) = terms.as_bv(*distance)
                && let Ok(distance) = u32::try_from(distance.unsigned())
                && distance < 1 << 31
            {
                return (*base, distance);
            }
        }
    }
    if *terms.op(address) == Op::Concat
        && let [number, offset] = *terms.args(address)
        && terms.width(number) == NUMBER_BITS
        && let Some(offset) = terms.as_bv(offset)
    {
        let start = terms.concat(number, terms.bv(NUMBER_BITS, 0));
        return (start, offset.unsigned() as u32);
    }
    if let Some(address) = terms.as_bv(address) {
        let (number, offset) = (address.unsigned() >> NUMBER_BITS, address.unsigned() as u32);
        return (terms.bv(ADDRESS_BITS, number << NUMBER_BITS), offset);
    }
    (address, 0)
}

/// The number of the object of an address.
pub(crate) fn object_of(terms: &TermStore, address: TermId) -> TermId {
    terms.extract(ADDRESS_BITS - 1, NUMBER_BITS, address)
}

/// Whether a term is an array with indices of so many bits.
pub(crate) fn is_indexed_by(terms: &TermStore, array: TermId, bits: u32) -> bool {
    matches!(terms.sort(array), Sort::Array(pair) if pair.0 == Sort::BitVec(bits))
}

#[cfg(test)]
mod tests {
    use super::{ADDRESS_BITS, NUMBER_BITS, Universals, split};
    use invar_term::{Sort, TermStore};

    #[test]
    fn an_address_is_a_start_and_a_distance() {
        let terms = TermStore::new();
        let pointer = terms.symbol("p", &Sort::BitVec(ADDRESS_BITS));
        let number = terms.symbol("n", &Sort::BitVec(NUMBER_BITS));
        let eight = terms.bv(ADDRESS_BITS, 8);
        assert_eq!(split(&terms, pointer), (pointer, 0));
        assert_eq!(split(&terms, terms.bv_add(pointer, eight)), (pointer, 8));
        let start = terms.concat(number, terms.bv(NUMBER_BITS, 0));
        let member = terms.concat(number, terms.bv(NUMBER_BITS, 4));
        assert_eq!(split(&terms, member), (start, 4));
        let fixed = terms.bv(ADDRESS_BITS, (0xa800_0100 << 32) + 12);
        let begin = terms.bv(ADDRESS_BITS, 0xa800_0100 << 32);
        assert_eq!(split(&terms, fixed), (begin, 12));
        // Far back is no distance within an object.
        let back = terms.bv_add(pointer, terms.bv_signed(ADDRESS_BITS, -8));
        assert_eq!(split(&terms, back), (back, 0));
    }

    #[test]
    fn a_fact_about_all_objects_is_used_for_those_that_are_named() {
        let terms = TermStore::new();
        let number = |name: &str| terms.symbol(name, &Sort::BitVec(NUMBER_BITS));
        let (one, two, named) = (number("k"), number("l"), number("n"));
        let universals = Universals {
            symbols: vec![one, two],
            ..Universals::none()
        };
        let limit = terms.bv(NUMBER_BITS, 9);
        let single = terms.bv_ult(one, limit);
        let of_single = universals.instances(&terms, &[single], &[named]);
        assert!(of_single.contains(&terms.bv_ult(named, limit)));
        assert!(of_single.contains(&terms.bv_ult(two, limit)));
        assert!(!of_single.contains(&single));
        let pair = terms.bv_ult(one, two);
        let of_pair = universals.instances(&terms, &[pair], &[named]);
        for (a, b) in [(named, two), (one, named), (two, one)] {
            assert!(of_pair.contains(&terms.bv_ult(a, b)));
        }
        // A fact that mentions none says the same everywhere.
        let about_variable = terms.bv_ult(named, limit);
        assert!(
            universals
                .instances(&terms, &[about_variable], &[named])
                .is_empty()
        );
    }

    #[test]
    fn accesses_name_objects() {
        let terms = TermStore::new();
        let sort = Sort::array(Sort::BitVec(ADDRESS_BITS), Sort::BitVec(32));
        let memory = terms.symbol("memory", &sort);
        let other = terms.symbol("other", &sort);
        let pointer = terms.symbol("p", &Sort::BitVec(ADDRESS_BITS));
        let universals = Universals {
            symbols: vec![terms.symbol("k", &Sort::BitVec(NUMBER_BITS))],
            memory: [memory].into(),
            ..Universals::none()
        };
        let address = terms.bv_add(pointer, terms.bv(ADDRESS_BITS, 8));
        let written = terms.store(memory, pointer, terms.bv(32, 7));
        let read = terms.eq(terms.select(written, address), terms.bv(32, 1));
        let elsewhere = terms.eq(terms.select(other, address), terms.bv(32, 1));
        let object = terms.extract(ADDRESS_BITS - 1, NUMBER_BITS, pointer);
        assert_eq!(universals.objects(&terms, &[read]), [object]);
        assert!(universals.objects(&terms, &[elsewhere]).is_empty());
    }
}
