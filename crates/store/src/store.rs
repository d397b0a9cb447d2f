//! The store: entries in envelopes, in whatever back end.

use crate::backend::{self, Backend, Listed, Raw};
use crate::{Key, Limits, Location, Room, StoreError, envelope};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Times this far in the future are not due to clock skew: such an entry counts as old.
const CLOCKS_DIFFER: Duration = Duration::from_secs(24 * 60 * 60);

/// How often a folder is trimmed by the processes that use it.
const TRIM_PERIOD: Duration = Duration::from_secs(24 * 60 * 60);

/// Entries under keys. A copy is the same store.
#[derive(Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    location: Arc<Location>,
    limits: Limits,
}

/// What lies under a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// The value that was put there.
    Entry(Vec<u8>),
    /// Something that was no entry of this key, or damaged; removed, with the reason.
    Dropped(String),
}

/// What a trim did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trimmed {
    /// Entries that stayed.
    pub kept: u64,
    /// What they take.
    pub kept_bytes: u64,
    /// Entries that were dropped.
    pub dropped: u64,
    /// What they took.
    pub dropped_bytes: u64,
    /// Files of writers that never ended, removed.
    pub leftovers: u64,
}

/// An entry that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// Its room.
    pub room: Room,
    /// Its key.
    pub key: Key,
    /// What is wrong with it.
    pub why: String,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Entries that are as they were put.
    pub intact: u64,
    /// The size of their values.
    pub value_bytes: u64,
    /// Entries that were damaged, and are removed.
    pub dropped: Vec<Misfit>,
    /// Entries that could not be read, and are still there.
    pub unreadable: Vec<Misfit>,
}

/// What a room holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The room.
    pub room: Room,
    /// Its entries.
    pub entries: u64,
    /// What they take.
    pub bytes: u64,
    /// When the oldest was written.
    pub oldest: Option<SystemTime>,
}

impl Store {
    /// Opens a store. A folder is made if it is not there; a service is not asked yet.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or the environment lacks what the service needs.
    pub fn open(location: &Location, limits: Limits) -> Result<Store, StoreError> {
        Store::open_with(location, limits, |name| std::env::var(name).ok())
    }

