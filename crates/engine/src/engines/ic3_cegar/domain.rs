//! The abstract domain: predicates, in the order in which they were found, and which of them is
//! weaker than which.

use super::lattice::{Added, Implication, Lattice};
use crate::shared::ic3::{Cube, PlaceId, Stop, System};
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
    /// The predicates over symbols that are live at a place.
    at: BTreeMap<PlaceId, Vec<PredicateId>>,
    lattice: Lattice,
}

impl Domain {
    /// Adds a predicate unless it is a constant, or it or its negation is known; says whether it
    /// was added.
    ///
    /// # Errors
    /// What `ask` says.
    pub(super) fn add(
        &mut self,
        system: &System,
        predicate: TermId,
        ask: &mut impl Implication,
    ) -> Result<bool, Stop> {
        let terms = &system.terms;
        let literals = (
            normal(terms, predicate),
            normal(terms, terms.not(predicate)),
        );
        let (Some(positive), Some(negative)) = literals else {
            return Ok(false);
        };
        if self.of_literal.contains_key(&positive) || self.of_literal.contains_key(&negative) {
            return Ok(false);
        }
        let Added::New(index) = self.lattice.add(terms, positive, ask)? else {
            return Ok(false);
        };
        let id = PredicateId(index as u32);
        debug_assert_eq!(index, self.predicates.len(), "one index per predicate");
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
        Ok(true)
    }

    /// The literals that are next weaker than a literal.
    pub(super) fn weaker(&self, literal: TermId) -> Vec<TermId> {
        let Some(id) = self.of_literal.get(&literal) else {
            return Vec::new();
        };
        let index = id.0 as usize;
        let other = |index: &usize| self.get(PredicateId(*index as u32));
        if self.get(*id).positive == literal {
            let parents = self.lattice.parents(index).iter();
            parents.map(|p| other(p).positive).collect()
        } else {
            let children = self.lattice.children(index).iter();
            children.map(|p| other(p).negative).collect()
        }
    }

    /// Whether all symbols of a literal's predicate are live at a place.
    pub(super) fn is_at(&self, place: PlaceId, literal: TermId) -> bool {
        let here = self.at.get(&place);
        let id = self.of_literal.get(&literal);
        here.zip(id).is_some_and(|(here, id)| here.contains(id))
    }

    fn get(&self, id: PredicateId) -> &Predicate {
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
