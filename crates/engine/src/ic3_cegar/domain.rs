//! The abstract domain: predicates, in the order in which they were found. Pure data.

use crate::ic3::{Cube, PlaceId, System};
use invar_term::{SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Index of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct PredicateId(pub u32);

/// A predicate with its two literals in the normal form of cubes.
#[derive(Clone, Debug)]
pub(super) struct Predicate {
    pub positive: TermId,
    pub negative: TermId,
    pub symbols: BTreeSet<SymbolId>,
}

/// All predicates. They are never removed.
#[derive(Debug, Default)]
pub(super) struct Domain {
    predicates: Vec<Predicate>,
    of_literal: FxHashMap<TermId, PredicateId>,
    /// The predicates that speak only of what is live at a place.
    at: BTreeMap<PlaceId, Vec<PredicateId>>,
}

impl Domain {
    /// Adds a predicate unless it is a constant, or it or its negation is known in normal form.
    pub(super) fn add(&mut self, system: &System, predicate: TermId) -> Option<PredicateId> {
        let terms = &system.terms;
        let positive = normal(terms, predicate)?;
        let negative = normal(terms, terms.not(predicate))?;
        if self.of_literal.contains_key(&positive) || self.of_literal.contains_key(&negative) {
            return None;
        }
        let id = PredicateId(self.predicates.len() as u32);
        let symbols: BTreeSet<SymbolId> = terms.symbols_of(&[predicate]).into_iter().collect();
        for place in system.inner() {
            if symbols.is_subset(&system.place(place).live) {
                self.at.entry(place).or_default().push(id);
            }
        }
        self.of_literal.insert(positive, id);
        self.of_literal.insert(negative, id);
        self.predicates.push(Predicate {
            positive,
            negative,
            symbols,
        });
        Some(id)
    }

    /// The predicate of a literal.
    pub(super) fn of(&self, literal: TermId) -> Option<PredicateId> {
        self.of_literal.get(&literal).copied()
    }

    /// A predicate.
    pub(super) fn get(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// The predicates of a place that mention one of these symbols.
    pub(super) fn relevant<'d>(
        &'d self,
        place: PlaceId,
        symbols: &'d BTreeSet<SymbolId>,
    ) -> impl Iterator<Item = &'d Predicate> {
        let here = self.at.get(&place).map_or(&[][..], Vec::as_slice);
        here.iter()
            .map(|id| self.get(*id))
            .filter(|predicate| !predicate.symbols.is_disjoint(symbols))
    }

    /// Number of predicates.
    pub(super) fn len(&self) -> usize {
        self.predicates.len()
    }
}

/// The normal form of a literal; none for a constant.
pub(super) fn normal(terms: &TermStore, literal: TermId) -> Option<TermId> {
    let cube = Cube::new(terms, [literal])?;
    cube.literals().first().copied()
}