    /// Opens a store with the given environment instead of that of the process.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub fn open_with(
        location: &Location,
        limits: Limits,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Store, StoreError> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        Ok(Store {
            backend: backend::open(location, &limits, &set)?.into(),
            location: Arc::new(location.clone()),
            limits,
        })
    }

    /// Where it lies.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// How much it may keep.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What lies under a key: all of what was put, or nothing of it.
    ///
    /// # Errors
    ///
    /// The store cannot be read. A bad entry is [`Found::Dropped`] and no error.
    pub fn get(&self, room: Room, key: &Key) -> Result<Found, StoreError> {
        let most = self.limits.entry_bytes;
        let why = match self.backend.read(room, key, envelope::most(most))? {
            Raw::Nothing => return Ok(Found::Nothing),
            Raw::Bytes(bytes) => match envelope::open(room, key, &bytes, most) {
                Ok(value) => return Ok(Found::Entry(value)),
                Err(damage) => damage.to_string(),
            },
            Raw::Unfit(why) => why,
        };
        // A store that may only be read keeps it; it is dropped again next time.
        let _ = self.backend.remove(room, key);
        Ok(Found::Dropped(why))
    }

    /// Puts a value under a key, in place of what was there.
    ///
    /// # Errors
    ///
    /// The value is beyond the limit, or the store cannot be written.
    pub fn put(&self, room: Room, key: &Key, value: &[u8]) -> Result<(), StoreError> {
        let bytes = value.len() as u64;
        let limit = self.limits.entry_bytes;
        if bytes > limit {
            return Err(StoreError::TooLarge { bytes, limit });
        }
        let sealed = envelope::seal(room, key, value, SystemTime::now());
        let sealed = sealed.map_err(|error| StoreError::Refused {
            location: self.location.to_string(),
            why: format!("the value cannot be packed: {error}"),
            hint: None,
        })?;
        self.backend.write(room, key, &sealed)
    }

    /// Removes what lies under a key, if anything does.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn remove(&self, room: Room, key: &Key) -> Result<(), StoreError> {
        self.backend.remove(room, key)
    }

    /// The keys of a room, in order. What lies there may be damaged.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn keys(&self, room: Room) -> Result<Vec<Key>, StoreError> {
        let mut keys = self.backend.keys(room)?;
        keys.sort_unstable();
        // Redis may list a key twice.
        keys.dedup();
        Ok(keys)
    }

    /// What each room holds.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn usage(&self) -> Result<Vec<Usage>, StoreError> {
        let of = |room: Room| {
            let entries = self.backend.list(room)?;
            Ok(Usage {
                room,
                entries: entries.len() as u64,
                bytes: entries.iter().map(|entry| entry.bytes).sum(),
                oldest: entries.iter().map(|entry| entry.written).min(),
            })
        };
        Room::ALL.into_iter().map(of).collect()
    }

    /// Drops what is too old, then the oldest until the rest is within the limits; and what killed writers left over.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written.
    pub fn trim(&self) -> Result<Trimmed, StoreError> {
        self.trim_some(|_| true)
    }

    fn trim_some(&self, wanted: impl Fn(Room) -> bool) -> Result<Trimmed, StoreError> {
        let now = SystemTime::now();
        let mut entries = self.listed(now)?;
        entries.retain(|entry| wanted(entry.room));
        let keep = within(&entries, &self.limits, now);
        self.without(&entries, &entries[keep..])
    }

    /// Trims a folder that was not trimmed for a day, of what can be found again; a service is left to its own rules.
    /// `None` if nothing was due.
    ///
    /// # Errors
    ///
    /// As [`Store::trim`].
    pub fn trim_if_due(&self) -> Result<Option<Trimmed>, StoreError> {
        if self.backend.claim_trim(TRIM_PERIOD) {
            self.trim_some(Room::can_be_found_again).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Drops everything that is an entry.
    ///
    /// # Errors
    ///
    /// The store cannot be read or written.
    pub fn clear(&self) -> Result<Trimmed, StoreError> {
        let entries = self.listed(SystemTime::now())?;
        self.without(&entries, &entries)
    }

    /// Reads every entry and drops the damaged ones.
    ///
    /// # Errors
    ///
    /// The store cannot be read, or its service no longer answers.
    pub fn check(&self) -> Result<Checked, StoreError> {
        let mut checked = Checked::default();
        for room in Room::ALL {
            for key in self.keys(room)? {
                let misfit = |why| Misfit { room, key, why };
                match self.get(room, &key) {
                    Ok(Found::Entry(value)) => {
                        checked.intact += 1;
                        checked.value_bytes += value.len() as u64;
                    }
                    Ok(Found::Dropped(why)) => checked.dropped.push(misfit(why)),
                    // Another process removed it.
                    Ok(Found::Nothing) => {}
                    Err(error @ StoreError::Unavailable { .. }) => return Err(error),
                    Err(error) => checked.unreadable.push(misfit(error.to_string())),
                }
            }
        }
        Ok(checked)
    }

    /// Removes some of the entries.
    fn without(&self, entries: &[Listed], doomed: &[Listed]) -> Result<Trimmed, StoreError> {
        let removed = self.backend.remove_all(doomed)?;
        Ok(Trimmed {
            kept: entries.len() as u64 - removed.entries,
            kept_bytes: sum(entries) - removed.bytes,
            dropped: removed.entries,
            dropped_bytes: removed.bytes,
            leftovers: self.backend.sweep()?,
        })
    }

    /// All entries, the newest first.
    fn listed(&self, now: SystemTime) -> Result<Vec<Listed>, StoreError> {
        let mut entries = Vec::new();
        for room in Room::ALL {
            entries.extend(self.backend.list(room)?);
        }
        entries.sort_unstable_by_key(|entry| (entry.room, entry.key));
        entries.dedup_by_key(|entry| (entry.room, entry.key));
        let latest = now + CLOCKS_DIFFER;
        for entry in entries.iter_mut().filter(|entry| entry.written > latest) {
            entry.written = SystemTime::UNIX_EPOCH;
        }
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.written));
        Ok(entries)
    }
}

fn sum(entries: &[Listed]) -> u64 {
    entries.iter().map(|entry| entry.bytes).sum()
}

/// How many of the entries, the newest first, are within the limits.
fn within(entries: &[Listed], limits: &Limits, now: SystemTime) -> usize {
    let mut total = 0;
    let goes = entries.iter().position(|entry| {
        total += entry.bytes;
        let age = now.duration_since(entry.written).unwrap_or_default();
        age > limits.age || total > limits.total_bytes
    });
    goes.unwrap_or(entries.len())
}
