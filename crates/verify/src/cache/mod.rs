//! Evidence from earlier runs of invar, and for later ones.
//!
//! A question is a program with some of its assertions; its key is what the passes leave of it,
//! without names (`question`). What the store has for the key is certified like evidence that was
//! just found (`lookup`), so the store needs no trust: what does not pass is dropped and reported. A
//! new answer is recorded where it is found (`found`) and stored when it is certified (`insert`).
//! For a question without an answer, what is known of an earlier version of the program is tried
//! first (`warm_start`).
//!
//! The key is a hash of the prepared program in a form without names (`evidence::Canonical`: a walk from the entry numbers
//! locations, edges, symbols and terms; arguments of commutative operators are ordered by shape), the property, the data
//! model and a version of the semantics. `found` records an answer while an engine's proof is still about the prepared
//! program; `insert` stores it once it is certified, with the certifier that checks it fastest. Evidence names the program
//! that it is stated over (`Form`: sliced, unsliced, cells, inlined, divided) and the key of that form, because questions
//! with the same key may differ elsewhere.
//!
//! On a miss, `warm_start` uses invariants and runs of the last version by name (`evidence::NamedFacts`, `NamedRun`: loops by
//! call chain and order, variables by name): runs are executed again, invariants go through Houdini, and the survivors are
//! known to the encoding before any search. `parts` records that a question was answered in groups of assertions, so that the
//! next check begins with these groups. Reasons for these choices: docs/adr/0003-store.md.

mod entry;
mod found;
mod insert;
mod key;
mod lookup;
mod parts;
mod question;
mod warm_start;

pub(crate) use entry::{Answer, Form, Found};
pub(crate) use found::found_inputs;
pub(crate) use lookup::LookupResult;
pub(crate) use parts::Before;
pub(crate) use question::CacheQuery;

use entry::{EarlierVersions, Entry};
use invar_cfa::{LocId, Program};
use invar_report::StoreReport;
use invar_store::{Found as Stored, Key, Limits, Location, Room, Store};
use invar_term::TermId;

/// The store of a run, with its report.
#[derive(Default)]
pub(crate) struct Cache {
    store: Option<Store>,
    pub(crate) report: Option<StoreReport>,
    /// What is known of earlier versions, read once.
    known: Option<EarlierVersions>,
    /// Facts of an earlier version that still hold, for the searches to come.
    pub(crate) facts: Vec<(LocId, TermId)>,
}

impl Cache {
    /// Opens the store, if one is requested; a store that cannot be used counts as none.
    pub(crate) fn open(location: Option<&Location>) -> Cache {
        let Some(location) = location else {
            return Cache::default();
        };
        let mut report = StoreReport {
            location: location.to_string(),
            ..StoreReport::default()
        };
        let store = match Store::open(location, Limits::default()) {
            Ok(store) => Some(store),
            Err(error) => {
                report.problem = Some(error.to_string());
                None
            }
        };
        Cache {
            store,
            report: Some(report),
            ..Cache::default()
        }
    }

    /// Whether there is a store.
    pub(crate) fn is_open(&self) -> bool {
        self.store.is_some()
    }

    /// Notes something in the report.
    fn note(&mut self, change: impl FnOnce(&mut StoreReport)) {
        change(self.report.get_or_insert_default());
    }

    /// How many questions the warm start has answered.
    pub(crate) fn answered_by_warm_start(&self) -> u32 {
        self.report.as_ref().map_or(0, |report| report.earlier)
    }

    /// A question had to be searched.
    pub(crate) fn missed(&mut self) {
        self.note(|report| report.misses += 1);
    }

    /// What the store holds, if it can be read.
    fn get<T: serde::de::DeserializeOwned>(&mut self, room: Room, key: &Key) -> Option<T> {
        let bytes = match self.store.as_ref()?.get(room, key) {
            Ok(Stored::Nothing) => return None,
            Ok(Stored::Entry(bytes)) => bytes,
            Ok(Stored::Dropped(why)) => {
                self.note(|report| report.dropped.push(told(key, &why)));
                return None;
            }
            Err(error) => {
                self.note(|report| report.problem = Some(error.to_string()));
                return None;
            }
        };
        match serde_json::from_slice(&bytes) {
            Ok(entry) => Some(entry),
            Err(_) => {
                self.drop_entry(room, key, "it is not what invar writes");
                None
            }
        }
    }

    fn put<T: serde::Serialize>(&mut self, room: Room, key: &Key, entry: &T) {
        let Some(store) = &self.store else {
            return;
        };
        let written = match serde_json::to_vec(entry) {
            Ok(bytes) => store.put(room, key, &bytes).map_err(|e| e.to_string()),
            Err(error) => Err(error.to_string()),
        };
        self.note(|report| match written {
            Ok(()) => report.written += 1,
            Err(problem) => report.problem = Some(problem),
        });
    }

    /// Removes an entry that is of no use, and says why.
    fn drop_entry(&mut self, room: Room, key: &Key, why: &str) {
        if let Some(store) = &self.store {
            // If that fails, the next run drops it again.
            let _ = store.remove(room, key);
        }
        self.note(|report| report.dropped.push(told(key, why)));
    }

    fn entry(&mut self, key: &Key) -> Option<Entry> {
        self.get(Room::Evidence, key)
    }

    /// What is known of earlier versions of a program.
    fn earlier_versions(&mut self, program: &Program) -> EarlierVersions {
        if self.known.is_none() {
            let key = key::name_key(program);
            self.known = Some(self.get(Room::Lemmas, &key).unwrap_or_default());
        }
        self.known.clone().unwrap_or_default()
    }
}

/// The message that an entry was dropped.
fn told(key: &Key, why: &str) -> String {
    let key = key.to_string();
    let short = key.get(..12).unwrap_or(&key);
    format!("entry {short} was dropped: {why}")
}
