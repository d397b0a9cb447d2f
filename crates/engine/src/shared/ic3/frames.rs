//! Frames per place, stored as deltas: a lemma is stored at the highest level at which it is known.
//!
//! `F(i, l)` is the conjunction of the lemmas of place `l` at level `i` or above; `F(0, l)` is
//! `false` (the start has its own place), `F(i, l)` without lemmas is `true`. Pure data.

use super::cube::Cube;
use super::system::PlaceId;
use invar_term::{TermId, TermStore};
use std::collections::BTreeMap;

/// The level of lemmas that hold in every execution.
pub(crate) const ALWAYS: u32 = u32::MAX;

/// A cube that is excluded.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub cube: Cube,
    /// Its negation: what holds.
    pub clause: TermId,
    pub level: u32,
}

/// The lemmas of all places.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    lemmas: BTreeMap<PlaceId, Vec<Lemma>>,
}

impl Frames {
    /// Adds a lemma and removes those it makes superfluous.
    pub(crate) fn add(&mut self, terms: &TermStore, place: PlaceId, cube: Cube, level: u32) {
        let clause = cube.clause(terms);
        let here = self.lemmas.entry(place).or_default();
        here.retain(|lemma| lemma.level > level || !cube.subsumes(&lemma.cube));
        here.push(Lemma {
            cube,
            clause,
            level,
        });
    }

    /// The lemmas of `F(level, place)`, in the order in which they were learnt.
    pub(crate) fn at(&self, place: PlaceId, level: u32) -> impl Iterator<Item = &Lemma> {
        let here = self.lemmas.get(&place).map_or(&[][..], Vec::as_slice);
        here.iter().filter(move |lemma| lemma.level >= level)
    }

    /// Cubes of the lemmas whose level is exactly `level`.
    pub(crate) fn own(&self, place: PlaceId, level: u32) -> Vec<Cube> {
        let here = self.at(place, level);
        here.filter(|lemma| lemma.level == level)
            .map(|lemma| lemma.cube.clone())
            .collect()
    }

    /// Whether a lemma at `level` or above visibly excludes the cube.
    pub(crate) fn excludes(&self, place: PlaceId, cube: &Cube, level: u32) -> bool {
        self.at(place, level).any(|lemma| lemma.cube.subsumes(cube))
    }

    /// Whether some place has a lemma whose level is exactly `level`.
    pub(crate) fn has_own(&self, level: u32) -> bool {
        self.lemmas
            .values()
            .any(|here| here.iter().any(|lemma| lemma.level == level))
    }

    /// Moves a lemma to a higher level.
    pub(crate) fn raise(&mut self, place: PlaceId, cube: &Cube, level: u32) {
        if let Some(here) = self.lemmas.get_mut(&place) {
            // Lemmas at the old level that the raised lemma implies are removed.
            here.retain(|l| l.cube == *cube || l.level > level || !cube.subsumes(&l.cube));
            for lemma in here.iter_mut().filter(|lemma| lemma.cube == *cube) {
                lemma.level = lemma.level.max(level);
            }
        }
    }

    /// Number of literals of all lemmas.
    pub(crate) fn literals(&self) -> usize {
        let lemmas = self.lemmas.values().flatten();
        lemmas.map(|lemma| lemma.cube.literals().len()).sum()
    }

    /// Number of lemmas.
    pub(crate) fn len(&self) -> usize {
        self.lemmas.values().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{ALWAYS, Cube, Frames, PlaceId};
    use invar_term::{Sort, TermStore};

    #[test]
    fn lemmas_stand_at_their_highest_level_and_subsume_weaker_ones() {
        let terms = TermStore::new();
        let [a, b] = ["a", "b"].map(|n| terms.symbol(n, &Sort::Bool));
        let cube = |literals: &[_]| Cube::new(&terms, literals.iter().copied()).expect("not false");
        let (here, there) = (PlaceId(1), PlaceId(2));
        let mut frames = Frames::default();
        frames.add(&terms, here, cube(&[a, b]), 1);
        frames.add(&terms, there, cube(&[b]), 3);
        assert!(frames.has_own(1) && frames.has_own(3) && !frames.has_own(2));
        assert!(frames.excludes(here, &cube(&[a, b]), 1));
        assert!(!frames.excludes(here, &cube(&[a, b]), 2));
        frames.add(&terms, here, cube(&[a]), 2);
        assert_eq!(frames.len(), 2, "a alone excludes more, at a higher level");
        frames.raise(here, &cube(&[a]), 3);
        assert_eq!(frames.own(here, 3), vec![cube(&[a])]);
        frames.add(&terms, here, cube(&[b]), ALWAYS);
        assert_eq!(frames.at(here, 3).count(), 2);
        assert_eq!(frames.at(here, 4).count(), 1);
    }
}
