//! The program encoded in one arithmetic, with its proved invariants.
//!
//! Searches in the same arithmetic share one encoded program, at the same time or one after the other.
//! What a search proves of all executions is added at once; another one that is going on asks for
//! what is new between two of its rounds. All facts of an encoded program are inductive together: each was
//! proved from those that were there.

use crate::search::plan::CandidatesTried;
use invar_cfa::{LocId, Program};
use invar_encode::{Arithmetic, BlockGraph, Translated};
use invar_engine::{Exchange, Task};
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Which search a fact comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SearchId(pub(crate) usize);

/// A fact with its origin; there is none where it was known before any search.
#[derive(Clone, Copy)]
struct Entry {
    location: LocId,
    fact: TermId,
    by: Option<SearchId>,
}

/// What is known.
struct Facts {
    list: Vec<Entry>,
    present: BTreeSet<(LocId, TermId)>,
    candidates_tried: CandidatesTried,
    /// Up to here, facts were tried in the program's own arithmetic.
    tried: usize,
}

/// A program in one arithmetic.
pub(crate) struct EncodedProgram {
    /// The way from the program's own arithmetic; nothing for that itself.
    pub(crate) translated: Option<Translated>,
    /// The blocks.
    pub(crate) blocks: BlockGraph,
    facts: Mutex<Facts>,
}

impl EncodedProgram {
    /// An encoded program of which some facts are known.
    pub(crate) fn new(
        translated: Option<Translated>,
        blocks: BlockGraph,
        given: Vec<(LocId, TermId)>,
    ) -> EncodedProgram {
        let facts = Facts {
            list: Vec::new(),
            present: BTreeSet::new(),
            candidates_tried: CandidatesTried::NotYet,
            tried: 0,
        };
        let encoded = EncodedProgram {
            translated,
            blocks,
            facts: Mutex::new(facts),
        };
        encoded.give(given);
        encoded
    }

    /// The arithmetic.
    pub(crate) fn arithmetic(&self) -> Arithmetic {
        self.blocks.arithmetic
    }

    fn facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a search is asked, with the facts known now.
    pub(crate) fn task<'t>(
        &'t self,
        program: &'t Program,
        known: &'t [(LocId, TermId)],
    ) -> Task<'t> {
        Task {
            program,
            blocks: &self.blocks,
            facts: known,
        }
    }

    /// Everything known now.
    pub(crate) fn known(&self) -> Vec<(LocId, TermId)> {
        let facts = self.facts();
        facts.list.iter().map(|e| (e.location, e.fact)).collect()
    }

    /// What searches found; a proof that uses it states it.
    pub(crate) fn learnt(&self) -> Invariant {
        let mut learnt = Invariant::default();
        let facts = self.facts();
        for entry in facts.list.iter().filter(|entry| entry.by.is_some()) {
            learnt.add(entry.location, entry.fact);
        }
        learnt
    }

    /// Adds facts that need no statement in a proof.
    pub(crate) fn give(&self, facts: impl IntoIterator<Item = (LocId, TermId)>) {
        for (location, fact) in facts {
            self.add(location, fact, None);
        }
    }

    /// Adds a fact that is inductive with those known.
    pub(crate) fn learn(&self, location: LocId, fact: TermId, by: SearchId) {
        self.add(location, fact, Some(by));
    }

    fn add(&self, location: LocId, fact: TermId, by: Option<SearchId>) {
        let mut facts = self.facts();
        if facts.present.insert((location, fact)) {
            facts.list.push(Entry { location, fact, by });
        }
    }

    /// Whether the candidates of this arithmetic were all looked at.
    pub(crate) fn candidates_tried(&self) -> CandidatesTried {
        self.facts().candidates_tried
    }

    /// All candidates were looked at.
    pub(crate) fn note_candidates_tried(&self) {
        self.facts().candidates_tried = CandidatesTried::Already;
    }

    /// What searches found that was not yet tried in the program's own arithmetic.
    pub(crate) fn untried(&self) -> Invariant {
        let mut facts = self.facts();
        let mut untried = Invariant::default();
        for entry in facts.list[facts.tried..].iter().filter(|e| e.by.is_some()) {
            untried.add(entry.location, entry.fact);
        }
        facts.tried = facts.list.len();
        untried
    }

    /// What others find from now on, for one search.
    pub(crate) fn exchange(&self, search: SearchId) -> SharedLemmas<'_> {
        SharedLemmas {
            encoded: self,
            search,
            seen: Mutex::new(self.facts().list.len()),
        }
    }
}

/// Facts from other searches in the same arithmetic.
pub(crate) struct SharedLemmas<'r> {
    encoded: &'r EncodedProgram,
    search: SearchId,
    seen: Mutex<usize>,
}

impl Exchange for SharedLemmas<'_> {
    fn shared_lemmas(&self) -> Vec<(LocId, TermId)> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let facts = self.encoded.facts();
        let new = facts.list[*seen..].iter();
        let others = new.filter(|entry| entry.by != Some(self.search));
        let others = others.map(|entry| (entry.location, entry.fact)).collect();
        *seen = facts.list.len();
        others
    }
}
