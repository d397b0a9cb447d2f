//! The predicates of each place.

use super::atoms::atoms;
use crate::shared::ic3::PlaceId;
use invar_term::{Op, TermId, TermStore};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What of an interpolant becomes predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Its atoms.
    Atoms,
    /// The interpolant itself.
    Whole,
}

/// Predicates by place, in the order in which they were found.
///
/// They are never removed: a node that was abstracted with `n` of them knows the first `n`.
#[derive(Debug, Default)]
pub(super) struct Predicates {
    at: BTreeMap<PlaceId, Vec<TermId>>,
    position: FxHashMap<(PlaceId, TermId), usize>,
}

impl Predicates {
    /// The predicates of a place.
    pub(super) fn at(&self, place: PlaceId) -> &[TermId] {
        self.at.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The predicates of all places.
    pub(super) fn all(&self) -> impl Iterator<Item = TermId> {
        self.at.values().flatten().copied()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.position.len()
    }

    /// Takes predicates from an interpolant; says how many predicates of the place one has to
    /// know to know all of these.
    ///
    /// requires the interpolant has only symbols that are live at the place.
    pub(super) fn learn(
        &mut self,
        terms: &TermStore,
        place: PlaceId,
        interpolant: TermId,
        form: Form,
    ) -> usize {
        let found = match form {
            Form::Atoms => atoms(terms, interpolant),
            Form::Whole => whole(terms, interpolant),
        };
        let here = self.at.entry(place).or_default();
        let mut needed = 0;
        for predicate in found {
            let position = *self.position.entry((place, predicate)).or_insert_with(|| {
                here.push(predicate);
                here.len() - 1
            });
            needed = needed.max(position + 1);
        }
        needed
    }
}

/// The interpolant as one predicate, without its sign.
fn whole(terms: &TermStore, interpolant: TermId) -> Vec<TermId> {
    match terms.op(interpolant) {
        Op::True | Op::False => Vec::new(),
        Op::Not => vec![terms.args(interpolant)[0]],
        _ => vec![interpolant],
    }
}
